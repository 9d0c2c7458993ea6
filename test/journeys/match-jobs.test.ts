// Thorough: it kills servers during long lists; src/server/threads/match-jobs.test.ts continues a job.
/** Lists that a running server matches as jobs. */
import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { emptyDatabase, NO_POSTGRES, startCluster } from '../fixtures/postgres.ts'
import {
  ENTRIES,
  importedFolder,
  makeKey,
  ONE_THREAD,
  POLL_MS,
  run,
  type Server,
  sampleLines,
  startServer,
  temporaryFolder,
} from './program.ts'

const ROWS = 6000
/** The progress is asked for all the time. */
const SCOPE = ['--scopes', 'companies:search:deep', '--limit', '1000000/60s']

interface Job {
  readonly id: string
  readonly state: string
  readonly rows: number
  readonly done: number
  readonly counts: Readonly<Record<string, number>>
}

/** A list of real names, each with its number in the list. */
function madeList(): string {
  const names = sampleLines(ROWS).map((line) => (JSON.parse(line) as { name: string }).name)
  return `Nr\tFirma\n${names.map((name, i) => `${i}\t${name.replaceAll('\t', ' ')}\n`).join('')}`
}

async function call(url: string, key: string, path = '', more: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, connection: 'close', ...more.headers }
  return fetch(`${url}/api/v1/matches${path}`, { ...more, headers })
}

async function start(url: string, key: string, body = madeList()): Promise<Job> {
  const headers = { 'content-type': 'text/tab-separated-values' }
  const answer = await call(url, key, '?deep=true&name=Firma', { method: 'POST', body, headers })
  assert.equal(answer.status, 202)
  return (await answer.json()) as Job
}

async function jobWhen(url: string, key: string, id: string, isSo: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const answer = await call(url, key, `/${id}`)
    assert.equal(answer.status, 200)
    const job = (await answer.json()) as Job
    if (isSo(job)) return job
    assert.notEqual(job.state, 'failed')
    await wait(POLL_MS)
  }
}

const isDone = ({ state }: Job) => state === 'done'
const hasBegun = ({ done }: Job) => done > 0

/** Checks that the result has every row of the list once, in its order. */
async function checkResult(url: string, key: string, job: Job): Promise<void> {
  assert.deepEqual([job.done, job.rows], [ROWS, ROWS])
  assert.equal(
    Object.values(job.counts).reduce((sum, count) => sum + count, 0),
    ROWS,
  )
  const accept = { accept: 'application/x-ndjson' }
  const text = await (await call(url, key, `/${job.id}/result`, { headers: accept })).text()
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>)
  assert.deepEqual(
    rows.map(({ Nr }) => Number(Nr)),
    Array.from({ length: ROWS }, (_, i) => i),
  )
  assert.ok(rows.some(({ match_state }) => match_state === 'found'))
}

test('a job that a killed server has begun continues at the next start behind the rows that are stored', async (t) => {
  const folder = await importedFolder(t)
  const { key } = await makeKey(folder, SCOPE)
  const first = await startServer(t, folder, ONE_THREAD)
  const { id } = await start(first.url, key)
  const before = await jobWhen(first.url, key, id, hasBegun)
  assert.ok(before.done < ROWS, 'killed in the middle')
  first.process.kill('SIGKILL')
  await first.ended
  const second = await startServer(t, folder, ONE_THREAD)
  const after = await jobWhen(second.url, key, id, () => true)
  assert.ok(after.done >= before.done)
  await checkResult(second.url, key, await jobWhen(second.url, key, id, isDone))
  assert.doesNotMatch(second.complained(), /error/)
})

test('a stopped server ends at once, and the next one continues the job', async (t) => {
  const folder = await importedFolder(t)
  const { key } = await makeKey(folder, SCOPE)
  const first = await startServer(t, folder, ONE_THREAD)
  const { id } = await start(first.url, key)
  await jobWhen(first.url, key, id, hasBegun)
  first.process.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  const second = await startServer(t, folder, ONE_THREAD)
  await checkResult(second.url, key, await jobWhen(second.url, key, id, isDone))
})

test('a job that is deleted while it runs is gone, with its files, and the next one is accepted', async (t) => {
  const folder = await importedFolder(t)
  const { key } = await makeKey(folder, SCOPE)
  const { url, complained } = await startServer(t, folder, ONE_THREAD)
  const { id } = await start(url, key)
  await jobWhen(url, key, id, hasBegun)
  assert.equal((await call(url, key, `/${id}`, { method: 'DELETE' })).status, 204)
  assert.equal((await call(url, key, `/${id}`)).status, 404)
  const next = await start(url, key, 'Nr\tFirma\n1\tBau GmbH\n')
  await jobWhen(url, key, next.id, isDone)
  const lists = join(folder, 'lists')
  while (existsSync(lists) && readdirSync(lists).length > 0) await wait(POLL_MS)
  assert.doesNotMatch(complained(), /error/)
})

/** Returns the name, host and port, of the node that runs the job. */
async function runnerOf(database: string): Promise<string> {
  const client = new Client({ connectionString: database })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM nodes JOIN match_jobs ON match_jobs.node = nodes.id',
    )
    return rows[0]!.name
  } finally {
    await client.end()
  }
}

async function startNodes(t: TestContext, database: string): Promise<readonly Server[]> {
  const first = temporaryFolder(t)
  writeFileSync(join(first, 'secret'), 'ab'.repeat(32), { mode: 0o600 })
  const { code, err } = await run(['import', ENTRIES, '--data-dir', first], { DATABASE_URL: database })
  assert.equal(code, 0, err)
  const second = temporaryFolder(t)
  cpSync(first, second, { recursive: true })
  const settings = { ...ONE_THREAD, DATABASE_URL: database }
  return [await startServer(t, first, settings), await startServer(t, second, settings)]
}

test('of two nodes one runs a job, both show it, and the other one continues it when the first is killed', {
  skip: NO_POSTGRES,
}, async (t) => {
  const database = await emptyDatabase(t, await startCluster({ settings: ['fsync=off'] }))
  const nodes = await startNodes(t, database)
  const { key } = await makeKey(temporaryFolder(t), SCOPE, { DATABASE_URL: database })
  const { id } = await start(nodes[0]!.url, key)
  const before = await jobWhen(nodes[1]!.url, key, id, hasBegun)
  const port = (await runnerOf(database)).split(':').at(-1)
  const runner = nodes.find(({ url }) => new URL(url).port === port)!
  const other = nodes.find((node) => node !== runner)!
  runner.process.kill('SIGKILL')
  await runner.ended
  assert.ok(before.done < ROWS, 'killed in the middle')
  await checkResult(other.url, key, await jobWhen(other.url, key, id, isDone))
})
