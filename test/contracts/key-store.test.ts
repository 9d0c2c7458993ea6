import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts-database.ts'
import { SqliteKeyStore } from '../../src/adapters/sqlite/key-store.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { AnnouncingKeyStore } from '../../src/adapters/system/key-store.ts'
import { createSharedBlock } from '../../src/adapters/system/shared-block.ts'
import { SharedKeyWriter } from '../../src/adapters/system/shared-key-writer.ts'
import { type KeyStorePlace, keyStoreContract, OWNER } from './key-store.ts'

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
      letters: all(`SELECT kind || ' ' || json_extract(data, '$.key') FROM letters ORDER BY number`),
    }),
    remove: () => {
      db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

function announcingPlace(): KeyStorePlace {
  const inner = sqlitePlace()
  const size = { keysMax: 100, metersMax: 300, addressesMax: 8 }
  return {
    open: () =>
      new AnnouncingKeyStore(inner.open(), new SharedKeyWriter(createSharedBlock(size, 1)), {
        clock: systemClock,
      }),
    written: () => inner.written(),
    remove: () => inner.remove(),
  }
}

keyStoreContract('the accounts file', sqlitePlace)
keyStoreContract('the accounts file of a running server', announcingPlace)
