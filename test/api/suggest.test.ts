/** GET /api/v1/companies/suggest */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildIndexImage } from '../../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import type { SearchText } from '../../src/core/search/search-text.ts'
import { RANKED_MAX, suggestCompanies } from '../../src/core/search/suggest-companies.ts'
import { searchResultSchema } from '../../src/http/api/company-schemas.ts'
import { prominenceOf } from '../../src/names/ranking/prominence.ts'
import { SAME_NAME_SCORE_MIN } from '../../src/names/ranking/rank.ts'
import { courtName } from '../../src/names/reading/court.ts'
import { readName } from '../../src/names/reading/read-name.ts'
import { germanKey } from '../../src/names/reading/register-number.ts'
import { indexedCompany } from '../fixtures/indexed-companies.ts'
import { testRefusals } from './refusals.ts'
import { openService, startService } from './start-service.ts'

const PATH = '/api/v1/companies/suggest'
const service = await openService()
const auth = service.auth('companies:search')
const everything = [...service.companies.readAll(1000)].flat()
const byUuid = new Map(everything.map((company) => [company.uuid as string, company]))

function suggest(q: string, headers: Record<string, string> = auth) {
  return service.server.inject({ url: `${PATH}?${new URLSearchParams({ q })}`, headers })
}

async function found(q: string) {
  const response = await suggest(q)
  assert.equal(response.statusCode, 200, response.body)
  return searchResultSchema.parse(response.json())
}

/** The beginning of a name: all of it but the last two letters of its last word. */
function beginningOf(name: string): string | undefined {
  const { words } = readName(name)
  const last = words.at(-1)
  return last === undefined || last.length < 5
    ? undefined
    : [...words.slice(0, -1), last.slice(0, -2)].join(' ')
}

test('200: the beginning of a name suggests its company unless it is removed', async () => {
  let seen = 0
  for (const { uuid, name, status } of everything.slice(0, 150)) {
    const beginning = beginningOf(name)
    if (beginning === undefined) continue
    const hits = await found(beginning)
    assert.equal(
      hits.some((hit) => hit.uuid === uuid),
      status !== 'removed',
      `${beginning} for ${name}`,
    )
    seen++
  }
  assert.ok(seen > 50)
})

test('200: a company stays suggested while its legal form is typed, letter by letter', async () => {
  let seen = 0
  for (const { uuid, name, status } of everything) {
    const form =
      / (GmbH|GmbH & Co\. KG|AG|UG \(haftungsbeschränkt\)|Gesellschaft mit beschränkter Haftung)$/.exec(name)
    if (form === null || status === 'removed' || seen > 600) continue
    for (let i = form.index; i <= name.length; i++) {
      const typed = name.slice(0, i)
      const hits = await found(typed)
      // Of many that are called so the first ten are shown.
      assert.ok(hits.length === 10 || hits.some((hit) => hit.uuid === uuid), `${typed} for ${name}`)
      seen++
    }
  }
  assert.ok(seen > 300)
})

test('200: current names precede former ones, with or without the beginning of a form', async () => {
  let seen = 0
  for (const { formerNames } of everything) {
    for (const { name } of formerNames) {
      const [first = name] = readName(name).words
      for (const typed of [`${first} `, `${first} g`, `${first} a`, `${first} gesellschaft`]) {
        const hits = (await found(typed)).filter(({ match }) => match?.kind !== 'spelling')
        const on = hits.map(({ match }) => match?.matched_on)
        const former = on.indexOf('former_name')
        if (former < 0) continue
        assert.ok(!on.slice(former).includes('name'), typed)
        seen++
      }
    }
  }
  assert.ok(seen > 20)
})

test('200: the beginning of a former name suggests its company with this former name', async () => {
  let seen = 0
  for (const { uuid, status, formerNames } of everything) {
    for (const { name } of formerNames) {
      const beginning = beginningOf(name)
      if (beginning === undefined || status === 'removed') continue
      const hits = await found(beginning)
      const hit = hits.find((one) => one.uuid === uuid)
      // Of many that are called so the first ten are shown.
      if (hit === undefined && hits.length === 10) continue
      assert.ok(hit, `${beginning} for ${name}`)
      assert.ok(hit.match?.matched_on === 'name' || hit.match?.kind === 'former')
      seen++
    }
  }
  assert.ok(seen > 20)
})

test('200: at most ten suggestions: names equal to the text, then of the thirty best hits the most prominent, with complete words first', async () => {
  for (const q of ['b', 'bau', 'adler', 'muster']) {
    const suggested = await found(q)
    const response = await service.server.inject({
      ...{ method: 'POST', url: '/api/v1/companies/search/', headers: auth },
      payload: { name: q, limit: RANKED_MAX, include: ['match'] },
    })
    const best = searchResultSchema.parse(response.json())
    assert.equal(suggested.length, Math.min(10, best.length), q)
    const longer = (hit: (typeof best)[number]) => hit.match!.score < SAME_NAME_SCORE_MIN
    const uuidsOf = (hits: typeof best) => hits.map(({ uuid }) => uuid)
    const equal = best.filter((hit) => !longer(hit)).slice(0, 10)
    assert.deepEqual(uuidsOf(suggested).slice(0, equal.length), uuidsOf(equal))
    const orderOf = ({ uuid, status, match }: (typeof best)[number]) => [
      Number(status !== 'active'),
      -prominenceOf(byUuid.get(uuid)!),
      Number(match!.kind === 'prefix'),
    ]
    const ordered = best.filter(longer).toSorted((a, b) => compare(orderOf(a), orderOf(b)))
    const rest = suggested.slice(equal.length)
    assert.deepEqual(rest.map(orderOf), ordered.slice(0, rest.length).map(orderOf), q)
  }
})

test('200: a name that explains the letters comes before shorter ones of the same prominence', async () => {
  const names = ['DM Bau GmbH', 'dm-drogerie markt GmbH + Co. KG', 'M & H Bau GmbH', 'DM Druck AG']
  names.push('H & M Hennes & Mauritz B.V. & Co. KG')
  const companies = names.map((name, i) => {
    const form = readName(name).form
    return indexedCompany(i + 1, name, form === undefined ? {} : { form })
  })
  const index = new EmbeddedNameIndex()
  index.publish(buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 }))
  const suggested = async (q: string) => {
    const hits = await suggestCompanies({ index }, q as SearchText)
    return hits.map(({ record }) => record.name)
  }
  assert.deepEqual(await suggested('dm'), ['DM Druck AG', 'dm-drogerie markt GmbH + Co. KG', 'DM Bau GmbH'])
  assert.deepEqual(await suggested('h&m'), ['H & M Hennes & Mauritz B.V. & Co. KG', 'M & H Bau GmbH'])
})

test('200: among other forms prominence decides, not the kind of the form, which may not be typed to its end', async () => {
  const names = ['Krenzer Bauhandel OHG', 'Krenzer Bau AG']
  const companies = names.map((name, i) => indexedCompany(i + 1, name, { form: readName(name).form! }))
  const index = new EmbeddedNameIndex()
  index.publish(buildIndexImage([companies], { snapshotNumber: 1, sequence: 1, nowMs: 1 }))
  const hits = await suggestCompanies({ index }, 'Krenzer KG' as SearchText)
  assert.deepEqual(
    hits.map(({ record }) => record.name),
    ['Krenzer Bau AG', 'Krenzer Bauhandel OHG'],
  )
})

function compare(a: readonly number[], b: readonly number[]): number {
  return a.map((one, i) => one - b[i]!).find((difference) => difference !== 0) ?? 0
}

test('200: a name with one typo suggests its company; as typed comes first, then typos by score, and nothing else', async () => {
  let seen = 0
  for (const { uuid, name, status } of everything.slice(0, 300)) {
    const [first = '', ...rest] = readName(name).words
    if (status === 'removed' || !/^[a-z]{6,}$/.test(first)) continue
    const hits = await found([`${first.slice(0, 2)}${first.slice(3)}`, ...rest].join(' '))
    // Of many that are called so the first ten are shown.
    assert.ok(hits.length === 10 || hits.some((hit) => hit.uuid === uuid), name)
    const matches = hits.map(({ match }) => match!)
    const typo = matches.findIndex(({ kind }) => kind === 'spelling')
    const typos = typo < 0 ? [] : matches.slice(typo)
    assert.ok(typos.every(({ kind, reasons }) => kind === 'spelling' && reasons[0] === 'slip'))
    assert.ok(typos.every(({ score }, i) => score <= (typos[i - 1]?.score ?? 84)))
    for (const { kind } of matches) assert.ok(kind !== 'sound' && kind !== 'partial', kind)
    assert.equal(new Set(hits.map((hit) => hit.uuid)).size, hits.length)
    seen++
  }
  assert.ok(seen > 50)
})

test('200: one or two letters, digits and words that are wrong twice have no suggestions with a typo', async () => {
  const texts = ['q', 'qx', 'zq', '98765x', 'Adlre Autmoaten', 'a'.repeat(500), 'qxz '.repeat(125).trim()]
  for (const q of texts)
    assert.ok(
      (await found(q)).every(({ match }) => match?.kind !== 'spelling'),
      q,
    )
})

test('200: a register number is suggested while its court is typed, letter by letter', async () => {
  let seen = 0
  for (const { uuid, status, register } of everything) {
    const { type, digits, suffix, court: courtCode } = germanKey(register)
    if (status === 'removed' || type !== 'HRB' || suffix !== '' || seen > 300) continue
    const court = courtName(courtCode)
    for (let i = 1; i <= court.length; i++) {
      const typed = `HRB ${digits} ${court.slice(0, i)}`
      const hits = await found(typed)
      assert.ok(hits.length === 10 || hits.some((hit) => hit.uuid === uuid), typed)
      seen++
    }
  }
  assert.ok(seen > 100)
})

test('200: a smaller limit gives the first of the ten', async () => {
  for (const q of ['b', 'Adler', 'Adelr', 'Adler Gm', 'HRB 1 m']) {
    const ten = await found(q)
    for (const limit of [1, 3, 9, 10]) {
      const response = await service.server.inject({
        url: `${PATH}?${new URLSearchParams({ q, limit: String(limit) })}`,
        headers: auth,
      })
      assert.deepEqual(response.json(), ten.slice(0, limit), `${q} ${limit}`)
    }
  }
})

test('200: a text without letters and digits has no suggestions', async () => {
  assert.deepEqual(await found('!?'), [])
  assert.deepEqual(await found('Qxzzyqx'), [])
})

test('200: a suggestion costs a tenth of a unit, an invalid request a whole unit', async () => {
  const { secret } = service.key({ limit: { quota: 100, windowMs: 60_000 } })
  const headers = { authorization: `Bearer ${secret}` }
  const left = async (q: string) => String((await suggest(q, headers)).headers.ratelimit).split(';')[1]
  for (let i = 0; i < 10; i++) assert.equal(await left('a'), 'r=99')
  assert.equal(await left('a'), 'r=98')
  assert.equal(await left(''), 'r=97')
  for (let i = 0; i < 9; i++) assert.equal(await left('a'), 'r=97')
  assert.equal(await left('a'), 'r=96')
})

test('200 or 400: any text is answered as the OpenAPI document declares', async () => {
  const typed = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc
      .constantFrom(...everything.map(({ name }) => name))
      .chain((name) => fc.nat(name.length).map((i) => name.slice(0, i))),
  )
  await fc.assert(
    fc.asyncProperty(typed, async (q) => {
      const response = await suggest(q)
      assert.ok([200, 400].includes(response.statusCode), response.body)
      if (response.statusCode === 200) assert.ok(searchResultSchema.parse(response.json()).length <= 10)
    }),
    { numRuns: 300 },
  )
})

test('400: each rule of q is enforced', async () => {
  const cases: [string, string][] = [
    ['', 'required'],
    ['?q=', 'too_short'],
    ['?q=%20', 'too_short'],
    ['?q=a&q=b', 'repeated'],
    [`?q=${'a'.repeat(501)}`, 'too_long'],
    ['?q=%00', 'control_character'],
    ['?q=%zz', 'encoding'],
  ]
  for (const [query, reason] of cases) {
    const response = await service.server.inject({ url: PATH + query, headers: auth })
    assert.equal(response.statusCode, 400, query)
    assert.equal(response.json().details[0].field, 'q', query)
    assert.equal(response.json().details[0].reason, reason, query)
  }
})

test('400: a limit is a whole number from 1 to 10', async () => {
  const cases: [string, string][] = [
    ['0', 'too_small'],
    ['-1', 'too_small'],
    ['11', 'too_large'],
    ['1.5', 'type'],
    ['x', 'type'],
    ['3&limit=3', 'repeated'],
  ]
  for (const [limit, reason] of cases) {
    const response = await service.server.inject({ url: `${PATH}?q=a&limit=${limit}`, headers: auth })
    assert.equal(response.statusCode, 400, limit)
    assert.deepEqual([response.json().details[0].field, response.json().details[0].reason], ['limit', reason])
  }
})

test('503: without an index the request is refused instead of suggesting nothing', async () => {
  const early = await startService({ replace: () => ({ index: new EmbeddedNameIndex() }) })
  try {
    const response = await early.server.inject({ url: `${PATH}?q=a`, headers: early.auth() })
    assert.equal(response.statusCode, 503)
  } finally {
    await early.stop()
  }
})

testRefusals(() => service, { method: 'GET', url: `${PATH}?q=adl`, scope: 'companies:search' })
