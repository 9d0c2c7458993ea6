/** The supervisor writes keys, the accounts thread letters and accounts, into one file. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts-database.ts'
import { SqliteKeyStore } from '../../src/adapters/sqlite/key-store.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { createKey } from '../../src/core/access/create-key.ts'
import { LOCAL_ACCOUNT, SCOPES } from '../../src/core/access/key.ts'
import { revokeKey } from '../../src/core/access/revoke-key.ts'
import { commandLineTrace } from '../../src/core/accounts/audit.ts'

const THREAD = new URL('../fixtures/letter-writer-thread.ts', import.meta.url)
const LETTERS = 400

test('keys are made and revoked while another thread writes and settles letters: neither is refused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'writers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'accounts.sqlite')
  const db = openAccountsDatabase(path, 1)
  const keys = new SqliteKeyStore(db)
  const needs = { keys, clock: systemClock, secrets: systemSecrets }
  const trace = commandLineTrace(systemClock.nowMs())
  const worker = new Worker(THREAD, { workerData: { path, count: LETTERS } })
  const exited = once(worker, 'exit')
  let faults: string[] | undefined
  worker.once('message', (told: string[]) => {
    faults = told
  })
  let made = 0
  const waits: number[] = []
  while (faults === undefined) {
    const { key } = createKey(needs, LOCAL_ACCOUNT, { name: 'k', kind: 'live', scopes: SCOPES }, trace)
    const startMs = performance.now()
    revokeKey(needs, LOCAL_ACCOUNT, key.id, trace)
    waits.push(performance.now() - startMs)
    made++
    await turn()
  }
  await exited
  assert.deepEqual(faults, [])
  assert.ok(made > 0)
  assert.equal(keys.list(LOCAL_ACCOUNT).filter(({ revokedAtMs }) => revokedAtMs !== undefined).length, made)
  assert.equal(db.prepare("SELECT count(*) FROM letters WHERE state = 'sent'").pluck().get(), LETTERS)
  assert.equal(db.prepare('SELECT count(*) FROM audit').pluck().get(), made * 2)
  waits.sort((a, b) => a - b)
  const p99 = waits[Math.floor(waits.length * 0.99)]!
  t.diagnostic(`${made} keys beside ${LETTERS} letters; p99 of a revocation ${p99.toFixed(1)} ms`)
  keys.close()
})
