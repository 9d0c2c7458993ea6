/** Downloads from a real server on loopback, which `OUTBOUND_ALLOW` permits here. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { DownloadFault, type DownloadRequest } from '../../core/sources/source-files.ts'
import { INFORMATIONAL_MAX } from '../outbound/limit-informational.ts'
import { OutboundGuard } from '../outbound/outbound-guard.ts'
import { CHECKSUM_BYTES_MAX, CONTINUES_MAX, type DownloadNeeds, download } from './download.ts'
import { REDIRECTS_MAX } from './http-get.ts'

type Answer = (request: IncomingMessage, response: ServerResponse, number: number, part: string) => void

const BODY = Buffer.from('abcdefghijklmnopqrstuvwxyz')
const SHA256 = createHash('sha256').update(BODY).digest('hex')

/** Starts a server whose n-th request is answered by `answer`, and returns a function that downloads from it. */
async function serverWith(t: TestContext, answer: Answer) {
  const requests: IncomingMessage[] = []
  const folder = mkdtempSync(join(tmpdir(), 'download-'))
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response, requests.length, join(folder, 'a.part'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const needs: DownloadNeeds = {
    guard: new OutboundGuard([{ kind: 'host', host: '127.0.0.1', port }]),
    folder,
    userAgent: 'firmensuche/test',
    wait: async () => {},
  }
  const request = { id: 'a', address: `${origin}/a.jsonl`, sha256: null, etag: '', lastModified: '' }
  return {
    requests,
    folder,
    origin,
    get: (change: Partial<DownloadRequest> = {}, limits: Partial<DownloadNeeds> = {}) =>
      download({ ...needs, ...limits }, { ...request, ...change }),
  }
}

/** Answers with the range that is requested, or with the whole body. */
function sendRange({ headers }: IncomingMessage, response: ServerResponse, etag = '"1"', body = BODY): void {
  const from = headers['if-range'] === etag ? Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0) : 0
  const range = from > 0 ? { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` } : {}
  response.writeHead(from > 0 ? 206 : 200, { etag, 'content-length': body.length - from, ...range })
  response.end(body.subarray(from))
}

/** Sends some bytes of the body and cuts the connection when they are stored. */
async function sendCut(
  response: ServerResponse,
  part: string,
  bytes: number,
  etag = '"1"',
  lastModified = '',
): Promise<void> {
  const dates = lastModified === '' ? {} : { 'last-modified': lastModified }
  response.writeHead(200, { etag, ...dates, 'content-length': BODY.length })
  response.write(BODY.subarray(0, bytes))
  await stored(part, bytes)
  response.destroy()
}

/** Resolves when a file has a number of bytes. */
async function stored(path: string, bytes: number): Promise<void> {
  while (statSync(path, { throwIfNoEntry: false })?.size !== bytes) {
    await new Promise((done) => setImmediate(done))
  }
}

async function contentOf(result: ReturnType<typeof download>): Promise<string> {
  const found = await result
  assert.equal(found.kind, 'file')
  return readFileSync(found.path, 'utf8')
}

const fault = (sentence: RegExp) => (error: unknown) => {
  assert.ok(error instanceof DownloadFault, String(error))
  assert.match(error.message, sentence)
  return true
}

test('a complete download has its name and its validators, and leaves nothing unfinished', async (t) => {
  const { get, folder } = await serverWith(t, (request, response) => sendRange(request, response))
  const found = await get()
  assert.equal(found.kind, 'file')
  assert.equal(found.etag, '"1"')
  assert.equal(readFileSync(found.path, 'utf8'), BODY.toString())
  assert.equal(statSync(found.path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(folder), ['a'])
})

test('a file that has not changed since its last import is not downloaded again', async (t) => {
  const { get, requests } = await serverWith(t, (_request, response) => response.writeHead(304).end())
  assert.deepEqual(await get({ etag: '"1"' }), { kind: 'unchanged' })
  assert.deepEqual(await get({ lastModified: 'Mon, 23 Nov 2026 00:00:00 GMT' }), { kind: 'unchanged' })
  const sent = requests.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']])
  assert.deepEqual(sent, [
    ['"1"', undefined],
    [undefined, 'Mon, 23 Nov 2026 00:00:00 GMT'],
  ])
})

test('a connection that is cut is continued at the byte where it ended', async (t) => {
  const { get, requests } = await serverWith(t, (request, response, n, part) =>
    n === 1 ? sendCut(response, part, 10) : sendRange(request, response),
  )
  assert.equal(await contentOf(get({ sha256: SHA256 })), BODY.toString())
  assert.equal(requests[1]!.headers.range, 'bytes=10-')
  assert.equal(requests[1]!.headers['if-range'], '"1"')
})

test('a later run continues what an earlier one left', async (t) => {
  const { get, requests } = await serverWith(t, (request, response, n, part) =>
    n === 1
      ? sendCut(response, part, 10)
      : n <= CONTINUES_MAX + 1
        ? response.destroy()
        : sendRange(request, response),
  )
  await assert.rejects(get(), fault(/could not be read/))
  assert.equal(await contentOf(get()), BODY.toString())
  assert.equal(requests.at(-1)!.headers.range, 'bytes=10-')
})

test('a file that changed meanwhile is downloaded from its beginning', async (t) => {
  const changed = Buffer.from('another file')
  const { get } = await serverWith(t, (request, response, n, part) =>
    n === 1 ? sendCut(response, part, 10) : sendRange(request, response, '"2"', changed),
  )
  assert.equal(await contentOf(get()), changed.toString())
})

test('a part of another version is never joined: a server that ignores If-Range is asked from the beginning', async (t) => {
  const DATE = 'Mon, 23 Nov 2026 00:00:00 GMT'
  const range = { 'content-range': 'bytes 10-25/26' }
  const other = Buffer.from(BODY.toString().toUpperCase())
  const others: readonly Record<string, string>[] = [
    { ...range, etag: '"2"' },
    { ...range, etag: 'W/"1"' },
    { ...range, etag: '"1"', 'last-modified': 'Tue, 24 Nov 2026 00:00:00 GMT' },
    range,
    { ...range, 'last-modified': DATE },
    { 'content-range': 'bytes 10-19/26', etag: '"1"' },
    { 'content-range': 'bytes 10-25/*', etag: '"1"' },
  ]
  for (const headers of others) {
    const { get, requests } = await serverWith(t, (request, response, n, part) => {
      if (n === 1) void sendCut(response, part, 10, '"1"', DATE)
      else if (request.headers.range === undefined) sendRange(request, response, '"2"', other)
      else response.writeHead(206, headers).end(other.subarray(10))
    })
    assert.equal(await contentOf(get()), other.toString(), JSON.stringify(headers))
    assert.equal(requests.length, 3)
  }
})

test('a continued download has the validators of its first part', async (t) => {
  const DATE = 'Mon, 23 Nov 2026 00:00:00 GMT'
  const { get } = await serverWith(t, (request, response, n, part) =>
    n === 1 ? sendCut(response, part, 10, '"1"', DATE) : sendRange(request, response),
  )
  const { etag, lastModified } = (await get()) as Extract<Awaited<ReturnType<typeof get>>, { kind: 'file' }>
  assert.deepEqual([etag, lastModified], ['"1"', DATE])
})

test('a range that the server refuses, or answers with another one, is downloaded from the beginning', async (t) => {
  for (const refuse of [
    (response: ServerResponse) => response.writeHead(416).end(),
    (response: ServerResponse) =>
      response.writeHead(206, { etag: '"1"', 'content-range': 'bytes 3-25/26' }).end(BODY.subarray(3)),
  ]) {
    const { get } = await serverWith(t, (request, response, n, part) => {
      if (n === 1) void sendCut(response, part, 10)
      else if (request.headers.range !== undefined) refuse(response)
      else sendRange(request, response)
    })
    assert.equal(await contentOf(get()), BODY.toString())
  }
})

test('without a strong validator nothing is continued, and the part is never mixed with other bytes', async (t) => {
  const { get, requests } = await serverWith(t, (request, response, n, part) =>
    n === 1 ? sendCut(response, part, 10, 'W/"1"') : sendRange(request, response),
  )
  await assert.rejects(get(), fault(/could not be read/))
  assert.equal(await contentOf(get()), BODY.toString())
  assert.equal(requests[1]!.headers.range, undefined)
})

test('a wrong checksum fails the download and deletes it, so that the next run begins anew', async (t) => {
  const { get, folder, requests } = await serverWith(t, (request, response) => sendRange(request, response))
  await assert.rejects(
    get({ sha256: '0'.repeat(64) }),
    fault(/The checksum is wrong: SHA-256 [0-9a-f]{64} instead/),
  )
  assert.deepEqual(readdirSync(folder), [])
  assert.equal(await contentOf(get({ sha256: SHA256 })), BODY.toString())
  assert.equal(requests[1]!.headers.range, undefined)
})

test('a checksum at another address is that of the line with the name of the file, or the only one', async (t) => {
  const other = '0'.repeat(64)
  let sums = ''
  const { get, origin } = await serverWith(t, (request, response) =>
    request.url === '/sums' ? response.end(sums) : sendRange(request, response),
  )
  for (const text of [SHA256, `${SHA256.toUpperCase()}  x\n`, `${other}  b.jsonl\n${SHA256}  a.jsonl\n`]) {
    sums = text
    assert.equal(await contentOf(get({ sha256: `${origin}/sums` })), BODY.toString(), text)
  }
  for (const text of ['', 'not found', `${other}  b.jsonl\n${SHA256}  c.jsonl\n`]) {
    sums = text
    await assert.rejects(get({ sha256: `${origin}/sums` }), fault(/contains none for this file/), text)
  }
  sums = SHA256.padEnd(CHECKSUM_BYTES_MAX + 1)
  await assert.rejects(get({ sha256: `${origin}/sums` }), fault(/too large/))
})

test('a file of the maximum size is downloaded, and one that is a byte larger is refused, announced or not', async (t) => {
  const { get, folder, origin } = await serverWith(t, (request, response) => {
    if (request.url === '/announced') sendRange(request, response)
    else response.writeHead(200, { etag: '"1"' }).end(BODY)
  })
  const bytesMax = BODY.length
  for (const path of ['/announced', '/chunked']) {
    const address = { address: `${origin}${path}` }
    assert.equal(await contentOf(get(address, { bytesMax })), BODY.toString())
    await assert.rejects(get(address, { bytesMax: bytesMax - 1 }), fault(/larger than 25 bytes/))
    assert.equal(existsSync(join(folder, 'a.part')), false)
  }
})

test('an answer that is no file fails with its status', async (t) => {
  const { get } = await serverWith(t, (_request, response) => response.writeHead(404).end('no'))
  await assert.rejects(get(), fault(/answered with status 404/))
})

test('a server that sends nothing fails after the idle time', async (t) => {
  const { get } = await serverWith(t, () => {})
  await assert.rejects(get({}, { idleMs: 20 }), fault(/could not be read: no data for 0 s/))
})

test('a server that sends more informational answers than the limit fails', async (t) => {
  const { get, origin } = await serverWith(t, (request, response) => {
    for (let i = 0; i < (request.url === '/flood' ? INFORMATIONAL_MAX + 1 : INFORMATIONAL_MAX); i++)
      response.writeProcessing()
    sendRange(request, response)
  })
  assert.equal(await contentOf(get()), BODY.toString())
  const flood = get({ address: `${origin}/flood` })
  await assert.rejects(flood, fault(/could not be read: more than 16 informational answers/))
})

test('redirects are followed up to the maximum', async (t) => {
  const { get, origin } = await serverWith(t, (request, response) => {
    const left = Number(request.url!.slice(1))
    if (left === 0) sendRange(request, response)
    else response.writeHead(302, { location: `/${left - 1}` }).end()
  })
  assert.equal(await contentOf(get({ address: `${origin}/${REDIRECTS_MAX}` })), BODY.toString())
  await assert.rejects(
    get({ address: `${origin}/${REDIRECTS_MAX + 1}` }),
    fault(/redirects more than 5 times/),
  )
})

test('a redirect to an address that is not permitted is refused before anything connects to it', async (t) => {
  let target = ''
  const inside = await serverWith(t, (_request, response) => response.end('secret'))
  const { get } = await serverWith(t, (_request, response) =>
    response.writeHead(302, { location: target }).end(),
  )
  for (const [location, sentence] of [
    [`${inside.origin}/`, /is not https/],
    [inside.origin.replace('http:', 'https:'), /127\.0\.0\.1 is not a public address/],
    ['https://169.254.169.254/latest/meta-data', /169\.254\.169\.254 is not a public address/],
    ['https://[::ffff:127.0.0.1]/', /is not a public address/],
    ['file:///etc/passwd', /is not https/],
  ] as const) {
    target = location
    await assert.rejects(get(), fault(sentence), location)
  }
  assert.equal(inside.requests.length, 0)
})

test('a download that is stopped keeps what it has, for the next start', async (t) => {
  const stop = new AbortController()
  const { get, requests, folder } = await serverWith(t, (request, response, n) => {
    if (n > 1) return sendRange(request, response)
    response.writeHead(200, { etag: '"1"', 'content-length': BODY.length })
    response.write(BODY.subarray(0, 10))
    return undefined
  })
  const first = get({}, { stop: stop.signal })
  const rejected = assert.rejects(first, fault(/could not be read/))
  await stored(join(folder, 'a.part'), 10)
  stop.abort()
  await rejected
  assert.equal(await contentOf(get()), BODY.toString())
  assert.equal(requests[1]!.headers.range, 'bytes=10-')
})
