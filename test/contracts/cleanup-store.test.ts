/** Reminders and the deletion of old data, over the real accounts file and a clock that tests move. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { SqliteCleanupStore } from '../../src/adapters/sqlite/accounts/cleanup-store.ts'
import { insertEmail } from '../../src/adapters/sqlite/accounts/email-rows.ts'
import type { Database } from '../../src/adapters/sqlite/database/open-database.ts'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { remindOfExpiry } from '../../src/core/accounts/remind-of-expiry.ts'
import { purgeExpired } from '../../src/core/accounts/retention.ts'
import { handClock } from '../api/hand-clock.ts'
import { exampleEmail } from '../fixtures/example-emails.ts'

const DAY_MS = 86_400_000
const RETENTION_MS = 400 * DAY_MS

interface Setup {
  readonly db: Database
  readonly clock: ReturnType<typeof handClock>
  readonly needs: Parameters<typeof remindOfExpiry>[0]
  /** Every e-mail by kind and language. */
  emails(): string[]
}

async function withSetup(step: (setup: Setup) => Promise<void>): Promise<void> {
  const db = openAccountsDatabase(':memory:', 1)
  const clock = handClock()
  const person = db.prepare('INSERT INTO accounts (id, email, language, disabled_at_ms) VALUES (?, ?, ?, ?)')
  person.run('acc_ida', 'ida@example.com', 'en', null)
  person.run('acc_jo', 'jo@example.com', 'de', 1)
  const needs = { cleanup: new SqliteCleanupStore(db), clock, secrets: systemSecrets }
  const emails = () =>
    db.prepare("SELECT kind || ' ' || recipient || ' ' || language FROM emails ORDER BY number").pluck().all()
  try {
    await step({ db, clock, needs, emails: emails as () => string[] })
  } finally {
    db.close()
  }
}

interface KeyRow {
  readonly account?: string
  readonly createdAtMs?: number
  readonly endsAtMs?: number
  readonly revokedAtMs?: number
}

function insertKey(db: Database, id: string, expiresAtMs: number | null, row: KeyRow = {}): void {
  const { account = 'acc_ida', createdAtMs = 0, endsAtMs, revokedAtMs } = row
  db.prepare(
    `INSERT INTO keys (id, account, name, visible_start, hash, scopes, created_at_ms, expires_at_ms, ends_at_ms, revoked_at_ms)
     VALUES (?, ?, 'CRM', 'fs_live_Ab3d', ?, 'companies:search', ?, ?, ?, ?)`,
  ).run(id, account, randomBytes(32), createdAtMs, expiresAtMs, endsAtMs ?? null, revokedAtMs ?? null)
}

test('the owner of a key receives an e-mail 14 days and one day before its end, each time once, to the millisecond', () =>
  withSetup(async ({ db, clock, needs, emails }) => {
    insertKey(db, 'key_1', clock.nowMs() + 15 * DAY_MS)
    clock.pass(DAY_MS - 1)
    assert.equal(await remindOfExpiry(needs), 0)
    clock.pass(1)
    assert.equal(await remindOfExpiry(needs), 1)
    assert.equal(await remindOfExpiry(needs), 0)
    clock.pass(13 * DAY_MS - 1)
    assert.equal(await remindOfExpiry(needs), 0)
    clock.pass(1)
    assert.equal(await remindOfExpiry(needs), 1)
    assert.equal(await remindOfExpiry(needs), 0)
    clock.pass(DAY_MS)
    assert.equal(await remindOfExpiry(needs), 0)
    assert.deepEqual(emails(), ['key_expires_14d ida@example.com en', 'key_expires_1d ida@example.com en'])
  }))

test('a server that was stopped when reminders were due sends only the one that still applies', () =>
  withSetup(async ({ db, clock, needs, emails }) => {
    insertKey(db, 'key_1', clock.nowMs() + 12 * 3_600_000)
    insertKey(db, 'key_2', clock.nowMs() + 10 * DAY_MS)
    assert.equal(await remindOfExpiry(needs), 2)
    assert.deepEqual(emails(), ['key_expires_1d ida@example.com en', 'key_expires_14d ida@example.com en'])
  }))

test('no reminder is sent for a key that has ended, was created for a short time, or whose account is disabled', () =>
  withSetup(async ({ db, clock, needs, emails }) => {
    const nowMs = clock.nowMs()
    insertKey(db, 'key_never', null)
    insertKey(db, 'key_past', nowMs)
    insertKey(db, 'key_revoked', nowMs + DAY_MS, { revokedAtMs: nowMs })
    insertKey(db, 'key_rotated', nowMs + DAY_MS, { endsAtMs: nowMs + DAY_MS })
    insertKey(db, 'key_local', nowMs + DAY_MS, { account: 'local' })
    insertKey(db, 'key_disabled', nowMs + DAY_MS, { account: 'acc_jo' })
    insertKey(db, 'key_week', nowMs + 7 * DAY_MS, { createdAtMs: nowMs })
    insertKey(db, 'key_day', nowMs + DAY_MS, { createdAtMs: nowMs })
    assert.equal(await remindOfExpiry(needs), 0)
    assert.deepEqual(emails(), [])
  }))

/** Rows of a table that are left, by one of its columns. */
function left(db: Database, table: string, column: string): unknown[] {
  return db.prepare(`SELECT ${column} FROM ${table} ORDER BY rowid`).pluck().all()
}

test('sessions are deleted when they have ended: idle for too long, or at their absolute end', () =>
  withSetup(async ({ db, clock, needs }) => {
    const nowMs = clock.nowMs()
    const add = db.prepare(
      `INSERT INTO sessions (id, account_id, token, expires_at, created_at, updated_at, stays, seen_at_ms)
       VALUES (?, 'acc_ida', ?, ?, '', '', ?, ?)`,
    )
    const iso = (ms: number) => new Date(ms).toISOString()
    add.run('ses_alive', 'a', iso(nowMs + 1), 0, nowMs - 12 * 3_600_000 + 1)
    add.run('ses_idle', 'b', iso(nowMs + DAY_MS), 0, nowMs - 12 * 3_600_000)
    add.run('ses_stays', 'c', iso(nowMs + DAY_MS), 1, nowMs - 7 * DAY_MS + 1)
    add.run('ses_left', 'd', iso(nowMs + DAY_MS), 1, nowMs - 7 * DAY_MS)
    add.run('ses_ended', 'e', iso(nowMs), 1, nowMs)
    assert.equal((await purgeExpired(needs, RETENTION_MS)).sessions, 3)
    assert.deepEqual(left(db, 'sessions', 'id'), ['ses_alive', 'ses_stays'])
  }))

test('the history reduces client addresses to networks after 30 days, and is deleted after 400', () =>
  withSetup(async ({ db, clock, needs }) => {
    const nowMs = clock.nowMs()
    const add = db.prepare(
      `INSERT INTO audit (at_ms, actor, event, subject, detail, address, device) VALUES (?, 'system', 'described', '', '{}', ?, '')`,
    )
    add.run(nowMs - 400 * DAY_MS - 1, '192.0.2.7')
    add.run(nowMs - 400 * DAY_MS, '192.0.2.7')
    add.run(nowMs - 30 * DAY_MS - 1, '2001:db8:1:2::9')
    add.run(nowMs - 30 * DAY_MS - 1, '')
    add.run(nowMs - 30 * DAY_MS, '192.0.2.7')
    const count = await purgeExpired(needs, RETENTION_MS)
    assert.deepEqual([count.audit, count.addresses], [1, 2])
    assert.deepEqual(left(db, 'audit', 'address'), ['192.0.2.0/24', '2001:db8:1::/48', '', '192.0.2.7'])
    assert.equal((await purgeExpired(needs, RETENTION_MS)).addresses, 0)
  }))

test('e-mails lose recipient and content after 30 days, and are deleted after 400; waiting ones stay complete', () =>
  withSetup(async ({ db, clock, needs }) => {
    const nowMs = clock.nowMs()
    for (const name of ['gone', 'old', 'young', 'waiting']) {
      insertEmail(db, exampleEmail('new_key', { recipient: `${name}@example.com`, matter: name, atMs: 0 }))
    }
    const settle = db.prepare("UPDATE emails SET state = 'sent', settled_at_ms = ? WHERE recipient = ?")
    settle.run(nowMs - 400 * DAY_MS - 1, 'gone@example.com')
    settle.run(nowMs - 30 * DAY_MS - 1, 'old@example.com')
    settle.run(nowMs - 30 * DAY_MS, 'young@example.com')
    await purgeExpired(needs, RETENTION_MS)
    assert.deepEqual(left(db, 'emails', 'recipient'), ['', 'young@example.com', 'waiting@example.com'])
    assert.equal(left(db, 'emails', 'data')[0], '{}')
  }))

test('links are deleted 30 days after their end, and the password of a sign-up at its end', () =>
  withSetup(async ({ db, clock, needs }) => {
    const nowMs = clock.nowMs()
    const add = db.prepare(
      `INSERT INTO links (id, kind, token_hash, nonce, email, password_hash, name, language, made_by, created_at_ms, expires_at_ms)
       VALUES (?, 'sign_up', ?, x'00', 'ida@example.com', 'hash', '', 'de', 'sign-up', 0, ?)`,
    )
    const link = (id: string, expiresAtMs: number) => add.run(id, randomBytes(32), expiresAtMs)
    link('lnk_gone', nowMs - 30 * DAY_MS - 1)
    link('lnk_waited_for', nowMs - 30 * DAY_MS - 1)
    link('lnk_over', nowMs)
    link('lnk_open', nowMs + 1)
    for (const id of ['lnk_gone', 'lnk_waited_for']) {
      insertEmail(db, exampleEmail('confirm', { link: { id, expiresAtMs: 1 }, matter: id, atMs: 0 }))
    }
    db.prepare("UPDATE emails SET state = 'sent', settled_at_ms = ? WHERE link_id = 'lnk_gone'").run(nowMs)
    assert.equal((await purgeExpired(needs, RETENTION_MS)).links > 0, true)
    assert.deepEqual(left(db, 'links', 'id'), ['lnk_waited_for', 'lnk_over', 'lnk_open'])
    assert.deepEqual(left(db, 'links', 'password_hash'), [null, null, 'hash'])
  }))
