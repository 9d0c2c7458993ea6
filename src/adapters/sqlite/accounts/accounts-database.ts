/**
 * The file of accounts and keys. It is separate from the companies, so that neither waits for the other's
 * writes.
 */

import { migrate } from '../database/migrate.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { ACCOUNTS_MIGRATIONS } from './accounts-migrations.ts'

/**
 * Opens the accounts file; creates or migrates it if needed. A commit is on disk when its call returns, so it
 * survives a power failure.
 *
 * @throws {Failure} `service_unavailable` if a newer version wrote the file, or if it is damaged or cannot be
 * written.
 */
export function openAccountsDatabase(path: string, nowMs: number): Database {
  return onStorage(path, () => {
    const db = openDatabase(path, { synchronous: 'FULL' })
    try {
      migrate(db, ACCOUNTS_MIGRATIONS, nowMs)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}
