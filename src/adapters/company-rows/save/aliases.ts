/** The ids of former numbers, which lead to the company that has the number. */
import { companyUuid } from '../../../names/reading/company-uuid.ts'
import type { RegisterKey } from '../../../names/reading/register-number.ts'
import { type FormerNumberRow, formerNumberOf } from '../rows/company-rows.ts'
import type { StoredCompanies } from './stored-companies.ts'

/**
 * Writes an alias. If two companies have the same former number (a split), the smaller uuid gets it, in any
 * order of imports.
 */
export function claimAlias(stored: StoredCompanies, alias: string, id: number, uuid: string): void {
  if (stored.idOf(alias) !== undefined || stored.aliases.idOfSame(alias) !== undefined) return
  const holder = stored.aliases.holderOf(alias)
  if (holder === undefined || uuid < holder) stored.aliases.put(alias, id)
}

/** Takes the alias of a number from a company that no longer has it, for the other companies that have it as a former one. */
export function releaseNumber(stored: StoredCompanies, id: number, register: RegisterKey): void {
  if (register.type === 'list') return
  const alias = companyUuid(register)
  stored.aliases.deleteFormer(alias, id)
  for (const row of stored.aliases.formerNumbersOf(digitsOf(register))) {
    if (row.company_id === id || !isNumber(row, alias)) continue
    const uuid = stored.uuidOf(row.company_id)
    if (uuid !== undefined) claimAlias(stored, alias, row.company_id, uuid)
  }
}

/** Returns the digits by which the former numbers of this key are found. */
export function digitsOf(register: RegisterKey): number {
  return register.type === 'foreign' || register.type === 'list' ? 0 : register.digits
}

function isNumber(row: FormerNumberRow, alias: string): boolean {
  return companyUuid(formerNumberOf(row).register) === alias
}
