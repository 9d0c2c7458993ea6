/** Reads companies: implements the port `CompanyStore`. Any number of threads may have the file open. */
import type { Synchronous } from '../../../../core/awaitable.ts'
import type { Company, CompanyId } from '../../../../core/company/company.ts'
import type {
  Change,
  CompanyStore,
  FoundCompany,
  ListPage,
  ListPlace,
  ListQuestion,
  SourceSet,
} from '../../../../core/company/company-store.ts'
import { isFiltered, placeOf } from '../../../company-rows/read/list-question.ts'
import { isUuid } from '../../../company-rows/rows/company-rows.ts'
import {
  type ChangeRow,
  changeOf,
  type SourceSetRow,
  sourceSetOf,
} from '../../../company-rows/rows/log-rows.ts'
import { checkMigrated } from '../../database/migrate.ts'
import { type Database, openDatabase } from '../../database/open-database.ts'
import { type Statements, statementsOf } from '../../database/statements.ts'
import { COMPANY_MIGRATIONS } from '../tables/company-migrations.ts'
import { importRecords } from '../tables/import-journal.ts'
import { IS_SHOWN, suppressions } from '../tables/suppressions.ts'
import { bytesOfUuid, textOfUuid } from '../tables/uuid-bytes.ts'
import { pageQuery, windowEndQuery } from './company-list.ts'
import { type CompanyReading, companyReading, type StoredRow } from './company-reading.ts'
import { readForIndex } from './index-reading.ts'

const BY_UUID = `SELECT * FROM companies WHERE uuid = ? AND ${IS_SHOWN}`
const ALIAS = `SELECT companies.uuid FROM aliases JOIN companies ON companies.id = aliases.company_id
  WHERE aliases.uuid = ? AND ${IS_SHOWN}`
/** A suppression stays when its company is joined with another one or deleted. */
const COUNT = `SELECT (SELECT count(*) FROM companies) - (SELECT count(*) FROM suppressions
  WHERE EXISTS (SELECT 1 FROM companies WHERE companies.uuid = suppressions.uuid)) AS count`

/** The database and the statements that every read needs. */
interface StoreContext {
  readonly db: Database
  readonly statements: Statements
  readonly reading: CompanyReading
}

/**
 * Opens the companies file read-only; a writer must have created it.
 *
 * @throws {DatabaseTooNew} if a newer version wrote it.
 * @throws {DatabaseUnusable} if it is missing, damaged or cannot be accessed.
 * @throws {Error} if migrations are missing.
 */
export function openCompanyStore(path: string): Synchronous<CompanyStore> {
  const db = openDatabase(path, { readOnly: true, synchronous: 'NORMAL' })
  try {
    checkMigrated(db, COMPANY_MIGRATIONS)
  } catch (error) {
    db.close()
    throw error
  }
  return companyStoreOn(db)
}

/** Creates a store that owns the database and closes it. The database must have been migrated. */
export function companyStoreOn(db: Database): Synchronous<CompanyStore> {
  const context: StoreContext = { db, statements: statementsOf(db), reading: companyReading(db) }
  return {
    find: (uuid) => find(context, uuid),
    findMany: (uuids) => findMany(context, uuids),
    list: (question) => list(context, question),
    sources: () => sources(context),
    count: () => count(context),
    lastSequence: () => lastSequence(context),
    changes: (afterSequence, limit) => changes(context, afterSequence, limit),
    readAll: (batchSize) => everything(context, batchSize),
    forIndex: (batchSize, share = { part: 0, of: 1 }) => readForIndex(db, batchSize, share),
    suppressions: () => suppressions(db),
    imports: (limit) => importRecords(db, limit),
    isHealthy: () => isHealthy(context),
    close: () => db.close(),
  }
}

function find({ statements, reading }: StoreContext, uuid: string): FoundCompany | undefined {
  if (!isUuid(uuid)) return undefined
  const parameters = [bytesOfUuid(uuid)]
  const row = statements.first<StoredRow>(BY_UUID, parameters)
  if (row !== undefined) return { kind: 'company', company: reading.whole([row])[0]! }
  const alias = statements.first<{ uuid: Buffer }>(ALIAS, parameters)
  return alias && { kind: 'alias', of: textOfUuid(alias.uuid) as CompanyId }
}

function findMany({ statements, reading }: StoreContext, uuids: readonly string[]): readonly Company[] {
  const rows = uuids
    .filter(isUuid)
    .map((uuid) => statements.first<StoredRow>(BY_UUID, [bytesOfUuid(uuid)]))
    .filter((row) => row !== undefined)
  return reading.whole(rows)
}

function list({ db, statements, reading }: StoreContext, question: ListQuestion): ListPage {
  // One transaction for both queries, so that an import cannot move the window between them.
  return db.transaction(() => {
    if (isAfterLastUpdate(statements, question)) return { companies: [], next: undefined, end: undefined }
    const end = question.end ?? windowEnd(statements, question)
    const { sql, parameters } = pageQuery(question, end)
    const rows = statements.all<StoredRow>(sql, parameters)
    const companies = reading.whole(rows.slice(0, question.limit))
    const next = rows.length > question.limit ? placeOfRow(question, rows[question.limit - 1]!) : end
    return { companies, next, end }
  })()
}

/** Returns the end of the window; `undefined` if there are no filters or the list ends before. */
function windowEnd(statements: Statements, question: ListQuestion): ListPlace | undefined {
  if (!isFiltered(question)) return undefined
  const { sql, parameters } = windowEndQuery(question)
  const row = statements.first<StoredRow>(sql, parameters)
  return row && placeOfRow(question, row)
}

function placeOfRow({ sort }: ListQuestion, row: StoredRow): ListPlace {
  return placeOf(sort, row, textOfUuid(row.uuid))
}

/**
 * Returns whether no company changed since the requested time. Read from the end of an index, without a scan.
 */
function isAfterLastUpdate(statements: Statements, { updatedSinceMs }: ListQuestion): boolean {
  if (updatedSinceMs === undefined) return false
  const last = lastOf(statements, 'SELECT max(updated_at_ms) AS last FROM companies')
  return last === null || last < updatedSinceMs
}

function sources({ statements }: StoreContext): readonly SourceSet[] {
  return statements.all<SourceSetRow>('SELECT * FROM source_sets ORDER BY source').map(sourceSetOf)
}

function count({ statements }: StoreContext): number {
  return statements.first<{ count: number }>(COUNT)!.count
}

function lastSequence({ statements }: StoreContext): number {
  return lastOf(statements, 'SELECT max(sequence) AS last FROM changes') ?? 0
}

function lastOf(statements: Statements, sql: string): number | null {
  return statements.first<{ last: number | null }>(sql)!.last
}

function changes({ statements }: StoreContext, afterSequence: number, limit: number): readonly Change[] {
  const rows = statements.all<ChangeRow & { readonly uuid: Buffer; readonly into_uuid: Buffer | null }>(
    'SELECT * FROM changes WHERE sequence > ? ORDER BY sequence LIMIT ?',
    [afterSequence, limit],
  )
  return rows.map(({ uuid, into_uuid, ...row }) =>
    changeOf(row, textOfUuid(uuid), into_uuid && textOfUuid(into_uuid)),
  )
}

/**
 * Yields all companies. Each batch is a transaction of its own, as a long one would keep the write-ahead log
 * from being truncated.
 */
function* everything({ reading }: StoreContext, batchSize: number): Generator<readonly Company[]> {
  for (let id = 0; ; ) {
    const { companies, lastId } = reading.after(id, batchSize)
    if (companies.length === 0) return
    yield companies
    id = lastId
  }
}

function isHealthy({ statements }: StoreContext): boolean {
  try {
    statements.first('SELECT 1 FROM companies LIMIT 1')
    return true
  } catch {
    return false
  }
}
