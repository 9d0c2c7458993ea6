/** More requests than allowed, and slow clients: all other clients are answered. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { readTraffic } from '../../src/adapters/shared-memory/traffic.ts'
import { REFUSAL_MS } from '../../src/http/request/connections.ts'
import type { HttpSettings } from '../../src/http/request/settings.ts'
import { exchangeRaw } from './raw-answers.ts'
import { type Service, startService } from './start-service.ts'

// Own process: it replaces the timers.

const BODY = '{"name":"Adler"}'

async function withService(
  settings: Partial<HttpSettings>,
  use: (service: Service, port: number) => Promise<void>,
): Promise<void> {
  const service = await startService({ settings })
  try {
    await use(service, await service.listen())
  } finally {
    await service.stop()
  }
}

const post = ({ authorization }: { authorization: string }, headers: string, body: string) =>
  `POST /api/v1/companies/search/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`
const search = (auth: { authorization: string }) => post(auth, `Content-Length: ${BODY.length}\r\n`, BODY)
const HEALTH = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'

test('503: more requests in progress than allowed; the response says when to retry', async () => {
  await withService({ requestsInFlightMax: 0 }, async (service, port) => {
    for (const answer of await exchangeRaw(port, [search(service.auth()).repeat(3)], 3)) {
      assert.equal(answer.status, 503)
      assert.equal(answer.headers['retry-after'], '1')
      assert.equal(JSON.parse(answer.body).code, 'service_unavailable')
    }
  })
})

test('health checks are answered under overload', async () => {
  await withService({ requestsInFlightMax: 0 }, async (_service, port) => {
    for (const path of ['/health/live', '/health/ready']) {
      const [answer] = await exchangeRaw(port, [HEALTH.replace('/health/live', path)], 1)
      assert.equal(answer?.status, 200)
    }
  })
})

test('bodies that are never completed do not block other requests, and each is answered 408', async () => {
  await withService({ requestsInFlightMax: 1, requestTimeoutMs: 500 }, async (service, port) => {
    const auth = service.auth()
    const started = post(auth, 'Content-Length: 100\r\nExpect: 100-continue\r\n', '{"na')
    const slow: Promise<unknown[]>[] = []
    while (slow.length < 5) {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      socket.write(started)
      // Only an admitted request gets this: until then it counts as waiting if its ports answer later.
      assert.match(String(await once(socket, 'data')), /^HTTP\/1\.1 100 /)
      slow.push(once(socket, 'data').finally(() => socket.destroy()))
    }
    const [answer] = await exchangeRaw(port, [search(auth)], 1)
    assert.ok(answer && answer.status !== 503, String(answer?.status))
    for (const [late] of await Promise.all(slow)) assert.match(String(late), /^HTTP\/1\.1 408 /)
  })
})

test('headers that are never completed do not block other requests, and each is answered 408', async () => {
  await withService({ requestsInFlightMax: 1, requestTimeoutMs: 500 }, async (service, port) => {
    const slow = Array.from({ length: 5 }, () => exchangeRaw(port, [`${HEALTH.trimEnd()}\r\nA: b`], 1))
    while (readTraffic(service.block).connections < slow.length) await turn()
    const [answer] = await exchangeRaw(port, [search(service.auth())], 1)
    assert.ok(answer && answer.status !== 503, String(answer?.status))
    for (const [late] of await Promise.all(slow)) {
      assert.equal(late?.status, 408)
      assert.equal(late?.headers.connection, 'close')
    }
  })
})

test('a client that does not read is disconnected', async () => {
  await withService({ requestTimeoutMs: 200 }, async (service, port) => {
    const { authorization } = service.auth()
    const list = `GET /api/v1/companies?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`
    const deaf: Socket = connect(port, '127.0.0.1')
      .pause()
      .on('error', () => {})
    await once(deaf, 'connect')
    // More than what the system keeps for a client that does not read.
    deaf.write(list.repeat(500))
    while (readTraffic(service.block).connections === 0) await turn()
    while (readTraffic(service.block).connections > 0) await turn()
    deaf.destroy()
  })
})

test('503: the response to an immediate retry is delayed, and a client that has disconnected affects no other', {
  timeout: 30_000,
}, async ({ mock, signal }) => {
  await withService({ requestsInFlightMax: 0 }, async (service, port) => {
    const traffic = () => readTraffic(service.block)
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await turn(undefined, { signal })
    }
    mock.timers.enable({ apis: ['setTimeout'] })
    const gone = connect(port, '127.0.0.1')
    gone.write(search(service.auth()))
    await once(gone, 'data')
    await until(() => traffic().inFlight === 0)
    gone.write(search(service.auth()))
    await until(() => traffic().inFlight === 1)
    gone.destroy()
    await until(() => traffic().inFlight === 0)
    mock.timers.tick(2 * REFUSAL_MS)
    mock.timers.reset()
    const statuses = (await exchangeRaw(port, [search(service.auth()).repeat(5)], 5)).map(
      ({ status }) => status,
    )
    assert.deepEqual(statuses, Array(5).fill(503))
    const [answer] = await exchangeRaw(port, [HEALTH], 1)
    assert.equal(answer?.status, 200)
    assert.equal(traffic().unavailable, 6)
  })
})
