// Thorough: it needs an OpenSearch, which Maven downloads; src/adapters/opensearch has tests without.
// Own process: it starts an OpenSearch with a short queue.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Bulk } from '../../src/adapters/opensearch/bulk.ts'
import { OpenSearchClient } from '../../src/adapters/opensearch/client.ts'
import { missingOpenSearch, type OpenSearchServer, startOpenSearch } from './opensearch-server.ts'
import { startProxy } from './proxy.ts'

/** More than work and wait at a time: each shard writes its part of a request by itself. */
const SHARDS = 24
const QUEUE = { 'thread_pool.write.size': '1', 'thread_pool.write.queue_size': '1' }
const DOCUMENTS = 600
/** Some requests are sent before the end. */
const FILLING = 'x'.repeat(20_000)

describe('documents that OpenSearch refuses for lack of room', { skip: missingOpenSearch() }, () => {
  let server: OpenSearchServer
  let client: OpenSearchClient
  before(async () => {
    server = await startOpenSearch('512m', QUEUE)
    client = new OpenSearchClient({ urls: server.url })
    const settings = { index: { number_of_shards: SHARDS, number_of_replicas: 0 } }
    const properties = { value: { type: 'integer' }, filling: { type: 'object', enabled: false } }
    for (const index of ['many', 'one'])
      await client.send('PUT', `/${index}`, { settings, mappings: { dynamic: 'strict', properties } })
  })
  after(async () => {
    client?.close()
    await server?.stop()
  })

  async function values(index: string): Promise<ReadonlyMap<string, number>> {
    await client.send('POST', `/${index}/_refresh`)
    const { hits } = await client.send<Searched>('POST', `/${index}/_search`, { size: DOCUMENTS + 1 })
    return new Map(hits.hits.map(({ _id, _source }) => [_id, _source.value]))
  }

  async function rejected(): Promise<number> {
    const { nodes } = await client.send<{ nodes: Readonly<Record<string, Pools>> }>(
      ...(['GET', '/_nodes/stats/thread_pool'] as const),
    )
    return Object.values(nodes).reduce((sum, { thread_pool }) => sum + thread_pool.write.rejected, 0)
  }

  it('are all stored, each as it was put last, and those that were deleted last are gone', async () => {
    const bulk = new Bulk(client)
    const filling = { text: FILLING }
    for (let i = 0; i < DOCUMENTS; i++) await bulk.put('many', `${i}`, { value: i, filling })
    for (let i = 0; i < DOCUMENTS; i += 2) await bulk.put('many', `${i}`, { value: -i, filling })
    for (let i = 0; i < DOCUMENTS; i += 3) await bulk.delete('many', `${i}`)
    await bulk.finish()
    assert.ok((await rejected()) > 0, 'nothing was refused')
    const kept = Array.from({ length: DOCUMENTS }, (_, i) => i).filter((i) => i % 3 !== 0)
    const wanted = kept.map((i) => [`${i}`, i % 2 === 0 ? -i : i] as const)
    assert.deepEqual(await values('many'), new Map(wanted))
  })

  it('do not overwrite what was put after them, and the others are not sent again', async () => {
    const asked: string[][] = []
    let isFirst = true
    const proxy = await startProxy(server.url, {
      rewrite: (_, body) => (isFirst ? body.split('\n').slice(2).join('\n') : body),
      change(path, body, answer) {
        if (!path.startsWith('/_bulk')) return answer
        asked.push([...body.matchAll(/"_id":"(\w+)"/g)].map(([, id]) => id as string))
        if (!isFirst) return answer
        isFirst = false
        const told = JSON.parse(answer.body) as { items?: unknown[] }
        const error = { type: 'rejected_execution_exception', reason: 'the queue is full' }
        const items = [{ index: { status: 429, error } }, { index: { status: 201 } }]
        return { ...answer, body: JSON.stringify({ ...told, errors: true, items }) }
      },
    })
    const through = new OpenSearchClient({ urls: proxy.url })
    try {
      const bulk = new Bulk(through)
      await bulk.put('one', 'a', { value: 1 })
      await bulk.put('one', 'b', { value: 2 })
      await bulk.put('one', 'a', { value: 3 })
      await bulk.finish()
    } finally {
      through.close()
      await proxy.close()
    }
    assert.deepEqual(asked, [['a', 'b'], ['a'], ['a']])
    assert.deepEqual(
      await values('one'),
      new Map([
        ['a', 3],
        ['b', 2],
      ]),
    )
  })

  it('are told apart from those that are refused for another reason, which end it at once', async () => {
    const bulk = new Bulk(client)
    await bulk.put('one', 'c', { unknown: 1 })
    await assert.rejects(bulk.finish(), /OpenSearch answered 400 strict_dynamic_mapping_exception/)
  })
})

interface Searched {
  readonly hits: { readonly hits: readonly { readonly _id: string; readonly _source: { value: number } }[] }
}

interface Pools {
  readonly thread_pool: { readonly write: { readonly rejected: number } }
}
