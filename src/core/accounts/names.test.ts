/** Names of people and of passkeys, to the last character. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SqlAccountStore } from '../../adapters/sql/accounts/account-store.ts'
import { openAccountsDatabase } from '../../adapters/sqlite/accounts/accounts-database.ts'
import { systemClock as clock } from '../../adapters/system/clock.ts'
import { Failure } from '../failure.ts'
import type { AccountId } from '../identity/ids.ts'
import type { Member } from './browser.ts'
import { PERSON_NAME_MAX, readPersonName } from './describe-account.ts'
import { namePasskey, PASSKEY_NAME_MAX } from './passkeys.ts'

const refusedAs = (reason: string) => (error: unknown) =>
  error instanceof Failure && error.code === 'invalid_request' && error.details[0]?.reason === reason

test('the name of a person is empty or has up to 100 code points without control characters', () => {
  assert.equal(PERSON_NAME_MAX, 100)
  assert.equal(readPersonName(''), '')
  assert.equal(readPersonName('  Zoe\u0308 '), 'Zoë')
  assert.equal(readPersonName('🐙'.repeat(100)), '🐙'.repeat(100))
  assert.throws(() => readPersonName('a'.repeat(101)), refusedAs('too_long'))
  for (const name of ['a\nb', 'a\u0000', 'a\ud800', 'a\u202eb', '\u200fa', 'a\u2069']) {
    assert.throws(() => readPersonName(name), refusedAs('control_character'))
  }
})

test('the name of a passkey has 1 to 100 code points without control characters', async () => {
  const database = openAccountsDatabase(':memory:', 1)
  const db = database.file
  const needs = { accounts: new SqlAccountStore(database), clock }
  db.prepare("INSERT INTO accounts (id, email) VALUES ('acc_ada', 'ada@example.org')").run()
  db.prepare(
    `INSERT INTO passkeys (id, account_id, public_key, credential_id, counter, device_type, backed_up)
     VALUES ('p1', 'acc_ada', 'key', 'c1', 0, 'singleDevice', 0)`,
  ).run()
  const member = { account: 'acc_ada' as AccountId, address: '', userAgent: '', language: 'de' } as Member
  const name = (text: string) => namePasskey(needs, { member, id: 'p1', name: text })
  const stored = () => db.prepare('SELECT name FROM passkeys').pluck().get()
  assert.equal(PASSKEY_NAME_MAX, 100)
  await name(' 🔑'.repeat(50))
  assert.equal(stored(), ' 🔑'.repeat(50).trim())
  await name('ä'.repeat(100))
  assert.equal(stored(), 'ä'.repeat(100))
  await assert.rejects(() => name('ä'.repeat(101)), refusedAs('too_long'))
  await assert.rejects(() => name('  '), refusedAs('too_short'))
  for (const text of ['a\u0007', 'a\u202eb'])
    await assert.rejects(() => name(text), refusedAs('control_character'))
  assert.equal(stored(), 'ä'.repeat(100))
  db.close()
})
