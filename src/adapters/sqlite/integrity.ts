import { ACCOUNTS_MIGRATIONS } from './accounts/accounts-migrations.ts'
import { COMPANY_MIGRATIONS } from './companies/tables/company-migrations.ts'
import { COUNTERS_MIGRATIONS } from './counters/counters-database.ts'
import { checkVersion } from './database/migrate.ts'
import { damagedSentence, explained, openDatabase } from './database/open-database.ts'

/** The migrations of each database of a data folder. */
export const MIGRATIONS = {
  accounts: ACCOUNTS_MIGRATIONS,
  companies: COMPANY_MIGRATIONS,
  counters: COUNTERS_MIGRATIONS,
} as const
/** The databases of a data folder. */
export type DatabaseName = keyof typeof MIGRATIONS

/**
 * Checks a database file; returns what is wrong and what to do, as sentences, or `undefined` if nothing is.
 * Reads the whole file and changes nothing. A file that cannot be opened, or that a newer version wrote, is
 * reported in the same way.
 */
export function findDamage(name: DatabaseName, path: string): string | undefined {
  try {
    const db = openDatabase(path, { readOnly: true, synchronous: 'NORMAL' })
    try {
      checkVersion(db, MIGRATIONS[name])
      const rows = db.pragma('quick_check(1)') as { quick_check: string }[]
      const first = rows[0]?.quick_check
      return first === 'ok' ? undefined : damagedSentence(path)
    } finally {
      db.close()
    }
  } catch (error) {
    const known = explained(path, error)
    return known instanceof Error ? known.message : String(known)
  }
}
