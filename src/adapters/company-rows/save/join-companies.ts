/** Makes two stored companies one. Call it inside a transaction. */
import { mergeRecords } from '../../../core/company/merge-company.ts'
import { keepOnly, moveRecords } from './entry-records.ts'
import { wakeByName, wakeJoined } from './lei-entries.ts'
import { moveLeis } from './save-lei.ts'
import type { StoredCompanies } from './stored-companies.ts'
import { updateCompany } from './write-company.ts'

/**
 * Joins the company `from` with the company `into`, which keeps its uuid. Of an entry that both have, the later
 * version stays. A suppression of either covers both.
 */
export function joinCompanies(stored: StoredCompanies, from: number, into: number, nowMs: number): void {
  const [other, before] = [stored.company(from), stored.company(into)]
  wakeByName(stored, other)
  for (const joined of [other, before]) wakeJoined(stored, joined)
  stored.entries.move(from, into)
  keepOnly(stored, from, other)
  keepOnly(stored, into, before)
  moveRecords(stored, from, into, before)
  moveLeis(stored, from, into, nowMs)
  stored.aliases.move(from, into)
  stored.deleteFacts(from)
  stored.aliases.delete(before.uuid)
  stored.aliases.putSame(other.uuid, into)
  stored.copySuppression(other.uuid, before.uuid)
  stored.log({ uuid: other.uuid, kind: 'merged', atMs: nowMs, fields: [], into: before.uuid })
  updateCompany(stored, into, { before, after: mergeRecords(before, other), nowMs })
}
