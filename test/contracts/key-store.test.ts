import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAccountsDatabase } from '../../src/adapters/sqlite/accounts-database.ts'
import { SqliteKeyStore } from '../../src/adapters/sqlite/key-store.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import { AnnouncingKeyStore } from '../../src/adapters/system/key-store.ts'
import { createSharedBlock } from '../../src/adapters/system/shared-block.ts'
import { SharedKeyWriter } from '../../src/adapters/system/shared-key-writer.ts'
import { type KeyStorePlace, keyStoreContract } from './key-store.ts'

function sqlitePlace(): KeyStorePlace {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  return {
    open: () => new SqliteKeyStore(openAccountsDatabase(join(folder, 'accounts.sqlite'), 1)),
    remove: () => rmSync(folder, { recursive: true }),
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
    remove: () => inner.remove(),
  }
}

keyStoreContract('the accounts file', sqlitePlace)
keyStoreContract('the accounts file of a running server', announcingPlace)
