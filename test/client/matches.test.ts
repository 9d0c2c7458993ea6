/** The jobs of the TypeScript client against the real service. */
import assert from 'node:assert/strict'
import { openAsBlob, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Firmensuche, FirmensucheError, type MatchJob } from '../../clients/typescript/src/index.ts'
import { jobSchema } from '../../src/http/api/matches-schemas.ts'
import { type Service, startService } from '../api/start-service.ts'

const LISTS = join(import.meta.dirname, '../fixtures/lists')
const FORMATS = [
  ['excel-de.csv', 'csv'],
  ['unicode-text.tsv', 'tsv'],
  ['customers.jsonl', 'ndjson'],
  ['customers.xlsx', 'xlsx'],
] as const

let service: Service
let baseUrl: string
let key: string
let client: Firmensuche

before(async () => {
  service = await startService()
  baseUrl = `http://127.0.0.1:${await service.listen()}`
  key = service.key().secret
  client = new Firmensuche({ baseUrl, key })
})
after(() => service.stop())

/** Runs what is queued when the client asks for the first time. */
async function finished(id: string): Promise<MatchJob> {
  const seen: MatchJob['state'][] = []
  let running: Promise<void> | undefined
  const job = await client.matches.wait(id, {
    intervalMs: 10,
    progress: ({ state }) => {
      seen.push(state)
      running ??= service.matching.runAll()
    },
  })
  await running
  assert.deepEqual([seen[0], seen.at(-1)], ['queued', 'done'])
  return jobSchema.parse(job)
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text()
}

function isFault(code: string) {
  return (error: unknown) => error instanceof FirmensucheError && error.code === code
}

test('rows become a job that is waited for, read in every format and deleted', async () => {
  const name = (await client.search({ name: 'GmbH' })).items[0]!.name
  const rows = [{ ref: 'a', name, customer: 17 }, { ref: 'b' }, { ref: 'c', name: 'Gibtsnicht Qwxyz GmbH' }]
  const started = jobSchema.parse(await client.matches.start({ rows }, { deep: true, filename: 'kunden' }))
  assert.deepEqual(
    [started.state, started.rows, started.deep, started.filename],
    ['queued', 3, true, 'kunden'],
  )
  await assert.rejects(client.matches.result(started.id), isFault('conflict'))
  const job = await finished(started.id)
  assert.deepEqual([job.done, job.counts.invalid, job.counts.not_found], [3, 1, 1])
  assert.deepEqual(await client.matches.list(), [job])
  const read = await Array.fromAsync(client.matches.rows(job.id))
  assert.deepEqual(
    read.map(({ ref, customer }) => [ref, customer]),
    [
      ['a', 17],
      ['b', undefined],
      ['c', undefined],
    ],
  )
  assert.equal(read[2]!.match_state, 'not_found')
  assert.match(await textOf(await client.matches.result(job.id)), /^ref,name,customer,match_state,/)
  const workbook = new Uint8Array(
    await new Response(await client.matches.result(job.id, 'xlsx')).arrayBuffer(),
  )
  assert.equal(Buffer.from(workbook.subarray(0, 2)).toString(), 'PK')
  await client.matches.delete(job.id)
  assert.deepEqual(await client.matches.list(), [])
  await assert.rejects(client.matches.get(job.id), isFault('not_found'))
})

test('files of every format are sent as they are, from memory and from the disk', async () => {
  for (const [file, format] of FORMATS) {
    const path = join(LISTS, file)
    const lists = [
      { file: readFileSync(path), format },
      { file: await openAsBlob(path), format },
    ]
    for (const list of lists) {
      const { id, rows } = await client.matches.start(list, { header: true })
      assert.ok(rows > 0, file)
      await client.matches.delete(id)
    }
  }
  const named = await client.matches.start(
    { file: 'A GmbH;Ulm\nB GmbH;Ulm\n', format: 'csv' },
    { header: false, name: '1', city: '2' },
  )
  assert.deepEqual([named.rows, named.columns.name, named.columns.city], [2, ['Column 1'], ['Column 2']])
  await client.matches.delete(named.id)
})

test('a start is tried again if it was refused, and not if it may have succeeded', async () => {
  const outcomes: (number | string)[] = []
  const spoiled = (first: Response | Error) =>
    new Firmensuche({
      ...{ baseUrl, key },
      fetch: async (...request) => {
        if (outcomes.length === 0) {
          outcomes.push('spoiled')
          if (first instanceof Error) throw first
          return first
        }
        const response = await fetch(...request)
        outcomes.push(response.status)
        return response
      },
    })
  const rows = [{ name: 'A GmbH' }]
  const refusal = Response.json(
    { error: 'x', code: 'service_unavailable' },
    { status: 503, headers: { 'retry-after': '0' } },
  )
  const { id } = await spoiled(refusal).matches.start({ rows })
  assert.deepEqual(outcomes.splice(0), ['spoiled', 202])
  await client.matches.delete(id)
  await assert.rejects(spoiled(new TypeError('gone')).matches.start({ rows }), isFault('no_answer'))
  assert.deepEqual(outcomes.splice(0), ['spoiled'])
})

test('a page of a proxy is no result', async () => {
  const proxy = new Firmensuche({
    ...{ baseUrl, key },
    fetch: async () => new Response('<h1>Sign in</h1>', { headers: { 'content-type': 'text/html' } }),
  })
  await assert.rejects(proxy.matches.result('mat_1', 'xlsx'), isFault('strange_answer'))
})

test('waiting ends with the signal, and rows that are read no further end the response', async () => {
  const { id } = await client.matches.start({ rows: [{ name: 'A GmbH' }, { name: 'B GmbH' }] })
  const stop = new AbortController()
  const reason = new Error('enough')
  const waiting = client.matches.wait(id, { signal: stop.signal, progress: () => stop.abort(reason) })
  await assert.rejects(waiting, (error) => error === reason)
  await service.matching.runAll()
  for await (const row of client.matches.rows(id)) {
    assert.equal(row.name, 'A GmbH')
    break
  }
  await client.matches.delete(id)
})

test('a wait that is told as a date is kept', async () => {
  let count = 0
  const late = new Firmensuche({
    ...{ baseUrl, key, waitMsMax: 60_000 },
    fetch: async (...request) => {
      if (count++ > 0) return fetch(...request)
      const headers = { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() }
      return Response.json({ error: 'x', code: 'rate_limited' }, { status: 429, headers })
    },
  })
  // An hour is more than the client waits, so the call ends at once.
  await assert.rejects(
    late.entryPoint(),
    (error) => error instanceof FirmensucheError && error.retryAfterS! > 3000,
  )
})
