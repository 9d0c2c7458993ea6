import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type TestContext, test } from 'node:test'
import { exchangeRaw } from '../../../test/api/raw-answers.ts'
import { listenForMetrics, type MetricsSource } from './metrics-server.ts'

const SOURCE: MetricsSource = { read: async () => 'up 1\n', failed: assert.fail }

/** Gives what asks under a name, and answers the status. */
async function startAndAsk(t: TestContext, listenAt: string, source: MetricsSource) {
  const server = await listenForMetrics(listenAt, 0, source)
  t.after(() => server.close())
  return async (name: string) => {
    const asked = request({
      host: '127.0.0.1',
      port: server.port,
      path: '/metrics',
      agent: false,
      headers: { host: name },
    })
    const [response] = (await once(asked.end(), 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
}

test('metrics for this machine only are served under its own host names only', async (t) => {
  const ask = await startAndAsk(t, '127.0.0.1', SOURCE)
  for (const name of ['127.0.0.1', 'localhost:9464', 'LOCALHOST', '[::1]:9464']) {
    assert.equal(await ask(name), 200, name)
  }
  for (const name of ['evil.example', 'evil.example:9464', 'localhost.evil.example', '192.0.2.7']) {
    assert.equal(await ask(name), 421, name)
  }
})

test('metrics for other machines are served under any host name', async (t) => {
  const ask = await startAndAsk(t, '0.0.0.0', SOURCE)
  assert.equal(await ask('monitored.example:9464'), 200)
})

test('a scrape that fails is answered 500 and logged, and the next one succeeds', async (t) => {
  const fault = new Error('no memory')
  const failed: unknown[] = []
  let isFirst = true
  const ask = await startAndAsk(t, '127.0.0.1', {
    read: async () => {
      if (!isFirst) return 'up 1\n'
      isFirst = false
      throw fault
    },
    failed: (error) => failed.push(error),
  })
  assert.equal(await ask('localhost'), 500)
  assert.deepEqual(failed, [fault])
  assert.equal(await ask('localhost'), 200)
})

test('a request with an upgrade or a transfer coding is answered and its connection closed', {
  timeout: 30_000,
}, async (t) => {
  const server = await listenForMetrics('127.0.0.1', 0, SOURCE)
  t.after(() => server.close())
  const kept = 'GET /metrics HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive'
  const requests = [
    'GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
    'GET /metrics HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
    `${kept}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ]
  for (const request of requests) {
    const answers = await exchangeRaw(server.port, [`${request}${kept}\r\n\r\n`])
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.connection]),
      [[200, 'close']],
      request,
    )
  }
})
