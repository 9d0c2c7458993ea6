/** The e-mail that an account gets when its keys together have used most of its limit. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { SharedKeyRing } from '../src/adapters/shared-memory/key-ring.ts'
import { AnnouncingKeyStore } from '../src/adapters/shared-memory/key-store.ts'
import { SharedKeyWriter } from '../src/adapters/shared-memory/key-writer.ts'
import { SharedLimiter } from '../src/adapters/shared-memory/limiter.ts'
import { createSharedBlock } from '../src/adapters/shared-memory/shared-block.ts'
import { SqlAccountReader } from '../src/adapters/sql/accounts/account-reader.ts'
import { SqlCleanupStore } from '../src/adapters/sql/accounts/cleanup-store.ts'
import { SqlKeyStore } from '../src/adapters/sql/accounts/key-store.ts'
import {
  openAccountsDatabase,
  openAccountsReadOnly,
} from '../src/adapters/sqlite/accounts/accounts-database.ts'
import type { Database } from '../src/adapters/sqlite/database/open-database.ts'
import { systemSecrets } from '../src/adapters/system/secrets.ts'
import { createKey } from '../src/core/access/create-key.ts'
import type { Limit } from '../src/core/access/key.ts'
import { warnOfLimit } from '../src/core/accounts/warn-of-limit.ts'
import { commandLineTrace } from '../src/core/identity/audit.ts'
import type { AccountId } from '../src/core/identity/ids.ts'
import { handClock } from './api/hand-clock.ts'

const ANN = 'acc_ann' as AccountId
const DAY_MS = 86_400_000
/** The account's limit is five times that of a key. */
const KEYS = 5

describe('the e-mail at 80 % of the account’s limit', () => {
  let folder: string
  let db: Database
  let close: () => Promise<void>
  let setup: Awaited<ReturnType<typeof open>>
  const clock = handClock(Date.UTC(2026, 10, 21, 12))

  async function open() {
    const database = openAccountsDatabase(join(folder, 'accounts.sqlite'), clock.nowMs())
    db = database.file
    db.prepare("INSERT INTO accounts (id, email, language) VALUES (?, 'ann@example.org', 'de')").run(ANN)
    const block = createSharedBlock({ keysMax: 64, metersMax: 256, addressesMax: 8 }, 1)
    const keys = await AnnouncingKeyStore.open(new SqlKeyStore(database), new SharedKeyWriter(block), {
      clock,
    })
    const accounts = new SqlAccountReader(openAccountsReadOnly(join(folder, 'accounts.sqlite')))
    const keyRing = new SharedKeyRing(block, { clock })
    const limiter = new SharedLimiter(block, 1, { clock })
    close = async () => {
      await accounts.close()
      await keys.close()
    }
    return {
      keys,
      accounts,
      keyRing,
      limiter,
      clock,
      secrets: systemSecrets,
      cleanup: new SqlCleanupStore(database),
    }
  }

  /** A new key of Ann that has used so many units. */
  async function use(units: number, limit?: Limit): Promise<void> {
    const params = { name: 'k', scopes: ['companies:search'], kind: 'live', ...(limit && { limit }) } as const
    const { key } = await createKey(setup, ANN, params, commandLineTrace(clock.nowMs()))
    assert.ok(setup.limiter.take(setup.keyRing.peek(key.hash)!, units * 10).accepted)
  }

  const emails = () => db.prepare("SELECT recipient, data FROM emails WHERE kind = 'limit_80'").all()

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'limit-'))
    setup = await open()
  })
  afterEach(async () => {
    await close()
    rmSync(folder, { recursive: true })
  })

  it('is written at exactly 80 % and not one unit below', async () => {
    for (let i = 1; i < KEYS; i++) await use(480)
    await use(479)
    assert.equal(await warnOfLimit(setup, [ANN]), 0)
    await use(1)
    assert.equal(await warnOfLimit(setup, [ANN]), 1)
    const [email] = emails() as { recipient: string; data: string }[]
    assert.equal(email?.recipient, 'ann@example.org')
    assert.deepEqual(JSON.parse(email?.data ?? ''), {
      ...{ atMs: clock.nowMs(), percent: 80, quota: 3000, windowMs: 300_000 },
    })
  })

  it('is written at most once a day', async () => {
    for (let i = 0; i < KEYS; i++) await use(600)
    assert.equal(await warnOfLimit(setup, [ANN]), 1)
    assert.equal(await warnOfLimit(setup, [ANN]), 0)
    clock.pass(DAY_MS)
    for (let i = 0; i < KEYS; i++) await use(600)
    assert.equal(await warnOfLimit(setup, [ANN]), 1)
    assert.equal(emails().length, 2)
  })

  it('is not written for keys with a limit of their own', async () => {
    await use(3000, { quota: 3000, windowMs: 60_000 })
    assert.equal(await warnOfLimit(setup, [ANN]), 0)
  })
})
