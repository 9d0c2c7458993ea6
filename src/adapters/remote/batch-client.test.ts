import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { Failure } from '../../core/failure.ts'
import type { SearchText } from '../../core/search/search-text.ts'
import { batchMatcher, REQUEST_ROWS_MAX } from './batch-client.ts'

type Row = Readonly<Record<string, unknown>>
type Answer = (rows: readonly Row[], response: ServerResponse) => void

/** A server on a port of this machine that answers requests in turn, the last one also those after it. */
async function serverOf(test: TestContext, ...answers: Answer[]) {
  const requests: (readonly Row[])[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const rows = JSON.parse(body) as Row[]
      requests.push(rows)
      ;(answers[Math.min(requests.length, answers.length) - 1] as Answer)(rows, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const limits: number[] = []
  const stop = new AbortController()
  const matcher = batchMatcher({
    url,
    key: 'fs_test_x',
    signal: stop.signal,
    onLimit: (ms) => limits.push(ms),
  })
  return { matcher, requests, limits, stop, url }
}

const nothing = (rows: readonly Row[]) => rows.map(() => ({ ref: null, state: 'not_found', companies: [] }))
const found: Answer = (rows, response) => response.end(JSON.stringify(nothing(rows)))
const refused =
  (status: number, problem: object = {}, headers: Record<string, string> = {}): Answer =>
  (_rows, response) =>
    response.writeHead(status, headers).end(JSON.stringify(problem))
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Adler ${i}` as SearchText, deep: true }))

test('rows are asked in requests of at most a hundred, and answered in their order', async (test) => {
  const company = {
    ...{ uuid: 'u', name: 'Adler', registration_number: 'HRB 5', register_court: 'Ulm', seat: 'Ulm' },
    ...{ status: 'active', match: { score: 95, reasons: ['same_name'] } },
  }
  const { matcher, requests } = await serverOf(test, (rows, response) => {
    const results = rows.map(({ name }) => ({ state: 'found', companies: [{ ...company, name }] }))
    response.end(JSON.stringify(results))
  })
  const results = await matcher.match(rowsOf(REQUEST_ROWS_MAX + 1))
  assert.deepEqual(
    requests.map(({ length }) => length),
    [REQUEST_ROWS_MAX, 1],
  )
  assert.deepEqual(results.at(-1)?.companies[0], {
    ...{ uuid: 'u', name: 'Adler 100', registrationNumber: 'HRB 5', registerCourt: 'Ulm', seat: 'Ulm' },
    ...{ status: 'active', score: 95, reasons: ['same_name'] },
  })
  assert.deepEqual(requests[1], [{ name: 'Adler 100', deep: true }])
})

const partial =
  (state: (row: Row) => string): Answer =>
  (rows, response) => {
    const results = rows.map((row) => ({ ref: null, state: state(row), companies: [] }))
    response.writeHead(200, { 'x-search-partial': 'true' }).end(JSON.stringify(results))
  }

test('rows that a busy server had no time to find are asked again', async (test) => {
  const first = partial(({ name }) => (name === 'Adler 1' ? 'found' : 'not_found'))
  const then: Answer = (rows, response) => {
    const state = (name: unknown) => (name === 'Adler 2' ? 'possible' : 'not_found')
    response.end(JSON.stringify(rows.map(({ name }) => ({ ref: null, state: state(name), companies: [] }))))
  }
  const { matcher, requests } = await serverOf(test, first, then)
  const results = await matcher.match(rowsOf(3))
  assert.deepEqual(
    results.map(({ state }) => state),
    ['not_found', 'found', 'possible'],
  )
  assert.deepEqual(
    requests.map((rows) => rows.map(({ name }) => name)),
    [
      ['Adler 0', 'Adler 1', 'Adler 2'],
      ['Adler 0', 'Adler 2'],
    ],
  )
})

test('a server that never has time for a row is asked for it five times', async (test) => {
  const { matcher, requests } = await serverOf(
    test,
    partial(() => 'not_found'),
  )
  assert.equal((await matcher.match(rowsOf(2)))[1]?.state, 'not_found')
  assert.equal(requests.length, 5)
})

test('a limit is waited for as long as the server says, however often', async (test) => {
  const limited = refused(429, { code: 'rate_limited' }, { 'retry-after': '0' })
  const answers = Array.from({ length: 20 }, () => limited)
  const { matcher, limits, requests } = await serverOf(test, ...answers, found)
  assert.equal((await matcher.match(rowsOf(3))).length, 3)
  assert.equal(limits.length, 20)
  assert.equal(requests.length, 21)
})

test('a request that costs more than the whole limit is sent in halves', async (test) => {
  const tooDear = refused(400, { code: 'invalid_request', details: [{ field: '', reason: 'too_large' }] })
  const { matcher, requests } = await serverOf(test, (rows, response) =>
    (rows.length > 2 ? tooDear : found)(rows, response),
  )
  assert.equal((await matcher.match(rowsOf(5))).length, 5)
  assert.deepEqual(
    requests.map(({ length }) => length),
    [5, 3, 2, 1, 2],
  )
})

test('a fault that passes is tried again, also an answer that breaks off', async (test) => {
  const { matcher, requests } = await serverOf(
    test,
    refused(503, {}, { 'retry-after': '0' }),
    (_rows, response) => response.socket?.destroy(),
    found,
  )
  await matcher.match(rowsOf(1))
  assert.equal(requests.length, 3)
})

test('a key or an address that cannot work ends at once with a sentence', async (test) => {
  const cases = [
    [refused(401), 'unauthorized', /does not accept the key/],
    [refused(403, { error: 'Missing scope.' }), 'forbidden', /Missing scope\. .*--normal/],
    [refused(404), 'invalid_request', /or is no firmensuche: status 404/],
    [
      (_rows: unknown, response: ServerResponse) => response.end('<html>'),
      'invalid_request',
      /no firmensuche/,
    ],
  ] as const
  for (const [answer, code, sentence] of cases) {
    const { matcher, requests } = await serverOf(test, answer as Answer)
    await assert.rejects(
      async () => matcher.match(rowsOf(1)),
      (error) => error instanceof Failure && error.code === code && sentence.test(error.message),
    )
    assert.equal(requests.length, 1)
  }
})

test('the signal ends a wait for a limit', async (test) => {
  const { matcher, stop, limits } = await serverOf(test, (rows, response) => {
    refused(429, {}, { 'retry-after': '3600' })(rows, response)
    response.once('close', () => setImmediate(() => stop.abort(new Error('stopped'))))
  })
  await assert.rejects(async () => matcher.match(rowsOf(1)), /stopped/)
  assert.ok(limits.length <= 1)
})
