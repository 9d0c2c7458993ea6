/** Lists that are matched as jobs: `/api/v1/matches`. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { AccountId } from '../../src/core/identity/ids.ts'
import { MATCH_FILE_BYTES_MAX, MATCH_ROWS_MAX } from '../../src/core/matching/match-job.ts'
import { WORKBOOK_TYPE as XLSX } from '../../src/core/matching/workbook.ts'
import { BRIEF } from '../thorough.ts'
import { openService } from './start-service.ts'

const service = await openService()
const LISTS = join(import.meta.dirname, '../fixtures/lists')
const { name: NAME } = [...service.companies.readAll(1000)]
  .flat()
  .find(({ status, name }) => status === 'active' && name.includes('GmbH')) as { name: string }

const deepKey = (kind: 'live' | 'test' = 'live') => ({
  authorization: `Bearer ${service.key({ scopes: ['companies:search:deep'], kind }).secret}`,
})
const auth = deepKey()

async function send(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  {
    body,
    type = 'text/csv',
    headers = auth,
  }: { body?: string | Buffer; type?: string; headers?: Record<string, string> } = {},
) {
  const sent = body === undefined ? {} : { payload: body, headers: { ...headers, 'content-type': type } }
  const answer = await service.server.inject({ method, url: `/api/v1${path}`, headers, ...sent })
  return { answer, status: answer.statusCode, json: () => answer.json() }
}

async function finished(body: string | Buffer, type?: string, query = '') {
  const started = await send('POST', `/matches${query}`, type ? { body, type } : { body })
  assert.equal(started.status, 202, started.answer.body)
  await service.matching.runAll()
  return started.json().id as string
}

async function removed(id: string) {
  assert.equal((await send('DELETE', `/matches/${id}`)).status, 204)
}

test('a CSV file becomes a job with its columns, and its result has every row with what was found', async () => {
  const body = `Kd-Nr;Firma;Ort\n007;${NAME};\n8;Gibtsnicht Qwxyz GmbH;Ulm\n`
  const started = await send('POST', '/matches?filename=kunden.csv', { body })
  assert.equal(started.status, 202)
  const { id, ...job } = started.json()
  assert.equal(started.answer.headers.location, `/api/v1/matches/${id}`)
  assert.deepEqual(
    [job.state, job.filename, job.rows, job.done, job.columns],
    ['queued', 'kunden.csv', 2, 0, { name: ['Firma'], city: ['Ort'], number: [] }],
  )
  const early = await send('GET', `/matches/${id}/result`)
  assert.deepEqual([early.status, early.json().code], [409, 'conflict'])
  await service.matching.runAll()
  const { json } = await send('GET', `/matches/${id}`)
  const { state, done, counts, error } = json()
  assert.deepEqual([state, done, error], ['done', 2, undefined])
  assert.equal(counts.not_found, 1)
  assert.equal(counts.found + counts.ambiguous, 1)
  const { answer } = await send('GET', `/matches/${id}/result`)
  assert.match(String(answer.headers['content-type']), /^text\/csv/)
  const lines = answer.body.split('\r\n')
  assert.match(lines[0]!, /^Kd-Nr,Firma,Ort,match_state,match_score/)
  assert.match(lines[1]!, /^007,/)
  assert.match(lines[2]!, /^8,Gibtsnicht Qwxyz GmbH,Ulm,not_found/)
  const ndjson = await send('GET', `/matches/${id}/result`, {
    headers: { ...auth, accept: 'application/x-ndjson' },
  })
  const rows = ndjson.answer.body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual([rows.length, rows[0]['Kd-Nr'], rows[1].match_state], [2, '007', 'not_found'])
  await removed(id)
})

test('the result as a workbook has the cells of the CSV file, and can be sent as a list again', async () => {
  const id = await finished(`Kd-Nr;Firma;Ort\n007;${NAME};\n8;=Gibtsnicht Qwxyz GmbH;Ulm\n`)
  const { answer: csv } = await send('GET', `/matches/${id}/result`)
  const { answer } = await send('GET', `/matches/${id}/result`, { headers: { ...auth, accept: XLSX } })
  assert.equal(answer.headers['content-type'], XLSX)
  assert.equal(answer.headers['content-disposition'], `attachment; filename="${id}.xlsx"`)
  const again = await finished(answer.rawPayload, XLSX)
  const { answer: csvAgain } = await send('GET', `/matches/${again}/result`)
  const cellsOf = (text: string) => text.split('\r\n').map((line) => line.split(',').slice(0, 9))
  assert.deepEqual(cellsOf(csvAgain.body), cellsOf(csv.body))
  const head = await service.server.inject({
    ...{ method: 'HEAD', url: `/api/v1/matches/${id}/result` },
    headers: { ...auth, accept: XLSX },
  })
  assert.deepEqual([head.statusCode, head.body], [200, ''])
  await removed(id)
  await removed(again)
})

test('rows, JSON Lines, TSV and workbooks are accepted', async () => {
  const rows = [{ ref: 'a', name: NAME }, { ref: 'b' }, { ref: 'c', name: 'Gibtsnicht Qwxyz GmbH' }]
  const id = await finished(JSON.stringify({ rows, deep: true }), 'application/json')
  const job = (await send('GET', `/matches/${id}`)).json()
  assert.deepEqual([job.deep, job.counts.invalid, job.columns.name], [true, 1, ['name']])
  const { answer } = await send('GET', `/matches/${id}/result`, {
    headers: { ...auth, accept: 'application/x-ndjson' },
  })
  assert.deepEqual(
    answer.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).ref),
    ['a', 'b', 'c'],
  )
  await removed(id)
  for (const [file, type] of [
    ['customers.jsonl', 'application/x-ndjson'],
    ['unicode-text.tsv', 'text/tab-separated-values'],
    ['customers.xlsx', XLSX],
    ['excel-de.csv', 'text/csv; charset=windows-1252'],
  ] as const) {
    const one = await finished(readFileSync(join(LISTS, file)), type)
    const { state, done, rows: count } = (await send('GET', `/matches/${one}`)).json()
    assert.deepEqual([state, done], ['done', count], file)
    await removed(one)
  }
})

test('columns can be named, and a list without a header is read if that is said', async () => {
  const id = await finished('x;y\nUlm;A GmbH\n', 'text/csv', '?name=y&city=1')
  const { columns } = (await send('GET', `/matches/${id}`)).json()
  assert.deepEqual(columns, { name: ['y'], city: ['x'], number: [] })
  await removed(id)
  const other = await finished('A GmbH;Ulm\nB GmbH;Ulm\n', 'text/csv', '?header=false&deep=true')
  const job = (await send('GET', `/matches/${other}`)).json()
  assert.deepEqual([job.rows, job.deep, job.columns.name], [2, true, ['Column 1']])
  await removed(other)
})

test('a second job is refused while one waits, and accepted when it is done or deleted', async () => {
  const first = (await send('POST', '/matches', { body: 'Firma\nA GmbH\n' })).json().id
  const second = await send('POST', '/matches', { body: 'Firma\nB GmbH\n' })
  assert.deepEqual([second.status, second.json().code], [409, 'conflict'])
  await service.matching.runAll()
  const third = (await send('POST', '/matches', { body: 'Firma\nC GmbH\n' })).json().id
  await removed(third)
  const ids = (await send('GET', '/matches')).json().map(({ id }: { id: string }) => id)
  assert.deepEqual(ids, [first])
  await removed(first)
})

test('what cannot be read is refused with its place', async () => {
  const details = async (body: string | Buffer, type = 'text/csv', query = '') => {
    const { status, json } = await send('POST', `/matches${query}`, { body, type })
    assert.equal(status, 400, JSON.stringify(json()))
    return json().details
  }
  assert.deepEqual(await details('a;b\n1;2\n'), [{ field: 'name', reason: 'required', allowed: ['a', 'b'] }])
  assert.deepEqual(await details('Firma\nA\n', 'text/csv', '?name=Kunde'), [
    { field: 'name', reason: 'not_allowed', allowed: ['Firma'] },
  ])
  assert.deepEqual(await details('A GmbH;Ulm\n'), [{ field: '', reason: 'required' }])
  assert.deepEqual(await details('A GmbH;Ulm\nB GmbH;Ulm\n'), [{ field: 'header', reason: 'required' }])
  assert.deepEqual(await details('Firma;Ort\n"A;B\nC;D\n'), [{ field: 'line 1', reason: 'syntax' }])
  assert.deepEqual(await details(Buffer.from([0, 1, 2, 3, 0, 0])), [{ field: '', reason: 'format' }])
  assert.deepEqual(await details('', 'text/csv'), [{ field: '', reason: 'required' }])
  const json = (value: unknown) => details(JSON.stringify(value), 'application/json')
  assert.deepEqual(await details('{', 'application/json'), [{ field: '', reason: 'syntax' }])
  assert.deepEqual(await json([]), [{ field: '', reason: 'type' }])
  assert.deepEqual(await json({}), [{ field: '/rows', reason: 'required' }])
  assert.deepEqual(await json({ rows: [] }), [{ field: '/rows', reason: 'too_short' }])
  assert.deepEqual(await json({ rows: [{ name: 'A' }, 7, { name: 7, deep: true }], deep: 1, x: 1 }), [
    { field: '/x', reason: 'unknown_field' },
    { field: '/deep', reason: 'type' },
    { field: '/rows/1', reason: 'type' },
    { field: '/rows/2/name', reason: 'type' },
    { field: '/rows/2/deep', reason: 'unknown_field' },
  ])
  assert.deepEqual(await json({ rows: [{ ref: 'a' }] }), [{ field: '/rows/0/name', reason: 'required' }])
  const query = await send('POST', '/matches?deep=yes', { body: 'Firma\nA GmbH\n' })
  assert.deepEqual([query.status, query.json().details[0].field], [400, 'deep'])
  assert.deepEqual((await send('GET', '/matches')).json(), [])
})

test('MATCH_ROWS_MAX rows are accepted, and one more is 413', async () => {
  const rows = (count: number) => `Firma\n${'A GmbH\n'.repeat(count)}`
  const accepted = await send('POST', '/matches', { body: rows(MATCH_ROWS_MAX) })
  assert.equal(accepted.status, 202)
  await removed(accepted.json().id)
  const refused = await send('POST', '/matches', { body: rows(MATCH_ROWS_MAX + 1) })
  assert.deepEqual([refused.status, refused.json().code], [413, 'payload_too_large'])
})

for (const [what, start, line, status] of [
  ['rows', 'Firma\n', 'A GmbH\n', 413],
  ['empty lines', '{"name":"A GmbH"}\n', '\n', 400],
] as const)
  test(`a small file that unpacks to gigabytes of ${what} is refused without reading all of it`, {
    skip: what === 'empty lines' && BRIEF,
  }, async () => {
    const part = gzipSync(line.repeat(2 ** 20 / line.length))
    const body = Buffer.concat([gzipSync(start), ...Array<Buffer>(4096).fill(part)])
    const answer = await send('POST', '/matches', { body })
    assert.equal(answer.status, status, answer.answer.body)
  })

test('MATCH_FILE_BYTES_MAX bytes are accepted, and one more is 413, declared or not', {
  skip: BRIEF,
}, async () => {
  const port = await service.listen()
  const start = 'Firma;Text\n'
  const line = `A GmbH;${'x'.repeat(60_000)}\n`
  const post = (bytes: number, isDeclared: boolean) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const headers = { ...auth, 'content-type': 'text/csv' }
    const sent = request(
      {
        ...{ port, method: 'POST', path: '/api/v1/matches' },
        headers: isDeclared ? { ...headers, 'content-length': bytes } : headers,
      },
      (response) => {
        response.resume()
        resolve(response.statusCode!)
      },
    )
    sent.on('error', reject)
    const whole = Math.floor((bytes - start.length) / line.length)
    const rest = bytes - start.length - whole * line.length
    sent.write(start)
    for (let i = 0; i < whole; i++) sent.write(line)
    sent.end('y'.repeat(rest))
    return promise
  }
  assert.equal(await post(MATCH_FILE_BYTES_MAX, true), 202)
  const [job] = (await send('GET', '/matches')).json()
  await removed(job.id)
  assert.equal(await post(MATCH_FILE_BYTES_MAX + 1, false), 413)
  const declared = await service.server.inject({
    ...{ method: 'POST', url: '/api/v1/matches', payload: 'Firma\n' },
    headers: { ...auth, 'content-type': 'text/csv', 'content-length': String(MATCH_FILE_BYTES_MAX + 1) },
  })
  assert.equal(declared.statusCode, 413)
})

test('only keys of the account see a job, and only test keys that of a test key, which searches the sandbox', async () => {
  const headers = deepKey('test')
  const started = await send('POST', '/matches', { body: 'Firma\nSandbox Exakt GmbH\n', headers })
  const { id } = started.json()
  for (const [method, path] of [
    ['GET', `/matches/${id}`],
    ['GET', `/matches/${id}/result`],
    ['DELETE', `/matches/${id}`],
  ] as const) {
    const { status, json } = await send(method, path)
    assert.deepEqual([status, json().code], [404, 'not_found'])
  }
  assert.deepEqual((await send('GET', '/matches')).json(), [])
  const other = { account: 'acc_other' as AccountId, isTest: true }
  assert.equal(await service.needs.matchJobs.find(other, id), undefined)
  await service.matching.runAll()
  assert.equal((await send('GET', `/matches/${id}`, { headers })).json().state, 'done')
  assert.equal((await send('DELETE', `/matches/${id}`, { headers })).status, 204)
})

test('a key without the scope is refused before its file is stored', async () => {
  const { status, json } = await send('POST', '/matches', {
    body: 'Firma\nA GmbH\n',
    headers: service.auth('companies:search'),
  })
  assert.deepEqual([status, json().code], [403, 'forbidden'])
  const other = await send('POST', '/matches', { body: 'a', type: 'application/pdf' })
  assert.deepEqual([other.status, other.json().code], [415, 'unsupported_media_type'])
  assert.match(String(other.answer.headers.accept), /text\/csv/)
})

test('no file of a client is left, whether its list was accepted or not', () => {
  const left = readdirSync(join(dirname(service.accountsPath), 'lists'))
  assert.deepEqual(left, [])
})
