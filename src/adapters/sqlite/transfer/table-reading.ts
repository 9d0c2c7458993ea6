/** Reads tables of the files of a data folder, as a transfer needs them. */
import type {
  TransferPage,
  TransferReader,
  TransferRow,
  TransferValue,
} from '../../../core/transfer/transfer-ports.ts'
import { storableText } from '../../sql/database/storable-text.ts'
import { ACCOUNT_TABLES } from '../../sql/transfer/account-tables.ts'
import { COMPANY_TABLES } from '../../sql/transfer/company-tables.ts'
import type { TransferPart, TransferTable } from '../../sql/transfer/transfer-table.ts'
import { ACCOUNTS_MIGRATIONS } from '../accounts/accounts-migrations.ts'
import { COMPANY_MIGRATIONS } from '../companies/tables/company-migrations.ts'
import { COUNTERS_MIGRATIONS } from '../counters/counters-database.ts'
import type { Migration } from '../database/migrate.ts'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'

/** Where the files are. */
export interface TransferFolder {
  readonly folder: string
  readonly paths: Readonly<Record<TransferPart, string>>
}

/** The migrations of each file. */
export const MIGRATIONS_OF_PART: Readonly<Record<TransferPart, readonly Migration[]>> = {
  companies: COMPANY_MIGRATIONS,
  accounts: ACCOUNTS_MIGRATIONS,
  usage: COUNTERS_MIGRATIONS,
}

/** The parts in the order of their tables. */
export const PARTS: readonly TransferPart[] = ['companies', 'accounts', 'usage']

/** Rows of a page: more of them would need more memory and save nothing. */
export const PAGE_ROWS = 5000

/** The open files of a transfer; a part without a file has no tables. */
export class SqliteTables implements TransferReader {
  readonly name: string
  readonly tables: readonly string[]
  readonly files: ReadonlyMap<TransferPart, Database>
  readonly #known: ReadonlyMap<string, TransferTable>

  constructor(folder: string, files: ReadonlyMap<TransferPart, Database>) {
    this.name = `the data folder ${folder}`
    this.files = files
    const tables = [...COMPANY_TABLES, ...ACCOUNT_TABLES].filter(({ part }) => files.has(part))
    this.#known = new Map(tables.map((table) => [table.name, table]))
    this.tables = tables.map(({ name }) => name)
  }

  count(table: string): number {
    const sql = `SELECT count(*) FROM ${table}`
    return this.on(table, (db) => db.prepare(sql).pluck().get() as number)
  }

  *read(
    name: string,
    { afterKey }: { readonly afterKey?: TransferRow | undefined },
  ): Generator<TransferPage> {
    const table = this.table(name)
    let last = afterKey
    for (;;) {
      const values = this.on(name, (db) => rowsAfter(db, table, last))
      if (values.length === 0) return
      last = table.key.map((_, i) => canonicalOf(values.at(-1)![i]!))
      yield { rows: values.map((row) => row.map(storableOf)), lastKey: last }
    }
  }

  table(name: string): TransferTable {
    return this.#known.get(name)!
  }

  /**
   * Runs a step on the file of a table.
   *
   * @throws {Failure} `service_unavailable` if the file cannot be used.
   */
  on<Result>(table: string, step: (db: Database) => Result): Result {
    const db = this.files.get(this.table(table).part)!
    return onStorage(db.name, () => step(db))
  }

  close(): void {
    for (const db of this.files.values()) db.close()
  }
}

type Stored = string | number | Buffer | null

/** Every table has an index over its key, so that a page is read without the rows before it. */
function rowsAfter(db: Database, table: TransferTable, last: TransferRow | undefined): readonly Stored[][] {
  const { name, columns, key } = table
  const keys = key.join(', ')
  const after = last === undefined ? '' : `WHERE (${keys}) > (${key.map(() => '?').join(', ')})`
  const sql = `SELECT ${columns.join(', ')} FROM ${name} ${after} ORDER BY ${keys} LIMIT ${PAGE_ROWS}`
  const parameters = (last ?? []).map((value, i) => parameterOf(table, key[i]!, value))
  return db
    .prepare(sql)
    .raw()
    .all(...parameters) as Stored[][]
}

/** Converts a value to the one that a column stores. */
export function parameterOf({ kinds }: TransferTable, column: string, value: TransferValue): Stored {
  const kind = kinds[column]
  const isBlob = kind === 'bytes' || kind === 'uuid'
  return isBlob && typeof value === 'string' ? Buffer.from(value, 'hex') : value
}

function canonicalOf(stored: Stored): TransferValue {
  return Buffer.isBuffer(stored) ? stored.toString('hex') : stored
}

/** In the form that every database can store, so that both sides have the same. */
function storableOf(stored: Stored): TransferValue {
  return typeof stored === 'string' ? storableText(stored) : canonicalOf(stored)
}
