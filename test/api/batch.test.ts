/** POST /api/v1/companies/search/batch */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import type { z } from 'zod'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import type { Company } from '../../src/core/company/company.ts'
import { BATCH_BODY_BYTES_MAX } from '../../src/http/api/batch-route.ts'
import { BATCH_ROWS_MAX, batchResult } from '../../src/http/api/batch-schemas.ts'
import { courtName } from '../../src/names/reading/court.ts'
import { formatNumber, germanKey } from '../../src/names/reading/register-number.ts'
import { testRefusals } from './refusals.ts'
import { openService, type Service, startService } from './start-service.ts'

const URL = '/api/v1/companies/search/batch'
type Row = z.output<typeof batchResult>[number]

const service = await openService()
const auth = service.auth()
const everything = [...service.companies.readAll(1000)].flat()

function send(rows: unknown, headers: Record<string, string> = auth, from = service) {
  return from.server.inject({
    method: 'POST',
    url: URL,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(rows),
  })
}

async function match(rows: unknown): Promise<Row[]> {
  const response = await send(rows)
  assert.equal(response.statusCode, 200, response.body)
  return batchResult.parse(response.json())
}

function limited(quota: number, scopes?: Parameters<Service['key']>[0]) {
  const { secret } = service.key({ ...scopes, limit: { quota, windowMs: 60_000 } })
  return { authorization: `Bearer ${secret}` }
}

const left = (response: { headers: Record<string, unknown> }) =>
  Number(/r=(\d+)/.exec(String(response.headers.ratelimit))?.[1])

test('200: the results have the order and the refs of the rows, whatever the state of each', async () => {
  const refs = ['a', '', 'ä🏢', 'd']
  const rows = await match([
    { ref: refs[0], name: 'Adler' },
    { ref: refs[1], name: 'Qxzzyqx' },
    { ref: refs[2] },
    { ref: refs[3], name: 5 },
    { name: 'Adler' },
  ])
  assert.deepEqual(
    rows.map(({ ref }) => ref),
    [...refs, null],
  )
  assert.deepEqual(rows.map(({ state }) => state).slice(1, 4), ['not_found', 'invalid', 'invalid'])
})

test('200: each company is found once by its number and court', async () => {
  const some = everything.slice(0, BATCH_ROWS_MAX)
  const rows = await match(
    some.map(({ register, uuid }) => ({
      ref: uuid,
      registration_number: `${courtName(germanKey(register).court)} ${formatNumber(register)}`,
    })),
  )
  for (const [i, row] of rows.entries()) {
    assert.equal(row.state, 'found', `${some[i]?.name} ${JSON.stringify(row)}`)
    assert.equal(row.companies[0]?.uuid, row.ref)
    assert.equal(row.companies[0]?.match.kind, 'number')
  }
})

test('200: a city leaves only the companies that have their seat there', async () => {
  const search = await service.server.inject({
    method: 'POST',
    url: '/api/v1/companies/search/',
    headers: auth,
    payload: { name: 'Adler', limit: 100 },
  })
  const { seat } = search.json().findLast((company: { seat: string }) => company.seat !== '')
  const [here, elsewhere] = await match([
    { name: 'Adler', city: seat.toUpperCase() },
    { name: 'Adler', city: 'Atlantis an der Knatter' },
  ])
  assert.ok(here && elsewhere && here.companies.length > 0)
  for (const company of here.companies) assert.equal(company.seat, seat)
  assert.ok(new Set(search.json().map((company: { seat: string }) => company.seat)).size > 1)
  assert.equal(elsewhere.state, 'not_found')
})

test('200: name and number of one company find it; the number of another company makes the row ambiguous', async () => {
  const [one, other] = everything.filter(
    ({ status, register }) => status === 'active' && register.type === 'HRB',
  )
  assert.ok(one && other)
  const numberOf = ({ register }: Company) =>
    `${courtName(germanKey(register).court)} ${formatNumber(register)}`
  const [both, doubt] = await match([
    { name: one.name, registration_number: numberOf(one) },
    { name: one.name, registration_number: numberOf(other) },
  ])
  assert.equal(both?.state, 'found')
  assert.equal(both.companies[0]?.uuid, one.uuid)
  assert.equal(both.companies[0]?.match.score, 100)
  assert.equal(doubt?.state, 'possible')
  const uuids = doubt.companies.map(({ uuid }) => uuid)
  assert.ok(uuids.includes(one.uuid) && uuids.includes(other.uuid))
})

test('200: name and number find a removed company, or a company with this former name', async () => {
  const numberOf = ({ register }: Company) =>
    `${courtName(germanKey(register).court)} ${formatNumber(register)}`
  const removed = everything.filter(({ status }) => status === 'removed').slice(0, 40)
  const renamed = everything.filter(({ formerNames }) => formerNames.length > 0).slice(0, 40)
  const rows = [
    ...removed.map((company) => ({
      ref: company.uuid,
      name: company.name,
      registration_number: numberOf(company),
    })),
    ...renamed.map((company) => ({
      ref: company.uuid,
      name: company.formerNames[0]!.name,
      registration_number: numberOf(company),
    })),
  ]
  assert.ok(rows.length > 40)
  for (const { ref, state, companies } of await match(rows)) {
    assert.deepEqual([state, companies[0]?.uuid, companies.length], ['found', ref, 1])
  }
})

test('200: a deep row finds what a normal one does not', async () => {
  const removed = everything.find(({ status, name }) => status === 'removed' && name.length > 20)
  assert.ok(removed)
  const [normal, deep] = await match([{ name: removed.name }, { name: removed.name, deep: true }])
  assert.ok(!normal?.companies.some(({ uuid }) => uuid === removed.uuid))
  assert.equal(deep?.companies[0]?.uuid, removed.uuid)
  assert.equal(deep.companies[0].match.score, 100)
})

test('200: at most five companies, the best first, each as in a search with its match', async () => {
  const [row] = await match([{ name: 'Adler' }])
  assert.ok(row && row.companies.length === 5)
  const scores = row.companies.map(({ match: { score } }) => score)
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  )
  const search = await service.server.inject({
    method: 'POST',
    url: '/api/v1/companies/search/',
    headers: auth,
    payload: { name: 'Adler', limit: 100, include: ['match'] },
  })
  for (const company of row.companies) {
    assert.deepEqual(
      search.json().find(({ uuid }: { uuid: string }) => uuid === company.uuid),
      company,
    )
  }
})

test('200: an invalid row contains its faults as an error does, and the other rows are answered', async () => {
  const cases: [unknown, string, string][] = [
    [5, '', 'type'],
    [null, '', 'type'],
    [[], '', 'type'],
    [{}, '/name', 'required'],
    [{ ref: 'x', city: 'Köln' }, '/name', 'required'],
    [{ name: '' }, '/name', 'too_short'],
    [{ name: 'a\u0000' }, '/name', 'control_character'],
    [{ name: 'x'.repeat(501) }, '/name', 'too_long'],
    [{ name: 'Adler', nme: 1, 'a/b': 2 }, '/nme', 'unknown_field'],
    [{ name: 'Adler', deep: 'true' }, '/deep', 'type'],
    [{ name: 'Adler', city: ['Köln'] }, '/city', 'type'],
    [{ registration_number: 'HRX 5' }, '/registration_number', 'format'],
    [{ registration_number: 'Adler' }, '/registration_number', 'format'],
    [{ registration_number: 5 }, '/registration_number', 'type'],
    [{ name: 'Adler', ref: 5 }, '/ref', 'type'],
    [{ name: 'Adler', ref: 'x'.repeat(201) }, '/ref', 'too_long'],
  ]
  const rows = await match([...cases.map(([row]) => row), { name: 'Adler' }])
  for (const [i, [sent, field, reason]] of cases.entries()) {
    const row = rows[i]
    assert.equal(row?.state, 'invalid', JSON.stringify(sent))
    assert.deepEqual(row.companies, [])
    assert.deepEqual(row.details?.[0], { field: `/${i}${field}`, reason }, JSON.stringify(sent))
  }
  assert.notEqual(rows.at(-1)?.state, 'invalid')
  assert.equal(rows.at(-1)?.details, undefined)
})

test('200: the headers are those of a search, for all rows together', async () => {
  const response = await send([{ name: everything[0]?.name }, { name: 'Qxzzyqx' }])
  assert.match(String(response.headers['server-timing']), /^search;dur=\d+\.\d+$/)
  assert.match(String(response.headers['x-data-as-of']), /^\d{4}-\d\d-\d\d$/)
  assert.equal(response.headers['x-search-partial'], undefined)
})

test('200: X-Search-Partial where a deep row ran out of time', async () => {
  const hasty = new EmbeddedNameIndex({ budgetMs: 0, nowMs: () => 0 })
  hasty.publish(service.index.snapshot()!)
  const other = await startService({ replace: () => ({ index: hasty }) })
  try {
    const rows = [{ name: 'Adlar Apotheke', deep: true }]
    const response = await send(rows, other.auth(), other)
    assert.equal(response.headers['x-search-partial'], 'true')
  } finally {
    await other.stop()
  }
})

test('200: other requests are handled between the rows of a batch', async () => {
  let ended = false
  const batch = send(Array.from({ length: BATCH_ROWS_MAX }, () => ({ name: 'Bau', deep: true }))).then(() => {
    ended = true
  })
  await setImmediate()
  const one = await service.server.inject({ url: '/api/v1/sources', headers: auth })
  assert.equal(one.statusCode, 200)
  assert.ok(!ended, 'the other request was answered first')
  await batch
})

test('200: a batch costs one unit for each row, five for a deep one, invalid ones included, and one request of the burst', async () => {
  const headers = limited(100)
  const normal = await send([{ name: 'a' }, { name: 'b' }, {}], headers)
  assert.equal(left(normal), 97)
  assert.match(String(normal.headers.ratelimit), /"burst";r=99;/)
  assert.equal(left(await send([{ name: 'a', deep: true }, { name: 'b' }, { deep: true }], headers)), 90)
})

test('200: at most twenty faults of a row are reported', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`x${i}`, i]))
  const [row, next] = await match([
    { name: 'Adler', deep: 1, ...unknown },
    { name: 'Adler', x: 1 },
  ])
  assert.equal(row?.details?.length, 20)
  assert.deepEqual(row.details.slice(0, 2), [
    { field: '/0/deep', reason: 'type' },
    { field: '/0/x0', reason: 'unknown_field' },
  ])
  assert.deepEqual(next?.details, [{ field: '/1/x', reason: 'unknown_field' }])
})

test('200: each row of any content has a result as the OpenAPI document describes it', async () => {
  const word = fc.constantFrom(...everything.slice(0, 200).flatMap(({ name }) => name.split(' ')))
  const name = fc.oneof(word, fc.constantFrom(...everything.map((company) => company.name)))
  const sound = fc.record(
    {
      name,
      registration_number: fc.nat(99_999).map((digits) => `HRB ${digits}`),
      city: fc.constantFrom(undefined, undefined, 'Freiburg im Breisgau', 'Atlantis'),
      deep: fc.boolean(),
      ref: fc.string({ unit: 'binary', maxLength: 10 }),
    },
    { requiredKeys: [] },
  )
  const row = fc.oneof(
    { weight: 3, arbitrary: sound as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  let matched = 0
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
      const answers = await match(rows)
      assert.equal(answers.length, rows.length)
      for (const [i, { ref, state, details, companies }] of answers.entries()) {
        assert.equal(details !== undefined, state === 'invalid')
        assert.ok(details?.every(({ field }) => field === `/${i}` || field.startsWith(`/${i}/`)) ?? true)
        assert.ok(ref === null || ref === (rows[i] as Row).ref)
        assert.equal(companies.length > 0, ['found', 'ambiguous', 'possible'].includes(state))
        if (companies.length > 0) matched++
      }
    }),
    { numRuns: 200 },
  )
  assert.ok(matched > 100, `only ${matched} rows found something`)
})

test('200: a hundred rows are accepted', async () => {
  assert.equal((await match(Array(BATCH_ROWS_MAX).fill({ name: 'a' }))).length, BATCH_ROWS_MAX)
})

test('400: the whole batch is refused only if it is not a list, is empty or has too many rows', async () => {
  const cases: [unknown, string][] = [
    [{ name: 'Adler' }, 'type'],
    ['Adler', 'type'],
    [null, 'type'],
    [[], 'too_short'],
    [Array(BATCH_ROWS_MAX + 1).fill({ name: 'a' }), 'too_many'],
  ]
  for (const [rows, reason] of cases) {
    const response = await send(rows)
    assert.equal(response.statusCode, 400, reason)
    assert.deepEqual(response.json().details, [{ field: '', reason }])
  }
})

test('400: the rows cost more than the whole limit of the key', async () => {
  const response = await send(Array(3).fill({ name: 'a', deep: true }), limited(14))
  assert.equal(response.statusCode, 400)
  assert.deepEqual(response.json().details, [{ field: '', reason: 'too_large' }])
})

test('403: a deep row without the scope, even an invalid one; nothing is searched or charged', async () => {
  const headers = limited(100, { scopes: ['companies:search'] })
  for (const rows of [[{ name: 'a' }, { name: 'b', deep: true }], [{ name: 5, deep: true }]]) {
    const response = await send(rows, headers)
    assert.equal(response.statusCode, 403)
    assert.match(String(response.headers['www-authenticate']), /scope="companies:search:deep"/)
    assert.equal(left(response), 100)
  }
  assert.equal((await send([{ name: 'a', deep: false }], headers)).statusCode, 200)
})

test('429: rows that cost more than the rest of the limit; nothing is charged', async () => {
  const headers = limited(10)
  assert.equal(left(await send(Array(6).fill({ name: 'a' }), headers)), 4)
  const response = await send(Array(5).fill({ name: 'a' }), headers)
  assert.equal(response.statusCode, 429)
  assert.equal(left(response), 4)
  assert.equal(left(await send(Array(4).fill({ name: 'a' }), headers)), 0)
})

test('503: there is no index', async () => {
  const early = await startService({ replace: () => ({ index: new EmbeddedNameIndex() }) })
  try {
    assert.equal((await send([{ name: 'a' }], early.auth(), early)).statusCode, 503)
  } finally {
    await early.stop()
  }
})

testRefusals(() => service, {
  method: 'POST',
  url: URL,
  body: [{ name: 'Adler' }],
  scope: 'companies:search',
  bodyBytesMax: BATCH_BODY_BYTES_MAX,
})
