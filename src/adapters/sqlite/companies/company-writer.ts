/**
 * Writes companies: implements the port `CompanyWriter`. There is one writer per file, in the import thread.
 */
import type { Synchronous } from '../../../core/awaitable.ts'
import type {
  CompanyWriter,
  IncomingCompany,
  SaveCount,
  SourceSet,
  Suppression,
} from '../../../core/company/company-store.ts'
import { migrate } from '../database/migrate.ts'
import { type Database, explained, openDatabase } from '../database/open-database.ts'
import { shortenChanges } from './change-log.ts'
import { COMPANY_MIGRATIONS, dropLateIndexes, makeLateIndexes } from './company-migrations.ts'
import { type CompanyReading, companyReading } from './company-reading.ts'
import { type CompanyStatements, companyStatements } from './company-statements.ts'
import { beginImport, endImport, noteStoppedImports } from './import-journal.ts'
import { KnownIds } from './known-ids.ts'
import { type StoredIds, saveCompany } from './save-company.ts'
import { lift, suppress } from './suppressions.ts'

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

class SqliteCompanyWriter implements Synchronous<CompanyWriter> {
  readonly #db: Database
  readonly #statements: CompanyStatements
  readonly #reading: CompanyReading
  readonly #indexedIds: StoredIds
  #ids: StoredIds

  constructor(db: Database) {
    this.#db = db
    this.#statements = companyStatements(db)
    this.#reading = companyReading(db)
    const { idOfUuid } = this.#statements
    this.#indexedIds = { get: (uuid) => idOfUuid.get(uuid) as number | undefined, add: () => {} }
    this.#ids = this.#indexedIds
  }

  save(batch: readonly IncomingCompany[], nowMs: number): SaveCount {
    const context = { statements: this.#statements, reading: this.#reading, ids: this.#ids }
    const count = { created: 0, changed: 0, unchanged: 0 }
    try {
      this.#db
        .transaction(() => {
          for (const company of batch) count[saveCompany(context, company, nowMs)]++
        })
        .immediate()
      return count
    } catch (error) {
      // The ids in memory still have what the transaction rolled back, so the bulk import continues with the
      // index.
      this.#ids = this.#indexedIds
      throw explained(this.#db.name, error)
    }
  }

  noteSource(set: Omit<SourceSet, 'rows' | 'asOf'>): void {
    this.#statements.noteSource.run(set.source, set.title, set.licence, set.attribution)
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
    this.#ids = new KnownIds((id) => this.#statements.uuidOfId.get(id) as Buffer)
  }

  endBulk(): void {
    this.#ids = this.#indexedIds
    try {
      makeLateIndexes(this.#db)
      this.#statements.countSources.run()
      this.#db.pragma('wal_checkpoint(TRUNCATE)')
    } catch (error) {
      throw explained(this.#db.name, error)
    }
  }

  close(): void {
    this.#db.close()
  }

  #explained<Result>(step: () => Result): Result {
    try {
      return step()
    } catch (error) {
      throw explained(this.#db.name, error)
    }
  }
}
