import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { AnnouncingKeyStore } from '../../src/adapters/shared-memory/key-store.ts'
import { SharedKeyWriter } from '../../src/adapters/shared-memory/key-writer.ts'
import { createSharedBlock } from '../../src/adapters/shared-memory/shared-block.ts'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts/accounts-database.ts'
import { openKeyReader } from '../../src/adapters/sqlite/accounts/key-reader.ts'
import { SqliteKeyStore } from '../../src/adapters/sqlite/accounts/key-store.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { Failure } from '../../src/core/failure.ts'
import { type AccountId, LOCAL_ACCOUNT } from '../../src/core/identity/ids.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { exampleKey, exampleRecord, type KeyStorePlace, keyStoreContract, OWNER } from './key-store.ts'

function sqlitePlace(): KeyStorePlace {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  const open = () => openAccountsDatabase(join(folder, 'accounts.sqlite'), 1)
  const db = open()
  db.prepare('INSERT INTO accounts (id, email, language) VALUES (?, ?, ?)').run(
    OWNER,
    'ida@example.com',
    'en',
  )
  const all = (sql: string) => db.prepare(sql).pluck().all() as string[]
  return {
    open: () => new SqliteKeyStore(open()),
    written: () => ({
      entries: all(`SELECT event || ' ' || subject FROM audit ORDER BY number`),
      emails: all(`SELECT kind || ' ' || json_extract(data, '$.key') FROM emails ORDER BY number`),
    }),
    disable: (account) => db.prepare('UPDATE accounts SET disabled_at_ms = 1 WHERE id = ?').run(account),
    delete: (account) => db.prepare('UPDATE accounts SET deleted_at_ms = 1 WHERE id = ?').run(account),
    remove: () => {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function latePlace(): KeyStorePlace {
  const inner = sqlitePlace()
  return { ...inner, open: async () => deferred(await inner.open()) }
}

function announcingPlace(inner = sqlitePlace()): KeyStorePlace {
  const size = { keysMax: 100, metersMax: 300, addressesMax: 8 }
  return {
    open: async () =>
      AnnouncingKeyStore.open(await inner.open(), new SharedKeyWriter(createSharedBlock(size, 1)), {
        clock: systemClock,
      }),
    written: () => inner.written(),
    disable: (account) => inner.disable(account),
    delete: (account) => inner.delete(account),
    remove: () => inner.remove(),
  }
}

keyStoreContract('the accounts file', sqlitePlace)
keyStoreContract('the accounts file of a running server', () => announcingPlace())
keyStoreContract('an accounts file of a running server that answers later', () =>
  announcingPlace(latePlace()),
)

describe('a reader of keys', () => {
  it('sees at once what the store has written, for its own account only', async (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'keys-'))
    test.after(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'accounts.sqlite')
    const store = new SqliteKeyStore(openAccountsDatabase(path, 1))
    const reader = openKeyReader(path)
    const key = exampleKey(1)
    store.add(key, { ...exampleRecord(key), email: undefined })
    assert.deepEqual(await reader.find(LOCAL_ACCOUNT, key.id), key)
    store.revoke(key, 5000, { ...exampleRecord(key), email: undefined })
    assert.deepEqual(await reader.list(LOCAL_ACCOUNT), [{ ...key, revokedAtMs: 5000 }])
    assert.equal(await reader.find('someone' as AccountId, key.id), undefined)
    await reader.close()
    store.close()
  })

  it('does not open a missing file', () => {
    const missing = join(tmpdir(), 'no-such-folder', 'accounts.sqlite')
    assert.throws(
      () => openKeyReader(missing),
      (error: Error) => error instanceof Failure,
    )
  })
})
