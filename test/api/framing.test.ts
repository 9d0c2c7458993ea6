/** Where a request ends on its connection, when that can be read in two ways: over real sockets. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { exchangeRaw, type RawAnswer } from './raw-answers.ts'
import { openService } from './start-service.ts'

const service = await openService({ authFailuresPerMinute: 0 })
const port = await service.listen()
const auth = service.auth().authorization
/** A server that does not close its connection would be waited for for ever. */
const LIMIT = { timeout: 30_000 }

const QUERY = '{"name":"Adler"}'
const CHUNKS = `${QUERY.length.toString(16)}\r\n${QUERY}\r\n0\r\n\r\n`
/** More rows than one turn answers, so that what comes behind them is read before their answer. */
const ROWS = JSON.stringify(Array.from({ length: 5 }, () => ({ name: 'Adler' })))
const JSON_BODY = `Authorization: ${auth}\r\nContent-Type: application/json\r\n`

/** A request up to its own headers; its id is `first`. */
const head = (line: string, version = '1.1') =>
  `${line} HTTP/${version}\r\nHost: x\r\nX-Request-Id: first\r\n${line.startsWith('POST') ? JSON_BODY : ''}`
const NEXT = 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: next\r\n\r\n'
const SEARCH = 'POST /api/v1/companies/search/'
const BATCH = 'POST /api/v1/companies/search/batch'
const LINES = [
  SEARCH,
  'GET /health/live',
  'GET /nowhere',
  'OPTIONS /api/v1/companies',
  'POST /app/api/auth/sign-in',
]

/** The same bytes in one packet, cut within the headers, behind them, and within what follows. */
function packets(bytes: string): string[][] {
  const end = bytes.indexOf('\r\n\r\n') + 4
  const places = [30, end - 2, end, end + 3].filter((cut) => cut < bytes.length)
  return [[bytes], ...places.map((cut) => [bytes.slice(0, cut), bytes.slice(cut)])]
}

/** Status, request id and `Connection` of all answers until the server closes. */
async function outlines(parts: readonly string[]): Promise<unknown[]> {
  const outline = ({ status, headers }: RawAnswer) => [status, headers['x-request-id'], headers.connection]
  return (await exchangeRaw(port, parts)).map(outline)
}

/** Everything that the server writes until it closes. */
function textOf(parts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    socket.on('error', () => {}).on('close', () => resolve(text))
    for (const part of parts) socket.write(part)
  })
}

test(
  '400: a transfer coding other than chunked is refused, and nothing after it is answered',
  LIMIT,
  async () => {
    const codings = [
      'gzip, chunked',
      'gzip,chunked',
      'deflate , chunked',
      'identity, chunked',
      ', chunked',
      'gzip\r\nTransfer-Encoding: chunked',
    ]
    for (const line of LINES) {
      for (const coding of codings) {
        const request = `${head(line)}Transfer-Encoding: ${coding}\r\n\r\n${CHUNKS}`
        for (const parts of [...packets(request), ...packets(request + NEXT)]) {
          assert.deepEqual(await outlines(parts), [[400, 'first', 'close']], JSON.stringify(parts))
        }
      }
    }
  },
)

test('400: any transfer coding in HTTP/1.0 is refused, and nothing after it is answered', LIMIT, async () => {
  for (const line of LINES) {
    for (const connection of ['', 'Connection: keep-alive\r\n']) {
      for (const coding of ['chunked', 'Chunked', 'gzip, chunked']) {
        const request = `${head(line, '1.0')}${connection}Transfer-Encoding: ${coding}\r\n\r\n${CHUNKS}`
        for (const parts of [...packets(request), ...packets(request + NEXT)]) {
          assert.deepEqual(await outlines(parts), [[400, 'first', 'close']], JSON.stringify(parts))
        }
      }
    }
  }
})

test(
  'a refused transfer coding is answered as a normal error, and to HEAD without a body',
  LIMIT,
  async () => {
    const coded = `Transfer-Encoding: gzip, chunked\r\n\r\n${CHUNKS}`
    const [answer] = await exchangeRaw(port, [head(SEARCH) + coded])
    const error = JSON.parse(answer?.body ?? '')
    assert.equal(error.code, 'invalid_request')
    assert.equal(error.request_id, 'first')
    assert.deepEqual(error.details, [
      { field: 'Transfer-Encoding', reason: 'not_allowed', allowed: ['chunked'] },
    ])
    for (const version of ['1.0', '1.1']) {
      const text = await textOf([head('HEAD /health/live', version) + coded + NEXT])
      assert.match(text, /^HTTP\/1\.1 400 [\s\S]*\r\nconnection: close\r\n[\s\S]*\r\n\r\n$/i)
      assert.equal(text.match(/HTTP\/1\.1/g)?.length, 1, text)
    }
  },
)

test('chunked alone is accepted in any spelling, and the next request is answered', LIMIT, async () => {
  for (const coding of ['chunked', 'Chunked', ' chunked ', 'CHUNKED']) {
    const request = `${head(SEARCH)}Transfer-Encoding: ${coding}\r\n\r\n${CHUNKS}`
    const last = NEXT.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')
    for (const parts of packets(request + last)) {
      assert.deepEqual(await outlines(parts), [
        [200, 'first', 'keep-alive'],
        [200, 'next', 'close'],
      ])
    }
  }
})

/** Requests that ask for another protocol, and how they are answered. */
function upgrades(): (readonly [request: string, status: number])[] {
  const protocols = [
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n',
    'Connection: keep-alive, upgrade\r\nUpgrade: TLS/1.0, x\r\n',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nUpgrade: h2c\r\n',
  ]
  const length = (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`
  return protocols.flatMap((protocol) => [
    [`${head('GET /health/live')}${protocol}\r\n`, 200],
    [`${head('GET /nowhere')}${protocol}\r\n`, 404],
    [`${head('OPTIONS /api/v1/companies')}${protocol}\r\n`, 204],
    [`${head(SEARCH)}${protocol}${length(QUERY)}`, 200],
    [`${head(SEARCH)}${protocol}${length('{')}`, 400],
    [`${head(SEARCH)}${protocol}Transfer-Encoding: chunked\r\n\r\n${CHUNKS}`, 200],
    [`${head(BATCH)}${protocol}${length(ROWS)}`, 200],
    [`${head(SEARCH).replace('Bearer fs', 'Bearer no')}${protocol}${length(QUERY)}`, 401],
  ])
}

test(
  'a request with Upgrade is answered normally, and is the last one of its connection',
  LIMIT,
  async () => {
    for (const [request, status] of upgrades()) {
      for (const behind of ['', NEXT, NEXT + NEXT, 'nonsense\r\n\r\n', '\0'.repeat(40)]) {
        for (const parts of packets(request + behind)) {
          assert.deepEqual(await outlines(parts), [[status, 'first', 'close']], JSON.stringify(parts))
        }
      }
    }
  },
)

test('requests before one with Upgrade are answered before it', LIMIT, async () => {
  const batch = `${head(BATCH).replace('first', 'before')}Content-Length: ${ROWS.length}\r\n\r\n${ROWS}`
  for (const [request, status] of upgrades()) {
    for (const parts of [[batch + request + NEXT], [batch, request, NEXT], [batch, request + NEXT]]) {
      assert.deepEqual(
        await outlines(parts),
        [
          [200, 'before', 'keep-alive'],
          [status, 'first', 'close'],
        ],
        JSON.stringify(parts),
      )
    }
  }
})

test('HEAD with Upgrade is answered without a body, and the connection is closed', LIMIT, async () => {
  const request = `${head('HEAD /health/live')}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`
  for (const parts of packets(request + NEXT)) {
    const text = await textOf(parts)
    assert.match(text, /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n[\s\S]*\r\n\r\n$/i)
    assert.equal(text.match(/HTTP\/1\.1/g)?.length, 1, text)
  }
})

test('CONNECT is refused and the connection closed; later requests are not answered', LIMIT, async () => {
  const tunnel = 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\nX-Request-Id: first\r\n'
  for (const headers of ['', 'Connection: Upgrade\r\nUpgrade: h2c\r\n', 'Content-Length: 2\r\n']) {
    for (const parts of packets(`${tunnel}${headers}\r\n${NEXT}`)) {
      const [answer, ...others] = await outlines(parts)
      assert.deepEqual([(answer as unknown[])[0], others], [400, []], JSON.stringify(parts))
    }
  }
})

test('a request after the last one of its connection is not executed', LIMIT, async () => {
  const { keyRing, secrets } = service.needs
  const { secret } = service.key()
  const lastOnes = [
    `${head('GET /health/live')}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    `${head(BATCH)}Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: ${ROWS.length}\r\n\r\n${ROWS}`,
    `${head('GET /health/live')}Transfer-Encoding: gzip, chunked\r\n\r\n${CHUNKS}`,
  ]
  const search = `${head(SEARCH).replace(auth, `Bearer ${secret}`)}Content-Length: ${QUERY.length}\r\n\r\n${QUERY}`
  for (const request of lastOnes) {
    for (const parts of [[request + search], [request, search]]) {
      assert.equal((await outlines(parts)).length, 1)
    }
  }
  assert.equal(keyRing.usedAtMs(secrets.sha256(secret)), undefined)
})
