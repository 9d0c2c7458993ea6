/** POST /api/v1/companies/search/facets */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EmbeddedNameIndex } from '../../src/adapters/embedded/name-index.ts'
import { FACET_VALUES_MAX } from '../../src/core/search/search-facets.ts'
import { facetsSchema } from '../../src/http/api/facets-route.ts'
import { SEARCH_BODY_BYTES_MAX } from '../../src/http/api/search-route.ts'
import { courtsByText } from '../../src/names/reading/court.ts'
import { stateOfCourt } from '../../src/names/reading/state.ts'
import { testRefusals } from './refusals.ts'
import { openService, startService } from './start-service.ts'

const PATH = '/api/v1/companies/search/facets'
const service = await openService()
const auth = service.auth()

function post(url: string, payload: object, headers: Record<string, string> = auth) {
  return service.server.inject({ method: 'POST', url, headers, payload })
}

async function facetsOf(body: object) {
  const response = await post(PATH, body)
  assert.equal(response.statusCode, 200, response.body)
  return facetsSchema.parse(response.json())
}

type FoundRecord = Record<
  'status' | 'legal_form' | 'registration_number' | 'register_court' | 'seat',
  string
> & {
  readonly match: { readonly kind: string }
}

/** All hits of a search but the related names, page by page. */
async function hitsOf(body: object): Promise<FoundRecord[]> {
  const records: FoundRecord[] = []
  let cursor: string | undefined
  do {
    const response = await post('/api/v1/companies/search/', {
      ...body,
      limit: 100,
      include: ['match'],
      ...(cursor && { cursor }),
    })
    records.push(...response.json())
    cursor = response.headers['x-next-cursor'] as string | undefined
  } while (cursor !== undefined)
  return records.filter(({ match }) => match.kind !== 'related')
}

function countsOf(records: readonly FoundRecord[], fieldOf: (record: FoundRecord) => string) {
  const counts = new Map<string, number>()
  for (const record of records) counts.set(fieldOf(record), (counts.get(fieldOf(record)) ?? 0) + 1)
  counts.delete('')
  return Array.from(counts, ([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, FACET_VALUES_MAX)
}

test('200: the counts are those of all hits of the same search, page by page', async () => {
  for (const body of [
    { name: 'Adler' },
    { name: 'Adler', deep: true },
    { name: 'Verwaltungs' },
    { name: 'Adler', deep: true, status: ['removed'], legal_form: ['GmbH'] },
    { name: 'Adler', deep: true, state: ['DE-NW'], former: 'only' },
  ]) {
    const facets = await facetsOf(body)
    const hits = await hitsOf(body)
    assert.ok(facets.exact)
    assert.equal(facets.total, hits.length)
    assert.deepEqual(
      facets.status,
      countsOf(hits, ({ status }) => status),
    )
    assert.deepEqual(
      facets.legal_form,
      countsOf(hits, ({ legal_form }) => legal_form),
    )
    assert.deepEqual(
      facets.seat,
      countsOf(hits, ({ seat }) => seat),
    )
    assert.deepEqual(
      facets.register_court,
      countsOf(hits, ({ register_court }) => register_court),
    )
    assert.deepEqual(
      facets.register_type,
      countsOf(hits, ({ registration_number }) => registration_number.split(' ')[0]!),
    )
    assert.deepEqual(
      facets.state,
      countsOf(hits, ({ register_court }) => stateOfCourt(courtsByText(register_court)[0]!)!),
    )
  }
})

test('200: a name without hits, and one without letters and digits, count nothing', async () => {
  for (const name of ['Xqzvwk', '!?']) {
    const { total, exact, ...lists } = await facetsOf({ name })
    assert.deepEqual([total, exact], [0, true])
    assert.ok(Object.values(lists).every((list) => list.length === 0))
  }
})

test('200: counts cost 2, those of a deep search 6', async () => {
  for (const [body, cost] of [
    [{ name: 'Adler' }, 2],
    [{ name: 'Adler', deep: true }, 6],
  ] as const) {
    const { secret } = service.key({ limit: { quota: 10, windowMs: 60_000 } })
    const response = await post(PATH, body, { authorization: `Bearer ${secret}` })
    assert.match(String(response.headers.ratelimit), new RegExp(`"default";r=${10 - cost};`))
    assert.equal(response.headers['x-search-mode'], 'deep' in body ? 'deep' : 'normal')
  }
})

test('200: a deep search that reaches its time limit gives lower bounds', async () => {
  const hasty = new EmbeddedNameIndex({ budgetMs: 0, nowMs: () => 0 })
  hasty.publish(service.index.snapshot()!)
  const late = await startService({ replace: () => ({ index: hasty }) })
  const payload = { name: 'Adlr Verwaltung', deep: true }
  const response = await late.server.inject({ method: 'POST', url: PATH, headers: late.auth(), payload })
  assert.equal(response.headers['x-search-partial'], 'true')
  assert.equal(response.json().exact, false)
  await late.stop()
})

test('400: limit, cursor and include are no fields of the counts', async () => {
  for (const [field, value] of Object.entries({ limit: 1, cursor: 'x', include: ['match'] })) {
    const response = await post(PATH, { name: 'Adler', [field]: value })
    assert.equal(response.statusCode, 400)
    assert.equal(response.json().details[0].field, `/${field}`)
  }
})

test('403: the counts of a deep search need its scope', async () => {
  const response = await post(PATH, { name: 'Adler', deep: true }, service.auth('companies:search'))
  assert.equal(response.statusCode, 403)
})

test('503: without an index nothing is counted', async () => {
  const early = await startService({ replace: () => ({ index: new EmbeddedNameIndex() }) })
  const payload = { name: 'Adler' }
  const response = await early.server.inject({ method: 'POST', url: PATH, headers: early.auth(), payload })
  assert.equal(response.statusCode, 503)
  await early.stop()
})

testRefusals(() => service, {
  method: 'POST',
  url: PATH,
  body: { name: 'Adler' },
  scope: 'companies:search',
  cost: 2,
  bodyBytesMax: SEARCH_BODY_BYTES_MAX,
})
