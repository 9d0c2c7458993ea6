/** Lists of the dashboard: `/app/api/matches`. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { MATCH_FILE_BYTES_MAX } from '../../src/core/matching/match-job.ts'
import { REVIEW_ROWS } from '../../src/core/matching/review-rows.ts'
import { type SignedIn, signedIn } from './signed-in.ts'
import { openService } from './start-service.ts'

const service = await openService()
const LISTS = join(import.meta.dirname, '../fixtures/lists')
const { publicUrl } = service.needs.site
const HOST = new URL(publicUrl).host
const companies = [...service.companies.readAll(1000)]
  .flat()
  .filter(({ status, name }) => status === 'active' && name.endsWith(' GmbH'))
const { name: NAME } = companies[0]!

async function upload(
  person: SignedIn,
  path: string,
  body: string | Buffer,
  headers: Record<string, string> = { origin: publicUrl },
) {
  const answer = await service.server.inject({
    ...{ method: 'POST', url: `/app/api/matches${path}`, payload: body },
    headers: { host: HOST, cookie: person.cookie, 'content-type': 'application/octet-stream', ...headers },
  })
  return { answer, status: answer.statusCode, json: () => answer.json() }
}

const QUERY = '?filename=kunden.csv&header=true&deep=false&name=1&city=2&number='

async function started(person: SignedIn, body: string | Buffer, query = QUERY): Promise<string> {
  const { status, json, answer } = await upload(person, query, body)
  assert.equal(status, 202, answer.body)
  return json().job.id
}

async function matched(person: SignedIn, rows: readonly string[]): Promise<string> {
  const id = await started(person, `Nr;Firma;Ort\n${rows.map((row, i) => `${i};${row}\n`).join('')}`)
  await service.matching.runAll()
  return id
}

async function read(person: SignedIn, path: string) {
  const answer = await person.get(`/matches${path}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

const decide = (person: SignedIn, id: string, row: number, choice: string | null) =>
  person.post(`/matches/${id}/decisions`, { row, choice })

const UNKNOWN = 'Gibtsnicht Qwxyz GmbH;'

test('a preview shows columns, first rows and the number of rows, and stores nothing', async () => {
  const person = signedIn(service)
  const body = Buffer.from('Kd-Nr;Firma;Ort\n1;Größl GmbH;Köln\n2;B GmbH;Ulm\n', 'latin1')
  const { status, json } = await upload(person, '/preview', body)
  assert.equal(status, 200)
  assert.deepEqual(json(), {
    header: ['Kd-Nr', 'Firma', 'Ort'],
    has_header: true,
    first_rows: [
      ['1', 'Größl GmbH', 'Köln'],
      ['2', 'B GmbH', 'Ulm'],
    ],
    rows: 2,
    columns: { name: [1], city: [2], number: [] },
    certainty: { name: 'header', city: 'header', number: null },
  })
  const workbook = await upload(person, '/preview', readFileSync(join(LISTS, 'customers.xlsx')))
  assert.deepEqual([workbook.status, workbook.json().columns.name.length], [200, 1])
  assert.deepEqual((await read(person, '')).jobs, [])
  assert.deepEqual(readdirSync(join(dirname(service.accountsPath), 'lists')), [])
})

test('a first row that is a company is shown as a row, unless the person says that it is the header', async () => {
  const person = signedIn(service)
  const body = 'A GmbH;Ulm\nB GmbH;Ulm\n'
  const guessed = (await upload(person, '/preview', body)).json()
  assert.deepEqual([guessed.has_header, guessed.rows, guessed.header[0]], [false, 2, 'Column 1'])
  const told = (await upload(person, '/preview?header=true', body)).json()
  assert.deepEqual([told.has_header, told.rows, told.header[0]], [true, 1, 'A GmbH'])
})

test('a list is matched by the chosen columns, whatever their headers are', async () => {
  const person = signedIn(service)
  const body = `2;2\n${NAME};${NAME}\n`
  const id = await started(person, body, '?header=true&deep=true&name=1&city=&number=')
  const { job, header, decided } = await read(person, `/${id}`)
  assert.deepEqual([job.deep, job.filename, header], [true, '', ['2', '2']])
  assert.deepEqual(job.columns, { name: ['2'], city: [], number: [] })
  assert.equal(decided.found, 0)
  const { columns } = (await service.needs.matchJobs.find({ account: person.account, isTest: false }, id))!
  assert.deepEqual(columns, { name: [1], city: [], number: [] })
})

test('columns that the list does not have, or none to search by, are refused', async () => {
  const person = signedIn(service)
  const details = async (query: string) => {
    const { status, json } = await upload(person, query, 'Firma;Ort\nA GmbH;Ulm\n')
    assert.equal(status, 400)
    return json().details[0]
  }
  const start = '?header=true&deep=false'
  assert.equal((await details(`${start}&name=2&city=&number=`)).field, 'name')
  assert.equal((await details(`${start}&name=&city=1&number=`)).reason, 'required')
  assert.equal((await details(`${start}&name=x&city=&number=`)).field, 'name')
  assert.deepEqual((await read(person, '')).jobs, [])
})

test('rows are read in pages by state, with what differs, and from the first one without a decision', async () => {
  const person = signedIn(service)
  const unknown = Array.from({ length: 2 * REVIEW_ROWS + 1 }, () => UNKNOWN)
  const id = await matched(person, [...unknown, `${NAME};`, ''])
  const first = await read(person, `/${id}/rows?state=not_found`)
  assert.deepEqual([first.page, first.total, first.rows.length], [0, unknown.length, REVIEW_ROWS])
  const last = await read(person, `/${id}/rows?state=not_found&page=99`)
  assert.deepEqual([last.page, last.rows[0].row, last.rows[0].name], [2, 50, 'Gibtsnicht Qwxyz GmbH'])
  for (let row = 0; row < REVIEW_ROWS; row++) {
    assert.equal((await decide(person, id, row, 'none')).statusCode, 204)
  }
  const open = await read(person, `/${id}/rows?state=not_found`)
  assert.deepEqual([open.page, open.rows[0].choice], [1, null])
  assert.equal((await read(person, `/${id}/rows?state=not_found&page=0`)).rows[0].choice, 'none')
  const { decided, job } = await read(person, `/${id}`)
  assert.deepEqual([decided.not_found, job.counts.not_found], [REVIEW_ROWS, unknown.length])
  assert.deepEqual((await read(person, `/${id}/rows?state=possible&page=3`)).rows, [])
})

test('the letters in which names differ are marked in both', async () => {
  const person = signedIn(service)
  const typed = NAME.replace(/GmbH/, 'AG')
  const id = await matched(person, [`${typed};`])
  const { job } = await read(person, `/${id}`)
  const state = Object.keys(job.counts).find((one) => job.counts[one] === 1)!
  const [row] = (await read(person, `/${id}/rows?state=${state}`)).rows
  const company = row.companies.find(({ name }: { name: string }) => name === NAME)
  const marked = (name: string, ranges: [number, number][]) =>
    ranges.map(([start, end]) => [...name].slice(start, end).join('')).join('')
  assert.equal(marked(company.name, company.differences), 'GmbH')
  assert.equal(marked(row.name, company.missing), 'AG')
})

test('a decision takes the place of the matched company in the result, here and in the API', async () => {
  const person = signedIn(service)
  const id = await matched(person, [`${NAME};`, `${NAME};`, `${NAME};`])
  const { job } = await read(person, `/${id}`)
  const state = job.counts.found === 3 ? 'found' : 'ambiguous'
  const [{ companies: candidates }] = (await read(person, `/${id}/rows?state=${state}`)).rows
  const chosen = candidates.at(-1)
  assert.equal((await decide(person, id, 0, chosen.uuid)).statusCode, 204)
  assert.equal((await decide(person, id, 1, 'none')).statusCode, 204)
  await decide(person, id, 2, 'none')
  await decide(person, id, 2, null)
  const answer = await person.get(`/matches/${id}/result?format=csv&separator=semicolon`)
  assert.match(String(answer.headers['content-disposition']), /attachment; filename="mat_\w+\.csv"/)
  const [header = [], ...rows] = answer.body
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  const cellOf = (row: number, name: string) => rows[row]![header.indexOf(`match_${name}`)]
  assert.equal(header.at(-1), 'match_decision')
  assert.deepEqual(
    [0, 1, 2].map((row) => [cellOf(row, 'decision'), cellOf(row, 'uuid'), cellOf(row, 'state')]),
    [
      ['chosen', chosen.uuid, state],
      ['none', '', state],
      ['', candidates[0].uuid, state],
    ],
  )
  const key = {
    name: 'a',
    kind: 'live',
    scopes: ['companies:search:deep'],
    expires_in: 'never',
    addresses: [],
  }
  const { secret } = (await person.post('/keys', key)).json()
  const api = await service.server.inject({
    ...{ method: 'GET', url: `/api/v1/matches/${id}/result` },
    headers: { authorization: `Bearer ${secret}`, accept: 'application/x-ndjson' },
  })
  const lines = api.body.trimEnd().split('\n')
  const wires = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    wires.map((wire) => [wire.match_decision, wire.match_uuid]),
    [
      ['chosen', chosen.uuid],
      ['none', null],
      [null, candidates[0].uuid],
    ],
  )
})

test('only what the row has can be decided', async () => {
  const person = signedIn(service)
  const id = await matched(person, [`${NAME};`])
  const refusal = async (row: number, choice: string) => {
    const answer = await decide(person, id, row, choice)
    assert.equal(answer.statusCode, 400)
    return answer.json().details
  }
  assert.deepEqual(await refusal(1, 'none'), [{ field: '/row', reason: 'too_large' }])
  const { uuid } = companies.find(({ name }) => name !== NAME)!
  assert.deepEqual(await refusal(0, uuid), [{ field: '/choice', reason: 'not_allowed' }])
  assert.equal((await read(person, `/${id}`)).decided.found, 0)
})

test('another account has no part of a job, and a deleted job is gone', async () => {
  const [person, other] = [signedIn(service), signedIn(service)]
  const id = await matched(person, [UNKNOWN])
  for (const path of ['', '/rows?state=found', '/result?format=csv']) {
    assert.equal((await other.get(`/matches/${id}${path}`)).statusCode, 404, path)
  }
  assert.equal((await decide(other, id, 0, 'none')).statusCode, 404)
  assert.equal((await other.post(`/matches/${id}/delete`)).statusCode, 404)
  assert.deepEqual((await read(other, '')).jobs, [])
  assert.equal((await person.post(`/matches/${id}/delete`)).statusCode, 204)
  assert.equal((await person.get(`/matches/${id}`)).statusCode, 404)
  assert.equal((await decide(person, id, 0, 'none')).statusCode, 404)
})

test('a file is refused before it is stored: without a session, from another site, too large or too often', async () => {
  const person = signedIn(service)
  const body = 'Firma\nA GmbH\n'
  const nobody = await upload({ ...person, cookie: '' }, '/preview', body)
  assert.deepEqual([nobody.status, nobody.json().reason], [401, 'signed_out'])
  const foreign = await upload(person, '/preview', body, { origin: 'https://evil.example' })
  assert.deepEqual([foreign.status, foreign.json().reason], [403, 'cross_site'])
  const type = await upload(person, '/preview', body, { origin: publicUrl, 'content-type': 'text/html' })
  assert.equal(type.status, 415)
  const large = await upload(person, '/preview', body, {
    origin: publicUrl,
    'content-length': String(MATCH_FILE_BYTES_MAX + 1),
  })
  assert.equal(large.status, 413)
  let answer = await upload(person, '/preview', body)
  while (answer.status === 200) answer = await upload(person, '/preview', body)
  assert.deepEqual([answer.status, answer.json().reason], [429, 'too_many'])
  assert.deepEqual(readdirSync(join(dirname(service.accountsPath), 'lists')), [])
})

test('the result of a job that still runs is refused, and so is another file before it is read', async () => {
  const person = signedIn(service)
  const id = await started(person, 'Nr;Firma;Ort\n1;A GmbH;\n')
  const second = await upload(person, QUERY, Buffer.from([0, 1, 2, 3, 0, 0]))
  assert.deepEqual([second.status, second.json().code], [409, 'conflict'])
  assert.equal((await person.get(`/matches/${id}/result?format=csv`)).statusCode, 409)
})
