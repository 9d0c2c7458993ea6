/** Joins entries whose register number is known without its court with the companies of their names. */
import { hasSuffix } from './courtless-entries.ts'
import { joinCompanies } from './join-companies.ts'
import type { CourtlessEntry, StoredCompanies } from './stored-companies.ts'

/** Entries that one transaction compares with the companies of their names. */
export const JOINS_PER_TRANSACTION = 1000

/**
 * Joins waiting entries with their companies; returns how many. Call it inside a transaction. An entry with several
 * candidates stays alone.
 */
export function joinByName(
  stored: StoredCompanies,
  entries: readonly CourtlessEntry[],
  nowMs: number,
): number {
  let joined = 0
  for (const entry of entries) {
    const { companyId } = entry
    const candidates = stored.courtless.candidates(entry).filter((candidate) => hasSuffix(candidate, entry))
    const [company, ...others] = candidates
    const isStored = stored.uuidOf(companyId) !== undefined
    if (!isStored || (company !== undefined && others.length === 0)) stored.courtless.remove(companyId)
    else stored.courtless.setCompared(companyId)
    if (!isStored || company === undefined || others.length > 0) continue
    joinCompanies(stored, companyId, company.id, nowMs)
    joined++
  }
  return joined
}
