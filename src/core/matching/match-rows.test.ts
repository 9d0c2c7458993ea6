import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../failure.ts'
import type { CustomerRow } from './match-row.ts'
import { type ListRow, matchRows } from './match-rows.ts'
import { MATCHED_COLUMNS, matchedNames, matchedValues } from './matched-columns.ts'
import type { FoundRow, MatchedCompany, RowMatcher } from './row-matcher.ts'

const COLUMNS = { name: [0], city: [1], number: [2] }
const OPTIONS = { columns: COLUMNS, deep: true }

function company(name: string, score: number): MatchedCompany {
  const rest = { registrationNumber: 'HRB 5', registerCourt: 'Ulm', seat: 'Ulm', status: 'active' } as const
  return { uuid: `uuid of ${name}`, name, score, reasons: ['same_name'], ...rest }
}

/** A company with its seat in another city. */
function elsewhere(name: string, score: number, seat = 'Kiel'): MatchedCompany {
  return { ...company(name, score), seat }
}

/** A matcher with these answers by row; `asked` holds the rows. */
function matcherOf(answer: (row: CustomerRow) => FoundRow, asked: CustomerRow[] = []): RowMatcher {
  return {
    match(rows) {
      asked.push(...rows)
      return rows.map(answer)
    },
  }
}

const NOTHING: FoundRow = { state: 'not_found', companies: [] }
const found = (row: CustomerRow): FoundRow => ({ state: 'found', companies: [company(String(row.name), 95)] })
const cellsOf = (...rows: string[]): readonly ListRow[] => rows.map((row) => ({ cells: row.split('|') }))

test('every row has a result, in order; rows that are not valid do not affect the others', async () => {
  const rows = [
    ...cellsOf('Adler|Ulm|HRB 5', '||', `${'x'.repeat(501)}||`, 'A\u0007B||', '||HRX 5', 'Falke'),
    { cells: ['Bussard'], fault: 'encoding' as const },
  ]
  const asked: CustomerRow[] = []
  const results = await matchRows(matcherOf(found, asked), rows, OPTIONS)
  assert.deepEqual(
    results.map(({ state, faults: [fault] }) => [state, fault?.field, fault?.reason]),
    [
      ['found', undefined, undefined],
      ['invalid', 'name', 'required'],
      ['invalid', 'name', 'too_long'],
      ['invalid', 'name', 'control_character'],
      ['invalid', 'number', 'format'],
      ['found', undefined, undefined],
      ['invalid', 'row', 'encoding'],
    ],
  )
  assert.deepEqual(asked, [
    { name: 'Adler', city: 'Ulm', number: 'HRB 5', deep: true },
    { name: 'Falke', city: undefined, number: undefined, deep: true },
  ])
})

test('name columns are joined; contacts, postcodes and texts that stand for nothing are left out', async () => {
  const asked: CustomerRow[] = []
  const options = { columns: { name: [0, 1], city: [2], number: [3] }, deep: false }
  const rows = cellsOf(
    'Adler|Maschinenbau GmbH|89073 Ulm|-',
    'Adler GmbH|z. Hd. Frau Meier|-|siehe Akte 5',
    ' Adler GmbH ||D-89073 Ulm|',
  )
  const results = await matchRows(matcherOf(found, asked), rows, options)
  assert.deepEqual(
    asked.map(({ name, city, number }) => [name, city, number]),
    [
      ['Adler Maschinenbau GmbH', 'Ulm', undefined],
      ['Adler GmbH', undefined, undefined],
      ['Adler GmbH', 'Ulm', undefined],
    ],
  )
  assert.deepEqual(
    results.map(({ notes }) => notes),
    [[], ['number_ignored'], []],
  )
})

test('a row whose city leaves no good company is matched without it, and is at most possible', async () => {
  const asked: CustomerRow[] = []
  const matcher = matcherOf(({ name, city }) => {
    if (city === undefined) return { state: 'found', companies: [elsewhere(String(name), 98)] }
    return name === 'Falke' ? { state: 'possible', companies: [company('Falken', 70)] } : NOTHING
  }, asked)
  const [adler, falke] = await matchRows(matcher, cellsOf('Adler|Ulm|', 'Falke|Ulm|'), OPTIONS)
  assert.deepEqual([adler?.state, adler?.companies[0]?.score, adler?.notes], ['possible', 89, ['other_city']])
  assert.deepEqual([falke?.companies[0]?.name, falke?.notes], ['Falke', ['other_city']])
  // The deep search, which takes longer, only where nothing similar was in the city.
  assert.deepEqual(
    asked.slice(2).map(({ name, city, deep }) => [name, city, deep]),
    [
      ['Adler', undefined, true],
      ['Falke', undefined, false],
    ],
  )
})

test('a similar company in the city stays if none elsewhere has the name', async () => {
  const matcher = matcherOf(({ city }) => ({
    state: 'possible',
    companies: [city === undefined ? elsewhere('elsewhere', 89) : company('there', 70)],
  }))
  const [row] = await matchRows(matcher, cellsOf('Adler|Ulm|'), OPTIONS)
  assert.deepEqual([row?.companies.map(({ name }) => name), row?.notes], [['there'], []])
})

test('a company in the city with all words of the name comes before one elsewhere that has the name', async () => {
  for (const [score, first] of [
    [75, 'there'],
    [74, 'elsewhere'],
  ] as const) {
    const matcher = matcherOf(({ city }) => ({
      state: 'possible',
      companies: [city === undefined ? elsewhere('elsewhere', 90) : company('there', score)],
    }))
    const [row] = await matchRows(matcher, cellsOf('Adler|Ulm|'), OPTIONS)
    assert.equal(row?.companies[0]?.name, first)
    assert.deepEqual(
      row?.companies.map(({ score }) => score),
      score === 75 ? [75, 75] : [89, 74],
    )
    assert.deepEqual([row?.state, row?.notes], ['possible', score === 75 ? [] : ['other_city']])
  }
})

test('a seat that contains the city is no other city', async () => {
  for (const [city, seat, state] of [
    ['Frankfurt', 'Frankfurt am Main', 'found'],
    ['München', 'Berlin und München', 'found'],
    ['Köln', 'Mönchengladbach', 'possible'],
    ['Berg', 'Bergheim', 'possible'],
  ] as const) {
    const matcher = matcherOf((row) =>
      row.city === undefined
        ? { state: 'ambiguous', companies: [elsewhere('Adler', 95, seat), elsewhere('Adler ', 95, 'Kiel')] }
        : NOTHING,
    )
    const [row] = await matchRows(matcher, cellsOf(`Adler|${city}|`), OPTIONS)
    assert.deepEqual([row?.state, row?.notes], [state, state === 'found' ? [] : ['other_city']], seat)
  }
})

test('a fault of the matcher ends the matching: no row is called invalid', async () => {
  const matcher = matcherOf(() => {
    throw new Failure('service_unavailable', 'there is no index yet')
  })
  await assert.rejects(matchRows(matcher, cellsOf('Adler||'), OPTIONS), /no index/)
})

test('a row of 100 columns and one of 1 MB have results', async () => {
  const wide = { cells: ['Adler', ...Array<string>(99).fill('x')] }
  const long = { cells: ['Adler', '', '', 'x'.repeat(1024 * 1024)] }
  const results = await matchRows(matcherOf(found), [wide, long], {
    ...OPTIONS,
    columns: { name: [0], city: [], number: [] },
  })
  assert.deepEqual(
    results.map(({ state }) => state),
    ['found', 'found'],
  )
})

test('the added columns are not among those of the list', () => {
  const first = matchedNames(['Firma'])
  assert.deepEqual(first.slice(0, 3), ['match_state', 'match_score', 'match_reason'])
  const second = matchedNames(['Firma', ...first, ' MATCH_STATE_2 '])
  assert.deepEqual(second.slice(0, 3), ['match_state_3', 'match_score_2', 'match_reason_2'])
  assert.equal(new Set([...first, ...second]).size, 2 * MATCHED_COLUMNS.length)
})

test('the added values are those of the best company and of the second-best one', () => {
  const companies = [company('Adler', 95), company('Adlers', 70)]
  const result = { state: 'possible', companies, notes: ['other_city'], faults: [] } as const
  assert.deepEqual(Object.fromEntries(matchedNames([]).map((name, i) => [name, matchedValues(result)[i]])), {
    match_state: 'possible',
    match_score: 95,
    match_reason: 'same_name, other_city',
    match_uuid: 'uuid of Adler',
    match_name: 'Adler',
    match_register_number: 'HRB 5',
    match_court: 'Ulm',
    match_seat: 'Ulm',
    match_status: 'active',
    match_second_name: 'Adlers',
    match_second_score: 70,
    match_second_uuid: 'uuid of Adlers',
  })
  const invalid = {
    state: 'invalid',
    companies: [],
    notes: [],
    faults: [{ field: 'name', reason: 'required' }],
  } as const
  assert.deepEqual(matchedValues(invalid).slice(0, 4), ['invalid', null, 'name: required', null])
})
