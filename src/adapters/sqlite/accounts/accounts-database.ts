/**
 * The file of accounts and keys. It is separate from the companies, so that neither waits for the other's
 * writes.
 */

import type { AccountsTables } from '../../sql/accounts/accounts-tables.ts'
import { migrate } from '../database/migrate.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { SqliteDatabase } from '../database/sqlite-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { ACCOUNTS_MIGRATIONS } from './accounts-migrations.ts'

/**
 * Opens the accounts file; creates or migrates it if needed. A commit is on disk when its call returns, so it
 * survives a power failure.
 *
 * @throws {Failure} `service_unavailable` if a newer version wrote the file, or if it is damaged or cannot be
 * written.
 */
export function openAccountsDatabase(path: string, nowMs: number): SqliteDatabase<AccountsTables> {
  return opened(path, false, (file) => migrate(file, ACCOUNTS_MIGRATIONS, nowMs))
}

/**
 * Opens the accounts file read-only; the file must exist.
 *
 * @throws {Failure} `service_unavailable` if it cannot be read.
 */
export function openAccountsReadOnly(path: string): SqliteDatabase<AccountsTables> {
  return opened(path, true, () => undefined)
}

function opened(path: string, readOnly: boolean, prepare: (file: Database) => void) {
  return onStorage(path, () => {
    const file = openDatabase(path, { synchronous: 'FULL', readOnly })
    try {
      prepare(file)
      return new SqliteDatabase<AccountsTables>(file)
    } catch (error) {
      file.close()
      throw error
    }
  })
}
