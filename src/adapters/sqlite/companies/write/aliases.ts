/** The ids of former numbers, which lead to the company that has the number. Call these inside a transaction. */

import { companyUuid } from '../../../../names/reading/company-uuid.ts'
import type { RegisterKey } from '../../../../names/reading/register-number.ts'
import { bytesOfUuid, type FormerNumberRow, formerNumberOf } from '../tables/company-rows.ts'
import type { SaveContext } from './save-context.ts'

/**
 * Writes an alias. If two companies have the same former number (a split), the smaller uuid gets it, in any
 * order of imports.
 */
export function claimAlias({ statements, ids }: SaveContext, alias: Buffer, id: number, bytes: Buffer): void {
  if (ids.get(alias) !== undefined || statements.idOfSame.get(alias) !== undefined) return
  const holder = statements.uuidOfAlias.get(alias) as { uuid: Buffer } | undefined
  if (holder === undefined || Buffer.compare(bytes, holder.uuid) < 0) statements.upsertAlias.run(alias, id)
}

/** Takes the alias of a number from a company that no longer has it, for the other companies that have it as a former one. */
export function releaseNumber(context: SaveContext, id: number, register: RegisterKey): void {
  if (register.type === 'list') return
  const alias = bytesOfUuid(companyUuid(register))
  context.statements.deleteFormerAlias.run(alias, id)
  const digits = register.type === 'foreign' ? 0 : register.digits
  const rows = context.statements.formerNumbersOf.all(digits) as FormerNumberRow[]
  for (const row of rows) {
    if (row.company_id === id || !isNumber(row, alias)) continue
    claimAlias(context, alias, row.company_id, context.statements.uuidOfId.get(row.company_id) as Buffer)
  }
}

function isNumber(row: FormerNumberRow, alias: Buffer): boolean {
  return bytesOfUuid(companyUuid(formerNumberOf(row).register)).equals(alias)
}
