/** Writes companies: the answer to the port `CompanyWriter`. One per file, in the importing thread. */
import { hash } from 'node:crypto'
import type { Company, CompanyId } from '../../core/company/company.ts'
import type { CompanyWriter, IncomingCompany, SaveCount } from '../../core/company/company-store.ts'
import { mergeCompany } from '../../core/company/merge-company.ts'
import { companyUuid } from '../../names/company-uuid.ts'
import { COMPANY_MIGRATIONS, dropListIndexes, makeListIndexes } from './company-migrations.ts'
import { type CompanyReading, companyReading } from './company-reading.ts'
import { bytesOfUuid, type CompanyRow } from './company-rows.ts'
import { type CompanyStatements, companyStatements } from './company-statements.ts'
import { migrate } from './migrate.ts'
import { type Database, openDatabase } from './open-database.ts'

/** All that a save works with. */
interface Desk {
  readonly db: Database
  readonly statements: CompanyStatements
  readonly reading: CompanyReading
}

/**
 * Opens the companies file for writing, creates it or brings it up to date, and makes good what a killed
 * bulk import left undone. Committed batches survive `kill -9`: they are in the write-ahead log.
 *
 * @throws DatabaseTooNew when a newer version wrote the file.
 */
export function openCompanyWriter(path: string, nowMs: number): CompanyWriter {
  const db = openDatabase(path, { synchronous: 'NORMAL' })
  try {
    migrate(db, COMPANY_MIGRATIONS, nowMs)
    makeListIndexes(db)
  } catch (error) {
    db.close()
    throw error
  }
  const desk: Desk = { db, statements: companyStatements(db), reading: companyReading(db) }
  return {
    save: (batch, atMs) => db.transaction(() => saveAll(desk, batch, atMs)).immediate(),
    noteSource: (set) => {
      desk.statements.noteSource.run(set.source, set.title, set.licence, set.attribution)
    },
    beginBulk: () => {
      if (desk.statements.anyCompany.get() === undefined) dropListIndexes(db)
    },
    endBulk: () => {
      makeListIndexes(db)
      desk.statements.countSources.run()
      db.pragma('wal_checkpoint(TRUNCATE)')
    },
    close: () => db.close(),
  }
}

function saveAll(desk: Desk, batch: readonly IncomingCompany[], nowMs: number): SaveCount {
  const count = { created: 0, changed: 0, unchanged: 0 }
  for (const company of batch) count[saveOne(desk, company, nowMs)]++
  return count
}

function saveOne(desk: Desk, incoming: IncomingCompany, nowMs: number): keyof SaveCount {
  const { source } = incoming
  const uuid = companyUuid(incoming.register) as CompanyId
  const bytes = bytesOfUuid(uuid)
  const content = contentOf(incoming)
  const id = desk.statements.idOfUuid.get(bytes) as number | undefined
  if (id === undefined) {
    create(desk, { ...incoming, uuid, sources: [source], updatedAtMs: nowMs }, bytes, content)
    return 'created'
  }
  const note = desk.statements.noteOfSource.get(id, source.source, source.sourceKey) as SourceNote | undefined
  if (note?.content.equals(content) && note.as_of >= source.asOf) return 'unchanged'
  return change(desk, id, incoming, bytes, content, nowMs) ? 'changed' : 'unchanged'
}

/** What the company's source says of itself; none when the company is known, but not from this entry. */
interface SourceNote {
  readonly as_of: string
  readonly content: Buffer
}

const CONTENT_BYTES = 8

/** Tells two versions of an entry apart. The day of the look is not part of it. */
function contentOf(incoming: IncomingCompany): Buffer {
  const text = JSON.stringify({ ...incoming, source: undefined })
  return hash('sha256', text, 'buffer').subarray(0, CONTENT_BYTES)
}

function create({ statements }: Desk, company: Company, bytes: Buffer, content: Buffer): void {
  // Under this key a company of its own has come: the key is no longer somebody's former one only.
  statements.deleteAlias.run(bytes)
  const id = statements.insertCompany(company, bytes)
  writeNames(statements, id, company)
  writeNumbers(statements, id, company, bytes)
  for (const source of company.sources) {
    statements.upsertSource.run(id, source.source, source.sourceKey, source.asOf, content)
  }
  statements.logChange.run(bytes, 'created', company.updatedAtMs, '')
}

/** Answers whether anything but the day of the look changed. */
function change(
  { statements, reading }: Desk,
  id: number,
  incoming: IncomingCompany,
  bytes: Buffer,
  content: Buffer,
  nowMs: number,
): boolean {
  const stored = reading.whole([statements.companyById.get(id) as CompanyRow])[0]!
  const { company, changed } = mergeCompany(stored, incoming)
  // An older look than the one stored from the same entry leaves its note as it is.
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
    writeNumbers(statements, id, company, bytes)
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

/** With an alias for each former number that is nobody's own. */
function writeNumbers(statements: CompanyStatements, id: number, company: Company, bytes: Buffer): void {
  company.formerNumbers.forEach(({ register, until }, position) => {
    const { court, type, digits, suffix } = register
    statements.insertNumber.run(id, position, court, type, digits, suffix, until)
    const alias = bytesOfUuid(companyUuid(register))
    if (!alias.equals(bytes)) claimAlias(statements, alias, id, bytes)
  })
}

/** Where two companies name the same former number (a split), the smaller uuid has it, in any order of imports. */
function claimAlias(statements: CompanyStatements, alias: Buffer, id: number, bytes: Buffer): void {
  if (statements.idOfUuid.get(alias) !== undefined) return
  const holder = statements.uuidOfAlias.get(alias) as { uuid: Buffer } | undefined
  if (holder === undefined || Buffer.compare(bytes, holder.uuid) < 0) statements.upsertAlias.run(alias, id)
}
