/** The count of responses: each response that is sent counts once. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { readTraffic } from '../../src/adapters/shared-memory/traffic.ts'
import { exchangeRaw } from './raw-answers.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'

async function withService(
  settings: ServiceOptions['settings'],
  use: (service: Service, port: number) => Promise<void>,
) {
  const service = await startService({ ...(settings && { settings }) })
  try {
    await use(service, await service.listen())
  } finally {
    await service.stop()
  }
}

/** A search of which the body never comes to its end. */
const half = ({ authorization }: { authorization: string }) =>
  `POST /api/v1/companies/search/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na`

/** Answers so far, by class. */
const answered = ({ block }: Service) => {
  const { answers, strayAnswers } = readTraffic(block)
  return [...answers, strayAnswers].reduce((sums, row) => sums.map((sum, at) => sum + row[at]!))
}

test('a request whose connection breaks before its response is not counted as answered', async () => {
  await withService(undefined, async (service, port) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(half(service.auth()))
    while (readTraffic(service.block).inFlight === 0) await turn()
    socket.resetAndDestroy()
    while (readTraffic(service.block).connections > 0) await turn()
    assert.equal(readTraffic(service.block).inFlight, 0)
    assert.deepEqual(answered(service), [0, 0, 0, 0])
  })
})

test('a body that is not complete in time is counted as one response, 408', async () => {
  await withService({ requestTimeoutMs: 100 }, async (service, port) => {
    const [answer] = await exchangeRaw(port, [half(service.auth())], 1)
    assert.equal(answer?.status, 408)
    while (readTraffic(service.block).connections > 0) await turn()
    assert.deepEqual(answered(service), [0, 0, 1, 0])
  })
})

test('a path that cannot be decoded is counted, checked and refused like any other unknown path', async () => {
  const get = (headers: string) => `GET /%zz HTTP/1.1\r\n${headers}\r\n`
  await withService(undefined, async (service, port) => {
    const [unknown, foreign] = await exchangeRaw(port, [get('Host: x\r\n') + get('')], 2)
    assert.deepEqual([unknown?.status, foreign?.status], [404, 400])
    while (readTraffic(service.block).inFlight > 0) await turn()
    assert.deepEqual(readTraffic(service.block).strayAnswers, [0, 0, 2, 0])
  })
  await withService({ requestsInFlightMax: 0 }, async (_service, port) => {
    const [answer] = await exchangeRaw(port, [get('Host: x\r\n')], 1)
    assert.equal(answer?.status, 503)
  })
})
