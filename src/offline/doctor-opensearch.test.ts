// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts an OpenSearch, whose settings it changes.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { filledIndex } from '../../test/opensearch/filled-index.ts'
import {
  missingOpenSearch,
  type OpenSearchServer,
  startOpenSearch,
} from '../../test/opensearch/opensearch-server.ts'
import { startProxy } from '../../test/opensearch/proxy.ts'
import { OpenSearchClient } from '../adapters/opensearch/client.ts'
import { readConfig } from '../config/config.ts'
import type { Check } from '../control/views.ts'
import type { OpenSearchFacts } from '../server/compose/opensearch-index.ts'
import { checksOf, compared, examineOpenSearch } from './doctor-opensearch.ts'

const GB = 1e9
const INDEX: NonNullable<OpenSearchFacts['index']> = {
  ...{ indices: ['firmensuche-names-1', 'firmensuche-words-1'], health: 'green', blocks: [] },
  ...{ state: 'ours', isWhole: true, bytes: 2 * GB, others: [] },
}
const GOOD: OpenSearchFacts = {
  ...{ clusterName: 'names', distribution: 'opensearch', versions: ['3.5.0'], plainHosts: [] },
  ...{ roundTripMs: 0.8, health: 'green', dataNodes: 2, shards: 4, settings: new Map() },
  ...{ disks: [{ node: 'one', totalBytes: 100 * GB, freeBytes: 40 * GB }], bodyBytesMax: 104_857_600 },
  ...{ missingRights: [], index: INDEX },
}
const CONFIG = readConfig({ OPENSEARCH_URL: 'https://search:9200' })

function lines(checks: readonly Check[]): Readonly<Record<string, string>> {
  return Object.fromEntries(checks.map(({ name, state, description }) => [name, `${state}: ${description}`]))
}

/** State and words of the check whose result a fact changes; the others must be ok. */
function judged(name: string, facts: Partial<OpenSearchFacts>, faults: readonly string[] = []): string {
  const found = checksOf({ faults, facts: { ...GOOD, ...facts } }, CONFIG)
  const others = found.filter((each) => each.name !== name)
  assert.deepEqual(new Set(others.map(({ state }) => state)), new Set(['ok']))
  return lines(found)[name] as string
}

describe('the checks of an OpenSearch', () => {
  it('are ok without faults, also before there is an index', () => {
    const names = checksOf({ faults: [], facts: GOOD }, CONFIG).map(({ name }) => name)
    for (const name of names) assert.match(judged(name, {}), /^ok: /)
    const without = checksOf({ faults: [], facts: { ...GOOD, index: undefined } }, CONFIG)
    assert.deepEqual(new Set(without.map(({ state }) => state)), new Set(['ok']))
  })

  it('fail for versions before 2.19 and other products, and warn of those after 3', () => {
    const of = (...versions: string[]) => judged('opensearch', { versions })
    for (const version of ['2.18.9', '1.3.20', '2.9.0']) assert.match(of('3.5.0', version), /^fail: .*2\.19/)
    for (const version of ['2.19.0', '2.19.4', '3.0.0', '3.10.1']) assert.match(of(version), /^ok: /)
    assert.match(of('4.0.0'), /^warn: .* Tested are 2\.19 and 3\.$/)
    assert.match(judged('opensearch', { distribution: '', versions: ['8.15.0'] }), /^fail: another product 8/)
  })

  it('warn of an address that does not answer, of plain http to another machine and of a long round trip', () => {
    assert.match(judged('opensearch', {}, ['OpenSearch at b cannot be used: x.']), /^warn: .* at b cannot/)
    assert.match(judged('opensearch', { plainHosts: ['10.0.0.1'] }), /^warn: .*Use https:\/\//)
    assert.match(judged('opensearch', { plainHosts: ['127.0.0.1', 'localhost'] }), /^ok: /)
    assert.match(judged('opensearch', { roundTripMs: 10 }), /^ok: /)
    assert.match(judged('opensearch', { roundTripMs: 10.1 }), /^warn: .*move OpenSearch closer/)
  })

  it('fail if a shard of our index is missing, and warn if a copy is, or a shard of another index', () => {
    const of = (health: OpenSearchFacts['health'], own: typeof health) =>
      judged('opensearch health', { health, index: { ...INDEX, health: own } })
    assert.match(of('red', 'red'), /^fail: .*searches fail/)
    assert.match(of('red', 'green'), /^warn: .*but not ours/)
    assert.match(of('yellow', 'yellow'), /^warn: .*no copy/)
    assert.match(of('yellow', 'green'), /^ok: /)
  })

  it('judge free space by the watermarks, as shares or as bytes', () => {
    const of = (freeGb: number, settings: readonly (readonly [string, string])[] = []) =>
      judged('opensearch disk', {
        disks: [...GOOD.disks, { node: 'two', totalBytes: 100 * GB, freeBytes: freeGb * GB }],
        settings: new Map(
          settings.map(([name, value]) => [`cluster.routing.allocation.disk.${name}`, value]),
        ),
      })
    assert.match(of(15), /^ok: at least 15\.0 GB free on every node$/)
    assert.match(of(14.9), /^warn: .*two: beyond the low watermark/)
    assert.match(of(9.9), /^warn: .*two: beyond the high watermark/)
    assert.match(of(4.9), /^fail: .*two: beyond the flood stage/)
    assert.match(of(4.9, [['threshold_enabled', 'false']]), /^ok: /)
    assert.match(of(30, [['watermark.low', '0.6']]), /^warn: .*low watermark/)
    assert.match(of(30, [['watermark.low', '35gb']]), /^warn: .*low watermark/)
    assert.match(of(38, [['watermark.low', '35gb']]), /^ok: /)
  })

  it('warn if a new version of the index does not fit beside the searched one', () => {
    const of = (bytes: number) => judged('opensearch disk', { index: { ...INDEX, bytes } })
    assert.match(of(20 * GB), /^ok: /)
    assert.match(of(20.1 * GB), /^warn: .*needs 40\.2 GB\.$/)
  })

  it('fail for blocks and refused queries, and warn of limits that are too low', () => {
    const of = (name: string, value: string) =>
      judged('opensearch settings', { settings: new Map([[name, value]]) })
    assert.match(of('cluster.blocks.read_only', 'true'), /^fail: .*cluster\.blocks\.read_only forbid/)
    assert.match(of('search.allow_expensive_queries', 'false'), /^fail: .*deep searches/)
    assert.match(of('search.allow_expensive_queries', 'true'), /^ok: /)
    assert.match(of('indices.query.bool.max_clause_count', '1023'), /^warn: .* is 1023/)
    assert.match(of('indices.query.bool.max_clause_count', '1024'), /^ok: /)
    const blocks = ['index.blocks.read_only_allow_delete']
    assert.match(
      judged('opensearch settings', { index: { ...INDEX, blocks } }),
      /^fail: .*allow_delete forbid/,
    )
    assert.match(judged('opensearch settings', { bodyBytesMax: 9_999_999 }), /^warn: .*max_content_length/)
    assert.match(judged('opensearch settings', { bodyBytesMax: 10_000_000 }), /^ok: /)
    // Names and words, each with a copy.
    assert.match(judged('opensearch settings', { shards: 1996 }), /^ok: room for 4 more shards$/)
    assert.match(
      judged('opensearch settings', { shards: 1997 }),
      /^warn: .*next version of the index needs 4/,
    )
  })

  it('name missing rights, and indices that are incomplete, of another version or not searched', () => {
    assert.match(judged('opensearch rights', { missingRights: ['a', 'b'] }), /^fail: .*may not: a; b\. /)
    const of = (index: Partial<typeof INDEX>) => judged('opensearch index', { index: { ...INDEX, ...index } })
    assert.match(of({ isWhole: false, state: 'lost' }), /^fail: .*index of words is missing/)
    assert.match(of({ state: 'of another version' }), /^warn: .*Another version of firmensuche/)
    assert.match(
      of({ state: 'lost' }),
      /^fail: .*lost the state of the index.*A running server begins within seconds/,
    )
    assert.match(of({ others: ['firmensuche-names-2'] }), /^warn: .*firmensuche-names-2 are not searched/)
  })

  it('compare the index with the store by its last change and the number of companies', () => {
    const of = (stored: number, last: number) => {
      const state = {
        ...{ snapshot: 1, companies: 1200, deltaCompanies: 0 },
        bytes: 5e6,
        builtAtMs: 0,
        sequence: 7,
      }
      const { state: judgedAs, description } = compared(state, stored, last)
      return `${judgedAs}: ${description}`
    }
    assert.equal(of(1200, 7), 'ok: 1,200 companies in OpenSearch, 5 MB, at change 7 like the store')
    assert.match(of(1201, 9), /^warn: .*2 changes of the store are missing/)
    assert.match(of(1200, 6), /^fail: .*1 changes ahead of the store/)
    assert.match(of(1201, 7), /^fail: .*The store has 1,201 companies/)
  })
})

describe('a real OpenSearch', { skip: missingOpenSearch() }, () => {
  let server: OpenSearchServer
  let client: OpenSearchClient
  let prefix: string
  let made = 0
  before(async () => {
    server = await startOpenSearch('512m')
    client = new OpenSearchClient({ urls: server.url })
  })
  beforeEach(() => {
    prefix = `doctor${++made}`
  })
  after(async () => {
    client?.close()
    await server?.stop()
  })

  async function found(urls = server.url): Promise<Readonly<Record<string, string>>> {
    return lines(await examineOpenSearch(readConfig({ OPENSEARCH_URL: urls, OPENSEARCH_INDEX: prefix })))
  }
  const change = (settings: object) => client.send('PUT', '/_cluster/settings', { persistent: settings })

  it('is not looked for without OPENSEARCH_URL', async () => {
    assert.deepEqual(await examineOpenSearch(readConfig({})), [])
  })

  it('is examined without and with an index, and keeps nothing of the examination', async () => {
    const before = await found()
    // On a busy machine the round trip is one to warn of.
    assert.match(
      before.opensearch!,
      /^(?:ok|warn): OpenSearch \d+\.\d+\.\d+, cluster firmensuche-tests, round trip/,
    )
    assert.equal(before['opensearch health'], 'ok: green, 1 data node, no copies of shards')
    assert.match(before['opensearch settings']!, /^ok: room for \d+ more shards$/)
    assert.match(before['opensearch rights']!, /^ok: /)
    assert.equal(before['opensearch index'], undefined)
    await filledIndex(client, [], prefix)
    const after = await found()
    assert.match(after['opensearch index']!, new RegExp(`^ok: ${prefix}-names-\\d+, ${prefix}-words-\\d+$`))
    const left = await client.send<object>('GET', `/${prefix}-doctor*/_alias`)
    assert.deepEqual(left, {})
  })

  it('that does not answer on all addresses is a fault, on one of several a warning', async () => {
    const dead = 'http://user:SECRET@127.0.0.1:1'
    const none = await found(dead)
    assert.deepEqual(Object.keys(none), ['opensearch'])
    assert.match(none.opensearch!, /^fail: OpenSearch at 127\.0\.0\.1:1 cannot be used: ECONNREFUSED\./)
    assert.match(
      (await found(`${dead},${server.url}`)).opensearch!,
      /^warn: OpenSearch .* OpenSearch at 127\.0\.0\.1:1 cannot be used/,
    )
  })

  it('that forbids changes, refuses expensive queries or is beyond its flood stage is a fault', async () => {
    await filledIndex(client, [], prefix)
    await client.send('PUT', `/${prefix}-names/_settings`, { 'index.blocks.write': true })
    await change({ 'search.allow_expensive_queries': false })
    const settings = (await found())['opensearch settings']!
    assert.match(settings, /^fail: .*index\.blocks\.write forbid.*allow_expensive_queries is false/)
    const disk = 'cluster.routing.allocation.disk'
    const levels = { low: '0.1%', high: '0.2%', flood_stage: '0.3%' }
    const marks = Object.entries(levels).map(([level, mark]) => [`${disk}.watermark.${level}`, mark])
    await change({ ...Object.fromEntries(marks), [`${disk}.threshold_enabled`]: true })
    assert.match((await found())['opensearch disk']!, /^fail: .*beyond the flood stage/)
    await change(
      Object.fromEntries([...marks, [`${disk}.threshold_enabled`, null]].map(([key]) => [key, null])),
    )
    await change({ 'search.allow_expensive_queries': null })
  })

  it('whose user may not do something names it, and where nothing may be asked says so', async () => {
    const refused = { status: 403, body: '{"error":{"type":"security_exception","reason":"no permissions"}}' }
    const behind = async (answer: (method: string, path: string) => boolean) => {
      const proxy = await startProxy(server.url, {
        answer: (method, path) => (answer(method, path) ? refused : undefined),
      })
      try {
        return await found(proxy.url)
      } finally {
        await proxy.close()
      }
    }
    const noTasks = await behind((method, path) => path.startsWith('/_tasks/') || method === 'DELETE')
    assert.match(
      noTasks['opensearch rights']!,
      /^fail: .*may not: merge segments .*\(cluster:monitor\/task\/get\); delete indices .*-doctor-\w+ is left/,
    )
    const noCreation = await behind((method, path) => method === 'PUT' && path.includes('-doctor-'))
    assert.match(noCreation['opensearch rights']!, /may not: create indices \(indices:admin\/create\)\. See/)
    const nothing = await behind((_, path) => path === '/_cluster/health')
    assert.match(nothing.opensearch!, /^fail: .*refuses user and password.*rights of the user\.$/)
  })

  it('with a version of the index of another format, or without its words, says so', async () => {
    await filledIndex(client, [], prefix)
    const words = Object.keys(await client.send<object>('GET', `/_alias/${prefix}-words`))[0]!
    await client.send('PUT', `/${words}/_doc/state?refresh=true`, { state: { format: 999 } })
    assert.match((await found())['opensearch index']!, /^warn: .*Another version of firmensuche made it/)
    await client.send('DELETE', `/${words}`)
    assert.match((await found())['opensearch index']!, /^fail: .*The index of words is missing/)
  })
})
