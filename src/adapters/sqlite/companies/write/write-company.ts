/** Writes the rows of one company. Call these inside a transaction. */
import type { Company } from '../../../../core/company/company.ts'
import { type ChangeField, changedFields } from '../../../../core/company/merge-company.ts'
import { companyUuid } from '../../../../names/reading/company-uuid.ts'
import { bytesOfUuid, type CompanyRow } from '../tables/company-rows.ts'
import { registerColumns } from '../tables/register-columns.ts'
import { claimAlias } from './aliases.ts'
import type { CompanyStatements } from './company-statements.ts'
import type { SaveContext } from './save-context.ts'

/** Returns the id of the company that has this key or was joined with the one that had it. */
export function storedId({ statements, ids }: SaveContext, bytes: Buffer): number | undefined {
  return ids.get(bytes) ?? (statements.idOfSame.get(bytes) as number | undefined)
}

/** Returns the stored company of this id. */
export function storedCompany({ statements, reading }: SaveContext, id: number): Company {
  return reading.whole([statements.companyById.get(id) as CompanyRow])[0]!
}

/** Inserts a company with its history; returns its id. */
export function insertCompany(context: SaveContext, company: Company, bytes: Buffer): number {
  const id = context.statements.insertCompany(company, bytes)
  writeNames(context.statements, id, company)
  writeOtherNames(context.statements, id, company)
  writeEvents(context.statements, id, company)
  insertFactSources(context.statements, id, company)
  writeNumbers(context, id, company, bytes)
  context.leiEntries.wakeByName(company)
  return id
}

/** Writes what changed and logs it; returns the changed fields. */
export function updateCompany(
  context: SaveContext,
  id: number,
  { before, after, nowMs }: { readonly before: Company; readonly after: Company; readonly nowMs: number },
): readonly ChangeField[] {
  const { statements } = context
  const changed = changedFields(before, after)
  writeFactSources(statements, id, before, after)
  // Names that are not shown may change while the shown ones do not.
  if (JSON.stringify(before.otherNames) !== JSON.stringify(after.otherNames)) {
    statements.deleteOtherNames.run(id)
    writeOtherNames(statements, id, after)
  }
  if (changed.length === 0) return changed
  if (changed.includes('name') || changed.includes('registration_number'))
    for (const company of [before, after]) context.leiEntries.wakeByName(company)
  const bytes = bytesOfUuid(after.uuid)
  statements.updateCompany({ ...after, updatedAtMs: nowMs }, bytes, id)
  if (changed.includes('former_names')) {
    statements.deleteNames.run(id)
    writeNames(statements, id, after)
  }
  if (changed.includes('events')) {
    statements.deleteEvents.run(id)
    writeEvents(statements, id, after)
  }
  if (changed.includes('former_numbers')) {
    statements.deleteNumbers.run(id)
    writeNumbers(context, id, after, bytes)
  }
  statements.logChange.run(bytes, kindOf(before, after), nowMs, changed.join(','))
  return changed
}

/** Deletes a company and logs that. */
export function deleteCompany(
  { statements, leiEntries }: SaveContext,
  id: number,
  company: Company,
  nowMs: number,
): void {
  leiEntries.wakeByName(company)
  for (const deletion of statements.deleteRows) deletion.run(id)
  statements.logChange.run(bytesOfUuid(company.uuid), 'removed', nowMs, '')
}

function kindOf(before: Company, after: Company): 'changed' | 'removed' {
  return before.status !== 'removed' && after.status === 'removed' ? 'removed' : 'changed'
}

/** Which source tells a fact may change while the fact does not. */
function writeFactSources(statements: CompanyStatements, id: number, before: Company, after: Company): void {
  if (JSON.stringify(before.factSources) === JSON.stringify(after.factSources)) return
  statements.deleteFactSources.run(id)
  insertFactSources(statements, id, after)
}

function insertFactSources(statements: CompanyStatements, id: number, after: Company): void {
  for (const [fact, { source, sourceKey, asOf }] of Object.entries(after.factSources))
    statements.insertFactSource.run(id, fact, source, sourceKey, asOf)
}

function writeNames(statements: CompanyStatements, id: number, { formerNames }: Company): void {
  formerNames.forEach(({ name, until }, position) => {
    statements.insertName.run(id, position, name, until)
  })
}

function writeOtherNames(statements: CompanyStatements, id: number, { otherNames }: Company): void {
  otherNames.forEach(({ name, source, sourceKey, kind }, position) => {
    statements.insertOtherName.run(id, position, name, source, sourceKey, kind)
  })
}

function writeEvents(statements: CompanyStatements, id: number, { events }: Company): void {
  events.forEach(({ kind, date, source }, position) => {
    statements.insertEvent.run(id, position, kind, date, source)
  })
}

/** Writes the former numbers, and an alias for each one that is not the current number of a company. */
function writeNumbers(context: SaveContext, id: number, company: Company, bytes: Buffer): void {
  company.formerNumbers.forEach(({ register, until }, position) => {
    context.statements.insertNumber.run(id, position, ...registerColumns(register), until)
    const alias = bytesOfUuid(companyUuid(register))
    if (!alias.equals(bytes)) claimAlias(context, alias, id, bytes)
  })
}
