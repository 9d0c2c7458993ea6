import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Failure } from '../../core/failure.ts'
import { OpenSearchClient, OpenSearchError, searchFailure } from './client.ts'

let folder: string
let certificate: { readonly key: string; readonly cert: string }

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'opensearch-client-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert]
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...made, ...names], { stdio: 'ignore' })
  certificate = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
})
after(() => rmSync(folder, { recursive: true }))

/** Runs `use` while a server answers with `listener`. */
async function serving(
  listener: RequestListener,
  use: (address: string) => Promise<void>,
  isSecure = false,
): Promise<void> {
  const server: Server = isSecure ? createSecureServer(certificate, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await use(`127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function withClient<Result>(
  urls: string,
  use: (client: OpenSearchClient) => Promise<Result>,
  ca?: string,
): Promise<Result> {
  const client = new OpenSearchClient(ca === undefined ? { urls } : { urls, ca })
  try {
    return await use(client)
  } finally {
    client.close()
  }
}

const isFailure = (sentence: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Failure, String(error))
  assert.equal(error.code, 'service_unavailable')
  assert.match(error.message, sentence)
  return true
}

test('user and password of the address are sent, decoded, and stand in no error', async () => {
  const heard: unknown[] = []
  const listener: RequestListener = ({ headers }, response) => {
    heard.push(headers.authorization)
    response.writeHead(heard.length === 1 ? 200 : 401).end('{}')
  }
  await serving(listener, async (address) => {
    await withClient(`http://admin:pass%40word@${address}`, async (client) => {
      await client.send('GET', '/')
      await assert.rejects(client.send('GET', '/'), (error: Error) => {
        assert.doesNotMatch(error.message, /pass(@|%40)word/)
        return isFailure(/^OpenSearch at 127\.0\.0\.1:\d+ refuses user and password/)(error)
      })
    })
  })
  assert.equal(heard[0], `Basic ${Buffer.from('admin:pass@word').toString('base64')}`)
})

test('a request goes to the next address if one does not answer or is too busy', async () => {
  let asked = 0
  const busy: RequestListener = (_, response) => {
    asked++
    response.writeHead(503).end('busy')
  }
  const ready: RequestListener = (_, response) => response.end('{"is":"here"}')
  await serving(busy, (first) =>
    serving(ready, (last) =>
      // Nothing listens on port 9, which is reserved for what discards its input.
      withClient(`http://127.0.0.1:9, http://${first},http://${last}`, async (client) => {
        assert.deepEqual(await client.send('POST', '/_search', {}), { is: 'here' })
        assert.deepEqual(await client.send('POST', '/_search', {}), { is: 'here' })
      }),
    ),
  )
  assert.equal(asked, 1)
})

test('requests that meet a lost address at the same time are all sent to one that answers', async () => {
  const lost: RequestListener = (request) => request.socket.destroy()
  const ready: RequestListener = (_, response) => response.end('{"is":"here"}')
  await serving(lost, (first) =>
    serving(ready, (second) =>
      serving(ready, (third) =>
        withClient(`http://${first},http://${second},http://${third}`, async (client) => {
          const answers = await Promise.all(Array.from({ length: 12 }, () => client.send('GET', '/')))
          assert.deepEqual(
            new Set(answers.map((answer) => JSON.stringify(answer))),
            new Set(['{"is":"here"}']),
          )
        }),
      ),
    ),
  )
})

test('a cluster that cannot be reached, or stays busy, is a failure with a sentence', async () => {
  await withClient('http://127.0.0.1:9', (client) =>
    assert.rejects(
      client.send('GET', '/'),
      isFailure(/^OpenSearch at 127\.0\.0\.1:9 cannot be used: ECONNREFUSED/),
    ),
  )
  await serving(
    (_, response) => response.writeHead(503).end(),
    (address) =>
      withClient(`http://${address}`, (client) =>
        assert.rejects(client.send('GET', '/'), isFailure(/cannot be used: it answers 503/)),
      ),
  )
})

test('an error of OpenSearch has its status, its type and the reason of its first cause', async () => {
  const error = {
    ...{ type: 'search_phase_execution_exception', reason: 'all shards failed' },
    caused_by: {
      type: 'illegal',
      reason: 'too many',
      caused_by: { type: 'too_many_clauses', reason: '1024' },
    },
  }
  await serving(
    (_, response) => response.writeHead(400).end(JSON.stringify({ error })),
    (address) =>
      withClient(`http://${address}`, (client) =>
        assert.rejects(client.send('GET', '/'), (told) => {
          assert.ok(told instanceof OpenSearchError)
          assert.deepEqual([told.status, told.type], [400, 'search_phase_execution_exception'])
          assert.match(told.message, /too_many_clauses: 1024/)
          return true
        }),
      ),
  )
})

test('a certificate of an own CA is trusted if the CA is given, and otherwise a failure that names the setting', async () => {
  await serving(
    (_, response) => response.end('{"is":"secure"}'),
    async (address) => {
      const url = `https://${address}`
      const found = await withClient(url, (client) => client.send('GET', '/'), certificate.cert)
      assert.deepEqual(found, { is: 'secure' })
      await withClient(url, (client) =>
        assert.rejects(client.send('GET', '/'), isFailure(/certificate is not trusted .*OPENSEARCH_CA_FILE/)),
      )
    },
    true,
  )
})

test('requests share a connection', async () => {
  const connections = new Set<unknown>()
  await serving(
    (request, response) => {
      connections.add(request.socket)
      response.end('{}')
    },
    (address) =>
      withClient(`http://${address}`, async (client) => {
        for (let i = 0; i < 5; i++) await client.send('GET', '/')
      }),
  )
  assert.equal(connections.size, 1)
})

test('a text that is no address is refused with a sentence', () => {
  for (const urls of ['', 'localhost:9200', 'ftp://host', 'http://a,nonsense'])
    assert.throws(() => new OpenSearchClient({ urls }), /OPENSEARCH_URL: .* is not an http\(s\) address/)
})

test('a search ends with a failure with a sentence if the cluster cannot answer, and with the error itself if the request is wrong', () => {
  for (const status of [429, 500, 503]) {
    const failure = searchFailure(new OpenSearchError(status, 'search_phase_execution_exception', 'no copy'))
    assert.ok(failure instanceof Failure)
    assert.equal(failure.code, 'service_unavailable')
    assert.match(failure.message, /^OpenSearch answered \d+ .*no copy\.$/)
  }
  for (const error of [new OpenSearchError(404, 'index_not_found_exception', 'x'), new RangeError('y')])
    assert.equal(searchFailure(error), error)
})

test('an index that may not be written is told as such, and not as a wrong password', async () => {
  const answer = { error: { type: 'cluster_block_exception', reason: 'index [x] blocked by: [FORBIDDEN/8]' } }
  await serving(
    (_, response) => response.writeHead(403).end(JSON.stringify(answer)),
    (address) =>
      withClient(`http://${address}`, (client) =>
        assert.rejects(
          client.send('POST', '/x/_doc', {}),
          (error) => error instanceof OpenSearchError && /blocked by/.test(error.message),
        ),
      ),
  )
})
