/** Clients that disconnect at a bad moment, and responses that cannot be sent: neither ends a thread. */
import assert from 'node:assert/strict'
import { createConnection } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { createHttpServer } from '../../src/http/request/create-http-server.ts'
import { allRoutes } from '../../src/http/routes.ts'
import { type Service, startService } from './start-service.ts'

/** The route of `/api/v1`. */
const ENTRY = 'getEntryPoint'
/** Connections of each kind; a few dozen were enough to meet the moment. */
const ROUNDS = 100
const HOST = 'Host: localhost\r\n'
const HEADS = {
  'asks for a tunnel': `CONNECT a.example:443 HTTP/1.1\r\n${HOST}\r\n`,
  'asks for a tunnel behind another request': `GET /api/v1 HTTP/1.1\r\n${HOST}\r\nCONNECT a.example:443 HTTP/1.1\r\n${HOST}\r\n`,
  'asks for another protocol': `GET /api/v1 HTTP/1.1\r\n${HOST}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
  'expects what there is not': `GET /api/v1 HTTP/1.1\r\n${HOST}Expect: a miracle\r\n\r\n`,
  'sends half of a body': `POST /api/v1/companies/search/ HTTP/1.1\r\n${HOST}Authorization: none\r\nContent-Length: 100\r\n\r\n{`,
  'sends what is no HTTP': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'asks for much at once': `GET /openapi.json HTTP/1.1\r\n${HOST}\r\n`.repeat(5),
}

let service: Service
before(async () => {
  service = await startService()
})
after(() => service.stop())

/** A server of the test's own: what nothing catches there fails the test, as it would end a thread. */
async function listen(test: TestContext) {
  const logged: string[] = []
  const settings = {
    version: '0.0.0',
    trustProxy: [],
    requestsInFlightMax: 1000,
    connectionsMax: 1000,
    log: { info() {}, error: (_fields: object, message: string) => void logged.push(message) },
  }
  const unsendable = async () => ({ status: 200, headers: { link: 'Straße\u0000' }, body: '' })
  const routes = allRoutes(settings).map((route) =>
    route.id === ENTRY ? { ...route, answer: unsendable } : route,
  )
  const server = createHttpServer(service.needs, settings, routes)
  test.after(() => server.close())
  const port = await server.listen({ port: 0, host: '127.0.0.1' })
  const isAlive = async () => (await fetch(`http://127.0.0.1:${port}/health/live`)).status === 200
  return { server, port, logged, isAlive }
}

/** Sends, and resets the connection: at once, in the next turn of the loop, or at the first byte of an answer. */
function breakOff(port: number, head: string, round: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = createConnection(port, '127.0.0.1')
  const reset = () => socket.resetAndDestroy()
  socket.on('error', () => {}).once('close', () => resolve())
  socket.once('connect', () => {
    socket.write(head, () => {
      if (round % 3 === 0) reset()
      else if (round % 3 === 1) setImmediate(reset)
      else socket.once('data', reset).once('end', reset)
    })
  })
  return promise
}

for (const [what, head] of Object.entries(HEADS)) {
  test(`a client that ${what} and resets its connection ends no thread`, async (t) => {
    const { port, isAlive } = await listen(t)
    for (let round = 0; round < ROUNDS; round++) await breakOff(port, head, round)
    assert.ok(await isAlive())
  })
}

test('a response that cannot be sent is logged and answered 500', async (t) => {
  const { port, logged, isAlive } = await listen(t)
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1`, { headers: service.auth() })
  assert.equal(answer.status, 500)
  assert.equal(logged.length, 1)
  assert.ok(await isAlive())
})

test('a connection that the system fails to accept is logged, and ends no thread', async (t) => {
  const { server, logged, isAlive } = await listen(t)
  server.server.emit('error', Object.assign(new Error('accept ENOBUFS'), { code: 'ENOBUFS' }))
  assert.deepEqual(logged, ['a fault of the HTTP server'])
  assert.ok(await isAlive())
})
