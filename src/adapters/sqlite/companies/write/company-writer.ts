/**
 * Writes companies: implements the port `CompanyWriter`. There is one writer per file, in the import thread.
 */
import type { Synchronous } from '../../../../core/awaitable.ts'
import type { CompanySource } from '../../../../core/company/company.ts'
import type { SourceSet, Suppression } from '../../../../core/company/company-store.ts'
import type {
  CompanyWriter,
  FoundEntries,
  IncomingCompany,
  LeiResult,
  SaveCount,
  SaveResult,
  WithdrawnEntries,
  WithdrawResult,
} from '../../../../core/company/company-writer.ts'
import type { LeiParent } from '../../../../core/company/lei.ts'
import { migrate } from '../../database/migrate.ts'
import { type Database, explained, openDatabase } from '../../database/open-database.ts'
import { type CompanyReading, companyReading } from '../read/company-reading.ts'
import { COMPANY_MIGRATIONS, dropLateIndexes, makeLateIndexes } from '../tables/company-migrations.ts'
import { bytesOfUuid, isUuid } from '../tables/company-rows.ts'
import { beginImport, endImport, noteStoppedImports } from '../tables/import-journal.ts'
import { lift, suppress } from '../tables/suppressions.ts'
import { assignLeis } from './assign-leis.ts'
import { shortenChanges } from './change-log.ts'
import { type CompanyStatements, companyStatements } from './company-statements.ts'
import { findEntries, forgetNotes, noteEntries, takeFound } from './entry-notes.ts'
import { type EntryRecords, entryRecords } from './entry-records.ts'
import { joinCompanies } from './join-companies.ts'
import { KnownIds } from './known-ids.ts'
import { type LeiEntries, leiEntries } from './lei-entries.ts'
import { type SavedCompany, saveCompany } from './save-company.ts'
import type { SaveContext, StoredIds } from './save-context.ts'
import { type LeiWriter, leiWriter } from './save-lei.ts'
import { withdrawEntries } from './withdraw-entries.ts'

/**
 * Opens the companies file for writing, creates or migrates it, and repairs what a killed bulk import left.
 * Committed batches survive `kill -9`: they are in the write-ahead log.
 *
 * @throws {DatabaseTooNew} if a newer version wrote the file.
 */
export function openCompanyWriter(path: string, nowMs: number): Synchronous<CompanyWriter> {
  const db = openDatabase(path, { synchronous: 'NORMAL' })
  try {
    return companyWriterOn(db, nowMs)
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Creates a writer that owns the database and closes it.
 *
 * @throws as `openCompanyWriter`.
 */
export function companyWriterOn(db: Database, nowMs: number): Synchronous<CompanyWriter> {
  migrate(db, COMPANY_MIGRATIONS, nowMs)
  makeLateIndexes(db)
  noteStoppedImports(db)
  return new SqliteCompanyWriter(db)
}

/** LEIs that one transaction assigns. */
const LEIS_PER_TRANSACTION = 1000

class SqliteCompanyWriter implements Synchronous<CompanyWriter> {
  readonly #db: Database
  readonly #statements: CompanyStatements
  readonly #reading: CompanyReading
  readonly #leis: LeiWriter
  readonly #leiEntries: LeiEntries
  readonly #entryRecords: EntryRecords
  readonly #indexedIds: StoredIds
  #ids: StoredIds

  constructor(db: Database) {
    this.#db = db
    // Moving a batch from the write-ahead log to the file takes as long as indexing it, so that a checkpoint right
    // after the commit would delay the searches that find it.
    db.pragma('wal_autocheckpoint = 0')
    this.#statements = companyStatements(db)
    this.#reading = companyReading(db)
    this.#leiEntries = leiEntries(db)
    this.#entryRecords = entryRecords(db)
    this.#leis = leiWriter(db, this.#statements.logChange)
    const { idOfUuid } = this.#statements
    this.#indexedIds = { get: (uuid) => idOfUuid.get(uuid) as number | undefined, add: () => {} }
    this.#ids = this.#indexedIds
  }

  save(batch: readonly IncomingCompany[], nowMs: number): SaveResult {
    const context = this.#context()
    try {
      return this.#inTransaction(() => countOf(batch.map((company) => saveCompany(context, company, nowMs))))
    } catch (error) {
      // The ids in memory still have what the transaction rolled back, so the bulk import continues with the
      // index.
      this.#ids = this.#indexedIds
      throw explained(this.#db.name, error)
    }
  }

  join(uuid: string, into: string, nowMs: number): boolean {
    return this.#explained(() => {
      if (!isUuid(uuid) || !isUuid(into)) return false
      const [from, to] = [this.#ids.get(bytesOfUuid(uuid)), this.#ids.get(bytesOfUuid(into))]
      if (from === undefined || to === undefined || from === to) return false
      this.#db.transaction(() => joinCompanies(this.#context(), from, to, nowMs)).immediate()
      return true
    })
  }

  saveParents(batch: readonly LeiParent[], nowMs: number): SaveCount {
    return this.#explained(() => this.#inTransaction(() => this.#leis.saveParents(batch, nowMs)))
  }

  assignLeis(nowMs: number): LeiResult {
    return this.#explained(() => {
      const result = { joined: 0, contradicted: 0 }
      for (let compared = 1; compared > 0; ) {
        const step = this.#inTransaction(() => assignLeis(this.#context(), LEIS_PER_TRANSACTION, nowMs))
        result.joined += step.joined
        result.contradicted += step.contradicted
        compared = step.compared
      }
      return result
    })
  }

  noteSource(set: Omit<SourceSet, 'rows' | 'asOf'>): void {
    this.#statements.noteSource.run(set.source, set.title, set.licence, set.attribution)
  }

  noteEntries(entries: readonly CompanySource[]): void {
    this.#explained(() => noteEntries(this.#db, entries))
  }

  findEntries(which: WithdrawnEntries): readonly FoundEntries[] {
    return this.#explained(() => findEntries(this.#db, which))
  }

  withdrawFound(most: number, nowMs: number): WithdrawResult | undefined {
    return this.#explained(() => this.#inTransaction(() => this.#withdrawFound(most, nowMs)))
  }

  #withdrawFound(most: number, nowMs: number): WithdrawResult | undefined {
    const found = takeFound(this.#db, most)
    if (found.length === 0) return undefined
    const context = this.#context()
    const result = { withdrawn: 0, deleted: 0 }
    for (const [id, entries] of Map.groupBy(found, ({ companyId }) => companyId)) {
      const how = withdrawEntries(context, id, entries, nowMs)
      if (how === 'kept') continue
      result.withdrawn += entries.length
      for (const entry of entries) this.#leiEntries.forget(entry)
      if (how === 'deleted') result.deleted++
    }
    return result
  }

  forgetNotes(): void {
    this.#explained(() => forgetNotes(this.#db))
  }

  suppress(suppression: Suppression): boolean {
    return this.#explained(() => suppress(this.#db, suppression))
  }

  lift(uuid: string, nowMs: number): boolean {
    return this.#explained(() => lift(this.#db, uuid, nowMs))
  }

  shortenChanges(keptFromMs: number, changesMax: number): number {
    return this.#explained(() => shortenChanges(this.#db, keptFromMs, changesMax))
  }

  beginImport(files: readonly string[], nowMs: number): number {
    return this.#explained(() => beginImport(this.#db, files, nowMs))
  }

  endImport(number: number, end: Parameters<CompanyWriter['endImport']>[1]): void {
    this.#explained(() => endImport(this.#db, number, end))
  }

  /**
   * Drops the indexes, only in an empty store: no reader needs them there, and the ids in memory are
   * complete.
   */
  beginBulk(): void {
    if (this.#statements.anyCompany.get() !== undefined) return
    dropLateIndexes(this.#db)
    this.#ids = new KnownIds((id) => this.#statements.uuidOfId.get(id) as Buffer | undefined)
  }

  endBulk(): void {
    const wasEmpty = this.#ids !== this.#indexedIds
    this.#ids = this.#indexedIds
    try {
      makeLateIndexes(this.#db)
      this.#statements.countSources.run()
      // The log has the whole register, which the build of the index reads faster from the file.
      if (wasEmpty) this.#db.pragma('wal_checkpoint(TRUNCATE)')
    } catch (error) {
      throw explained(this.#db.name, error)
    }
  }

  /** Closes the database after moving all changes to its file; if that fails, the next writer does it. */
  close(): void {
    try {
      this.#db.pragma('wal_checkpoint(TRUNCATE)')
    } catch {
      // What is committed stays in the write-ahead log.
    }
    this.#db.close()
  }

  /** Runs a step that may write much in one transaction, after moving what earlier ones wrote to the file. */
  #inTransaction<Result>(step: () => Result): Result {
    this.#db.pragma('wal_checkpoint(PASSIVE)')
    return this.#db.transaction(step).immediate()
  }

  #context(): SaveContext {
    return {
      db: this.#db,
      statements: this.#statements,
      reading: this.#reading,
      ids: this.#ids,
      leis: this.#leis,
      leiEntries: this.#leiEntries,
      entryRecords: this.#entryRecords,
    }
  }

  #explained<Result>(step: () => Result): Result {
    try {
      return step()
    } catch (error) {
      throw explained(this.#db.name, error)
    }
  }
}

function countOf(saved: readonly SavedCompany[]): SaveResult {
  const count = (isCounted: (one: SavedCompany) => boolean) => saved.filter(isCounted).length
  return {
    created: count(({ how }) => how === 'created'),
    changed: count(({ how }) => how === 'changed'),
    unchanged: count(({ how }) => how === 'unchanged'),
    joined: count(({ isJoined }) => isJoined === true),
    renamed: count(({ changed }) => changed?.includes('name') === true),
    moved: count(({ changed }) => changed?.includes('seat') === true),
    apart: saved.flatMap(({ how }, i) => (how === 'apart' ? [i] : [])),
  }
}
