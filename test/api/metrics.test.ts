/** GET /metrics */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ROUTES_MAX } from '../../src/core/usage/traffic.ts'
import { metricFamilies, type ServerFacts } from '../../src/http/monitoring/metric-families.ts'
import { createHttpServer } from '../../src/http/request/create-http-server.ts'
import { apiRoutes } from '../../src/http/routes.ts'
import { type ReadFamily, readMetrics } from '../fixtures/prometheus-text.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'

const SEARCH_PATH = '/api/v1/companies/search/'
const TOKEN = 'einundzwanzig-Regenschirme'
const NO_LOG = { info() {}, error() {} }

async function withService(options: ServiceOptions, use: (service: Service) => Promise<void>) {
  const service = await startService({
    ...options,
    settings: { metricsToken: TOKEN, ...options.settings },
  })
  try {
    await use(service)
  } finally {
    await service.stop()
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function scrape({ server }: Service): Promise<ReadonlyMap<string, ReadFamily>> {
  const response = await server.inject({ url: '/metrics', headers: bearer(TOKEN) })
  assert.equal(response.statusCode, 200)
  return readMetrics(response.body)
}

/** Value of the series that has all these labels. */
function sampleValue(
  families: ReadonlyMap<string, ReadFamily>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''))
  return family?.samples.find(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, of]) => sample.labels[label] === of),
  )?.value
}

test('a server with more routes than counters does not start', async () => {
  await withService({}, async ({ needs }) => {
    const [route] = apiRoutes()
    const settings = { version: '', trustProxy: [], requestsInFlightMax: 1, connectionsMax: 1, log: NO_LOG }
    const routes = Array.from({ length: ROUTES_MAX + 1 }, (_, i) => ({ ...route!, path: `/api/${i}` }))
    assert.throws(() => createHttpServer(needs, settings, routes), /257 routes/)
    await createHttpServer(needs, settings, routes.slice(1)).close()
  })
})

test('404: without a token setting the path does not exist, for any request', async () => {
  await withService({ settings: { metricsToken: '' } }, async ({ server }) => {
    for (const headers of [{}, bearer(''), bearer(TOKEN)]) {
      const response = await server.inject({ url: '/metrics', headers })
      assert.equal(response.statusCode, 404)
      assert.equal(response.json().code, 'not_found')
    }
  })
})

describe('GET /metrics with a token', () => {
  test('401: the token is missing, wrong, a key, or a part of the right one', async () => {
    await withService({}, async ({ server, auth }) => {
      const sent = [
        {},
        bearer(`${TOKEN}x`),
        bearer(TOKEN.slice(1)),
        auth(),
        { authorization: `Basic ${TOKEN}` },
      ]
      for (const headers of sent) {
        const response = await server.inject({ url: '/metrics', headers })
        assert.equal(response.statusCode, 401)
        assert.equal(response.json().code, 'unauthorized')
        assert.match(response.headers['www-authenticate'] as string, /^Bearer realm=/)
      }
    })
  })

  test('429: an address that guesses too often is refused, even with the right token; others are not', async () => {
    await withService({ authFailuresPerMinute: 3 }, async (service) => {
      const guess = () => service.server.inject({ url: '/metrics', headers: bearer('sixteen-characters') })
      for (let i = 0; i < 3; i++) assert.equal((await guess()).statusCode, 401)
      const response = await guess()
      assert.equal(response.statusCode, 429)
      assert.ok(Number(response.headers['retry-after']) >= 1)
      const asked = { url: '/metrics', headers: bearer(TOKEN) }
      assert.equal((await service.server.inject(asked)).statusCode, 429)
      const elsewhere = await service.server.inject({ ...asked, remoteAddress: '192.0.2.7' })
      assert.equal(elsewhere.statusCode, 200)
    })
  })

  test('200: the response has the text format and is not cached; HEAD works too, POST is 405', async () => {
    await withService({}, async ({ server }) => {
      for (const method of ['GET', 'HEAD'] as const) {
        const response = await server.inject({ method, url: '/metrics', headers: bearer(TOKEN) })
        assert.equal(response.statusCode, 200)
        assert.equal(response.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
        assert.equal(response.headers['cache-control'], 'no-store')
      }
      const response = await server.inject({ method: 'POST', url: '/metrics', headers: bearer(TOKEN) })
      assert.equal(response.statusCode, 405)
    })
  })

  test('200: responses are counted by route and class, those of unknown paths under "none"', async () => {
    await withService({}, async (service) => {
      const { server, auth } = service
      const headers = { ...auth(), 'content-type': 'application/json' }
      const search = (body: unknown) =>
        server.inject({ method: 'POST', url: SEARCH_PATH, headers, payload: JSON.stringify(body) })
      await search({ name: 'Bau' })
      await search({ name: 'Bau', deep: true })
      await search({ nam: 'Bau' })
      await server.inject({ url: '/nowhere' })
      await server.inject({ url: '/api/v1/companies/no-uuid', headers })
      const families = await scrape(service)
      const answers = (route: string, code: string) =>
        sampleValue(families, 'firmensuche_requests_total', { route, code })
      assert.equal(answers('searchCompanies', '2xx'), 2)
      assert.equal(answers('searchCompanies', '4xx'), 1)
      assert.equal(answers('none', '4xx'), 1)
      assert.equal(answers('metrics', '2xx'), 0)
      for (const mode of ['normal', 'deep']) {
        assert.equal(sampleValue(families, 'firmensuche_search_duration_seconds_count', { mode }), 1)
        const infinite = { mode, le: '+Inf' }
        assert.equal(sampleValue(families, 'firmensuche_search_duration_seconds_bucket', infinite), 1)
      }
      assert.equal(sampleValue(families, 'firmensuche_requests_in_flight'), 1)
      assert.equal(
        sampleValue(await scrape(service), 'firmensuche_requests_total', { route: 'metrics', code: '2xx' }),
        1,
      )
    })
  })

  test('200: refusals because of limits are counted separately', async () => {
    await withService({}, async (service) => {
      const limited = service.key({ limit: { quota: 1, windowMs: 60_000 } })
      const headers = bearer(limited.secret)
      for (let i = 0; i < 3; i++) await service.server.inject({ url: '/api/v1/reference', headers })
      assert.equal(sampleValue(await scrape(service), 'firmensuche_rate_limited_total'), 2)
    })
  })

  test('200: metrics are served under overload and count the refused requests', async () => {
    await withService({ settings: { requestsInFlightMax: 0 } }, async (service) => {
      for (let i = 0; i < 3; i++) {
        const { statusCode } = await service.server.inject({ url: '/api/v1', headers: service.auth() })
        assert.equal(statusCode, 503)
      }
      assert.equal(sampleValue(await scrape(service), 'firmensuche_unavailable_total'), 3)
    })
  })

  test('200: metrics contain index, sources, import, e-mails, threads, memory and version', async () => {
    await withService({}, async (service) => {
      const families = await scrape(service)
      const state = service.index.state()!
      assert.equal(sampleValue(families, 'firmensuche_index_companies'), state.companies)
      assert.equal(sampleValue(families, 'firmensuche_index_snapshot'), state.snapshot)
      assert.equal(sampleValue(families, 'firmensuche_index_bytes'), state.bytes)
      for (const { source, asOf, rows } of service.companies.sources()) {
        const at = sampleValue(families, 'firmensuche_source_as_of_timestamp_seconds', { source })
        assert.equal(at, Date.parse(asOf) / 1000)
        assert.equal(sampleValue(families, 'firmensuche_source_rows', { source }), rows)
      }
      assert.equal(sampleValue(families, 'firmensuche_store_readable'), 1)
      assert.equal(sampleValue(families, 'firmensuche_import_running'), 0)
      assert.equal(sampleValue(families, 'firmensuche_emails_waiting'), 0)
      assert.equal(sampleValue(families, 'firmensuche_accounts_thread_working'), 1)
      assert.equal(sampleValue(families, 'firmensuche_http_threads_working'), 1)
      assert.ok(sampleValue(families, 'process_resident_memory_bytes')! > 1e6)
      assert.equal(sampleValue(families, 'firmensuche_build_info', { version: '0.0.0' }), 1)
    })
  })

  test('200: no series contains a key, a query, a name or an address', async () => {
    await withService({}, async (service) => {
      const { secret, key } = service.key()
      const asked = 'Zweihundertelf Regenschirme'
      const headers = { ...bearer(secret), 'content-type': 'application/json' }
      const payload = JSON.stringify({ name: asked })
      await service.server.inject({ method: 'POST', url: SEARCH_PATH, headers, payload })
      await service.server.inject({ url: `/nowhere/${secret}`, headers })
      const { body } = await service.server.inject({ url: '/metrics', headers: bearer(TOKEN) })
      for (const text of [secret, key.id, key.account, asked, 'Regenschirme', '127.0.0.1', TOKEN, 'nowhere'])
        assert.equal(body.includes(text), false, text)
    })
  })
})

test('metrics that cannot be read are left out, and the rest is returned', () => {
  const traffic = { inFlight: 0, connections: 0, limited: 0, unavailable: 0, answers: [], strayAnswers: [] }
  const durations = { counts: [1, 2], totalUs: 4 }
  const facts: ServerFacts = {
    version: '1',
    startedAtMs: 1000,
    threads: ['restarting', 'working'],
    isAccountsThreadWorking: false,
    traffic: { ...traffic, normal: durations, deep: durations },
    limits: { reached: 0, lost: 0, fallBacks: 0, roundTrips: durations },
    node: { isLeaseHeld: false, nodes: undefined },
    webhooks: undefined,
    webhookAttempts: { delivered: 0, failed: 0, paused: 0 },
    routes: ['a'],
    index: undefined,
    openSearch: 'lost',
    isMerging: true,
    isImporting: true,
    companies: undefined,
    emails: undefined,
    matchJobs: undefined,
    rowsMatched: 3,
    importSources: [
      { id: 'daily', kind: 'https', schedule: 'daily 03:30', lastSuccessAtMs: 60_000, failures: 0 },
      { id: 'new', kind: 'inbox', schedule: null, lastSuccessAtMs: null, failures: 2 },
    ],
    nowMs: 90_000,
    process: { residentBytes: 1, cpuS: 1 },
  }
  const families = metricFamilies(facts)
  const values = new Map(families.map(({ name, samples }) => [name, samples.map(({ value }) => value)]))
  assert.deepEqual(values.get('firmensuche_store_readable'), [0])
  assert.deepEqual(values.get('firmensuche_index_ready'), [0])
  assert.deepEqual(values.get('firmensuche_opensearch_up'), [0])
  for (const name of [
    'firmensuche_index_companies',
    'firmensuche_store_sequence',
    'firmensuche_emails_waiting',
  ])
    assert.deepEqual(values.get(name), [], name)
  assert.deepEqual(values.get('firmensuche_http_threads_working'), [1])
  assert.deepEqual(values.get('firmensuche_search_duration_seconds'), [1, 3, 0.000004, 3, 1, 3, 0.000004, 3])
  const samplesOf = (name: string) => families.find((family) => family.name === name)?.samples
  const [daily, fresh] = [{ source: 'daily' }, { source: 'new' }]
  assert.deepEqual(samplesOf('firmensuche_source_last_success_timestamp_seconds'), [
    { labels: daily, value: 60 },
  ])
  assert.deepEqual(samplesOf('firmensuche_source_age_seconds'), [
    { labels: { ...daily, runs: 'by itself' }, value: 30 },
  ])
  assert.deepEqual(samplesOf('firmensuche_source_failures'), [
    { labels: daily, value: 0 },
    { labels: fresh, value: 2 },
  ])
  const isOfRedis = ({ name }: { readonly name: string }) => name.startsWith('firmensuche_redis')
  assert.equal(families.some(isOfRedis), false, 'without Redis')
  const limits = { reached: 2, lost: 1, fallBacks: 7, roundTrips: durations }
  for (const [lost, up] of [
    [1, 0],
    [0, 1],
  ] as const) {
    const ofRedis = metricFamilies({ ...facts, limits: { ...limits, lost } }).filter(isOfRedis)
    assert.deepEqual(
      ofRedis.map(({ samples }) => samples.map(({ value }) => value)),
      [[up], [7], [1, 3, 0.000004, 3]],
    )
  }
})
