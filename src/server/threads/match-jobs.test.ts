import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { handClock } from '../../../test/api/hand-clock.ts'
import { madeJob } from '../../../test/contracts/match-job-store.ts'
import { SqlMatchJobStore } from '../../adapters/sql/accounts/match-job-store.ts'
import { openAccountsDatabase } from '../../adapters/sqlite/accounts/accounts-database.ts'
import { readConfig } from '../../config/config.ts'
import { Failure } from '../../core/failure.ts'
import { type AccountId, LOCAL_ACCOUNT } from '../../core/identity/ids.ts'
import { MATCH_STARTS_MAX, type MatchJob } from '../../core/matching/match-job.ts'
import { OUTAGE_LINE_MS } from '../../core/outage-log.ts'
import { dataFiles } from '../data-folder.ts'
import { MatchJobs, type MatchJobsNeeds } from './match-jobs.ts'

const POLL_MS = 20
/** Longer than a node has a job after an error, and than the log says nothing of the same error again. */
const CLAIM_MS = OUTAGE_LINE_MS
/** The sandbox is searched, which needs no index. */
const OWNER = { account: LOCAL_ACCOUNT, isTest: true }
const OTHER = { account: 'acc_other' as AccountId, isTest: true }
/** Threads that do what the text of a list says. */
const HOSTILE = new URL('../../../test/fixtures/hostile-list-thread.ts', import.meta.url)

/** The machine may be slow: no thread is ended before the test says so. */
const unlimited = () => ({ everyMs: 20, missedMax: Number.POSITIVE_INFINITY })

async function* file(text = 'Firma\nSandbox Exakt GmbH\n'): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** Jobs over a new folder, closed after the test. */
async function openJobs(t: TestContext, more: Partial<MatchJobsNeeds> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'match-jobs-'))
  const { accounts, lists } = dataFiles(dataDir)
  const clock = handClock()
  const database = openAccountsDatabase(accounts, clock.nowMs())
  const { account } = OTHER
  const created = { name: '', role: 'user', created_at: '2026-01-01T00:00:00.000Z' } as const
  await database.tables
    .insertInto('accounts')
    .values({ id: account, email: null, ...created })
    .execute()
  const jobs = new SqlMatchJobStore(database)
  const logged: string[] = []
  const matching = new MatchJobs({
    ...{ jobs, clock, config: readConfig({ DATA_DIR: dataDir }), node: 'one', isAlone: true },
    log: { warn: () => {}, error: ({ error }) => logged.push(String(error)) },
    searched: () => ({ number: 1, sequence: 0 }),
    ...more,
  })
  t.after(async () => {
    await matching.close()
    await database.close()
    rmSync(dataDir, { recursive: true })
  })
  const listOf = (text: string) => {
    const path = join(dataDir, `list-${text}`)
    writeFileSync(path, text)
    return path
  }
  return { matching, jobs, clock, lists, logged, listOf }
}

function jobOf(id: string, more: Partial<MatchJob>): MatchJob {
  const columns = { name: [0], city: [], number: [] }
  return madeJob(id, {
    ...{ header: ['Firma'], columns, rows: 1, createdAtMs: 0, expiresAtMs: 2 ** 52 },
    ...more,
  })
}

test('a job that this server cannot run for a while is run when it can, however often it was begun', async (t) => {
  const { matching, jobs, clock, lists, logged } = await openJobs(t)
  await jobs.add(jobOf('mat_a', OWNER), file())
  const state = async () => (await jobs.find(OWNER, 'mat_a'))!.state
  // In the place of the folder: no list can be stored there.
  writeFileSync(lists, '')
  await matching.open()
  for (let begun = 1; begun <= MATCH_STARTS_MAX + 1; begun++) {
    while (logged.length < begun && (await state()) !== 'failed') await wait(POLL_MS)
    assert.equal(await state(), 'running', `begun ${begun} times`)
    clock.pass(CLAIM_MS)
  }
  rmSync(lists)
  while ((await state()) === 'running') await wait(POLL_MS)
  assert.equal(await state(), 'done')
})

const isTooLarge = (error: unknown) =>
  error instanceof Failure && error.code === 'invalid_request' && error.details[0]?.reason === 'too_large'

for (const what of ['spin', 'fill']) {
  test(`a list that makes its thread ${what} is refused, and that of another account is read meanwhile`, async (t) => {
    const beats = unlimited()
    const { matching, listOf } = await openJobs(t, { file: HOSTILE, beats })
    const preview = (account: AccountId, text: string) =>
      matching.preview({ account, path: listOf(text), hasNoHeader: undefined })
    const refused = assert.rejects(preview(OWNER.account, what), isTooLarge)
    assert.equal((await preview(OTHER.account, 'two lines')).rowCount, 1)
    beats.missedMax = 1
    await refused
  })
}

test('the reading of a list ends when its client has left', async (t) => {
  const { matching, listOf } = await openJobs(t, { file: HOSTILE })
  const path = listOf('spin')
  const reading = matching.preview({ account: OWNER.account, path, hasNoHeader: undefined })
  rmSync(path)
  await assert.rejects(reading, { code: 'service_unavailable' })
})

test('a list whose thread dies while it is stored leaves no job behind', async (t) => {
  const { matching, jobs, listOf } = await openJobs(t, {
    file: HOSTILE,
    beats: { ...unlimited(), missedMax: 1 },
  })
  const terms = { fileName: '', hasNoHeader: false, deep: false, named: {} }
  const sent = { ...terms, path: listOf('spin'), kind: 'file' } as const
  await assert.rejects(matching.start({ owner: OWNER, sent }), isTooLarge)
  await jobs.add(jobOf('mat_next', OWNER), file())
})

test('a job that exhausts its thread twice fails with the reason, and that of another account is done', async (t) => {
  const beats = unlimited()
  const { matching, jobs, logged, lists } = await openJobs(t, { file: HOSTILE, beats })
  await jobs.add(jobOf('mat_a', { ...OWNER, fileName: 'spin' }), file())
  await jobs.add(jobOf('mat_b', { ...OTHER, createdAtMs: 1 }), file())
  await matching.open()
  const ended = async (owner: typeof OWNER, id: string) => {
    for (;;) {
      const job = await jobs.find(owner, id)
      if (job?.state === 'done' || job?.state === 'failed') return job
      await wait(POLL_MS)
    }
  }
  assert.equal((await ended(OTHER, 'mat_b')).state, 'done')
  beats.missedMax = 1
  const { state, fault } = await ended(OWNER, 'mat_a')
  assert.deepEqual(
    [state, fault],
    [
      'failed',
      'The list was begun 2 times and could not be matched: The thread made no progress for 0.02 seconds.',
    ],
  )
  assert.ok(logged.some((one) => one.startsWith('ThreadExhausted')))
  await matching.close()
  assert.deepEqual(
    readdirSync(join(lists, '..')).filter((name) => name === 'lists'),
    [],
  )
})

test('a job that has had its time is paused for one that waits, and goes on afterwards', async (t) => {
  const { matching, jobs, clock, logged } = await openJobs(t, { file: HOSTILE, beats: unlimited() })
  const state = async (owner: typeof OWNER, id: string) => (await jobs.find(owner, id))?.state
  const third = { ...OWNER, isTest: false }
  await jobs.add(jobOf('mat_a', { ...OWNER, fileName: 'long' }), file())
  await jobs.add(jobOf('mat_b', { ...OTHER, fileName: 'long' }), file())
  await matching.open()
  while (matching.rowsMatched < 2) await wait(POLL_MS)
  await jobs.add(jobOf('mat_c', third), file())
  while ((await state(third, 'mat_c')) !== 'done') {
    clock.pass(5 * POLL_MS)
    await wait(POLL_MS)
  }
  while (matching.rowsMatched < 3) await wait(POLL_MS)
  assert.deepEqual([await state(OWNER, 'mat_a'), await state(OTHER, 'mat_b')], ['running', 'running'])
  assert.deepEqual(logged, [])
})

test('a job that is deleted while it runs ends at once, without a word in the log', async (t) => {
  const { matching, jobs, logged } = await openJobs(t, { file: HOSTILE, beats: unlimited() })
  await jobs.add(jobOf('mat_a', { ...OWNER, fileName: 'spin' }), file())
  await matching.open()
  while ((await jobs.find(OWNER, 'mat_a'))?.state !== 'running') await wait(POLL_MS)
  await matching.remove(OWNER, 'mat_a')
  await jobs.add(jobOf('mat_b', OWNER), file())
  while ((await jobs.find(OWNER, 'mat_b'))?.state !== 'done') await wait(POLL_MS)
  await matching.close()
  assert.deepEqual(logged, [])
})
