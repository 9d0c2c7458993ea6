/** Looks into a database of a backup. */
import type { BackedUpDatabase, DatabaseCheck, DatabaseContent } from '../../core/backup/backup.ts'
import { checkVersion } from './database/migrate.ts'
import { openDatabase } from './database/open-database.ts'
import { onStorage } from './database/storage-failure.ts'
import { MIGRATIONS } from './integrity.ts'

/** What is counted. */
const COUNTED: Readonly<Record<BackedUpDatabase, Readonly<Record<string, string>>>> = {
  accounts: { accounts: 'SELECT count(*) FROM accounts', keys: 'SELECT count(*) FROM keys' },
  companies: {
    companies: 'SELECT count(*) FROM companies',
    changes: 'SELECT count(*) FROM changes',
    last_change: 'SELECT coalesce(max(sequence), 0) FROM changes',
  },
  counters: { usage_hours: 'SELECT count(*) FROM usage_hours' },
}

/** The databases, with the number of their migrations that this version knows. */
export function knownSchemas(): Readonly<Record<BackedUpDatabase, number>> {
  return {
    accounts: MIGRATIONS.accounts.length,
    companies: MIGRATIONS.companies.length,
    counters: MIGRATIONS.counters.length,
  }
}

/**
 * Opens a copy of a database, checks it and counts its main rows. Reads the whole file; changes nothing.
 *
 * @returns the fault that SQLite found in place of the content, if there is one.
 * @throws {Failure} `service_unavailable` if it cannot be opened, or a newer version wrote it.
 */
export function examineCopy(
  database: BackedUpDatabase,
  path: string,
  check: DatabaseCheck,
): DatabaseContent | { readonly fault: string } {
  return onStorage(path, () => {
    const db = openDatabase(path, { readOnly: true, synchronous: 'NORMAL' })
    try {
      checkVersion(db, MIGRATIONS[database])
      const pragma = check === 'full' ? 'integrity_check(1)' : 'quick_check(1)'
      const found = check === 'none' ? 'ok' : String(db.pragma(pragma, { simple: true }))
      if (found !== 'ok') return { fault: found }
      const rows = Object.entries(COUNTED[database]).map(([name, sql]) => [
        name,
        db.prepare(sql).pluck().get(),
      ])
      const schema = db.pragma('user_version', { simple: true }) as number
      return { database, schema, rows: Object.fromEntries(rows) as Record<string, number> }
    } finally {
      db.close()
    }
  })
}
