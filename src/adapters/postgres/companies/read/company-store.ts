/** Reads companies: implements the port `CompanyStore` over a pool of connections. */
import type { Company, CompanyId } from '../../../../core/company/company.ts'
import type {
  Change,
  CompanyStore,
  FoundCompany,
  ListPage,
  ListPlace,
  ListQuestion,
} from '../../../../core/company/company-store.ts'
import { isFiltered, placeOf } from '../../../company-rows/read/list-question.ts'
import { isUuid } from '../../../company-rows/rows/company-rows.ts'
import {
  type ChangeRow,
  changeOf,
  type SourceSetRow,
  sourceSetOf,
} from '../../../company-rows/rows/log-rows.ts'
import { checkMigrated, isCreated } from '../../database/migrate.ts'
import { type DatabasePool, openPool } from '../../database/open-pool.ts'
import { type Statements, statementsOf } from '../../database/statements.ts'
import { COMPANY_SCHEMA } from '../tables/company-migrations.ts'
import { importRecords } from '../tables/import-journal.ts'
import { IS_SHOWN, suppressions } from '../tables/suppressions.ts'
import { pageQuery, windowEndQuery } from './company-list.ts'
import { readWhole } from './company-reading.ts'
import { readForIndex } from './index-reading.ts'

/** Time that the server may take for one read, in ms. The longest one counts all companies. */
const READ_MS_MAX = 10_000

/**
 * Every read goes along an index: the planner must not prefer to sort a whole table because a page with filters may examine
 * many rows. Compiling a statement takes longer than running it.
 */
export const READ_SETTINGS = `SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
  SET enable_bitmapscan = off; SET jit = off; SET default_transaction_read_only = on`

const BY_UUID = `SELECT * FROM companies WHERE uuid = $1 AND ${IS_SHOWN}`
const BY_UUIDS = `SELECT * FROM companies WHERE uuid = ANY ($1::uuid[]) AND ${IS_SHOWN}`
const AFTER_ID = `SELECT * FROM companies WHERE id > $1 AND ${IS_SHOWN} ORDER BY id LIMIT $2`
const ALIAS = `SELECT companies.uuid FROM aliases JOIN companies ON companies.id = aliases.company_id
  WHERE aliases.uuid = $1 AND ${IS_SHOWN}`
/** A suppression stays when its company is joined with another one or deleted. */
const COUNT = `SELECT (SELECT count(*) FROM companies) - (SELECT count(*) FROM suppressions
  WHERE EXISTS (SELECT 1 FROM companies WHERE companies.uuid = suppressions.uuid)) AS count`

/** Where the companies are. */
export interface CompaniesAddress {
  /** `DATABASE_URL`. */
  readonly url: string
  /** Most connections of this thread. */
  readonly connectionsMax: number
}

/**
 * Opens the companies of a database; a writer must have created them.
 *
 * @throws {Failure} `service_unavailable` if PostgreSQL cannot be used, a newer version wrote the companies, or
 * migrations are missing.
 */
export async function openCompanyStore(address: CompaniesAddress): Promise<CompanyStore> {
  const database = poolOf(address)
  try {
    await checkMigrated(database, COMPANY_SCHEMA)
    return companyStoreOn(database)
  } catch (error) {
    await database.pool.end()
    throw error
  }
}

/**
 * Returns a store that connects when it is asked, without looking at the database before: for threads of a process that
 * has done so.
 */
export function connectCompanyStore(address: CompaniesAddress): CompanyStore {
  return companyStoreOn(poolOf(address))
}

/**
 * Returns whether a database has the tables of companies.
 *
 * @throws {Failure} `service_unavailable` if PostgreSQL cannot be used.
 */
export async function areCompaniesCreated(address: CompaniesAddress): Promise<boolean> {
  const database = poolOf(address)
  try {
    return await isCreated(database, COMPANY_SCHEMA)
  } finally {
    await database.pool.end()
  }
}

function poolOf({ url, connectionsMax }: CompaniesAddress): DatabasePool {
  const limits = { connectionsMax, statementTimeoutMs: READ_MS_MAX }
  return openPool({ url, purpose: 'companies', session: READ_SETTINGS, ...limits })
}

function companyStoreOn(database: DatabasePool): CompanyStore {
  const statements = statementsOf(database.pool, database.place)
  return {
    find: (uuid) => find(statements, uuid),
    findMany: (uuids) => findMany(statements, uuids),
    list: (question) => list(statements, question),
    sources: async () =>
      (await statements.all<SourceSetRow>('SELECT * FROM source_sets ORDER BY source')).map(sourceSetOf),
    count: async () => (await statements.first<{ count: number }>(COUNT))!.count,
    lastSequence: () => lastSequence(statements),
    changes: (afterSequence, limit) => changes(statements, afterSequence, limit),
    readAll: (batchSize) => everything(statements, batchSize),
    forIndex: (batchSize, share = { part: 0, of: 1 }) => readForIndex(statements, batchSize, share),
    suppressions: () => suppressions(statements),
    imports: (limit) => importRecords(statements, limit),
    isHealthy: () => isHealthy(statements),
    close: () => database.pool.end(),
  }
}

async function find(statements: Statements, uuid: string): Promise<FoundCompany | undefined> {
  if (!isUuid(uuid)) return undefined
  const query = { sql: BY_UUID, parameters: [uuid] }
  const [company] = (await readWhole(statements, query, true)).companies
  if (company !== undefined) return { kind: 'company', company }
  const alias = await statements.firstPrepared<{ uuid: CompanyId }>(ALIAS, [uuid])
  return alias && { kind: 'alias', of: alias.uuid }
}

async function findMany(statements: Statements, uuids: readonly string[]): Promise<readonly Company[]> {
  const known = uuids.filter(isUuid).map((uuid) => uuid.toLowerCase())
  if (known.length === 0) return []
  const { companies } = await readWhole(statements, { sql: BY_UUIDS, parameters: [known] }, true)
  const byUuid = new Map<string, Company>(companies.map((company) => [company.uuid, company]))
  return known.map((uuid) => byUuid.get(uuid)).filter((company) => company !== undefined)
}

async function list(statements: Statements, question: ListQuestion): Promise<ListPage> {
  if (await isAfterLastUpdate(statements, question)) return { companies: [], next: undefined, end: undefined }
  const end = question.end ?? (await windowEnd(statements, question))
  const { rows, companies } = await readWhole(statements, pageQuery(question, end))
  const last = rows.length > question.limit ? rows[question.limit - 1] : undefined
  const next = last === undefined ? end : placeOf(question.sort, last, last.uuid)
  return { companies: companies.slice(0, question.limit), next, end }
}

/** Returns the end of the window; `undefined` if there are no filters or the list ends before. */
async function windowEnd(statements: Statements, question: ListQuestion): Promise<ListPlace | undefined> {
  if (!isFiltered(question)) return undefined
  const { sql, parameters } = windowEndQuery(question)
  const row = await statements.first<Parameters<typeof placeOf>[1] & { uuid: string }>(sql, parameters)
  return row && placeOf(question.sort, row, row.uuid)
}

/**
 * Returns whether no company changed since the requested time. Read from the end of an index, without a scan.
 */
async function isAfterLastUpdate(statements: Statements, { updatedSinceMs }: ListQuestion): Promise<boolean> {
  if (updatedSinceMs === undefined) return false
  const row = await statements.first<{ last: number | null }>(
    'SELECT -min(-updated_at_ms) AS last FROM companies',
  )
  const { last } = row!
  return last === null || last < updatedSinceMs
}

async function lastSequence(statements: Statements): Promise<number> {
  const row = await statements.first<{ last: number | null }>('SELECT max(sequence) AS last FROM changes')
  return row!.last ?? 0
}

async function changes(
  statements: Statements,
  afterSequence: number,
  limit: number,
): Promise<readonly Change[]> {
  const rows = await statements.all<ChangeRow & { readonly uuid: string; readonly into_uuid: string | null }>(
    'SELECT * FROM changes WHERE sequence > $1 ORDER BY sequence LIMIT $2',
    [afterSequence, limit],
  )
  return rows.map(({ uuid, into_uuid, ...row }) => changeOf(row, uuid, into_uuid))
}

/** Yields all companies; each batch is as its companies were at one moment. */
async function* everything(statements: Statements, batchSize: number): AsyncGenerator<readonly Company[]> {
  for (let id = 0; ; ) {
    const { rows, companies } = await readWhole(
      statements,
      { sql: AFTER_ID, parameters: [id, batchSize] },
      true,
    )
    if (companies.length === 0) return
    yield companies
    id = rows.at(-1)!.id
  }
}

async function isHealthy(statements: Statements): Promise<boolean> {
  try {
    await statements.first('SELECT 1 FROM companies LIMIT 1')
    return true
  } catch {
    return false
  }
}
