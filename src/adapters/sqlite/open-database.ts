/** One way to open a SQLite file, the same for companies and for accounts. */
import BetterSqlite, { type Database } from 'better-sqlite3'

export type { Database } from 'better-sqlite3'

/** How long a statement waits for another thread's write before it gives up. */
const BUSY_TIMEOUT_MS = 5000

/** Page cache of one connection; small, because the system's own file cache does the work. */
const CACHE_KIB = 16_384

export interface OpenOptions {
  /** Never writes and never creates the file. */
  readonly readOnly?: boolean
  /**
   * `FULL`: a commit is on the disk when the call returns, even when the power goes.
   * `NORMAL`: a commit survives the death of the process at once (it is in the system's cache, in the
   * write-ahead log) and the loss of power from the next checkpoint on. Neither can damage the file.
   */
  readonly synchronous: 'FULL' | 'NORMAL'
}

/**
 * Opens the file, in write-ahead mode, so that readers never wait for the writer. Creates it unless `readOnly`.
 *
 * @throws Error of SQLite when the file is missing (`readOnly`), is no database, or the folder is not there.
 */
export function openDatabase(path: string, options: OpenOptions): Database {
  const readOnly = options.readOnly ?? false
  const db = new BetterSqlite(path, { readonly: readOnly, fileMustExist: readOnly, timeout: BUSY_TIMEOUT_MS })
  try {
    if (!readOnly) db.pragma('journal_mode = WAL')
    db.pragma(`synchronous = ${options.synchronous}`)
    db.pragma('foreign_keys = ON')
    db.pragma(`cache_size = -${CACHE_KIB}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
