/** The entries whose register number is known without its court. */
import type { CourtlessEntries, CourtlessEntry } from '../../../company-rows/save/stored-companies.ts'
import type { Database } from '../../database/open-database.ts'

const UPSERT = `INSERT INTO courtless_entries (company_id, name_folded, type, digits, suffix, waits)
  VALUES (?, ?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET name_folded = excluded.name_folded, type = excluded.type,
  digits = excluded.digits, suffix = excluded.suffix, waits = 1`

const NEXT = `SELECT company_id AS companyId, name_folded AS nameFolded, type, digits, suffix
  FROM courtless_entries WHERE waits = 1 ORDER BY company_id LIMIT ?`

/** Prepares the statements. */
export function courtlessEntries(db: Database): CourtlessEntries {
  const upsert = db.prepare(UPSERT)
  const wake = db.prepare('UPDATE courtless_entries SET waits = 1 WHERE name_folded = ?')
  const sameName = db.prepare(
    `SELECT id, register_court AS court, register_suffix AS suffix FROM companies
     WHERE name_folded = ? AND register_type = ? AND register_digits = ?`,
  )
  const setCompared = db.prepare('UPDATE courtless_entries SET waits = 0 WHERE company_id = ?')
  const remove = db.prepare('DELETE FROM courtless_entries WHERE company_id = ?')
  let hasAny = db.prepare('SELECT 1 FROM courtless_entries LIMIT 1').get() !== undefined
  return {
    hasAny: () => hasAny,
    put({ companyId, nameFolded, type, digits, suffix }) {
      hasAny = true
      upsert.run(companyId, nameFolded, type, digits, suffix)
    },
    wake: (nameFolded) => void wake.run(nameFolded),
    candidates: ({ nameFolded, type, digits }) =>
      sameName.all(nameFolded, type, digits) as ReturnType<CourtlessEntries['candidates']>[number][],
    setCompared: (id) => void setCompared.run(id),
    remove: (id) => void remove.run(id),
  }
}

/** Returns the next waiting entries in the order of their companies, at most `most`. */
export function nextCourtless(db: Database, most: number): readonly CourtlessEntry[] {
  return db.prepare(NEXT).all(most) as CourtlessEntry[]
}
