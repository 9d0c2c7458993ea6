import { damagedSentence, explained, openDatabase } from './open-database.ts'

/**
 * What SQLite finds wrong with a file, and what to do, as sentences; `undefined` = nothing. Reads the whole file,
 * and changes nothing. A file that cannot be opened is told of in the same way.
 */
export function findDamage(path: string): string | undefined {
  try {
    const db = openDatabase(path, { readOnly: true, synchronous: 'NORMAL' })
    try {
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
