import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { handClock } from '../../../test/api/hand-clock.ts'
import { madeJob } from '../../../test/contracts/match-job-store.ts'
import { SqlMatchJobStore } from '../../adapters/sql/accounts/match-job-store.ts'
import { openAccountsDatabase } from '../../adapters/sqlite/accounts/accounts-database.ts'
import { readConfig } from '../../config/config.ts'
import { LOCAL_ACCOUNT } from '../../core/identity/ids.ts'
import { MATCH_STARTS_MAX } from '../../core/matching/match-job.ts'
import { OUTAGE_LINE_MS } from '../../core/outage-log.ts'
import { dataFiles } from '../data-folder.ts'
import { MatchJobs } from './match-jobs.ts'

const POLL_MS = 20
/** Longer than a node has a job after an error, and than the log says nothing of the same error again. */
const CLAIM_MS = OUTAGE_LINE_MS
/** The sandbox is searched, which needs no index. */
const OWNER = { account: LOCAL_ACCOUNT, isTest: true }

async function* file(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('Firma\nSandbox Exakt GmbH\n')
}

test('a job that this server cannot run for a while is run when it can, however often it was begun', {
  timeout: 60_000,
}, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'match-jobs-'))
  const { accounts, lists } = dataFiles(dataDir)
  const clock = handClock()
  const database = openAccountsDatabase(accounts, clock.nowMs())
  const jobs = new SqlMatchJobStore(database)
  const columns = { name: [0], city: [], number: [] }
  const job = { ...OWNER, header: ['Firma'], columns, rows: 1, expiresAtMs: clock.nowMs() + 3_600_000 }
  await jobs.add(madeJob('mat_a', job), file())
  let faults = 0
  const matching = new MatchJobs({
    ...{ jobs, clock, config: readConfig({ DATA_DIR: dataDir }), node: 'one', isAlone: true },
    log: { warn: () => {}, error: () => faults++ },
    searched: () => ({ number: 1, sequence: 0 }),
  })
  t.after(async () => {
    await matching.close()
    await database.close()
    rmSync(dataDir, { recursive: true })
  })
  const state = async () => (await jobs.find(OWNER, 'mat_a'))!.state
  // In the place of the folder: no list can be stored there.
  writeFileSync(lists, '')
  await matching.open()
  for (let begun = 1; begun <= MATCH_STARTS_MAX + 1; begun++) {
    while (faults < begun && (await state()) !== 'failed') await wait(POLL_MS)
    assert.equal(await state(), 'running', `begun ${begun} times`)
    clock.pass(CLAIM_MS)
  }
  rmSync(lists)
  while ((await state()) === 'running') await wait(POLL_MS)
  assert.equal(await state(), 'done')
})
