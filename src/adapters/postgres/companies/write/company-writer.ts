/**
 * Writes companies: implements the port `CompanyWriter`. Of all nodes one writer at a time changes the companies; it
 * holds a lock from its first change until it is closed. Companies are suppressed and shown again beside it.
 */
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
import { Failure } from '../../../../core/failure.ts'
import { type InTurn, oneAtATime } from '../../../../core/one-at-a-time.ts'
import { isUuid } from '../../../company-rows/rows/company-rows.ts'
import { assignLei, LEIS_PER_TRANSACTION } from '../../../company-rows/save/assign-leis.ts'
import { joinCompanies } from '../../../company-rows/save/join-companies.ts'
import { countSaved, entryOf, saveCompany } from '../../../company-rows/save/save-company.ts'
import { withdrawFound } from '../../../company-rows/save/withdraw-entries.ts'
import { migrate } from '../../database/migrate.ts'
import { COMPANY_SCHEMA, dropLateIndexes, makeLateIndexes } from '../tables/company-migrations.ts'
import { beginImport, endImport } from '../tables/import-journal.ts'
import { lift, suppress } from '../tables/suppressions.ts'
import { shortenChanges } from './change-log.ts'
import { EntryNotes } from './entry-notes.ts'
import { type IdFinder, INDEXED_IDS, knownIds } from './find-ids.ts'
import { beginLoading, loadAliasesOf, loadClaimants, loadForSaving, loadWhole } from './load-companies.ts'
import { loadForLei } from './load-lei.ts'
import type { LoadedCompanies } from './loaded-companies.ts'
import { saveParents } from './save-parents.ts'
import { storableCompany } from './storable-text.ts'
import { storeBatch } from './store-batch.ts'
import { takeWaiting } from './store-lei-entries.ts'
import { type WriterConnection, type WriterSession, writerConnection } from './writer-session.ts'

/**
 * Opens the companies of a database for writing, creates or migrates them, and repairs what a killed bulk import left,
 * unless another writer is at work.
 *
 * @throws {Failure} `service_unavailable` if PostgreSQL cannot be used, or a newer version wrote the companies.
 */
export async function openCompanyWriter(url: string, nowMs: number): Promise<CompanyWriter> {
  await migrate(url, COMPANY_SCHEMA, nowMs)
  const writer = new PostgresCompanyWriter(url)
  try {
    await writer.repair()
    return writer
  } catch (error) {
    await writer.close()
    throw error
  }
}

const NOTE_SOURCE = `INSERT INTO source_sets (source, title, licence, attribution, entries, as_of)
  VALUES ($1, $2, $3, $4, 0, '') ON CONFLICT (source) DO UPDATE SET
    title = excluded.title, licence = excluded.licence, attribution = excluded.attribution`
/** Updates the number of entries and the oldest day of every source. */
const COUNT_SOURCES = `UPDATE source_sets SET entries = coalesce(counted.entries, 0), as_of = coalesce(counted.as_of, '')
  FROM source_sets own LEFT JOIN
    (SELECT source, count(*) AS entries, min(as_of) AS as_of FROM company_sources GROUP BY source) counted
    ON counted.source = own.source
  WHERE source_sets.source = own.source`

class PostgresCompanyWriter implements CompanyWriter {
  readonly #connection: WriterConnection
  readonly #inTurn: InTurn = oneAtATime()
  readonly #notes = new EntryNotes()
  #ids: IdFinder = INDEXED_IDS

  constructor(url: string) {
    this.#connection = writerConnection(url, () => {
      // The next connection makes the indexes that a bulk import has dropped.
      this.#ids = INDEXED_IDS
      this.#notes.lose()
    })
  }

  /** Repairs what a writer left that was cut off; does nothing while another one writes. */
  async repair(): Promise<void> {
    try {
      await this.#connection.session()
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'conflict') throw error
    }
    await this.#connection.release()
  }

  save(batch: readonly IncomingCompany[], nowMs: number): Promise<SaveResult> {
    const entries = batch.map((company) => entryOf(storableCompany(company)))
    return this.#change(async (session, loaded) => {
      await loadForSaving(session.statements, loaded, entries, this.#ids)
      return countSaved(entries.map((entry) => saveCompany(loaded, entry, nowMs)))
    })
  }

  join(uuid: string, into: string, nowMs: number): Promise<boolean> {
    return this.#change(async ({ statements }, loaded) => {
      if (!isUuid(uuid) || !isUuid(into)) return false
      const found = await this.#ids.find(statements, [uuid.toLowerCase(), into.toLowerCase()])
      const idOf = (wanted: string) => found.find((each) => each.uuid === wanted.toLowerCase())?.id
      const [from, to] = [idOf(uuid), idOf(into)]
      if (from === undefined || to === undefined || from === to) return false
      await loadWhole(statements, loaded, [from, to], this.#ids)
      await loadAliasesOf(statements, loaded, [from, to])
      joinCompanies(loaded, from, to, nowMs)
      return true
    })
  }

  saveParents(batch: readonly LeiParent[], nowMs: number): Promise<SaveCount> {
    return this.#transaction(({ statements }) => saveParents(statements, batch, nowMs))
  }

  async assignLeis(nowMs: number): Promise<LeiResult> {
    const result = { joined: 0, contradicted: 0 }
    for (let compared = 1; compared > 0; ) {
      const step = await this.#transaction((session) => this.#assignNext(session, nowMs))
      result.joined += step.joined
      result.contradicted += step.contradicted
      compared = step.compared
    }
    return result
  }

  /** Assigns the next LEIs. Each is stored before the next is loaded, as its companies may be the same. */
  async #assignNext(session: WriterSession, nowMs: number) {
    const leis = await takeWaiting(session.statements, LEIS_PER_TRANSACTION)
    const result = { compared: leis.length, joined: 0, contradicted: 0 }
    for (const lei of leis) {
      const loaded = await beginLoading(session.statements)
      await loadForLei(session.statements, loaded, lei, this.#ids)
      const { isJoined, contradicted } = assignLei(loaded, lei, nowMs)
      await storeBatch(session.client, session.statements, loaded)
      this.#ids.add(loaded.insertedIds())
      result.joined += isJoined ? 1 : 0
      result.contradicted += contradicted
    }
    return result
  }

  noteSource({ source, title, licence, attribution }: Omit<SourceSet, 'rows' | 'asOf'>): Promise<void> {
    return this.#run(async ({ statements }) => {
      await statements.run(NOTE_SOURCE, [source, title, licence, attribution])
    })
  }

  noteEntries(entries: readonly CompanySource[]): Promise<void> {
    return this.#run(({ statements }) => this.#notes.note(statements, entries))
  }

  findEntries(which: WithdrawnEntries): Promise<readonly FoundEntries[]> {
    return this.#run(({ statements }) => this.#notes.find(statements, which))
  }

  withdrawFound(most: number, nowMs: number): Promise<WithdrawResult | undefined> {
    return this.#change(async ({ statements }, loaded) => {
      const found = await this.#notes.take(statements, most)
      if (found.length === 0) return undefined
      const ids = [...new Set(found.map(({ companyId }) => companyId))]
      await loadWhole(statements, loaded, ids, this.#ids)
      await loadAliasesOf(statements, loaded, ids)
      await loadClaimants(statements, loaded, ids)
      return withdrawFound(loaded, found, nowMs)
    })
  }

  forgetNotes(): Promise<void> {
    return this.#run(({ statements }) => this.#notes.forget(statements))
  }

  suppress(suppression: Suppression): Promise<boolean> {
    if (!isUuid(suppression.uuid)) return Promise.resolve(false)
    return this.#connection.beside((statements) => suppress(statements, suppression))
  }

  lift(uuid: string, nowMs: number): Promise<boolean> {
    if (!isUuid(uuid)) return Promise.resolve(false)
    return this.#connection.beside((statements) => lift(statements, uuid, nowMs))
  }

  shortenChanges(keptFromMs: number, changesMax: number): Promise<number> {
    return this.#transaction(({ statements }) => shortenChanges(statements, keptFromMs, changesMax))
  }

  beginImport(files: readonly string[], nowMs: number): Promise<number> {
    return this.#run(({ statements }) => beginImport(statements, files, nowMs))
  }

  endImport(number: number, end: Parameters<CompanyWriter['endImport']>[1]): Promise<void> {
    return this.#run(({ statements }) => endImport(statements, number, end))
  }

  /**
   * Drops the indexes, only in an empty store: no reader needs them there, and the ids in memory are
   * complete.
   */
  beginBulk(): Promise<void> {
    return this.#run(async ({ statements }) => {
      if ((await statements.first('SELECT 1 FROM companies LIMIT 1')) !== undefined) return
      await dropLateIndexes(statements)
      this.#ids = knownIds()
    })
  }

  endBulk(): Promise<void> {
    return this.#run(async ({ statements }) => {
      const wasEmpty = this.#ids !== INDEXED_IDS
      this.#ids = INDEXED_IDS
      await makeLateIndexes(statements)
      await statements.run(COUNT_SOURCES)
      // Until autovacuum comes, the planner would know nothing of the companies.
      if (wasEmpty) await statements.run('ANALYZE')
    })
  }

  async close(): Promise<void> {
    await this.#inTurn(() => this.#connection.close())
  }

  /** Runs steps that change loaded companies, and stores these, in one transaction. */
  async #change<Result>(
    steps: (session: WriterSession, loaded: LoadedCompanies) => Promise<Result>,
  ): Promise<Result> {
    const { result, inserted } = await this.#transaction(async (session) => {
      const loaded = await beginLoading(session.statements)
      const result = await steps(session, loaded)
      await storeBatch(session.client, session.statements, loaded)
      return { result, inserted: loaded.insertedIds() }
    })
    this.#ids.add(inserted)
    return result
  }

  #transaction<Result>(steps: (session: WriterSession) => Promise<Result>): Promise<Result> {
    return this.#inTurn(() => this.#connection.transaction(steps))
  }

  #run<Result>(step: (session: WriterSession) => Promise<Result>): Promise<Result> {
    return this.#inTurn(async () => step(await this.#connection.session()))
  }
}
