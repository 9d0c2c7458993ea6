import { ACCOUNTS_MIGRATIONS } from './accounts/accounts-migrations.ts'
import { COMPANY_MIGRATIONS } from './companies/company-migrations.ts'
import { COUNTERS_MIGRATIONS } from './counters/counters-database.ts'
import { checkVersion } from './database/migrate.ts'
import { damagedSentence, explained, openDatabase } from './database/open-database.ts'

const MIGRATIONS = {
  accounts: ACCOUNTS_MIGRATIONS,
  companies: COMPANY_MIGRATIONS,
  counters: COUNTERS_MIGRATIONS,
} as const
export type DatabaseName = keyof typeof MIGRATIONS

/**
 * What SQLite finds wrong with a file, and what to do, as sentences; `undefined` = nothing. Reads the whole file,
 * and changes nothing. A file that cannot be opened, or that a newer version wrote, is told of in the same way.
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
