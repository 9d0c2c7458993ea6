/** Requests that are broken, hostile or slow as HTTP, over real sockets. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { readTraffic } from '../../src/adapters/shared-memory/traffic.ts'
import { exchangeRaw, type RawAnswer, readAnswers } from './raw-answers.ts'
import { openService, startService } from './start-service.ts'

const service = await openService()
const port = await service.listen()
const auth = service.auth().authorization

/** What the server answers to these bytes. */
function exchange(
  parts: readonly (string | Buffer)[],
  answers?: number,
  at = port,
): Promise<readonly RawAnswer[]> {
  return exchangeRaw(at, parts, answers)
}

function assertError(answer: RawAnswer | undefined, status: number, code: string, label: string) {
  assert.ok(answer, `${label}: no answer`)
  assert.equal(answer.status, status, `${label}: ${answer.body}`)
  const error = JSON.parse(answer.body)
  assert.equal(error.code, code, label)
  assert.equal(typeof error.error, 'string')
  assert.equal(error.request_id, answer.headers['x-request-id'], label)
}

const GET = 'GET /api/v1/companies HTTP/1.1\r\nHost: x\r\n'
const post = (headers: string, body = '') =>
  `POST /api/v1/companies/search/ HTTP/1.1\r\nHost: x\r\nAuthorization: ${auth}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`

/** A request that would be answered 404 if it were taken for one of its own. */
const SMUGGLED = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

type Attack = readonly [name: string, bytes: string | Buffer, status: number, code: string]
const refused = (name: string, bytes: string | Buffer): Attack => [name, bytes, 400, 'invalid_request']
const line = (text: string) => `${text}\r\nHost: x\r\nConnection: close\r\n\r\n`
const head = (header: string | Buffer) =>
  Buffer.concat([
    Buffer.from('GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n'),
    Buffer.from(header),
    Buffer.from('\r\n\r\n'),
  ])
const host = (value: string) => `GET /health/live HTTP/1.1\r\nHost: ${value}\r\nConnection: close\r\n\r\n`

/** Returns requests with an ambiguous body length that hide another request. */
function lengthAttacks(): Attack[] {
  const lengths = ['+2', '0x2', '2, 2', '2, 3', '1e3', '', '2 0', '\uff12', '-0']
  const codings = [
    'xchunked',
    '"chunked"',
    '\x0bchunked',
    'chunked\r\nTransfer-Encoding: identity',
    'chunked\r\nTransfer-Encoding: chunked',
  ]
  return [
    ...lengths.map((length) =>
      refused(`length ${length}`, post(`Content-Length: ${length}\r\n`, `{}${SMUGGLED}`)),
    ),
    ...codings.map((coding) =>
      refused(`coding ${coding}`, post(`Transfer-Encoding: ${coding}\r\n`, `0\r\n\r\n${SMUGGLED}`)),
    ),
    refused('the same length twice', post('Content-Length: 2\r\nContent-Length: 2\r\n', `{}${SMUGGLED}`)),
    refused(
      'a blank before the colon of the coding',
      post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${SMUGGLED}`),
    ),
    refused(
      'the coding behind a bare line feed',
      post('A: b\nTransfer-Encoding: chunked\r\n', `0\r\n\r\n${SMUGGLED}`),
    ),
    refused(
      'length and coding in lower case',
      post('content-length: 6\r\ntransfer-encoding: chunked\r\n', `0\r\n\r\n${SMUGGLED}`),
    ),
    refused(
      'chunks in HTTP/1.0',
      post('Transfer-Encoding: chunked\r\n', '0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    ),
  ]
}

function chunkAttacks(): Attack[] {
  const chunked = (body: string) => post('Transfer-Encoding: chunked\r\n', body)
  const sizes = ['-1', 'f'.repeat(18), '0x2', ' 2', '2 ', '']
  return [
    ...sizes.map((size) => refused(`chunk of ${size}`, chunked(`${size}\r\n{}\r\n0\r\n\r\n${SMUGGLED}`))),
    refused('chunks with line feeds only', chunked(`2\n{}\n0\n\n${SMUGGLED}`)),
    refused('a chunk without an end', chunked(`2\r\n{}0\r\n\r\n${SMUGGLED}`)),
    refused('an extension that ends in a line feed', chunked(`2;a\n{}\r\n0\r\n\r\n${SMUGGLED}`)),
    refused('a length behind the chunks', chunked(`2\r\n{}\r\n0\r\nContent-Length: 50\r\n\r\n${SMUGGLED}`)),
    refused('NUL behind the chunks', chunked('2\r\n{}\r\n0\r\nA: \0\r\n\r\n')),
    [
      '20 kB behind the chunks',
      chunked(`2\r\n{}\r\n0\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`),
      431,
      'headers_too_large',
    ],
  ]
}

function lineAttacks(): Attack[] {
  const targets = ['/health/live#x', '*', '?', 'health/live', 'example.org:80', '/a\rb', '/\u00ef']
  const versions = ['HTTP/0.9', 'HTTP/1.2', 'HTTP/01.1', 'HTTP/2.0', 'http/1.1', 'HTTP/1.1 ']
  const headers = [': x', 'A\tB: c', 'A: b\rc', 'A: b\r', 'A: \x01', 'A: \x7f', '\u00c4: c', 'A']
  const hosts = ['x, y', 'user@x', 'x/y', 'x:123456', '[::1', 'x y']
  return [
    ...targets.map((target) => refused(`target ${target}`, line(`GET ${target} HTTP/1.1`))),
    ...versions.map((version) => refused(`version ${version}`, line(`GET /health/live ${version}`))),
    ...headers.map((header) => refused(`header ${JSON.stringify(header)}`, head(header))),
    ...hosts.map((value) => refused(`host ${value}`, host(value))),
    refused('tabs for blanks', line('GET\t/health/live\tHTTP/1.1')),
    refused('a method of 9 kB', line(`${'A'.repeat(9000)} / HTTP/1.1`)),
    refused('a header before all headers', 'GET / HTTP/1.1\r\n Host: x\r\n\r\n'),
    refused('bytes that are no UTF-8', Buffer.from('GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1')),
    refused('a request behind a broken one', head('A b: c').toString() + SMUGGLED),
    refused('a target of FTP', line('GET ftp://x/health/live HTTP/1.1')),
    refused('a target with a user', line('GET http://user@x/health/live HTTP/1.1')),
    ['TRACE', line('TRACE / HTTP/1.1'), 405, 'method_not_allowed'],
  ]
}

/** Who takes the port for another service. */
function otherProtocols(): Attack[] {
  return [
    refused('SSH', 'SSH-2.0-OpenSSH_9.0\r\n'),
    refused('Redis', '*1\r\n$4\r\nPING\r\n'),
    refused('SMTP', 'EHLO example.org\r\n'),
    refused('SMB', Buffer.from('\0\0\0\x85\xffSMBr\0\0\0\0', 'latin1')),
    refused('PROXY', `PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n${SMUGGLED}`),
    refused('gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])),
    refused('a byte order mark', `\ufeff${SMUGGLED}`),
  ]
}

test('bytes that are not HTTP are answered with a normal error and a request id, and the connection is closed', async () => {
  const attacks: Attack[] = [
    ['no request line', 'nonsense\r\n\r\n', 400, 'invalid_request'],
    ['only a blank', ' \r\n\r\n', 400, 'invalid_request'],
    [
      'TLS hello',
      Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]),
      400,
      'invalid_request',
    ],
    ['HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'invalid_request'],
    ['unknown method', 'FROB / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['method in lower case', 'get / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['no version', 'GET /\r\n\r\n', 400, 'invalid_request'],
    ['a version that is none', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['another protocol', 'GET / FTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['line feeds only', 'GET / HTTP/1.1\nHost: x\n\n', 400, 'invalid_request'],
    ['NUL in the path', 'GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n', 400, 'invalid_request'],
    ['a blank in a header name', 'GET / HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n', 400, 'invalid_request'],
    ['a blank before the colon', 'GET / HTTP/1.1\r\nHost: x\r\nA : c\r\n\r\n', 400, 'invalid_request'],
    ['a header without colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n', 400, 'invalid_request'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n', 400, 'invalid_request'],
    ['no Host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    [
      'two Hosts',
      'GET /health/live HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
      400,
      'invalid_request',
    ],
    ['a length that is none', post('Content-Length: abc\r\n'), 400, 'invalid_request'],
    ['a negative length', post('Content-Length: -1\r\n'), 400, 'invalid_request'],
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), 400, 'invalid_request'],
    ['a length beyond all numbers', post(`Content-Length: ${'9'.repeat(30)}\r\n`), 400, 'invalid_request'],
    [
      'length and chunks',
      post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
      400,
      'invalid_request',
    ],
    [
      'chunks and length',
      post('Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', '0\r\n\r\n'),
      400,
      'invalid_request',
    ],
    [
      'chunked, but not last',
      post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'),
      400,
      'invalid_request',
    ],
    [
      'a chunk size that is none',
      post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
      400,
      'invalid_request',
    ],
    [
      'a chunk longer than it says',
      post('Transfer-Encoding: chunked\r\n', '1\r\n{"name":"a"}\r\n0\r\n\r\n'),
      400,
      'invalid_request',
    ],
    [
      'endless chunk extensions',
      post('Transfer-Encoding: chunked\r\n', `2;${'x'.repeat(20_000)}\r\n`),
      413,
      'payload_too_large',
    ],
    ['headers of 20 kB', `${GET}A: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['many small headers', `${GET}${'a: b\r\n'.repeat(4000)}\r\n`, 431, 'headers_too_large'],
    ['an address of 20 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414, 'uri_too_long'],
    ['an expectation that is unknown', `${GET}Expect: a-miracle\r\n\r\n`, 417, 'expectation_failed'],
    ...lengthAttacks(),
    ...chunkAttacks(),
    ...lineAttacks(),
    ...otherProtocols(),
    ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
  ]
  for (const [name, bytes, status, code] of attacks) {
    const answers = await exchange([bytes])
    assertError(answers[0], status, code, name)
    assert.equal(answers.length, 1, name)
    assert.equal(answers[0]?.headers.connection, 'close', name)
    assert.equal(answers[0]?.headers['cache-control'], 'no-store', name)
    assert.equal(answers[0]?.headers['content-language'], 'de', name)
    assert.equal(answers[0]?.headers['content-type'], 'application/json', name)
    const [honest] = await exchange([host('x')])
    assert.equal(honest?.status, 200, name)
  }
  assert.ok(attacks.length >= 40, `${attacks.length} attacks`)
})

test('a premature end, or bytes after the last request, cause at most one response, and new connections work', async () => {
  const body = '{"name":"Adler"}'
  const search = post(`Connection: close\r\nContent-Length: ${body.length}\r\n`, body)
  const [ended] = await exchange([search + SMUGGLED])
  assert.equal(ended?.status, 200)
  const chunk = `Connection: close\r\nTransfer-Encoding: chunked\r\n`
  const extended = `${body.length.toString(16)};a=b\r\n${body}\r\n0\r\nAuthorization: Bearer x\r\n\r\n`
  assert.deepEqual(await statuses(post(chunk, extended)), [200])
  assert.deepEqual(await statuses(host('x') + SMUGGLED), [200])
  const get = 'GET /health/live HTTP/1.1\r\nHost: x\r\n'
  const hidden = `${get}Connection: close\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`
  assert.deepEqual(await statuses(hidden), [400])
  for (const upgrade of ['h2c', 'websocket']) {
    assert.deepEqual(await statuses(`${get}Connection: upgrade, close\r\nUpgrade: ${upgrade}\r\n\r\n`), [200])
  }
  const old = search.replace('HTTP/1.1', 'HTTP/1.0').replace('\r\n', '\r\nExpect: 100-continue\r\n')
  assert.deepEqual(await statuses(old), [200], 'nothing before the answer')
  assert.deepEqual(await statuses('\r\n'.repeat(500) + host('x')), [200], 'empty lines before the request')
})

test('a client that disconnects after any byte affects no other client', async () => {
  const body = '{"name":"Adler"}'
  const whole = post(`Content-Length: ${body.length}\r\n`, body)
  for (let length = 1; length < whole.length; length += 7) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await new Promise((resolve) => socket.write(whole.slice(0, length), resolve))
    if (length % 2 === 0) socket.resetAndDestroy()
    else socket.end()
  }
  assert.deepEqual(await statuses(host('x')), [200])
})

async function statuses(bytes: string): Promise<number[]> {
  return (await exchange([bytes])).map(({ status }) => status)
}

test('a URL may have 8 KiB and not a byte more', async () => {
  const address = (length: number) => `/health/live?${'x'.repeat(length - '/health/live?'.length)}`
  const ask = async (length: number) =>
    (await exchange([`GET ${address(length)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`]))[0]
  assertError(await ask(8192), 400, 'invalid_request', 'an unknown parameter')
  assertError(await ask(8193), 414, 'uri_too_long', 'one byte more')
})

test('a request target in absolute form is read as its path', async () => {
  const [answer] = await exchange([
    'GET http://example.org/health/live HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n',
  ])
  assert.equal(answer?.status, 200)
})

test('double slashes and dots in a path are not normalised', async () => {
  for (const path of [
    '//health/live',
    '/health//live',
    '/health/./live',
    '/docs/../health/live',
    '/%2e/health/live',
  ]) {
    const [answer] = await exchange([`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`])
    assertError(answer, 404, 'not_found', path)
  }
})

test('OPTIONS for the server as a whole is answered', async () => {
  const [answer] = await exchange(['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'])
  assert.equal(answer?.status, 204)
})

test('an HTTP/1.0 request needs no Host', async () => {
  const [answer] = await exchange(['GET /health/live HTTP/1.0\r\n\r\n'])
  assert.equal(answer?.status, 200)
})

test('several Authorization headers are refused', async () => {
  const body = '{"name":"Adler"}'
  const headers = `Authorization: ${auth}\r\nConnection: close\r\nContent-Length: ${body.length}\r\n`
  const [answer] = await exchange([post(headers, body)])
  assertError(answer, 401, 'unauthorized', 'the same key twice')
})

test('a chunked body is read with any chunk sizes, and refused beyond 64 KiB without waiting for its end', async () => {
  const head = 'Transfer-Encoding: chunked\r\nConnection: close\r\n'
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const body = '{"name":"Adler"}'
  const [whole] = await exchange([post(head, `${[...body].map(chunk).join('')}0\r\n\r\n`)])
  assert.equal(whole?.status, 200)
  const [large] = await exchange([post(head, chunk(' '.repeat(40_000)) + chunk(' '.repeat(40_000)))], 1)
  assertError(large, 413, 'payload_too_large', 'no last chunk was sent')
})

test('a request is refused before its body is sent', async () => {
  const head =
    'POST /api/v1/companies/search/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n'
  const [unauthorized] = await exchange([`${head}\r\n`], 1)
  assertError(unauthorized, 401, 'unauthorized', 'no key')
  const [large] = await exchange([post('Content-Length: 10000000000\r\n')], 1)
  assertError(large, 413, 'payload_too_large', 'ten gigabytes announced')
})

test('a client that sends Expect receives 100 Continue only if its body will be read', async () => {
  const body = '{"name":"Adler"}'
  const ask = `Expect: 100-continue\r\nConnection: close\r\nContent-Length: ${body.length}\r\n`
  const answers = await exchange([post(ask), body])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [100, 200],
  )
  const [refused] = await exchange([post(ask).replace(auth, 'Bearer nonsense')], 1)
  assertError(refused, 401, 'unauthorized', 'no 100 before a 401')
})

test('417: the response has the requested language and format, and no body for HEAD', async () => {
  const headerLines = 'Accept-Language: en\r\nAccept: application/problem+json\r\nExpect: a-miracle\r\n\r\n'
  const [answer] = await exchange([GET + headerLines])
  assertError(answer, 417, 'expectation_failed', 'in English')
  assert.equal(answer?.headers['content-type'], 'application/problem+json')
  assert.equal(answer?.headers['content-language'], 'en')
  assert.equal(JSON.parse(answer?.body ?? '').title, JSON.parse(answer?.body ?? '').error)
  const text = await new Promise<string>((resolve) => {
    let all = ''
    connect(port, '127.0.0.1')
      .on('data', (chunk: Buffer) => {
        all += chunk.toString()
      })
      .on('close', () => resolve(all))
      .write(GET.replace('GET', 'HEAD') + headerLines)
  })
  assert.match(text, /^HTTP\/1\.1 417 /)
  assert.ok(text.endsWith('\r\n\r\n'), text)
})

test('pipelined requests are answered in their order', async () => {
  const one = (id: string) => `GET /health/live HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\n\r\n`
  const answers = await exchange([one('a') + one('b') + one('c')], 3)
  assert.deepEqual(
    answers.map(({ headers }) => headers['x-request-id']),
    ['a', 'b', 'c'],
  )
})

test('400: malformed bytes after complete requests are answered after these', async () => {
  const rows = JSON.stringify(Array.from({ length: 5 }, () => ({ name: 'Adler' })))
  // Its rows are answered in as many turns, so that the rest of the packet is read before.
  const batch = post(`Content-Length: ${rows.length}\r\n`, rows).replace('/search/', '/search/batch')
  const all = [
    'nonsense\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n',
    post('Transfer-Encoding: chunked\r\n', 'zz\r\n'),
  ]
  for (const broken of all) {
    assert.deepEqual(await statuses(batch + broken), [200, 400], broken)
    assert.deepEqual(await statuses(batch + batch + broken), [200, 200, 400], broken)
  }
  const unknown = all[2]!.replace(auth, 'Bearer nonsense')
  assert.deepEqual(await statuses(batch + unknown), [200, 401], 'refused before its body broke')
  assert.deepEqual(await statuses(`${batch}${GET}Expect: a-miracle\r\n\r\n`), [200, 417])
  assert.deepEqual(await statuses(`${batch}CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n`), [200, 400])
})

test('a client that keeps its side of a connection open after a 400 is disconnected, even if it goes on sending', {
  timeout: 30_000,
}, async ({ signal }) => {
  const brief = await startService({ settings: { requestTimeoutMs: 20_000 } })
  const clients: Socket[] = []
  try {
    const at = await brief.listen()
    for (const broken of ['nonsense\r\n\r\n', post('Transfer-Encoding: chunked\r\n', 'zz\r\n')]) {
      const socket = connect({ port: at, host: '127.0.0.1', allowHalfOpen: true }).resume()
      clients.push(socket.on('error', () => {}))
      socket.write(broken.replace(auth, brief.auth().authorization))
      await once(socket, 'end')
      while (readTraffic(brief.block).connections > 0) {
        socket.write('x')
        await turn(undefined, { signal })
      }
    }
  } finally {
    for (const client of clients) client.destroy()
    await brief.stop()
  }
})

test('a request whose body breaks off is logged once, with the status of its response, if there was one', {
  timeout: 30_000,
}, async ({ signal }) => {
  const watched = await startService()
  try {
    const at = await watched.listen()
    const half = post('Content-Length: 100\r\n', '{"na').replace(auth, watched.auth().authorization)
    const chunk = post('Transfer-Encoding: chunked\r\n', 'zz\r\n').replace(auth, watched.auth().authorization)
    const endings: [string, (socket: Socket) => void, number | undefined][] = [
      [half, (socket) => socket.end(), 400],
      [chunk, () => {}, 400],
      [half, (socket) => socket.resetAndDestroy(), undefined],
    ]
    for (const [i, [bytes, end, status]] of endings.entries()) {
      const socket = connect(at, '127.0.0.1').on('error', () => {})
      await new Promise((resolve) => socket.write(bytes, resolve))
      // Taken by the guard, so that the end comes into the body.
      while (readTraffic(watched.block).inFlight === 0 && watched.log.length === i)
        await turn(undefined, { signal })
      end(socket)
      socket.resume()
      while (watched.log.length === i) await turn(undefined, { signal })
      const logged = watched.log.map(({ fields }) => [fields.route, fields.status])
      assert.deepEqual(logged.slice(i), [['searchCompanies', status]])
      socket.destroy()
    }
    const { answers, strayAnswers } = readTraffic(watched.block)
    assert.deepEqual(strayAnswers, [0, 0, 0, 0])
    assert.deepEqual(
      answers.reduce((sums, row) => sums.map((sum, i) => sum + row[i]!)),
      [0, 0, 2, 0],
    )
  } finally {
    await watched.stop()
  }
})

test('a body that ends before its Content-Length affects no other request', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(post('Content-Length: 1000\r\n', '{"name":'))
  await new Promise((resolve) => socket.write('"', resolve))
  socket.destroy()
  const [answer] = await exchange(['GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'])
  assert.equal(answer?.status, 200)
})

test('a connection is usable for the next request after a refused one', async () => {
  const body = '{"name":"Adler"}'
  const refused = `POST /api/v1/nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const answers = await exchange([refused, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'], 2)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 200],
  )
})

test('408: headers or a body that are not complete in time', async () => {
  const slow = await startService({ settings: { requestTimeoutMs: 100 } })
  try {
    const at = await slow.listen()
    const { authorization } = slow.auth()
    const started = [
      'GET /health/live HTTP/1.1\r\nHost: x\r\nA: ',
      post('Content-Length: 100\r\n', '{"na').replace(auth, authorization),
    ]
    for (const bytes of started) {
      const [answer] = await exchange([bytes], 1, at)
      assertError(answer, 408, 'request_timeout', bytes.slice(0, 20))
      assert.equal(answer?.headers.connection, 'close')
    }
  } finally {
    await slow.stop()
  }
})

test('a request that was answered before its end is not answered again at its timeout', async () => {
  const slow = await startService({ settings: { requestTimeoutMs: 100 } })
  try {
    const at = await slow.listen()
    const head = post('Transfer-Encoding: chunked\r\n').replace(auth, slow.auth().authorization)
    const answers = await exchange([`${head}11170\r\n${' '.repeat(70_000)}\r\n`], 2, at)
    assert.deepEqual(
      answers.map(({ status }) => status),
      [413],
    )
  } finally {
    await slow.stop()
  }
})

test('503: a connection beyond the maximum is refused, and accepted when another one has closed', async () => {
  const small = await startService({ settings: { connectionsMax: 1 } })
  try {
    const at = await small.listen()
    const first = connect(at, '127.0.0.1')
    await new Promise((resolve) => first.once('connect', resolve))
    const get = 'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    first.write(get.replace('Connection: close', 'A: b'))
    await new Promise((resolve) => first.once('data', resolve))
    const list = get.replace('/health/live', '/api/v1/companies')
    const [refused] = await exchange([list], 1, at)
    assertError(refused, 503, 'service_unavailable', 'one too many')
    assert.equal(refused?.headers['retry-after'], '1')
    assert.equal(refused?.headers.connection, 'close')
    // Whoever watches the server is answered, and then let go like everybody else that is too many.
    const [watched] = await exchange([get.replace('Connection: close', 'A: b')], undefined, at)
    assert.equal(watched?.status, 200)
    assert.equal(watched?.headers.connection, 'close')
    first.destroy()
    let answer: RawAnswer | undefined = refused
    while (answer?.status === 503) [answer] = await exchange([list], 1, at)
    assert.equal(answer?.status, 401)
  } finally {
    await small.stop()
  }
})

test('a closing server answers requests in progress, ends idle connections, and accepts no new ones', async () => {
  const closing = await startService()
  const at = await closing.listen()
  const idle = connect(at, '127.0.0.1')
  await new Promise((resolve) => idle.once('connect', resolve))
  const ended = new Promise((resolve) => idle.once('close', resolve))
  const body = '{"name":"Adler"}'
  const head = post(`Content-Length: ${body.length}\r\nExpect: 100-continue\r\n`)
  const underWay = connect(at, '127.0.0.1')
  const chunks: Buffer[] = []
  underWay.on('data', (chunk: Buffer) => chunks.push(chunk))
  underWay.write(head.replace(auth, closing.auth().authorization))
  await new Promise((resolve) => underWay.once('data', resolve))
  const stopped = closing.stop()
  await ended
  underWay.write(body)
  await new Promise((resolve) => underWay.once('close', resolve))
  await stopped
  const answers = readAnswers(Buffer.concat(chunks).toString())
  assert.deepEqual(
    answers.map(({ status }) => status),
    [100, 200],
  )
  assert.equal(answers[1]?.headers.connection, 'close')
  const [none] = await exchange(['GET / HTTP/1.1\r\nHost: x\r\n\r\n'], 1, at).catch(() => [])
  assert.equal(none, undefined)
})
