/** Requests whose check waits for a port, and what clients do meanwhile. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { readTraffic } from '../../src/adapters/shared-memory/traffic.ts'
import { withMethods } from '../fixtures/deferred-ports.ts'
import { exchangeRaw, readAnswers } from './raw-answers.ts'
import { openService } from './start-service.ts'

// Own process: it has hooks for each test.

const BODY = '{"name":"Adler"}'

/** Numbers of requests that reached the limiter, the index, the budget of failed authentications and that of visitors. */
const reached = { limiter: 0, index: 0, budget: 0, visitors: 0 }
let gate = Promise.withResolvers<void>()
/** Its limiter answers when the test opens the gate. */
const service = await openService({
  settings: { requestsInFlightMax: 3 },
  site: { publicSearch: true },
  replace: ({ limiter, index, addressBudget, visitorBudget }) => ({
    visitorBudget: withMethods(visitorBudget, {
      async take() {
        reached.visitors++
        await gate.promise
        return { accepted: false, retryInMs: 1000, countedAt: 0 }
      },
    }),
    addressBudget: withMethods(addressBudget, {
      async count(address) {
        await turn()
        reached.budget++
        return addressBudget.count(address)
      },
    }),
    limiter: withMethods(limiter, {
      async take(grant, costTenths) {
        reached.limiter++
        await gate.promise
        return limiter.take(grant, costTenths)
      },
    }),
    index: withMethods(index, {
      search(query) {
        reached.index++
        return index.search(query)
      },
    }),
  }),
})
const port = await service.listen()
const auth = service.auth()

beforeEach(() => {
  Object.assign(reached, { limiter: 0, index: 0, budget: 0, visitors: 0 })
  gate = Promise.withResolvers<void>()
})
// A test that failed before must not keep the server from closing.
afterEach(() => {
  gate.resolve()
  assert.deepEqual(
    service.log.filter(({ level }) => level === 'error'),
    [],
  )
})

const head = (framing: string) =>
  `POST /api/v1/companies/search/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${auth.authorization}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`
const searchFor = (body: string) => head(`Content-Length: ${body.length}`) + body
const SEARCH = searchFor(BODY)
const SUGGEST = `GET /api/v1/companies/suggest?q=ad HTTP/1.1\r\nHost: x\r\nAuthorization: ${auth.authorization}\r\n\r\n`

async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await turn()
}

const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status)

test('a body that arrives while a check waits is read afterwards, and the responses of a connection are in order', async () => {
  const [one, other] = [...service.companies.readAll(1000)]
    .flat()
    .filter(({ name, status }) => status === 'active' && /^[\w ]+$/.test(name))
    .map(({ name }) => name)
  const bodies = [one, other].map((name) => JSON.stringify({ name }))
  const answering = exchangeRaw(port, bodies.map(searchFor), 2)
  await until(() => reached.limiter === 2)
  gate.resolve()
  const answers = await answering
  assert.deepEqual(statusesOf(answers), [200, 200])
  assert.deepEqual(
    answers.map(({ body }) => JSON.parse(body)[0].name),
    [one, other],
  )
})

test('a request whose check waits counts as in progress: one more than the limit is refused', async () => {
  const admitted = [1, 2, 3].map(() => exchangeRaw(port, [SEARCH], 1))
  await until(() => reached.limiter === 3)
  const [refused] = await exchangeRaw(port, [SEARCH], 1)
  assert.equal(refused?.status, 503)
  gate.resolve()
  assert.deepEqual(statusesOf((await Promise.all(admitted)).flat()), [200, 200, 200])
  assert.deepEqual(statusesOf(await exchangeRaw(port, [SEARCH], 1)), [200])
})

test('a client that disconnects while a check waits causes no search and no error, and leaves no request in progress', async () => {
  const leave = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const { limiter } = reached
    socket.write(bytes)
    await until(() => reached.limiter > limiter)
    socket.resetAndDestroy()
  }
  // Whole requests, and one whose body has not come.
  await leave(SUGGEST)
  await leave(SEARCH)
  await leave(head('Content-Length: 100'))
  await until(() => readTraffic(service.block).connections === 0)
  gate.resolve()
  await turn()
  assert.deepEqual([reached.index, readTraffic(service.block).inFlight], [0, 0])
  assert.deepEqual(statusesOf(await exchangeRaw(port, [SEARCH.repeat(2)], 2)), [200, 200])
})

test('a body that turns out invalid while a check waits is refused once, and its request is not continued', async () => {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
  socket.write(head('Transfer-Encoding: chunked'))
  await until(() => reached.limiter === 1)
  socket.write('no length\r\n')
  await until(() => chunks.length > 0)
  gate.resolve()
  if (!socket.closed) await once(socket, 'close')
  assert.deepEqual(statusesOf(readAnswers(Buffer.concat(chunks).toString())), [400])
  await until(() => readTraffic(service.block).inFlight === 0)
  assert.equal(reached.index, 0)
})

test('a request that is refused while earlier ones wait gets no second response if its body turns out invalid', async () => {
  const refused = head('Transfer-Encoding: chunked').replace(auth.authorization, 'Bearer nonsense')
  const answering = exchangeRaw(port, [`${SUGGEST}${refused}no length\r\n`])
  await until(() => reached.limiter === 1 && reached.budget === 1)
  await turn()
  gate.resolve()
  assert.deepEqual(statusesOf(await answering), [200, 401])
})

test('a request of the dashboard that is refused after its body turned out invalid is logged with the status sent', async () => {
  const { publicUrl } = service.needs.site
  const { host } = new URL(publicUrl)
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
  const fields = [
    'Content-Type: application/json',
    'Sec-Fetch-Site: same-origin',
    'Transfer-Encoding: chunked',
  ]
  socket.write(
    `POST /app/api/search HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${publicUrl}\r\n${fields.join('\r\n')}\r\n\r\n`,
  )
  await until(() => reached.visitors === 1)
  socket.write('no length\r\n')
  await until(() => chunks.length > 0)
  gate.resolve()
  if (!socket.closed) await once(socket, 'close')
  await until(() => readTraffic(service.block).inFlight === 0)
  const logged = service.log.flatMap(({ fields }) => (fields.route === 'appSearch' ? [fields.status] : []))
  assert.deepEqual(statusesOf(readAnswers(Buffer.concat(chunks).toString())), [400])
  assert.deepEqual(logged, [400])
})

test('a client that waits for `100 Continue` gets it after its check', async () => {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk: Buffer) => {
    received += chunk
  })
  socket.write(head(`Content-Length: ${BODY.length}\r\nExpect: 100-continue`))
  await until(() => reached.limiter === 1)
  await turn()
  assert.equal(received, '')
  gate.resolve()
  await until(() => received.startsWith('HTTP/1.1 100'))
  socket.write(BODY)
  await until(() => received.includes('HTTP/1.1 200'))
  socket.destroy()
})
