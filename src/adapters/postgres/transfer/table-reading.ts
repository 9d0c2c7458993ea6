/** Reads the tables of a PostgreSQL database, as a transfer needs them. */
import type { PoolClient } from 'pg'
import type {
  TransferPage,
  TransferReader,
  TransferRow,
  TransferValue,
} from '../../../core/transfer/transfer-ports.ts'
import { ACCOUNT_TABLES } from '../../sql/transfer/account-tables.ts'
import { COMPANY_TABLES } from '../../sql/transfer/company-tables.ts'
import type { TransferTable } from '../../sql/transfer/transfer-table.ts'
import { databaseFailure, nameOf } from '../database/database-failure.ts'
import type { DatabasePool } from '../database/open-pool.ts'
import { type Statements, statementsOf } from '../database/statements.ts'

/** All tables in the order in which they are copied. */
export const ALL_TABLES: readonly TransferTable[] = [...COMPANY_TABLES, ...ACCOUNT_TABLES]

/** Rows that are fetched at once. */
const PAGE_ROWS = 5000

/** How a column is read that has a type of PostgreSQL's own. */
const READ_AS = {
  bytes: (column: string) => `encode(${column}, 'hex')`,
  uuid: (column: string) => `encode(uuid_send(${column}), 'hex')`,
  flag: (column: string) => `${column}::integer`,
} as const

/** How a parameter is compared with such a column. */
const COMPARED_AS = {
  bytes: (parameter: string) => `decode(${parameter}, 'hex')`,
  uuid: (parameter: string) => `${parameter}::uuid`,
  flag: (parameter: string) => `${parameter}::integer::boolean`,
} as const

/** The tables of a database on one connection, which is closed with them. */
export class PostgresTables implements TransferReader {
  readonly name: string
  readonly tables = ALL_TABLES.map(({ name }) => name)
  readonly database: DatabasePool
  readonly client: PoolClient
  readonly statements: Statements

  constructor(database: DatabasePool, client: PoolClient) {
    this.name = `the ${nameOf(database.place)}`
    this.database = database
    this.client = client
    this.statements = statementsOf(client, database.place)
  }

  async count(table: string): Promise<number> {
    const row = await this.statements.first<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)
    return row!.count
  }

  /** Reads with a cursor: a table without an index over its key is sorted once. */
  async *read(
    name: string,
    { inOrder, afterKey }: { readonly inOrder: boolean; readonly afterKey?: TransferRow | undefined },
  ): AsyncGenerator<TransferPage> {
    const table = tableOf(name)
    await this.statements.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    try {
      const cursor = `DECLARE transfer NO SCROLL CURSOR FOR ${queryOf(table, inOrder, afterKey)}`
      await this.statements.run(cursor, afterKey ?? [])
      for (;;) {
        const rows = await this.#fetch()
        if (rows.length === 0) break
        yield { rows, lastKey: rows.at(-1)!.slice(0, table.key.length) }
      }
    } finally {
      // If the connection is lost, so is the transaction.
      await this.statements.run('ROLLBACK').catch(() => undefined)
    }
  }

  async close(): Promise<void> {
    // Ends a statement in progress, too.
    this.client.release(true)
    await this.database.pool.end()
  }

  async #fetch(): Promise<readonly TransferRow[]> {
    try {
      const { rows } = await this.client.query<TransferValue[]>({
        text: `FETCH ${PAGE_ROWS} FROM transfer`,
        rowMode: 'array',
      })
      return rows
    } catch (error) {
      throw databaseFailure(this.database.place, error)
    }
  }
}

/** Returns the table of this name. */
export function tableOf(name: string): TransferTable {
  return ALL_TABLES.find((table) => table.name === name)!
}

function queryOf(table: TransferTable, inOrder: boolean, afterKey: TransferRow | undefined): string {
  const { name, key, columns, kinds } = table
  const read = columns.map((column) => {
    const kind = kinds[column]
    return kind === undefined ? column : READ_AS[kind](column)
  })
  const keys = key.join(', ')
  const parameters = key.map((column, i) => {
    const kind = kinds[column]
    return kind === undefined ? `$${i + 1}` : COMPARED_AS[kind](`$${i + 1}`)
  })
  const after = afterKey === undefined ? '' : `WHERE (${keys}) > (${parameters.join(', ')})`
  return `SELECT ${read.join(', ')} FROM ${name} ${after} ${inOrder ? `ORDER BY ${keys}` : ''}`
}
