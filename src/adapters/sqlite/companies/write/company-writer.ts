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
import { isUuid } from '../../../company-rows/rows/company-rows.ts'
import { assignLei, LEIS_PER_TRANSACTION } from '../../../company-rows/save/assign-leis.ts'
import { joinCompanies } from '../../../company-rows/save/join-companies.ts'
import { countSaved, entryOf, saveCompany } from '../../../company-rows/save/save-company.ts'
import type { StoredCompanies } from '../../../company-rows/save/stored-companies.ts'
import { withdrawFound } from '../../../company-rows/save/withdraw-entries.ts'
import { migrate } from '../../database/migrate.ts'
import { type Database, explained, openDatabase } from '../../database/open-database.ts'
import { COMPANY_MIGRATIONS, dropLateIndexes, makeLateIndexes } from '../tables/company-migrations.ts'
import { beginImport, endImport, noteStoppedImports } from '../tables/import-journal.ts'
import { lift, suppress } from '../tables/suppressions.ts'
import { shortenChanges } from './change-log.ts'
import { findEntries, forgetNotes, noteEntries, takeFound } from './entry-notes.ts'
import { storedCompanies } from './stored-companies.ts'
import { indexedIds, knownIds, type StoredIds } from './stored-ids.ts'
import { takeWaiting } from './stored-lei-entries.ts'
import { type ParentsSaver, parentsSaver } from './stored-leis.ts'

/**
 * Opens the companies file for writing, creates or migrates it, and repairs what a killed bulk import left.
 * Committed batches survive `kill -9`: they are in the write-ahead log.
 *
 * @throws {DatabaseTooNew} if a newer version wrote the file.
 */
export function openCompanyWriter(path: string, nowMs: number): Synchronous<CompanyWriter> {
  // Not each batch waits for the disk; the ends of imports do (`#durably`).
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

const NOTE_SOURCE = `INSERT INTO source_sets (source, title, licence, attribution, entries, as_of)
  VALUES (?, ?, ?, ?, 0, '') ON CONFLICT DO UPDATE SET
    title = excluded.title, licence = excluded.licence, attribution = excluded.attribution`
/** Updates the number of entries and the oldest day of every source. */
const COUNT_SOURCES = `UPDATE source_sets SET (entries, as_of) =
  (SELECT count(*), coalesce(min(as_of), '') FROM company_sources s WHERE s.source = source_sets.source)`

class SqliteCompanyWriter implements Synchronous<CompanyWriter> {
  readonly #db: Database
  readonly #stored: StoredCompanies
  readonly #saveParents: ParentsSaver
  readonly #indexedIds: StoredIds
  #ids: StoredIds

  constructor(db: Database) {
    this.#db = db
    // Moving a batch from the write-ahead log to the file takes as long as indexing it, so that a checkpoint right
    // after the commit would delay the searches that find it.
    db.pragma('wal_autocheckpoint = 0')
    this.#indexedIds = indexedIds(db)
    this.#ids = this.#indexedIds
    this.#stored = storedCompanies(db, () => this.#ids)
    this.#saveParents = parentsSaver(db, this.#stored)
  }

  save(batch: readonly IncomingCompany[], nowMs: number): SaveResult {
    try {
      return this.#inTransaction(() =>
        countSaved(batch.map((company) => saveCompany(this.#stored, entryOf(company), nowMs))),
      )
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
      const [from, to] = [this.#stored.idOf(uuid), this.#stored.idOf(into)]
      if (from === undefined || to === undefined || from === to) return false
      this.#db.transaction(() => joinCompanies(this.#stored, from, to, nowMs)).immediate()
      return true
    })
  }

  saveParents(batch: readonly LeiParent[], nowMs: number): SaveCount {
    return this.#explained(() => this.#inTransaction(() => this.#saveParents(batch, nowMs)))
  }

  assignLeis(nowMs: number): LeiResult {
    return this.#explained(() => {
      const result = { joined: 0, contradicted: 0 }
      // The first step does not wait until what the import wrote is in the file: its changes become searchable after it.
      let step = this.#db.transaction(() => this.#assignNext(nowMs)).immediate()
      while (step.compared > 0) {
        result.joined += step.joined
        result.contradicted += step.contradicted
        step = this.#inTransaction(() => this.#assignNext(nowMs))
      }
      return result
    })
  }

  #assignNext(nowMs: number) {
    const leis = takeWaiting(this.#db, LEIS_PER_TRANSACTION)
    const result = { compared: leis.length, joined: 0, contradicted: 0 }
    for (const lei of leis) {
      const { isJoined, contradicted } = assignLei(this.#stored, lei, nowMs)
      result.joined += isJoined ? 1 : 0
      result.contradicted += contradicted
    }
    return result
  }

  noteSource(set: Omit<SourceSet, 'rows' | 'asOf'>): void {
    this.#db.prepare(NOTE_SOURCE).run(set.source, set.title, set.licence, set.attribution)
  }

  noteEntries(entries: readonly CompanySource[]): void {
    this.#explained(() => noteEntries(this.#db, entries))
  }

  findEntries(which: WithdrawnEntries): readonly FoundEntries[] {
    return this.#explained(() => findEntries(this.#db, which))
  }

  withdrawFound(most: number, nowMs: number): WithdrawResult | undefined {
    return this.#explained(() =>
      this.#inTransaction(() => {
        const found = takeFound(this.#db, most)
        return found.length === 0 ? undefined : withdrawFound(this.#stored, found, nowMs)
      }),
    )
  }

  forgetNotes(): void {
    this.#explained(() => forgetNotes(this.#db))
  }

  suppress(suppression: Suppression): boolean {
    return this.#durably(() => suppress(this.#db, suppression))
  }

  lift(uuid: string, nowMs: number): boolean {
    return this.#durably(() => lift(this.#db, uuid, nowMs))
  }

  shortenChanges(keptFromMs: number, changesMax: number): number {
    return this.#explained(() => shortenChanges(this.#db, keptFromMs, changesMax))
  }

  beginImport(files: readonly string[], nowMs: number): number {
    return this.#explained(() => beginImport(this.#db, files, nowMs))
  }

  endImport(number: number, end: Parameters<CompanyWriter['endImport']>[1]): void {
    this.#durably(() => endImport(this.#db, number, end))
  }

  /**
   * Drops the indexes, only in an empty store: no reader needs them there, and the ids in memory are
   * complete.
   */
  beginBulk(): void {
    if (this.#db.prepare('SELECT 1 FROM companies LIMIT 1').get() !== undefined) return
    dropLateIndexes(this.#db)
    this.#ids = knownIds(this.#db)
  }

  endBulk(): void {
    const wasEmpty = this.#ids !== this.#indexedIds
    this.#ids = this.#indexedIds
    try {
      makeLateIndexes(this.#db)
      this.#db.prepare(COUNT_SOURCES).run()
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

  /**
   * Runs a step after which people, or a source that is not read again, rely on what was stored: it and all commits before it
   * survive a power failure when it returns.
   */
  #durably<Result>(step: () => Result): Result {
    return this.#explained(() => {
      this.#db.pragma('synchronous = FULL')
      try {
        return step()
      } finally {
        this.#db.pragma('synchronous = NORMAL')
      }
    })
  }

  #explained<Result>(step: () => Result): Result {
    try {
      return step()
    } catch (error) {
      throw explained(this.#db.name, error)
    }
  }
}
