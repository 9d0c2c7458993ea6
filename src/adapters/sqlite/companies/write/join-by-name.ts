/** Joins entries whose register number is known without its court with the companies of their names. */
import { joinCompanies } from './join-companies.ts'
import type { SaveContext } from './save-context.ts'

/**
 * Joins waiting entries, at most `most`, with their companies. Call it inside a transaction. An entry with several
 * candidates stays alone.
 *
 * @returns how many entries were compared and joined.
 */
export function joinByName(
  context: SaveContext,
  most: number,
  nowMs: number,
): { readonly compared: number; readonly joined: number } {
  const { nameJoins: joins, statements } = context
  const entries = joins.next(most)
  let joined = 0
  for (const entry of entries) {
    const [company, ...others] = joins.candidates(entry)
    const isStored = statements.companyById.get(entry.company_id) !== undefined
    if (!isStored || (company !== undefined && others.length === 0)) joins.remove(entry.company_id)
    else joins.setCompared(entry.company_id)
    if (!isStored || company === undefined || others.length > 0) continue
    joinCompanies(context, entry.company_id, company, nowMs)
    joined++
  }
  return { compared: entries.length, joined }
}
