/**
 * Register files that are SQLite databases: read-only, table by table, in bounded memory. A file is not trusted: only ordinary
 * tables are read, never views, virtual tables or generated columns, and no value is longer than `VALUE_BYTES_MAX`.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import BetterSqlite, { type Database } from 'better-sqlite3'
import { PackingFault } from './packing.ts'

/** The first bytes of every SQLite database. */
const MARK = 'SQLite format 3\0'

/** Largest database that is unpacked, in bytes. The largest known one has 3.7 GB. */
export const UNPACKED_DATABASE_BYTES_MAX = 32 * 2 ** 30

/** Longest value that is read, in bytes; a row with a longer one is rejected. */
export const VALUE_BYTES_MAX = 65_536

/** Rows that are read at once. */
const PAGE_ROWS = 1000

/** Most bytes of a page, and of the rows of another table that belong to its rows. */
export const PAGE_BYTES_MAX = 32 * 1024 * 1024

/** Memory of a row beside its values, in bytes. */
const ROW_BYTES = 500

/** A value of a row, as it is stored. */
type Value = string | number | null | Buffer

/** A row by the names of its columns, in lower case. */
export type TableRow = Readonly<Record<string, Value>>

/** Some rows of a table, and of which of them a value is too long. */
interface Page {
  readonly rows: readonly TableRow[]
  readonly isLong: (row: TableRow) => boolean
}

/** Returns the rows of another table that belong to these keys, by key. */
export type RowsOfKeys = (keys: readonly string[]) => ReadonlyMap<string, readonly TableRow[]>

/** Whether a file with these first bytes is an SQLite database. */
export function isDatabase(start: Buffer): boolean {
  return start.toString('latin1', 0, MARK.length) === MARK
}

/**
 * Opens a database that is a file.
 *
 * @throws the errors of SQLite if it is damaged, or cannot be read.
 */
export function openDatabaseFile(path: string): DatabaseFile {
  return new DatabaseFile(new BetterSqlite(path, { readonly: true, fileMustExist: true }))
}

/**
 * Unpacks a database into the folder for temporary files and opens it. The file is gone when it is closed, and on systems that
 * allow it as soon as it is open.
 *
 * @throws {PackingFault} `unpacks_too_large` above `bytesMax`, and what `chunks` throws.
 */
export async function openUnpackedDatabase(
  chunks: AsyncIterable<Buffer>,
  bytesMax = UNPACKED_DATABASE_BYTES_MAX,
): Promise<DatabaseFile> {
  const folder = await mkdtemp(join(tmpdir(), 'firmensuche-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'unpacked.db')
    await pipeline(chunks, atMost(bytesMax), createWriteStream(path, { mode: 0o600 }))
    const database = openDatabaseFile(path)
    // Windows does not delete open files.
    if (process.platform === 'win32') database.onClosed = remove
    else await remove()
    return database
  } catch (error) {
    await remove()
    throw error
  }
}

function atMost(bytesMax: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      done(bytes > bytesMax ? new PackingFault('unpacks_too_large') : null, chunk)
    },
  })
}

/** An open database. */
export class DatabaseFile {
  onClosed: () => Promise<void> = async () => {}
  readonly #db: Database
  readonly #columns = new Map<string, ReadonlySet<string>>()
  #share = 0

  constructor(db: Database) {
    this.#db = db
    try {
      db.pragma('trusted_schema = OFF')
      db.pragma('temp_store = FILE')
      const tables = db.prepare(
        "SELECT lower(name) AS name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND wr = 0",
      )
      // The info leaves generated columns out.
      const columns = db.prepare('SELECT lower(name) FROM pragma_table_info(?)').pluck()
      for (const { name } of tables.all() as { name: string }[])
        this.#columns.set(name, new Set(columns.all(name) as string[]))
    } catch (error) {
      db.close()
      throw error
    }
  }

  /** Returns the names of the columns of a table in lower case; none if there is no such table. */
  columnsOf(table: string): ReadonlySet<string> {
    return this.#columns.get(table) ?? new Set()
  }

  /** Whether there is a table with these columns. All names in lower case. */
  hasTable(table: string, columns: readonly string[]): boolean {
    const found = this.columnsOf(table)
    return columns.every((column) => found.has(column))
  }

  /** Share of the rows of the table that is read by `pages`, from 0 to 1. */
  get share(): number {
    return this.#share
  }

  /** Yields the rows of a table in the order of their row ids. A page with long values has fewer rows. */
  *pages(table: string, columns: readonly string[]): Generator<Page> {
    const last = this.#db.prepare(`SELECT max(rowid) FROM main."${table}"`).pluck().get() as number | null
    const page = this.#db.prepare(
      `SELECT rowid AS "#id", ${longest(columns)} > ${VALUE_BYTES_MAX} AS "#long", ${values(columns)}
       FROM main."${table}" WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE_ROWS}`,
    )
    let after = Number.MIN_SAFE_INTEGER
    for (;;) {
      const rows = firstOf(page.iterate(after) as IterableIterator<TableRow>).rows
      if (rows.length === 0) break
      after = rows.at(-1)!['#id'] as number
      this.#share = Math.min(1, after / Math.max(1, last ?? 1))
      yield { rows, isLong: (row) => row['#long'] === 1 }
    }
  }

  /**
   * Returns a lookup of rows by a column, which gets a temporary index if it has none.
   *
   * The lookup throws {@link TooManyRows} if the rows have more than `PAGE_BYTES_MAX` bytes together.
   */
  rowsBy(table: string, key: string, columns: readonly string[]): RowsOfKeys {
    const source = this.#isIndexed(table, key) ? `main."${table}"` : this.#indexedCopy(table, key, columns)
    const find = this.#db.prepare(
      `SELECT "${key}" AS "#key", ${values(columns)} FROM ${source}
       WHERE "${key}" IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    )
    return (keys) => {
      const { rows, isWhole } = firstOf(find.iterate(asList(keys)) as IterableIterator<TableRow>)
      if (!isWhole) throw new TooManyRows(table)
      return Map.groupBy(rows, (row) => String(row['#key']))
    }
  }

  /** Returns the first value of a column; `null` if the table has no rows. */
  firstOf(table: string, column: string): Value {
    const first = this.#db.prepare(`SELECT ${values([column])} FROM main."${table}" LIMIT 1`).pluck()
    return (first.get() as Value | undefined) ?? null
  }

  async close(): Promise<void> {
    this.#db.close()
    await this.onClosed()
  }

  #isIndexed(table: string, key: string): boolean {
    const firstColumns = this.#db
      .prepare(
        `SELECT lower(info.name) FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
         WHERE list.partial = 0 AND info.seqno = 0`,
      )
      .pluck()
    return (firstColumns.all(table) as string[]).includes(key)
  }

  #indexedCopy(table: string, key: string, columns: readonly string[]): string {
    const all = [...new Set([key, ...columns])]
    this.#db.exec(`CREATE TEMP TABLE "copy of ${table}" AS SELECT ${values(all)} FROM main."${table}"`)
    this.#db.exec(`CREATE INDEX temp."keys of ${table}" ON "copy of ${table}" ("${key}")`)
    return `temp."copy of ${table}"`
  }
}

/** Thrown for a table with too many rows that belong to a page of another one. */
export class TooManyRows extends Error {
  readonly table: string

  constructor(table: string) {
    super(`too many rows of ${table}`)
    this.table = table
  }
}

/** Returns the first rows, up to `PAGE_BYTES_MAX` bytes, and whether these are all. */
function firstOf(all: IterableIterator<TableRow>): { rows: readonly TableRow[]; isWhole: boolean } {
  const rows: TableRow[] = []
  let bytes = 0
  for (const row of all) {
    rows.push(row)
    bytes += bytesOf(row)
    // The row that exceeds the limit is kept, so that a page always has one.
    if (bytes > PAGE_BYTES_MAX) return { rows, isWhole: false }
  }
  return { rows, isWhole: true }
}

function bytesOf(row: TableRow): number {
  const valueBytes = (value: Value) =>
    typeof value === 'string' ? 2 * value.length : Buffer.isBuffer(value) ? value.length : 0
  return Object.values(row).reduce<number>((sum, value) => sum + valueBytes(value), ROW_BYTES)
}

/** Ids may be stored as numbers or as texts. */
function asList(keys: readonly string[]): string {
  return JSON.stringify(keys.flatMap((key) => (/^[1-9]\d{0,14}$/.test(key) ? [key, Number(key)] : [key])))
}

function values(columns: readonly string[]): string {
  return columns
    .map((name) => `CASE WHEN octet_length("${name}") <= ${VALUE_BYTES_MAX} THEN "${name}" END AS "${name}"`)
    .join(', ')
}

function longest(columns: readonly string[]): string {
  return `max(0, ${columns.map((name) => `coalesce(octet_length("${name}"), 0)`).join(', ')})`
}

/** Returns a value as a text; `undefined` for bytes. */
export function textOf(value: Value | undefined): string | undefined {
  if (value === null || value === undefined) return ''
  return Buffer.isBuffer(value) ? undefined : String(value)
}
