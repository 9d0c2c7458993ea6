import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Failure } from '../../core/failure.ts'
import { BULK_TRIES_MAX, Bulk } from './bulk.ts'
import { OpenSearchClient } from './client.ts'

/** Waits of 100 ms and twice as long each time: eight of them would take 25 s. */
const TRIES_TESTED = 5

/** Stores documents in a server that answers with `listener`. */
async function store(listener: RequestListener, count = 1, retryAfterMs?: number): Promise<void> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = new OpenSearchClient({ urls: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  try {
    const bulk = new Bulk(client, retryAfterMs)
    for (let i = 0; i < count; i++) await bulk.put('names', `a:${i}`, { uuid: 'a' })
    await bulk.finish()
  } finally {
    client.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

test('documents are stored although the cluster has refused them several times, because it had too much to do', async () => {
  let asked = 0
  await store((_, response) => {
    asked++
    if (asked < TRIES_TESTED) response.writeHead(429).end('{}')
    else response.end('{"errors":false,"items":[]}')
  })
  assert.equal(asked, TRIES_TESTED)
  assert.ok(TRIES_TESTED <= BULK_TRIES_MAX)
})

test('documents that a server cannot take for another reason are refused after three times', async () => {
  let asked = 0
  const stored = store((_, response) => {
    asked++
    response.writeHead(503).end('{}')
  })
  await assert.rejects(
    stored,
    (error) => error instanceof Failure && /cannot be used: it answers 503/.test(error.message),
  )
  assert.equal(asked, 3)
})

/** Answers as OpenSearch does when the queue of a shard has no room: the first `storedOf` of these documents are stored. */
function refuse(response: ServerResponse, documents: number, storedOf: number): void {
  const error = { type: 'rejected_execution_exception', reason: 'rejected execution of primary operation' }
  const items = Array.from({ length: documents }, (_, i) => ({
    index: i < storedOf ? { status: 201 } : { status: 429, error },
  }))
  response.end(JSON.stringify({ errors: true, items }))
}

test(`documents that are refused for lack of room are sent ${BULK_TRIES_MAX} times, and then end with a sentence that says so`, async () => {
  const sizes: number[] = []
  const stored = store(
    async (request, response) => {
      sizes.push((await text(request)).split('\n').length >> 1)
      refuse(response, sizes.at(-1) as number, 0)
    },
    3,
    0,
  )
  await assert.rejects(stored, (error) => {
    assert.ok(error instanceof Failure)
    assert.equal(error.code, 'service_unavailable')
    assert.match(error.message, /^OpenSearch has refused 3 documents 9 times: .* 429 rejected_execution_/)
    return true
  })
  assert.deepEqual(sizes, Array(BULK_TRIES_MAX).fill(3))
})

test('refused documents are not given up while some of them are stored each time', async () => {
  const documents = BULK_TRIES_MAX + 3
  let left = documents
  await store(
    async (request, response) => {
      assert.equal((await text(request)).split('\n').length >> 1, left)
      refuse(response, left, 1)
      left--
    },
    documents,
    0,
  )
  assert.equal(left, 0)
})

test('documents that are refused because a disk is full end with a sentence that says so', async () => {
  // As OpenSearch answers above its flood stage.
  const reason =
    'index [names] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];'
  const error = { type: 'cluster_block_exception', reason }
  const stored = store(
    (_, response) =>
      void response.end(JSON.stringify({ errors: true, items: [{ index: { status: 429, error } }] })),
    1,
    0,
  )
  await assert.rejects(stored, (fault) => {
    assert.ok(fault instanceof Failure)
    assert.equal(fault.code, 'service_unavailable')
    assert.match(fault.message, /flood-stage watermark/)
    assert.match(fault.message, /Free disk space/)
    assert.doesNotMatch(fault.message, /memory/)
    return true
  })
})
