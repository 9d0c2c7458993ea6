/** Checks a database into which a dump of another one was restored. */
import { Client } from 'pg'
import type { CopiedTable, DatabaseCopy } from '../../core/backup/database-copy.ts'
import { nameOf } from './database/database-failure.ts'
import { isMigrationUnfinished } from './database/migrate.ts'
import { type DatabasePool, openPool } from './database/open-pool.ts'
import { onConnection, type Statements } from './database/statements.ts'
import { schemasOf } from './examine.ts'
import { ALL_TABLES } from './transfer/table-reading.ts'

/** What is read of each of both databases. */
interface Content {
  readonly name: string
  readonly schemas: Awaited<ReturnType<typeof schemasOf>>
  readonly isUnfinished: boolean
  /** Rows by table; `undefined` for one that is missing. */
  readonly rows: ReadonlyMap<string, number | undefined>
  readonly indexes: number
  readonly triggers: number
  readonly lastChange: { readonly sequence: number; readonly mark: string } | undefined
}

/** An address and the option or setting that has it. */
export interface CopyAddress {
  readonly url: string
  readonly setting: string
}

/** Returns how a database is dumped: the name of it, and the options of `pg_dump` without a password. */
export function dumpPlace(url: string): { readonly name: string; readonly options: string } {
  const { pool, place } = openPool({ url, purpose: 'backup', connectionsMax: 1, statementTimeoutMs: 0 })
  void pool.end()
  const { user } = new Client({ connectionString: url })
  const { host, port, database } = place
  const options = [`--host=${host}`, `--port=${port}`, ...(user ? [`--username=${user}`] : [])]
  return { name: nameOf(place), options: [...options, database].map(quoted).join(' ') }
}

function quoted(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/**
 * Reads a restored database and compares it with the one that was dumped, if that is there. Changes nothing.
 *
 * @throws {Failure} `service_unavailable` if one of them cannot be used.
 */
export async function examineRestored(copy: CopyAddress, original?: CopyAddress): Promise<DatabaseCopy> {
  const restored = await contentAt(copy, async (statements, name) => contentOf(statements, name))
  if (original === undefined) return { ...facts(restored, undefined), faults: faultsOf(restored) }
  return contentAt(original, async (statements, name) => {
    const dumped = await contentOf(statements, name)
    const isOfSameData = await hasChange(statements, restored.lastChange)
    const faults = [...faultsOf(restored), ...differences(restored, dumped, isOfSameData)]
    return { ...facts(restored, dumped), faults }
  })
}

async function contentAt<Result>(
  { url, setting }: CopyAddress,
  read: (statements: Statements, name: string) => Promise<Result>,
): Promise<Result> {
  const settings = { url, setting, purpose: 'verify', connectionsMax: 1, statementTimeoutMs: 0 }
  const database: DatabasePool = openPool(settings)
  try {
    return await onConnection(database, async (statements) => {
      await statements.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      return read(statements, nameOf(database.place))
    })
  } finally {
    await database.pool.end()
  }
}

const INDEXES = `SELECT count(*)::integer AS count FROM pg_indexes WHERE schemaname = current_schema()`
const TRIGGERS = `SELECT count(*)::integer AS count FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace`

async function contentOf(statements: Statements, name: string): Promise<Content> {
  const rows = new Map<string, number | undefined>()
  for (const table of ALL_TABLES) rows.set(table.name, await rowsOf(statements, table.name))
  const count = async (sql: string) => (await statements.first<{ count: number }>(sql))!.count
  return {
    name,
    rows,
    schemas: await schemasOf(statements),
    isUnfinished: await isMigrationUnfinished(statements),
    indexes: await count(INDEXES),
    triggers: await count(TRIGGERS),
    lastChange: rows.get('changes') === undefined ? undefined : await lastChange(statements),
  }
}

async function rowsOf(statements: Statements, table: string): Promise<number | undefined> {
  const found = await statements.first<{ id: string | null }>('SELECT to_regclass($1) AS id', [table])
  if (found!.id === null) return undefined
  const row = await statements.first<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)
  return row!.count
}

const MARK = 'md5(changes::text) AS mark'

function lastChange(statements: Statements): Promise<Content['lastChange']> {
  return statements.first(`SELECT sequence, ${MARK} FROM changes ORDER BY sequence DESC LIMIT 1`)
}

async function hasChange(statements: Statements, change: Content['lastChange']): Promise<boolean> {
  if (change === undefined) return true
  const sql = `SELECT ${MARK} FROM changes WHERE sequence = $1`
  const found = await statements.first<{ mark: string }>(sql, [change.sequence])
  return found?.mark === change.mark
}

function facts(restored: Content, dumped: Content | undefined): Omit<DatabaseCopy, 'faults'> {
  const tables = ALL_TABLES.map(({ name }): CopiedTable => {
    return { table: name, rows: restored.rows.get(name) ?? null, rowsNow: dumped?.rows.get(name) ?? null }
  })
  const versions = restored.schemas.map(({ part, version }) => [part, version])
  return {
    ...{ name: restored.name, original: dumped?.name ?? null, tables },
    schemas: Object.fromEntries(versions) as Record<string, number>,
    lastChange: restored.lastChange?.sequence ?? 0,
    lastChangeNow: dumped === undefined ? null : (dumped.lastChange?.sequence ?? 0),
  }
}

/** What a database must have by itself; the tables of a part of the program are made when it is first used. */
function faultsOf({ schemas, isUnfinished, rows }: Content): readonly string[] {
  if (schemas.every(({ version }) => version === 0))
    return ['It has no tables of firmensuche: no dump was restored into it.']
  const made = new Set(schemas.filter(({ version }) => version > 0).map(({ part }) => part))
  const missing = ALL_TABLES.filter(({ name, part }) => made.has(part) && rows.get(name) === undefined)
  const newer = schemas.filter(({ version, known }) => version > known).map(({ part }) => part)
  return [
    ...(isUnfinished ? ['A migration into it was not completed.'] : []),
    ...(missing.length > 0 ? [`Tables are missing: ${missing.map(({ name }) => name).join(', ')}.`] : []),
    ...(newer.length > 0 ? [`A newer version of firmensuche wrote its tables (${newer.join(', ')}).`] : []),
  ]
}

/** What it lacks of the other one, which may have changed since the dump. */
function differences(restored: Content, dumped: Content, isOfSameData: boolean): readonly string[] {
  const empty = [...dumped.rows].filter(
    ([table, count]) => (count ?? 0) > 0 && restored.rows.get(table) === 0,
  )
  const lacks = (what: 'indexes' | 'triggers') =>
    restored[what] < dumped[what] ? [`It has ${restored[what]} ${what} of ${dumped[what]}.`] : []
  return [
    ...(isOfSameData
      ? []
      : [`Its last change (${restored.lastChange?.sequence}) is not one of ${dumped.name}.`]),
    ...(empty.length > 0 ? [`Tables are empty: ${empty.map(([table]) => table).join(', ')}.`] : []),
    ...lacks('indexes'),
    ...lacks('triggers'),
  ]
}
