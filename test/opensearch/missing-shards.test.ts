// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts an OpenSearch, whose shards it takes away.
import assert from 'node:assert/strict'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { openSearchIndexWriter } from '../../src/adapters/opensearch/index-writer.ts'
import { OpenSearchNameIndex } from '../../src/adapters/opensearch/name-index.ts'
import { openCompaniesInMemory } from '../../src/adapters/sqlite/companies/companies-in-memory.ts'
import { Failure } from '../../src/core/failure.ts'
import type { IndexWriter } from '../../src/core/search/index-writer.ts'
import type { PublishedIndex } from '../../src/core/search/published-index.ts'
import { clock } from '../../src/server/compose/system.ts'
import { incomingCompany } from '../fixtures/incoming-companies.ts'
import { missingOpenSearch, type OpenSearchServer, startOpenSearch } from './opensearch-server.ts'

const SHARDS = 2
/** Enough that either shard has some of them, also of those that are suppressed. */
const COMPANIES = 40
const SUPPRESSED = 15
const POLL_MS = 50
const LOOK = { deep: true, limit: 2 * COMPANIES }

const isUnavailable = (error: unknown) => error instanceof Failure && error.code === 'service_unavailable'

describe('an index in OpenSearch of which a shard is missing', { skip: missingOpenSearch() }, () => {
  let server: OpenSearchServer
  let client: OpenSearchClient
  let prefix: string
  let stored: ReturnType<typeof openCompaniesInMemory>
  let writer: IndexWriter
  let built: PublishedIndex
  let made = 0
  before(async () => {
    server = await startOpenSearch('512m')
    client = new OpenSearchClient({ urls: server.url })
  })
  after(async () => {
    client?.close()
    await server?.stop()
  })
  beforeEach(async (test) => {
    prefix = `missing${++made}`
    stored = openCompaniesInMemory(1)
    ;(test as { after(end: () => void): void }).after(() => stored.writer.close())
    const names = Array.from({ length: COMPANIES }, (_, i) => `Kranich ${'abcde'[i % 5]}${i} Bau GmbH`)
    stored.writer.save(
      names.map((name, i) => incomingCompany(i + 1, { name })),
      5,
    )
    const layout = { shards: SHARDS }
    writer = openSearchIndexWriter({ store: stored.companies, client, clock, prefix, layout })
    built = await writer.build(1, COMPANIES)
  })

  /** The state of the index is read once, so that it does not fail before the search. */
  const openIndex = () => new OpenSearchNameIndex({ client, prefix, nowMs: () => 0 })

  /** Takes the first shard of an index away while something is done: its files, and then the node must open it anew. */
  async function without(kind: 'names' | 'words', action: () => Promise<void>): Promise<void> {
    const [index] = Object.keys(await client.send('GET', `/_alias/${prefix}-${kind}`)) as [string]
    const settings = await client.send<Settings>('GET', `/${index}/_settings`)
    const { nodes } = await client.send<Nodes>('GET', '/_nodes/_local/stats/fs')
    const [node, { fs }] = Object.entries(nodes)[0]!
    const data = fs.data[0]!.path
    const shard = join(data, 'indices', settings[index]!.settings.index.uuid, '0')
    const away = join(data, `${index}-away`)
    const reroute = (name: string, agreed: object) =>
      client.send('POST', '/_cluster/reroute', {
        commands: [{ [name]: { index, shard: 0, node, ...agreed } }],
      })
    renameSync(shard, away)
    await reroute('cancel', { allow_primary: true })
    await becomes(index, 'red')
    try {
      await action()
    } finally {
      rmSync(shard, { recursive: true, force: true })
      renameSync(away, shard)
      await reroute('allocate_stale_primary', { accept_data_loss: true })
      await becomes(index, 'green')
    }
  }

  async function becomes(index: string, wanted: 'red' | 'green'): Promise<void> {
    for (;;) {
      const { status } = await client.send<{ status: string }>('GET', `/_cluster/health/${index}`)
      if (status === wanted) return
      await wait(POLL_MS)
    }
  }

  it('answers neither searches nor the number of companies', async () => {
    const index = openIndex()
    assert.equal((await index.search({ name: 'Kranich', ...LOOK })).hits.length, COMPANIES)
    await without('names', async () => {
      for (const deep of [false, true])
        await assert.rejects(
          async () => index.search({ name: 'Kranich Bau', deep, limit: COMPANIES }),
          isUnavailable,
        )
      await assert.rejects(async () => openIndex().state(), isUnavailable)
    })
    assert.equal((await index.search({ name: 'Kranich', ...LOOK })).hits.length, COMPANIES)
  })

  it('is not brought up to date in part: companies suppressed meanwhile are found by nobody afterwards', async () => {
    const all = stored.companies.list({ sort: 'uuid', limit: SUPPRESSED }).companies
    for (const { uuid } of all) stored.writer.suppress({ uuid, reason: 'r', atMs: 6, actor: 'a' })
    await without('names', () => assert.rejects(async () => writer.follow(built, 2), isUnavailable))
    await writer.follow(built, 2)
    const { hits } = await openIndex().search({ name: 'Kranich', ...LOOK })
    assert.equal(hits.length, COMPANIES - SUPPRESSED)
  })

  it('does not take words for unknown that could not be read', async () => {
    const index = openIndex()
    await index.state()
    const query = { name: 'Kranisch Bau', ...LOOK }
    await without('words', () => assert.rejects(async () => index.search(query), isUnavailable))
    assert.deepEqual(await index.search(query), await openIndex().search(query))
  })
})

type Settings = Readonly<Record<string, { readonly settings: { readonly index: { readonly uuid: string } } }>>

interface Nodes {
  readonly nodes: Readonly<Record<string, { readonly fs: { readonly data: readonly { path: string }[] } }>>
}
