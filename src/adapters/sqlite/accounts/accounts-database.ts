/** The file with accounts and keys: apart from the companies, so that neither waits for the other's writes. */

import { migrate } from '../database/migrate.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { ACCOUNTS_MIGRATIONS } from './accounts-migrations.ts'

/**
 * Opens the accounts file, making it and bringing it up to date where needed. A commit is on the disk when the
 * call that made it returns, even when the power goes.
 *
 * @throws Failure `service_unavailable` when a newer version wrote it, or it is damaged or cannot be written.
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
