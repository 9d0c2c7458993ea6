import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Failure } from '../../core/failure.ts'
import { BULK_TRIES_MAX, Bulk } from './bulk.ts'
import { OpenSearchClient } from './client.ts'

/** Waits of 100 ms and twice as long each time: eight of them would take 25 s. */
const TRIES_TESTED = 5

/** Stores one document in a server that answers with `listener`. */
async function storeOne(listener: RequestListener): Promise<void> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = new OpenSearchClient({ urls: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  try {
    const bulk = new Bulk(client)
    await bulk.put('names', 'a:0', { uuid: 'a' })
    await bulk.finish()
  } finally {
    client.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

test('documents are stored although the cluster has refused them several times, because it had too much to do', async () => {
  let asked = 0
  await storeOne((_, response) => {
    asked++
    if (asked < TRIES_TESTED) response.writeHead(429).end('{}')
    else response.end('{"errors":false,"items":[]}')
  })
  assert.equal(asked, TRIES_TESTED)
  assert.ok(TRIES_TESTED <= BULK_TRIES_MAX)
})

test('documents that a server cannot take for another reason are refused after three times', async () => {
  let asked = 0
  const stored = storeOne((_, response) => {
    asked++
    response.writeHead(503).end('{}')
  })
  await assert.rejects(
    stored,
    (error) => error instanceof Failure && /cannot be used: it answers 503/.test(error.message),
  )
  assert.equal(asked, 3)
})
