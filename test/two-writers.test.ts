/** The supervisor writes keys, the accounts thread everything else: into one file, at the same time. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { SqlKeyStore } from '../src/adapters/sql/accounts/key-store.ts'
import { openAccountsDatabase } from '../src/adapters/sqlite/accounts/accounts-database.ts'
import { systemClock as clock } from '../src/adapters/system/clock.ts'
import { systemSecrets as secrets } from '../src/adapters/system/secrets.ts'
import { createKey } from '../src/core/access/create-key.ts'
import { revokeKey } from '../src/core/access/revoke-key.ts'
import { commandLineTrace } from '../src/core/identity/audit.ts'
import { LOCAL_ACCOUNT } from '../src/core/identity/ids.ts'

const PEOPLE = 200

test('no write is refused or lost when keys are created and revoked while people sign up', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'two-writers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'accounts.sqlite')
  const database = openAccountsDatabase(path, 1)
  const db = database.file
  t.after(() => db.close())
  const keys = new SqlKeyStore(database)
  const signUps = new Worker(new URL('./fixtures/sign-up-thread.ts', import.meta.url), {
    workerData: { path, count: PEOPLE },
  })
  let isDone = false
  const done = once(signUps, 'message').then(() => {
    isDone = true
  })
  const needs = { keys, clock, secrets }
  const trace = commandLineTrace(1)
  let made = 0
  const waits: number[] = []
  while (!isDone) {
    const params = { name: `key ${made}`, kind: 'live', scopes: ['companies:search'], addresses: [] } as const
    const { key } = await createKey(needs, LOCAL_ACCOUNT, params, trace)
    const startMs = performance.now()
    await revokeKey(needs, LOCAL_ACCOUNT, key.id, trace)
    waits.push(performance.now() - startMs)
    made++
    await setImmediate()
  }
  await done
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)]!
  t.diagnostic(`${made} keys beside ${PEOPLE} people; p99 of a revocation ${p99.toFixed(1)} ms`)
  assert.ok(made > 0)
  assert.deepEqual([count('keys'), count('accounts'), count('emails')], [made, PEOPLE + 1, PEOPLE])
  assert.equal(count('keys WHERE revoked_at_ms IS NOT NULL'), made)
  assert.equal(count("emails WHERE state = 'sent'"), PEOPLE)
  assert.equal(count('links WHERE used_at_ms IS NOT NULL'), PEOPLE)
  assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
})
