/** Writes one company. Call these inside a transaction. */
import type { Company } from '../../../core/company/company.ts'
import { type ChangeField, changedFields } from '../../../core/company/merge-company.ts'
import { companyUuid } from '../../../names/reading/company-uuid.ts'
import { claimAlias } from './aliases.ts'
import { wakeByName } from './lei-entries.ts'
import type { StoredCompanies } from './stored-companies.ts'

/** Returns the id of the company that has this key or was joined with the one that had it. */
export function storedId(stored: StoredCompanies, uuid: string): number | undefined {
  return stored.idOf(uuid) ?? stored.aliases.idOfSame(uuid)
}

/** Inserts a company with its history; returns its id. */
export function insertCompany(stored: StoredCompanies, company: Company): number {
  const id = stored.insert(company)
  claimNumbers(stored, id, company)
  wakeByName(stored, company)
  return id
}

/** Writes what changed and logs it; returns the changed fields. */
export function updateCompany(
  stored: StoredCompanies,
  id: number,
  { before, after, nowMs }: { readonly before: Company; readonly after: Company; readonly nowMs: number },
): readonly ChangeField[] {
  const changed = changedFields(before, after)
  // Which source tells a fact may change while the fact does not, and names that are not shown while the shown ones do not.
  if (JSON.stringify(before.factSources) !== JSON.stringify(after.factSources))
    stored.replace('fact_sources', id, after)
  if (JSON.stringify(before.otherNames) !== JSON.stringify(after.otherNames))
    stored.replace('other_names', id, after)
  if (changed.length === 0) return changed
  if (changed.includes('name') || changed.includes('registration_number'))
    for (const company of [before, after]) wakeByName(stored, company)
  stored.update(id, { ...after, updatedAtMs: nowMs })
  if (changed.includes('former_names')) stored.replace('former_names', id, after)
  if (changed.includes('events')) stored.replace('company_events', id, after)
  if (changed.includes('former_numbers')) {
    stored.replace('former_numbers', id, after)
    claimNumbers(stored, id, after)
  }
  stored.log({ uuid: after.uuid, kind: kindOf(before, after), atMs: nowMs, fields: changed })
  return changed
}

/** Deletes a company and logs that. */
export function deleteCompany(stored: StoredCompanies, id: number, company: Company, nowMs: number): void {
  wakeByName(stored, company)
  stored.delete(id)
  stored.log({ uuid: company.uuid, kind: 'removed', atMs: nowMs, fields: [] })
}

function kindOf(before: Company, after: Company): 'changed' | 'removed' {
  return before.status !== 'removed' && after.status === 'removed' ? 'removed' : 'changed'
}

/** Makes an alias of each former number that is not the current number of a company. */
function claimNumbers(stored: StoredCompanies, id: number, { uuid, formerNumbers }: Company): void {
  for (const { register } of formerNumbers) {
    const alias = companyUuid(register)
    if (alias !== uuid) claimAlias(stored, alias, id, uuid)
  }
}
