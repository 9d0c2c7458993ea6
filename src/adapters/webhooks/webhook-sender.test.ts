/** Events to real receivers on loopback, honest ones and others. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { OutboundRule } from '../../core/sources/outbound.ts'
import { INFORMATIONAL_MAX } from '../outbound/limit-informational.ts'
import type { Resolve } from '../outbound/outbound-guard.ts'
import { openWebhookSender, RESPONSE_BYTES_MAX } from './webhook-sender.ts'

const SIGNED = {
  'webhook-id': 'evt_1',
  'webhook-timestamp': '1782900000',
  'webhook-signature': 'v1,eA==',
} as const
const PAYLOAD = '{"name":"Müller"}'
const LOOPBACK: OutboundRule = { kind: 'network', address: '127.0.0.0', prefixBits: 8 }
const DELIVERED = { kind: 'delivered' }
/** For receivers that never end: the limit, shortened. */
const SHORT_MS = 300

function senderWith(change: { attemptMsMax?: number; allowed?: OutboundRule[]; resolve?: Resolve } = {}) {
  const nowMs = () => Date.UTC(2026, 6, 1)
  return openWebhookSender({ allowed: [LOOPBACK], userAgent: 'firmensuche/test', nowMs, ...change })
}

async function listen(t: TestContext, server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

/** Makes a certificate that signs itself. */
function certificateFor(host: string): { readonly key: string; readonly cert: string } {
  const made = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
  ]
  const named = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`, '-keyout', '-', '-out', '-']
  const pem = execFileSync('openssl', [...made, ...named], { encoding: 'utf8', stdio: 'pipe' })
  const certAt = pem.indexOf('-----BEGIN CERTIFICATE')
  return { key: pem.slice(0, certAt), cert: pem.slice(certAt) }
}

async function receiver(t: TestContext, answer: RequestListener) {
  return `http://127.0.0.1:${await listen(t, createServer(answer))}/hooks`
}

/** A receiver that writes bytes, after the whole request unless it is hasty. */
async function rawReceiver(t: TestContext, answer: (socket: Socket) => void, isHasty = false) {
  const server = createTcpServer((socket) => {
    if (isHasty) answer(socket)
    else {
      let received = ''
      socket.on('data', (data) => {
        const wasComplete = received.endsWith(PAYLOAD)
        received += data
        if (!wasComplete && received.endsWith(PAYLOAD)) answer(socket)
      })
    }
  })
  return `http://127.0.0.1:${await listen(t, server)}/`
}

const send = (url: string, sender = senderWith(), signal = new AbortController().signal) =>
  sender.send({ url, headers: SIGNED, payload: PAYLOAD }, signal)

const failure = (code: string, status: number | null = null, retryAfterMs?: number) => ({
  kind: 'failed',
  fault: { code, status },
  retryAfterMs,
})

test('an event is posted as JSON with the headers that sign it, and any 2xx confirms it', async (t) => {
  const received: { method?: string; url?: string; headers: IncomingHttpHeaders; body: string }[] = []
  let status = 200
  const url = await receiver(t, async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const { method, url: path, headers } = request
    received.push({ headers, body, ...(method && { method }), ...(path && { url: path }) })
    response.writeHead(status).end(status === 204 ? undefined : 'thanks')
  })
  for (status of [200, 201, 202, 204, 299]) assert.deepEqual(await send(url), DELIVERED, String(status))
  const { method, url: path, headers, body } = received[0]!
  assert.deepEqual([method, path, body], ['POST', '/hooks', PAYLOAD])
  const { host: _host, connection, ...sent } = headers
  assert.deepEqual(sent, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(PAYLOAD)),
    'user-agent': 'firmensuche/test',
    ...SIGNED,
  })
  assert.equal(connection, 'close')
})

test('any other status is a failure, with the wait that the receiver asks for', async (t) => {
  let status = 0
  const url = await receiver(t, (_request, response) => {
    response.writeHead(status, { 'retry-after': '120' }).end()
  })
  for (status of [400, 404, 410, 429, 500, 503])
    assert.deepEqual(await send(url), failure('status', status, 120_000))
})

test('a redirect is not followed and is a failure', async (t) => {
  const places: (string | undefined)[] = []
  let status = 0
  const url = await receiver(t, (request, response) => {
    places.push(request.url)
    response.writeHead(status, { location: '/other' }).end()
  })
  for (status of [301, 302, 303, 307, 308]) assert.deepEqual(await send(url), failure('redirect', status))
  assert.deepEqual([...new Set(places)], ['/hooks'])
})

test('addresses that are not public are refused before a byte is sent', async (t) => {
  let connections = 0
  const server = createServer().on('connection', () => connections++)
  const port = await listen(t, server)
  const sender = senderWith({ allowed: [] })
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '169.254.169.254'])
    for (const scheme of ['http', 'https'])
      assert.deepEqual(await send(`${scheme}://${host}:${port}/`, sender), failure('address_refused'), host)
  assert.deepEqual(await send('http://example.org/', sender), failure('address_refused'))
  assert.deepEqual(await send('https://user:pass@example.org/', sender), failure('address_refused'))
  assert.equal(connections, 0)
})

test('a name is resolved once for each attempt, and the connection uses the address that was checked', async (t) => {
  let connections = 0
  const port = await listen(
    t,
    createServer().on('connection', () => connections++),
  )
  const answers = ['127.0.0.1', '10.0.0.1', '127.0.0.1']
  let asked = 0
  const resolve: Resolve = (_host, done) => done(null, [{ address: answers[asked++]!, family: 4 }])
  const sender = senderWith({ resolve })
  const url = `https://rebinding.example:${port}/`
  assert.deepEqual(await send(url, sender), failure('tls'), 'the first answer is permitted, and has no TLS')
  assert.deepEqual([asked, connections], [1, 1])
  assert.deepEqual(await send(url, sender), failure('address_refused'), 'the second one is not')
  assert.deepEqual([asked, connections], [2, 1])
})

test('a name without an address is told apart from a receiver that cannot be reached', async (t) => {
  const unknown: Resolve = (host, done) =>
    done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), [])
  assert.deepEqual(await send('https://none.example/', senderWith({ resolve: unknown })), failure('dns'))
  const server = createServer()
  const port = await listen(t, server)
  server.close()
  await once(server, 'close')
  assert.deepEqual(await send(`http://127.0.0.1:${port}/`), failure('connection'))
})

test('a certificate that is not valid for the name is refused, a valid one is accepted', async (t) => {
  const { key, cert } = certificateFor('localhost')
  let requests = 0
  const server = createSecureServer({ key, cert }, (_request, response) => {
    requests++
    response.end()
  })
  const port = await listen(t, server)
  const resolve: Resolve = (_host, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
  const sender = senderWith({ resolve })
  const url = `https://localhost:${port}/`
  assert.deepEqual(await send(url, sender), failure('tls'), 'nobody trusts the authority')
  const before = getCACertificates('default')
  t.after(() => setDefaultCACertificates(before))
  setDefaultCACertificates([cert])
  assert.deepEqual(await send(url, sender), DELIVERED)
  assert.deepEqual(await send(`https://other.example:${port}/`, sender), failure('tls'), 'another name')
  assert.equal(requests, 1)
  const plain = await rawReceiver(t, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), true)
  assert.deepEqual(await send(plain.replace('http:', 'https:')), failure('tls'), 'no TLS at all')
})

test('a response that is no HTTP, or ends before it is complete, does not confirm an event', async (t) => {
  const cases: Record<string, [answer: string, code: string, status: number | null]> = {
    garbage: ['\u0000\u0001 hello\r\n\r\n', 'response', null],
    nothing: ['', 'connection', null],
    'half a status line': ['HTTP/1.1 20', 'connection', null],
    'headers that do not end': ['HTTP/1.1 200 OK\r\nx: 1\r\n', 'connection', null],
    'a body that is cut off': ['HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc', 'response', 200],
    'a chunk that is cut off': [
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nab',
      'response',
      200,
    ],
    'a chunk of no size': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n', 'response', 200],
    'two lengths': ['HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na', 'response', null],
    'too many headers': [`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 'response', null],
    'another protocol': [
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      'response',
      null,
    ],
  }
  for (const [name, [answer, code, status]] of Object.entries(cases)) {
    const url = await rawReceiver(t, (socket) => socket.end(answer))
    assert.deepEqual(await send(url), failure(code, status), name)
  }
})

test('a flood of informational answers ends the attempt, and as many as the limit allows do not', async (t) => {
  const informational = 'HTTP/1.1 103 Early Hints\r\n\r\n'
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'
  const some = await rawReceiver(t, (socket) => socket.end(informational.repeat(INFORMATIONAL_MAX) + answer))
  assert.deepEqual(await send(some), DELIVERED)
  const more = await rawReceiver(t, (socket) =>
    socket.end(informational.repeat(INFORMATIONAL_MAX + 1) + answer),
  )
  assert.deepEqual(await send(more), failure('response'))
  const flood = await rawReceiver(t, (socket) => {
    const write = () => {
      while (socket.write(informational.repeat(100)));
    }
    socket.on('drain', write)
    write()
  })
  assert.deepEqual(await send(flood), failure('response'))
})

test('a receiver that resets the connection fails', async (t) => {
  for (const isHasty of [true, false]) {
    const url = await rawReceiver(t, (socket) => socket.resetAndDestroy(), isHasty)
    assert.deepEqual(await send(url), failure('connection'))
  }
})

test('bytes after a complete response, and a body longer than it says, change nothing', async (t) => {
  const long = await rawReceiver(t, (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nabcdef'),
  )
  assert.deepEqual(await send(long), DELIVERED)
})

test('a response before the request was read confirms, as no receiver can be made to read', async (t) => {
  const hasty = await rawReceiver(
    t,
    (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    true,
  )
  assert.deepEqual(await send(hasty), DELIVERED)
})

test('of a body only the first 64 kB are read: one that never ends confirms, and its connection is closed', async (t) => {
  let written = 0
  const closed = Promise.withResolvers<void>()
  const url = await receiver(t, (_request, response) => {
    response.once('close', closed.resolve)
    const write = () => {
      do written += 16_384
      while (response.write('x'.repeat(16_384)))
      response.once('drain', write)
    }
    write()
  })
  assert.deepEqual(await send(url), DELIVERED)
  await closed.promise
  assert.ok(written > RESPONSE_BYTES_MAX)
})

test('an attempt ends after its time, however the receiver spends it', async (t) => {
  const patient = senderWith({ attemptMsMax: SHORT_MS })
  const silent = await rawReceiver(t, () => {})
  assert.deepEqual(await send(silent, patient), failure('timeout'))
  const drips = await rawReceiver(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    const timer = setInterval(() => socket.write('x'), 20)
    socket.once('close', () => clearInterval(timer))
  })
  assert.deepEqual(await send(drips, patient), failure('timeout', 200))
  const informs = await rawReceiver(t, (socket) => {
    const timer = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  })
  assert.deepEqual(await send(informs, patient), failure('timeout'))
  const unresolved = senderWith({ attemptMsMax: SHORT_MS, resolve: () => {} })
  assert.deepEqual(await send('https://slow.example/', unresolved), failure('timeout'))
})

test('an attempt that is stopped is neither delivered nor failed', async (t) => {
  const stop = new AbortController()
  const url = await rawReceiver(t, () => stop.abort())
  assert.deepEqual(await send(url, senderWith(), stop.signal), { kind: 'aborted' })
  assert.deepEqual(await send(url, senderWith(), stop.signal), { kind: 'aborted' })
})
