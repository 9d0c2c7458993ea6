// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts an OpenSearch.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { openSearchIndexWriter } from '../../src/adapters/opensearch/index-writer.ts'
import { OpenSearchNameIndex } from '../../src/adapters/opensearch/name-index.ts'
import { openCompaniesInMemory } from '../../src/adapters/sqlite/companies/companies-in-memory.ts'
import type { FollowResult, IndexWriter } from '../../src/core/search/index-writer.ts'
import { clock } from '../../src/server/compose/system.ts'
import { incomingCompany, seenBy } from '../fixtures/incoming-companies.ts'
import {
  missingOpenSearch,
  type OpenSearchServer,
  openSearchForTests,
} from '../opensearch/opensearch-server.ts'
import { startProxy } from '../opensearch/proxy.ts'

const NAMES = ['Adler', 'Bussard', 'Condor', 'Dohle', 'Falke', 'Geier', 'Habicht', 'Ibis'].map(
  (bird) => `${bird} GmbH`,
)

function incoming(digits: number, name: string, asOf = '2018-05-01') {
  return incomingCompany(digits, { name, source: seenBy(asOf, `D2601V_HRB${digits}`) })
}

function followed(result: FollowResult) {
  assert.ok(result.kind === 'snapshot', 'refused')
  return result.snapshot
}

/** Settings of an index that are others while it is filled. */
interface Settings {
  readonly refresh_interval: string
  readonly translog: object
  readonly merge?: object
}

interface FlatSettings {
  readonly settings: Readonly<Record<string, string>>
  readonly defaults: Readonly<Record<string, string>>
}

interface Stats {
  readonly _all: { readonly primaries: { readonly translog: { readonly uncommitted_operations: number } } }
}

describe('the writer of an index in OpenSearch', { skip: missingOpenSearch() }, () => {
  let server: OpenSearchServer
  let client: OpenSearchClient
  let prefix: string
  let stored: ReturnType<typeof openCompaniesInMemory>
  let writer: IndexWriter
  let index: OpenSearchNameIndex
  let made = 0

  before(async () => {
    server = await openSearchForTests()
    client = new OpenSearchClient({ urls: server.url })
  })
  after(async () => {
    client?.close()
    await server?.stop()
  })
  beforeEach(() => {
    prefix = `writer${process.pid}-${++made}`
    stored = openCompaniesInMemory(1)
    stored.writer.save(
      NAMES.map((name, i) => incoming(i + 1, name)),
      5,
    )
    const layout = { shards: 2 }
    writer = openSearchIndexWriter({ store: stored.companies, client, clock, prefix, layout })
    index = new OpenSearchNameIndex({ client, prefix, nowMs: () => performance.now() })
  })

  const found = async (name: string, deep = false): Promise<readonly string[]> => {
    index.forget()
    const { hits } = await index.search({ name, deep, limit: 9, minScore: 50 })
    return hits.map(({ record }) => record.name)
  }
  const suppress = (name: string) => {
    const { companies } = stored.companies.list({ sort: 'uuid', limit: 9 })
    const { uuid } = companies.find((company) => company.name === name)!
    stored.writer.suppress({ uuid, reason: 'r', atMs: 6, actor: 'a' })
  }

  it('leaves none of the settings with which an index is filled', async () => {
    await writer.build(1, NAMES.length)
    for (const kind of ['names', 'words']) {
      const path = `/${prefix}-${kind}/_settings`
      const found = await client.send<Record<string, { settings: { index: Settings } }>>('GET', path)
      const [{ settings }] = Object.values(found) as [{ settings: { index: Settings } }]
      const { refresh_interval, translog, merge } = settings.index
      assert.equal(refresh_interval, '1s')
      assert.deepEqual(translog, { durability: 'request', flush_threshold_size: '512mb' })
      assert.equal(merge, undefined)
    }
  })

  it('finds nothing and has no state before an index was built', async () => {
    assert.deepEqual(await found('Adler'), [])
    assert.deepEqual(await index.corrections('Adlr'), [])
    assert.equal(await index.state(), undefined)
    assert.deepEqual(await writer.follow(undefined, 1), { kind: 'refused', reason: undefined })
  })

  it('builds an index of all companies with the number and the last change', async () => {
    const built = await writer.build(7, NAMES.length)
    for (const name of NAMES) assert.deepEqual(await found(name), [name])
    const sequence = stored.companies.lastSequence()
    assert.deepEqual([built.number, built.sequence], [7, sequence])
    const state = await index.state()
    assert.deepEqual([state?.snapshot, state?.companies, state?.deltaCompanies], [7, NAMES.length, 0])
    assert.equal(state?.sequence, sequence)
  })

  it('builds an index although answers to its creation are lost, and so is the node that merges it', async () => {
    const unanswered = new Set<string>()
    const proxy = await startProxy(server.url, {
      // An index is created by its bare name; the first answer to that is lost.
      change(path, _body, answer) {
        if (!/^\/[^/_?]+$/.test(path) || unanswered.has(path)) return answer
        unanswered.add(path)
        return { status: 503, body: '{}' }
      },
      answer: (_method, path) =>
        path.startsWith('/_tasks/')
          ? { status: 404, body: '{"error":{"type":"resource_not_found_exception"}}' }
          : undefined,
    })
    const passed = new OpenSearchClient({ urls: proxy.url })
    const needs = { store: stored.companies, client: passed, clock, prefix, layout: { shards: 2 } }
    await openSearchIndexWriter(needs).build(1, NAMES.length)
    passed.close()
    await proxy.close()
    assert.equal(unanswered.size, 2)
    for (const name of NAMES) assert.deepEqual(await found(name), [name])
  })

  it('writes all documents to disk before it says that an index is filled, and confirms none before', async () => {
    const told: unknown[] = []
    const proxy = await startProxy(server.url, {
      // The state is the last document of a fill: what is not on disk by then may be lost without a trace.
      async before(method, path) {
        const [index] = /[^/]+-words-[^/]+(?=\/_doc\/state)/.exec(path) ?? []
        if (method === 'POST' && path.startsWith('/_bulk')) told.push(await durabilities())
        if (method !== 'PUT' || index === undefined) return
        const both = `${index.replace('-words-', '-names-')},${index}`
        const { _all } = await client.send<Stats>('GET', `/${both}/_stats/translog`)
        told.push([await durabilities(), _all.primaries.translog.uncommitted_operations])
      },
    })
    const durabilities = async () => {
      const path = `/${prefix}-*/_settings?flat_settings=true&include_defaults=true`
      const all = Object.values(await client.send<Record<string, FlatSettings>>('GET', path))
      const name = 'index.translog.durability'
      return all.map(({ settings, defaults }) => settings[name] ?? defaults[name])
    }
    const passed = new OpenSearchClient({ urls: proxy.url })
    const needs = { store: stored.companies, client: passed, clock, prefix, layout: { shards: 2 } }
    await openSearchIndexWriter(needs).build(1, NAMES.length)
    passed.close()
    await proxy.close()
    const durable = ['REQUEST', 'REQUEST']
    const upper = JSON.parse(JSON.stringify(told).toUpperCase()) as unknown
    assert.deepEqual(upper, [durable, [durable, 0]])
  })

  it('does not take an index for filled that lacks documents which OpenSearch has confirmed', async () => {
    const proxy = await startProxy(server.url, {
      // Two lines for each document: the last one does not arrive.
      rewrite: (path, body) =>
        path.startsWith('/_bulk') ? `${body.split('\n').slice(0, -3).join('\n')}\n` : body,
    })
    const passed = new OpenSearchClient({ urls: proxy.url })
    const needs = { store: stored.companies, client: passed, clock, prefix, layout: { shards: 2 } }
    const built = Promise.resolve(openSearchIndexWriter(needs).build(1, NAMES.length))
    await assert.rejects(built, /The index was not filled: of \d+ documents .* it has \d+\.$/)
    passed.close()
    await proxy.close()
    assert.equal(await index.state(), undefined)
    assert.deepEqual(await client.send('GET', `/${prefix}-*/_alias`), {})
  })

  it('says what is lost of an index: its state, or companies', async () => {
    const built = await writer.build(1, NAMES.length)
    const { companies } = (await index.state())!
    await client.send('POST', `/${prefix}-names/_delete_by_query?refresh=true`, {
      query: { term: { words: 'bussard' } },
    })
    // Nobody compares them for each update, which knows what it was built from.
    assert.equal((await writer.follow(built, 2)).kind, 'snapshot')
    assert.deepEqual(await writer.follow(undefined, 3), {
      kind: 'refused',
      reason: `The index in OpenSearch has ${companies - 1} companies, the store ${companies}.`,
    })
    const [words] = Object.keys(await client.send<object>('GET', `/_alias/${prefix}-words`)) as [string]
    await client.send('DELETE', `/${words}/_doc/state`)
    // A search that it meets is no empty page.
    await assert.rejects(found('Condor'), { code: 'service_unavailable' })
    assert.deepEqual(await writer.follow(undefined, 4), {
      kind: 'refused',
      reason: 'The index in OpenSearch has lost its state.',
    })
    await writer.build(5, NAMES.length)
    assert.deepEqual(await found('Bussard'), ['Bussard GmbH'])
    assert.equal((await writer.follow(undefined, 6)).kind, 'snapshot')
  })

  it('leaves nothing of a version that it cannot fill, or that a killed writer has begun', async () => {
    await writer.build(1, NAMES.length)
    const indices = async () =>
      Object.keys(await client.send<object>('GET', `/${prefix}-*/_alias`)).toSorted()
    const searched = await indices()
    await client.send('PUT', `/${prefix}-names-1`)
    const error = { type: 'cluster_block_exception', reason: 'index read-only' }
    const refusal = {
      status: 200,
      body: JSON.stringify({ errors: true, items: [{ index: { status: 403, error } }] }),
    }
    const proxy = await startProxy(server.url, {
      answer: (_method, path) => (path.startsWith('/_bulk') ? refusal : undefined),
    })
    const passed = new OpenSearchClient({ urls: proxy.url })
    const needs = { store: stored.companies, client: passed, clock, prefix, layout: { shards: 2 } }
    await assert.rejects(async () => openSearchIndexWriter(needs).build(2, NAMES.length), /index read-only/)
    passed.close()
    await proxy.close()
    assert.deepEqual(await indices(), searched)
    assert.deepEqual(await found('Condor'), ['Condor GmbH'])
  })

  it('adds what changed: new, renamed and suppressed companies, and words that no name had', async () => {
    const built = await writer.build(1, NAMES.length)
    stored.writer.save([incoming(1, 'Albatros GmbH', '2019-01-01'), incoming(9, 'Elster-Nest GmbH')], 6)
    suppress('Bussard GmbH')
    const snapshot = followed(await writer.follow(built, 2))
    assert.deepEqual(await found('Albatros'), ['Albatros GmbH'])
    assert.deepEqual(await found('Elsternest'), ['Elster-Nest GmbH'])
    assert.deepEqual(await found('Elstr Nest', true), ['Elster-Nest GmbH'])
    assert.deepEqual(await found('Adler', true), ['Albatros GmbH'])
    for (const gone of ['Adler', 'Bussard']) assert.deepEqual(await found(gone), [])
    assert.equal(snapshot.sequence, stored.companies.lastSequence())
    assert.equal((await index.state())?.companies, NAMES.length)
  })

  it('deletes the names that a company has no more', async () => {
    const renamed = incoming(1, 'Adler GmbH', '2019-01-01')
    stored.writer.save([{ ...renamed, otherNames: [] }], 6)
    const built = await writer.build(1, NAMES.length)
    stored.writer.save([incoming(1, 'Albatros GmbH', '2020-01-01')], 7)
    const first = followed(await writer.follow(built, 2))
    assert.deepEqual(await found('Adler', true), ['Albatros GmbH'])
    suppress('Albatros GmbH')
    await writer.follow(first, 3)
    for (const name of ['Adler', 'Albatros']) assert.deepEqual(await found(name, true), [])
  })

  it('hides all suppressed companies and adds no other change', async () => {
    const built = await writer.build(1, NAMES.length)
    stored.writer.save([incoming(9, 'Elster GmbH')], 6)
    for (const name of ['Adler GmbH', 'Bussard GmbH']) suppress(name)
    const hidden = await writer.hideSuppressed(built, 2)
    for (const gone of ['Adler', 'Bussard', 'Elster']) assert.deepEqual(await found(gone), [])
    assert.deepEqual(await found('Condor'), ['Condor GmbH'])
    assert.deepEqual([hidden.number, hidden.sequence], [2, built.sequence])
  })

  it('searches the old version until the new one is complete, and then the new one without an error', async () => {
    await writer.build(1, NAMES.length)
    assert.deepEqual(await found('Condor'), ['Condor GmbH'])
    stored.writer.save([incoming(9, 'Elster GmbH')], 6)
    let isBuilt = false
    const searches = (async () => {
      for (let i = 0; !isBuilt || i < 3; i++) {
        const { hits } = await index.search({ name: 'Condor', deep: false, limit: 9 })
        assert.equal(hits.length, 1)
      }
    })()
    await writer.build(2, NAMES.length + 1)
    isBuilt = true
    await searches
    assert.deepEqual(await found('Elster'), ['Elster GmbH'])
    const indices = await client.send<Record<string, unknown>>('GET', `/${prefix}-*/_alias`)
    assert.equal(Object.keys(indices).length, 2)
  })

  it('refuses to follow other companies than those it was built from', async () => {
    const built = await writer.build(1, NAMES.length)
    const others = openCompaniesInMemory(2)
    others.writer.save(
      [...NAMES, 'Elster GmbH'].map((name, i) => incoming(i + 100, name)),
      9,
    )
    const layout = { shards: 1 }
    const other = openSearchIndexWriter({ store: others.companies, client, clock, prefix, layout })
    const result = await other.follow(built, 2)
    assert.ok(result.kind === 'refused')
    assert.match(result.reason ?? '', /was built from other companies/)
    others.writer.close()
  })
})
