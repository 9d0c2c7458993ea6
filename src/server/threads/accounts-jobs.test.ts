import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock } from '../../../test/api/hand-clock.ts'
import { SqlCleanupStore } from '../../adapters/sql/accounts/cleanup-store.ts'
import { openAccountsDatabase } from '../../adapters/sqlite/accounts/accounts-database.ts'
import { systemSecrets } from '../../adapters/system/secrets.ts'
import { startAccountsJobs } from './accounts-jobs.ts'

// Own process: it replaces the timers.

const HOUR_MS = 3_600_000

test('reminders are queued at the start and every hour, old history is deleted once a day, and an error stops neither', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const database = openAccountsDatabase(':memory:', 1)
  const db = database.file
  const clock = handClock()
  db.prepare("INSERT INTO accounts (id, email) VALUES ('acc_ida', 'ida@example.com')").run()
  const insertKey = (id: string) =>
    db
      .prepare(
        `INSERT INTO keys (id, account, name, visible_start, hash, scopes, created_at_ms, expires_at_ms)
         VALUES (?, 'acc_ida', 'CRM', 'fs_live_Ab3d', ?, 'companies:search', 0, ?)`,
      )
      .run(id, Buffer.from(id), clock.nowMs() + HOUR_MS)
  const insertEntry = () =>
    db
      .prepare(
        `INSERT INTO audit (at_ms, actor, event, subject, detail, address, device) VALUES (0, 'system', 'described', '', '{}', '', '')`,
      )
      .run()
  const count = (table: string) => db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
  /** Waits for what the jobs do without waiting themselves. */
  const done = () => new Promise((resolve) => setImmediate(resolve))
  const tick = () => {
    t.mock.timers.tick(HOUR_MS)
    return done()
  }
  const pass = async (hours: number) => {
    for (let i = 0; i < hours; i++) {
      clock.pass(HOUR_MS)
      await tick()
    }
  }
  let wakes = 0
  const faults: unknown[] = []
  insertKey('key_1')
  insertEntry()
  const end = startAccountsJobs({
    cleanup: new SqlCleanupStore(database),
    clock,
    secrets: systemSecrets,
    retentionMs: 400 * 24 * HOUR_MS,
    emailsQueued: () => wakes++,
    failed: (error) => faults.push(error),
  })
  await done()
  assert.deepEqual([count('emails'), count('audit'), wakes], [1, 0, 1])

  insertKey('key_2')
  insertEntry()
  await pass(1)
  assert.deepEqual([count('emails'), count('audit'), wakes], [1, 1, 1])
  insertKey('key_3')
  await pass(23)
  assert.deepEqual([count('audit'), wakes], [0, 1])

  db.exec('ALTER TABLE emails RENAME TO hidden')
  insertKey('key_4')
  clock.pass(1)
  await tick()
  assert.equal(faults.length, 1)
  db.exec('ALTER TABLE hidden RENAME TO emails')
  await tick()
  assert.deepEqual([count('emails'), wakes, faults.length], [2, 2, 1])

  await end()
  insertKey('key_5')
  await tick()
  assert.equal(count('emails'), 2)
  db.close()
})
