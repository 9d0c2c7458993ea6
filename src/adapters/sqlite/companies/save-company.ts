/** Stores one company: creates it, or merges the entry into the stored company. */
import { hash } from 'node:crypto'
import type { Company, CompanyId } from '../../../core/company/company.ts'
import type { IncomingCompany, SaveCount } from '../../../core/company/company-store.ts'
import { mergeCompany } from '../../../core/company/merge-company.ts'
import { companyUuid } from '../../../names/reading/company-uuid.ts'
import type { CompanyReading } from './company-reading.ts'
import { bytesOfUuid, type CompanyRow } from './company-rows.ts'
import type { CompanyStatements } from './company-statements.ts'

/** The ids of the stored companies, by uuid. */
export interface StoredIds {
  get(uuid: Buffer): number | undefined
  add(uuid: Buffer, id: number): void
}

/** The statements and ids that a save needs. */
export interface SaveContext {
  readonly statements: CompanyStatements
  readonly reading: CompanyReading
  readonly ids: StoredIds
}

/** Saves a company. Call it inside a transaction. */
export function saveCompany(context: SaveContext, incoming: IncomingCompany, nowMs: number): keyof SaveCount {
  const { source } = incoming
  const uuid = companyUuid(incoming.register) as CompanyId
  const bytes = bytesOfUuid(uuid)
  const content = contentOf(incoming)
  const id = context.ids.get(bytes)
  if (id === undefined) {
    create(context, { ...incoming, uuid, sources: [source], updatedAtMs: nowMs }, bytes, content)
    return 'created'
  }
  const note = context.statements.noteOfSource.get(id, source.source, source.sourceKey) as
    | SourceNote
    | undefined
  if (note?.content.equals(content) && note.as_of >= source.asOf) return 'unchanged'
  return change(context, id, incoming, bytes, content, nowMs) ? 'changed' : 'unchanged'
}

/**
 * What is stored about an entry of the company's source; there is none if the company is known only from
 * other entries.
 */
interface SourceNote {
  readonly as_of: string
  readonly content: Buffer
}

const CONTENT_BYTES = 8

/** Returns a hash that tells two versions of an entry apart. The day of the snapshot is not part of it. */
function contentOf(incoming: IncomingCompany): Buffer {
  return hash('sha256', factsText(incoming) + historyText(incoming), 'buffer').subarray(0, CONTENT_BYTES)
}

/**
 * Returns the facts as one text. Written by hand because it runs for every entry: it takes a fraction of the
 * time of JSON.stringify.
 */
function factsText(company: IncomingCompany): string {
  const { register } = company
  const number = `${register.court} ${register.type} ${register.digits} ${register.suffix}`
  const state = `${company.court} ${company.status} ${company.statusWord} ${company.registeredOn}`
  return `${company.name}\n${number}\n${state}\n${company.form}\n${company.seat}\n`
}

function historyText({ address, formerNames, formerNumbers }: IncomingCompany): string {
  if (address === null && formerNames.length === 0 && formerNumbers.length === 0) return ''
  return JSON.stringify([address, formerNames, formerNumbers])
}

function create(context: SaveContext, company: Company, bytes: Buffer, content: Buffer): void {
  const { statements, ids } = context
  // A company of its own has this key now, so the key is no longer an alias.
  statements.deleteAlias.run(bytes)
  const id = statements.insertCompany(company, bytes)
  ids.add(bytes, id)
  writeNames(statements, id, company)
  writeNumbers(context, id, company, bytes)
  for (const source of company.sources) {
    statements.upsertSource.run(id, source.source, source.sourceKey, source.asOf, content)
  }
  statements.logChange.run(bytes, 'created', company.updatedAtMs, '')
}

/** Merges an entry into a stored company; returns whether anything except the day of the snapshot changed. */
function change(
  context: SaveContext,
  id: number,
  incoming: IncomingCompany,
  bytes: Buffer,
  content: Buffer,
  nowMs: number,
): boolean {
  const { statements, reading } = context
  const stored = reading.whole([statements.companyById.get(id) as CompanyRow])[0]!
  const { company, changed } = mergeCompany(stored, incoming)
  // A snapshot older than the stored one of the same entry leaves the stored day and hash as they are.
  if (company.sources.includes(incoming.source)) {
    const { source, sourceKey, asOf } = incoming.source
    statements.upsertSource.run(id, source, sourceKey, asOf, content)
  }
  if (changed.length === 0) return false
  statements.updateCompany({ ...company, updatedAtMs: nowMs }, bytes, id)
  if (changed.includes('former_names')) {
    statements.deleteNames.run(id)
    writeNames(statements, id, company)
  }
  if (changed.includes('former_numbers')) {
    statements.deleteNumbers.run(id)
    writeNumbers(context, id, company, bytes)
  }
  statements.logChange.run(bytes, kindOf(stored, company), nowMs, changed.join(','))
  return true
}

function kindOf(before: Company, after: Company): 'changed' | 'removed' {
  return before.status !== 'removed' && after.status === 'removed' ? 'removed' : 'changed'
}

function writeNames(statements: CompanyStatements, id: number, { formerNames }: Company): void {
  formerNames.forEach(({ name, until }, position) => {
    statements.insertName.run(id, position, name, until)
  })
}

/** Writes the former numbers, and an alias for each one that is not the current number of a company. */
function writeNumbers(context: SaveContext, id: number, company: Company, bytes: Buffer): void {
  company.formerNumbers.forEach(({ register, until }, position) => {
    const { court, type, digits, suffix } = register
    context.statements.insertNumber.run(id, position, court, type, digits, suffix, until)
    const alias = bytesOfUuid(companyUuid(register))
    if (!alias.equals(bytes)) claimAlias(context, alias, id, bytes)
  })
}

/**
 * Writes an alias. If two companies have the same former number (a split), the smaller uuid gets it, in any
 * order of imports.
 */
function claimAlias({ statements, ids }: SaveContext, alias: Buffer, id: number, bytes: Buffer): void {
  if (ids.get(alias) !== undefined) return
  const holder = statements.uuidOfAlias.get(alias) as { uuid: Buffer } | undefined
  if (holder === undefined || Buffer.compare(bytes, holder.uuid) < 0) statements.upsertAlias.run(alias, id)
}
