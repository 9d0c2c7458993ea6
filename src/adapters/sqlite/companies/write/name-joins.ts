/**
 * Finds the German company of an entry whose register number is known without its court: the only one that has this
 * number, with this suffix, and the same name. Entries wait here until an import is at its end, so that the order of
 * its files does not matter.
 */
import type { IncomingCompany } from '../../../../core/company/company-writer.ts'
import type { CourtlessNumber } from '../../../../core/company/lei.ts'
import { canonicalRegister } from '../../../../names/reading/company-uuid.ts'
import { isGerman } from '../../../../names/reading/register-number.ts'
import { foldWhole } from '../../../../names/text/fold.ts'
import type { Database } from '../../database/open-database.ts'
import { type RegisterColumns, registerOf } from '../tables/register-columns.ts'

/** Companies with a number without a court; call its methods inside a transaction. */
export interface NameJoins {
  /** Notes an entry without a court, or a German company under whose name such entries wait. */
  note(companyId: number, incoming: IncomingCompany): void
  /** Returns the next entries to compare, at most `most`. */
  next(most: number): readonly WaitingEntry[]
  /** Returns the companies with the number and the name of an entry. */
  candidates(entry: WaitingEntry): readonly number[]
  /** Notes that an entry was compared. It waits again when a company of its name is stored. */
  setCompared(companyId: number): void
  remove(companyId: number): void
}

interface WaitingEntry extends CourtlessNumber {
  readonly company_id: number
  readonly name_folded: string
}

interface Candidate {
  readonly id: number
  readonly register_court: string
  readonly register_suffix: string
}

const UPSERT = `INSERT INTO courtless_entries (company_id, name_folded, type, digits, suffix, waits)
  VALUES (?, ?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET name_folded = excluded.name_folded, type = excluded.type,
  digits = excluded.digits, suffix = excluded.suffix, waits = 1`

/** Prepares the statements. */
export function nameJoins(db: Database): NameJoins {
  const upsert = db.prepare(UPSERT)
  const wake = db.prepare('UPDATE courtless_entries SET waits = 1 WHERE name_folded = ?')
  const any = db.prepare('SELECT 1 FROM courtless_entries LIMIT 1')
  const next = db.prepare('SELECT * FROM courtless_entries WHERE waits = 1 ORDER BY company_id LIMIT ?')
  const sameName = db.prepare(
    `SELECT id, register_court, register_suffix FROM companies
     WHERE name_folded = ? AND register_type = ? AND register_digits = ?`,
  )
  const setCompared = db.prepare('UPDATE courtless_entries SET waits = 0 WHERE company_id = ?')
  const remove = db.prepare('DELETE FROM courtless_entries WHERE company_id = ?')
  let hasEntries = any.get() !== undefined
  return {
    note(companyId, { register, name, lei }) {
      // Nearly all stores have no such entry: then the name of a German company is not even folded.
      if (isGerman(register)) {
        if (hasEntries) wake.run(foldWhole(name))
        return
      }
      if (register.type !== 'list' || !lei?.courtless) return
      hasEntries = true
      const { type, digits, suffix } = lei.courtless
      upsert.run(companyId, foldWhole(name), type, digits, suffix)
    },
    next: (most) => next.all(most) as WaitingEntry[],
    candidates: (entry) =>
      (sameName.all(entry.name_folded, entry.type, entry.digits) as Candidate[])
        .filter((candidate) => hasSuffix(candidate, entry))
        .map(({ id }) => id),
    setCompared: (companyId) => setCompared.run(companyId),
    remove: (companyId) => remove.run(companyId),
  }
}

/** Courts write letters after numbers that distinguish nothing, and GLEIF often leaves them out. */
function hasSuffix(
  { register_court, register_suffix }: Candidate,
  { type, digits, suffix }: WaitingEntry,
): boolean {
  if (suffix === '') return true
  const columns: RegisterColumns = ['DE', register_court, type, digits, register_suffix]
  const register = registerOf(...columns)
  return (
    isGerman(register) &&
    canonicalRegister({ ...register, suffix }).suffix === canonicalRegister(register).suffix
  )
}
