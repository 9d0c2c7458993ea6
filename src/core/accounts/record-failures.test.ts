import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SqlAccountStore } from '../../adapters/sql/accounts/account-store.ts'
import { openAccountsDatabase } from '../../adapters/sqlite/accounts/accounts-database.ts'
import { Attempts } from './attempts.ts'
import { recordFailures } from './record-failures.ts'

test('wrong passwords are recorded as one entry with their number in the history of the account', async () => {
  const database = openAccountsDatabase(':memory:', 1)
  const db = database.file
  db.prepare("INSERT INTO accounts (id, email) VALUES ('acc_ada', 'ada@example.org')").run()
  const needs = { accounts: new SqlAccountStore(database), attempts: new Attempts() }
  const browser = {
    cookies: '',
    userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
    language: 'de',
  } as const
  for (const [email, address, atMs] of [
    ['ada@example.org', '192.0.2.1', 1000],
    ['nobody@example.org', '192.0.2.1', 1500],
    ['ada@example.org', '192.0.2.2', 2000],
  ] as const) {
    needs.attempts.noteFailure(email, { ...browser, address }, atMs)
  }
  for (let i = 0; i < 2; i++) await recordFailures(needs)
  assert.deepEqual(db.prepare('SELECT * FROM audit').all(), [
    {
      number: 1,
      at_ms: 2000,
      account_id: 'acc_ada',
      actor: 'system',
      event: 'sign_in_failed',
      subject: '',
      detail: '{"count":2}',
      address: '192.0.2.2',
      device: 'Firefox, Linux',
    },
  ])
  db.close()
})

test('memory is bounded for any number of addresses', () => {
  const attempts = new Attempts()
  const visitor = { cookies: '', address: '192.0.2.1', userAgent: '', language: 'de' } as const
  for (let i = 0; i < 5000; i++) attempts.noteFailure(`${i}@example.org`, visitor, i)
  assert.equal(attempts.takeFailures().length, 1000)
  assert.equal(attempts.takeFailures().length, 0)
})
