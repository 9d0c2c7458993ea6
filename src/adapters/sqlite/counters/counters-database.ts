/** The file of usage counts. It is separate from accounts, so that neither waits for the other's writes. */
import type { CountersTables } from '../../sql/counters/counters-tables.ts'
import { checkMigrated, type Migration, migrate } from '../database/migrate.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { SqliteDatabase } from '../database/sqlite-database.ts'
import { onStorage } from '../database/storage-failure.ts'

/**
 * The migrations of the counters file. A file without a version keeps its data. `hour`: hours since 1970,
 * UTC. `latencies`: 28 counts of 32 bits, little endian.
 */
export const COUNTERS_MIGRATIONS: readonly Migration[] = [
  {
    name: 'counters: usage by key and hour',
    up: (db) => {
      db.exec(`
        CREATE TABLE IF NOT EXISTS usage_hours (
          key TEXT NOT NULL,
          hour INTEGER NOT NULL,
          account TEXT NOT NULL,
          requests INTEGER NOT NULL,
          errors INTEGER NOT NULL,
          limited INTEGER NOT NULL,
          deep INTEGER NOT NULL,
          latencies BLOB NOT NULL,
          PRIMARY KEY (key, hour)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS usage_by_account ON usage_hours (account, hour);
        CREATE INDEX IF NOT EXISTS usage_by_hour ON usage_hours (hour);
      `)
    },
  },
]

/**
 * Opens the counters file for its only writer; creates it if needed.
 *
 * @throws {Failure} `service_unavailable` if a newer version wrote it, or if it is damaged or cannot be
 * written.
 */
export function openCountersDatabase(path: string, nowMs: number): SqliteDatabase<CountersTables> {
  return onStorage(path, () => opened(path, false, (db) => migrate(db, COUNTERS_MIGRATIONS, nowMs)))
}

/**
 * Opens the counters file read-only; it must have been opened for writing before.
 *
 * @throws {Failure} `service_unavailable` if it cannot be read.
 */
export function openCountersReadOnly(path: string): SqliteDatabase<CountersTables> {
  return onStorage(path, () => opened(path, true, (db) => checkMigrated(db, COUNTERS_MIGRATIONS)))
}

function opened(path: string, readOnly: boolean, prepare: (db: Database) => void) {
  const db = openDatabase(path, { synchronous: 'NORMAL', readOnly })
  try {
    prepare(db)
    return new SqliteDatabase<CountersTables>(db)
  } catch (error) {
    db.close()
    throw error
  }
}
