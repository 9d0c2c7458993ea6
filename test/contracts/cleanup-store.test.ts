/** Reminders and the deletion of old data, over real databases and a clock that tests move. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Accounts } from '../../src/adapters/sql/accounts/accounts-tables.ts'
import { SqlCleanupStore } from '../../src/adapters/sql/accounts/cleanup-store.ts'
import { insertEmail } from '../../src/adapters/sql/accounts/email-rows.ts'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { remindOfExpiry } from '../../src/core/accounts/remind-of-expiry.ts'
import { purgeExpired } from '../../src/core/accounts/retention.ts'
import { handClock } from '../api/hand-clock.ts'
import { ACCOUNTS_PLACES } from '../fixtures/accounts-places.ts'
import { exampleEmail } from '../fixtures/example-emails.ts'

const DAY_MS = 86_400_000
const RETENTION_MS = 400 * DAY_MS

interface Setup {
  readonly tables: Accounts
  readonly clock: ReturnType<typeof handClock>
  readonly needs: Parameters<typeof remindOfExpiry>[0]
  /** Every e-mail by kind and language. */
  emails(): Promise<string[]>
}

/** Registers a test over each database. */
function holds(sentence: string, step: (setup: Setup) => Promise<void>): void {
  for (const { name, skip, make } of ACCOUNTS_PLACES) {
    test(`${name}: ${sentence}`, { skip }, async () => {
      const { tables, open, remove } = await make()
      try {
        await insertPeople(tables)
        const clock = handClock()
        const needs = { cleanup: new SqlCleanupStore(open()), clock, secrets: systemSecrets }
        await step({ tables, clock, needs, emails: () => emailsOf(tables) })
      } finally {
        await remove()
      }
    })
  }
}

async function insertPeople(tables: Accounts): Promise<void> {
  const ida = { id: 'acc_ida', email: 'ida@example.com', language: 'en', disabled_at_ms: null }
  const jo = { id: 'acc_jo', email: 'jo@example.com', language: 'de', disabled_at_ms: 1 }
  await tables.insertInto('accounts').values([ida, jo]).execute()
}

async function emailsOf(tables: Accounts): Promise<string[]> {
  const rows = await tables.selectFrom('emails').selectAll().orderBy('number').execute()
  return rows.map(({ kind, recipient, language }) => `${kind} ${recipient} ${language}`)
}

interface KeyRow {
  readonly account?: string
  readonly createdAtMs?: number
  readonly endsAtMs?: number
  readonly revokedAtMs?: number
}

async function insertKey(
  tables: Accounts,
  id: string,
  expiresAtMs: number | null,
  row: KeyRow = {},
): Promise<void> {
  const { account = 'acc_ida', createdAtMs = 0, endsAtMs = null, revokedAtMs = null } = row
  const texts = { id, account, name: 'CRM', visible_start: 'fs_live_Ab3d', scopes: 'companies:search' }
  const times = { created_at_ms: createdAtMs, expires_at_ms: expiresAtMs }
  const ends = { ends_at_ms: endsAtMs, revoked_at_ms: revokedAtMs }
  await tables
    .insertInto('keys')
    .values({ ...texts, hash: randomBytes(32), ...times, ...ends })
    .execute()
}

holds(
  'the owner of a key receives an e-mail 14 days and one day before its end, each time once, to the millisecond',
  async ({ tables, clock, needs, emails }) => {
    await insertKey(tables, 'key_1', clock.nowMs() + 15 * DAY_MS)
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
    assert.deepEqual(await emails(), [
      'key_expires_14d ida@example.com en',
      'key_expires_1d ida@example.com en',
    ])
  },
)

holds(
  'a server that was stopped when reminders were due sends only the one that still applies',
  async ({ tables, clock, needs, emails }) => {
    await insertKey(tables, 'key_1', clock.nowMs() + 12 * 3_600_000)
    await insertKey(tables, 'key_2', clock.nowMs() + 10 * DAY_MS)
    assert.equal(await remindOfExpiry(needs), 2)
    assert.deepEqual(await emails(), [
      'key_expires_1d ida@example.com en',
      'key_expires_14d ida@example.com en',
    ])
  },
)

holds(
  'no reminder is sent for a key that has ended, was created for a short time, or whose account is disabled',
  async ({ tables, clock, needs, emails }) => {
    const nowMs = clock.nowMs()
    await insertKey(tables, 'key_never', null)
    await insertKey(tables, 'key_past', nowMs)
    await insertKey(tables, 'key_revoked', nowMs + DAY_MS, { revokedAtMs: nowMs })
    await insertKey(tables, 'key_rotated', nowMs + DAY_MS, { endsAtMs: nowMs + DAY_MS })
    await insertKey(tables, 'key_local', nowMs + DAY_MS, { account: 'local' })
    await insertKey(tables, 'key_disabled', nowMs + DAY_MS, { account: 'acc_jo' })
    await insertKey(tables, 'key_week', nowMs + 7 * DAY_MS, { createdAtMs: nowMs })
    await insertKey(tables, 'key_day', nowMs + DAY_MS, { createdAtMs: nowMs })
    assert.equal(await remindOfExpiry(needs), 0)
    assert.deepEqual(await emails(), [])
  },
)

holds(
  'sessions are deleted when they have ended: idle for too long, or at their absolute end',
  async ({ tables, clock, needs }) => {
    const nowMs = clock.nowMs()
    const add = (id: string, endsAtMs: number, stays: number | null, seenAtMs: number) =>
      tables
        .insertInto('sessions')
        .values({
          ...{ id, account_id: 'acc_ida', token: id, expires_at: new Date(endsAtMs).toISOString() },
          ...{ created_at: '', updated_at: '', stays, seen_at_ms: seenAtMs },
        })
        .execute()
    await add('ses_1_alive', nowMs + 1, 0, nowMs - 12 * 3_600_000 + 1)
    await add('ses_2_idle', nowMs + DAY_MS, 0, nowMs - 12 * 3_600_000)
    await add('ses_3_unsaid', nowMs + DAY_MS, null, nowMs - 12 * 3_600_000)
    await add('ses_4_stays', nowMs + DAY_MS, 1, nowMs - 7 * DAY_MS + 1)
    await add('ses_5_left', nowMs + DAY_MS, 1, nowMs - 7 * DAY_MS)
    await add('ses_6_ended', nowMs, 1, nowMs)
    assert.equal((await purgeExpired(needs, RETENTION_MS)).sessions, 4)
    const rows = await tables.selectFrom('sessions').select('id').orderBy('id').execute()
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['ses_1_alive', 'ses_4_stays'],
    )
  },
)

holds(
  'the history reduces client addresses to networks after 30 days, and is deleted after 400',
  async ({ tables, clock, needs }) => {
    const nowMs = clock.nowMs()
    const add = (atMs: number, address: string, count = 1) => {
      const entry = {
        at_ms: atMs,
        actor: 'system',
        event: 'described',
        subject: '',
        detail: '{}',
        address,
        device: '',
      }
      return tables.insertInto('audit').values(Array(count).fill(entry)).execute()
    }
    await add(nowMs - 400 * DAY_MS - 1, '192.0.2.7')
    await add(nowMs - 400 * DAY_MS, '192.0.2.7')
    await add(nowMs - 30 * DAY_MS - 1, '2001:db8:1:2::9')
    await add(nowMs - 30 * DAY_MS - 1, '')
    await add(nowMs - 30 * DAY_MS, '192.0.2.7')
    const addresses = async () => {
      const rows = await tables.selectFrom('audit').select('address').orderBy('number').execute()
      return rows.map(({ address }) => address)
    }
    const count = await purgeExpired(needs, RETENTION_MS)
    assert.deepEqual([count.audit, count.addresses], [1, 2])
    assert.deepEqual(await addresses(), ['192.0.2.0/24', '2001:db8:1::/48', '', '192.0.2.7'])
    assert.equal((await purgeExpired(needs, RETENTION_MS)).addresses, 0)
    await add(nowMs - 30 * DAY_MS - 1, '198.51.100.7', 1001)
    assert.equal((await purgeExpired(needs, RETENTION_MS)).addresses, 1001)
    assert.deepEqual(new Set((await addresses()).slice(4)), new Set(['198.51.100.0/24']))
  },
)

holds(
  'e-mails lose recipient and content after 30 days, and are deleted after 400; waiting ones stay complete',
  async ({ tables, clock, needs }) => {
    const nowMs = clock.nowMs()
    for (const name of ['gone', 'old', 'young', 'waiting']) {
      await insertEmail(
        tables,
        exampleEmail('new_key', { recipient: `${name}@example.com`, matter: name, atMs: 0 }),
      )
    }
    const settle = (atMs: number, name: string) =>
      tables
        .updateTable('emails')
        .set({ state: 'sent', settled_at_ms: atMs })
        .where('recipient', '=', `${name}@example.com`)
        .execute()
    await settle(nowMs - 400 * DAY_MS - 1, 'gone')
    await settle(nowMs - 30 * DAY_MS - 1, 'old')
    await settle(nowMs - 30 * DAY_MS, 'young')
    await purgeExpired(needs, RETENTION_MS)
    const rows = await tables.selectFrom('emails').select(['recipient', 'data']).orderBy('number').execute()
    assert.deepEqual(
      rows.map(({ recipient }) => recipient),
      ['', 'young@example.com', 'waiting@example.com'],
    )
    assert.equal(rows[0]?.data, '{}')
  },
)

holds(
  'links are deleted 30 days after their end, and the password of a sign-up at its end',
  async ({ tables, clock, needs }) => {
    const nowMs = clock.nowMs()
    const link = (id: string, expiresAtMs: number) => {
      const texts = {
        kind: 'sign_up',
        email: 'ida@example.com',
        name: '',
        language: 'de',
        made_by: 'sign-up',
      }
      const hashes = { token_hash: randomBytes(32), nonce: Buffer.of(0), password_hash: 'hash' }
      return tables
        .insertInto('links')
        .values({ id, ...texts, ...hashes, created_at_ms: 0, expires_at_ms: expiresAtMs })
        .execute()
    }
    await link('lnk_gone', nowMs - 30 * DAY_MS - 1)
    await link('lnk_waited_for', nowMs - 30 * DAY_MS - 1)
    await link('lnk_over', nowMs)
    await link('lnk_open', nowMs + 1)
    for (const id of ['lnk_gone', 'lnk_waited_for']) {
      await insertEmail(
        tables,
        exampleEmail('confirm', { link: { id, expiresAtMs: 1 }, matter: id, atMs: 0 }),
      )
    }
    await tables
      .updateTable('emails')
      .set({ state: 'sent', settled_at_ms: nowMs })
      .where('link_id', '=', 'lnk_gone')
      .execute()
    assert.equal((await purgeExpired(needs, RETENTION_MS)).links > 0, true)
    const rows = await tables.selectFrom('links').select(['id', 'password_hash']).orderBy('rowid').execute()
    assert.deepEqual(
      rows.map(({ id, password_hash }) => [id, password_hash]),
      [
        ['lnk_waited_for', null],
        ['lnk_over', null],
        ['lnk_open', 'hash'],
      ],
    )
  },
)
