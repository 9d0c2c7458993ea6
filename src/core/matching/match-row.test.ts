import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hit } from '../../names/search/page.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import { EMPTY_FACETS, EMPTY_PAGE, type NameIndex } from '../search/name-index.ts'
import type { SearchText } from '../search/search-text.ts'
import { matchRow, ROW_COMPANIES_MAX } from './match-row.ts'

const STATE = { snapshot: 1, companies: 1, deltaCompanies: 0, bytes: 0, builtAtMs: 0, sequence: 0 }

function hit(uuid: string, score: number, registerCourt = 'Ulm'): Hit {
  const record = { uuid, registerCourt } as Hit['record']
  return {
    record,
    score,
    kind: 'words',
    matchedName: '',
    matchedOn: 'name',
    reasons: [],
    key: {} as Hit['key'],
  }
}

/** An index that has these answers; `asked` holds the questions that it was given. */
function indexOf(answer: (question: SearchQuery) => readonly Hit[], asked: SearchQuery[] = []): NameIndex {
  return {
    state: () => STATE,
    corrections: () => [],
    facets: () => EMPTY_FACETS,
    search(question) {
      asked.push(question)
      return { ...EMPTY_PAGE, hits: answer(question) }
    },
  }
}

const text = (value: string) => value as SearchText

function byName(...scores: number[]) {
  const index = indexOf(() => scores.map((score, i) => hit(String(i), score)))
  return matchRow({ index }, { name: text('Adler'), deep: false })
}

test('the state follows from the best and the second-best score, at each boundary', async () => {
  const cases: [number[], string][] = [
    [[], 'not_found'],
    [[49], 'not_found'],
    [[50], 'possible'],
    [[89, 89], 'possible'],
    [[90], 'found'],
    [[90, 74], 'found'],
    [[90, 75], 'ambiguous'],
    [[100, 100], 'ambiguous'],
    [[100, 74, 74, 74], 'found'],
  ]
  for (const [scores, state] of cases) assert.equal((await byName(...scores)).state, state, String(scores))
})

test('a company with the same name and another legal form is possible, not found', async () => {
  const otherForm: Hit = { ...hit('1', 90), reasons: ['same_name', 'other_form'] }
  const state = async (...hits: Hit[]) =>
    (await matchRow({ index: indexOf(() => hits) }, { name: text('Adler GmbH'), deep: false })).state
  assert.equal(await state(otherForm), 'possible')
  assert.equal(await state(otherForm, hit('2', 80)), 'ambiguous')
  assert.equal(await state(otherForm, hit('2', 95)), 'ambiguous')
  assert.equal(await state({ ...otherForm, reasons: ['same_name', 'form_missing'], score: 95 }), 'found')
})

test('the best score decides at any position of the search result, and the five best hits are shown', async () => {
  const { state, hits } = await byName(60, 61, 62, 63, 64, 65, 70, 99)
  assert.equal(state, 'found')
  assert.equal(hits.length, ROW_COMPANIES_MAX)
  assert.deepEqual(
    hits.map(({ score }) => score),
    [99, 70, 65, 64, 63],
  )
})

test('hits with the same score stay in the order of the search', async () => {
  assert.deepEqual(
    (await byName(80, 90, 80, 90)).hits.map((one) => one.hit.record.uuid),
    ['1', '3', '0', '2'],
  )
})

test('a row with name and number matches the company that both find', async () => {
  const index = indexOf(({ name }) =>
    name === 'HRB 5' ? [hit('a', 100), hit('b', 100, 'Kiel')] : [hit('c', 100), hit('b', 60, 'Kiel')],
  )
  const { state, hits } = await matchRow(
    { index },
    { name: text('Adler'), number: text('HRB 5'), deep: false },
  )
  assert.equal(state, 'found')
  assert.deepEqual(
    hits.map(({ hit: { record }, score }) => [record.uuid, score]),
    [['b', 100]],
  )
})

test('at the courts of the number, former names and removed companies match too; similar names only in a deep search', async () => {
  for (const deep of [false, true]) {
    const asked: SearchQuery[] = []
    const index = indexOf(() => [hit('a', 100, 'München')], asked)
    await matchRow({ index }, { name: text('Adler'), number: text('HRB 5'), deep })
    assert.deepEqual(
      asked.map((question) => [question.name, question.court, question.deep, question.isStrict]),
      [
        ['HRB 5', undefined, deep, undefined],
        ['Adler', ['D2601V'], true, !deep],
      ],
    )
  }
})

test('the name of a company without a court is searched in its country', async () => {
  const asked: SearchQuery[] = []
  const { record, ...rest } = hit('a', 100, '')
  const index = indexOf(() => [{ ...rest, record: { ...record, country: 'NO' } }], asked)
  await matchRow({ index }, { name: text('Adler'), number: text('NO 923609016'), deep: false })
  assert.deepEqual([asked[1]?.court, asked[1]?.country], [undefined, ['NO']])
})

test('if no company has both, no hit scores 90: the number of one company comes first, a number of many courts last', async () => {
  const named = [hit('n', 100), hit('m', 70)]
  const row = { name: text('Adler'), number: text('HRB 5'), deep: false }
  const scoresOf = async (numbered: readonly Hit[]) => {
    const index = indexOf(({ name, court }) => (name === 'HRB 5' ? numbered : court ? [] : named))
    const { state, hits } = await matchRow({ index }, row)
    return [state, hits.map(({ hit: { record }, score }) => `${record.uuid} ${score}`)]
  }
  assert.deepEqual(await scoresOf([hit('a', 100)]), ['possible', ['a 89', 'n 89', 'm 70']])
  assert.deepEqual(await scoresOf([hit('a', 100), hit('b', 100)]), [
    'possible',
    ['n 89', 'm 70', 'a 50', 'b 50'],
  ])
  assert.deepEqual(await scoresOf([]), ['possible', ['n 89', 'm 70']])
})

test('a city is a filter, folded, for name and number alike', async () => {
  const asked: SearchQuery[] = []
  await matchRow(
    { index: indexOf(() => [], asked) },
    {
      name: text('Adler'),
      number: text('HRB 5'),
      city: text('KÖLN'),
      deep: false,
    },
  )
  assert.ok(asked.length > 0)
  for (const { city } of asked) assert.deepEqual(city, ['koeln'])
})

test('a name without letters and digits finds nothing and causes no search', async () => {
  const asked: SearchQuery[] = []
  const index = indexOf(() => [hit('a', 100)], asked)
  const { state } = await matchRow({ index }, { name: text('!?'), deep: false })
  assert.equal(state, 'not_found')
  assert.deepEqual(asked, [])
})
