import { Failure } from '../../../core/failure.ts'
import type {
  Copied,
  TransferPage,
  TransferRow,
  TransferTarget,
  TransferValue,
} from '../../../core/transfer/transfer-ports.ts'
import type { TransferTable } from '../../sql/transfer/transfer-table.ts'
import { dropLateIndexes, lateIndexes } from '../companies/tables/company-migrations.ts'
import { copyRows } from '../companies/write/copy-rows.ts'
import { databaseFailure, unusable } from '../database/database-failure.ts'
import { checkServer, isMigrationUnfinished, migrate, versionOf } from '../database/migrate.ts'
import { inTransaction } from '../database/statements.ts'
import { SCHEMAS } from './schemas.ts'
import { ALL_TABLES, PostgresTables, tableOf } from './table-reading.ts'
import { connectForTransfer, lockWriting, type TransferAddress } from './transfer-session.ts'

/** What was copied: a row for each table whose copy has begun. `last_key`: JSON. While it exists, nothing else uses the database. */
const STATE_TABLE = `CREATE TABLE unfinished_migration (
  name text PRIMARY KEY,
  rows bigint NOT NULL,
  last_key text,
  is_whole boolean NOT NULL
)`

interface StateRow {
  readonly rows: number
  readonly last_key: string | null
  readonly is_whole: boolean
}

/**
 * Opens a database as the target of a transfer, and makes its tables.
 *
 * @throws {Failure} `service_unavailable` if the database cannot be used; `conflict` if it has data, or another
 * process works with it.
 */
export async function openPostgresTarget(address: TransferAddress, nowMs: number): Promise<TransferTarget> {
  const { database, client } = await connectForTransfer(address)
  const target = new PostgresTarget(database, client)
  try {
    await checkServer(target.statements, database.place)
    await lockWriting(client, database.place)
    await target.begin()
    for (const schema of Object.values(SCHEMAS))
      await migrate(address.url, schema, nowMs, { isFilled: true, setting: address.setting })
    return target
  } catch (error) {
    await target.close()
    throw error
  }
}

class PostgresTarget extends PostgresTables implements TransferTarget {
  /** @throws {Failure} `conflict` if there are data that no earlier transfer has brought. */
  async begin(): Promise<void> {
    for (const table of ALL_TABLES) await this.#refuseData(table)
    if (!(await isMigrationUnfinished(this.statements))) await this.statements.run(STATE_TABLE)
  }

  async copied(table: string): Promise<Copied | undefined> {
    const row = await this.statements.first<StateRow>(
      'SELECT rows, last_key, is_whole FROM unfinished_migration WHERE name = $1',
      [table],
    )
    if (row === undefined) return undefined
    const lastKey = row.last_key === null ? undefined : (JSON.parse(row.last_key) as TransferRow)
    return { rows: row.rows, lastKey, isWhole: row.is_whole }
  }

  async beginTable(name: string): Promise<void> {
    await inTransaction(this.statements, async () => {
      if (name === this.tables[0]) await dropLateIndexes(this.statements)
      await this.statements.run(`DELETE FROM ${name}`)
      await this.statements.run(
        'INSERT INTO unfinished_migration (name, rows, is_whole) VALUES ($1, 0, false)',
        [name],
      )
    })
  }

  async write(name: string, { rows, lastKey }: TransferPage): Promise<void> {
    const { columns, kinds } = tableOf(name)
    const isBytes = columns.map((column) => kinds[column] === 'bytes')
    const copied = rows.map((row) => row.map((value, i) => (isBytes[i] ? byteText(value) : value)))
    try {
      await inTransaction(this.statements, async () => {
        await copyRows(this.client, name, columns, copied)
        await this.statements.run(
          'UPDATE unfinished_migration SET rows = rows + $1, last_key = $2 WHERE name = $3',
          [rows.length, JSON.stringify(lastKey), name],
        )
      })
    } catch (error) {
      throw databaseFailure(this.database.place, error)
    }
  }

  async endTable(name: string, lastNumber: number | undefined): Promise<void> {
    const { numbered } = tableOf(name)
    await inTransaction(this.statements, async () => {
      if (numbered !== undefined)
        await this.statements.first(
          `SELECT setval(pg_get_serial_sequence('${name}', '${numbered}'), greatest(last, 1), last > 0)
           FROM (SELECT greatest(coalesce(max(${numbered}), 0), $1::bigint) AS last FROM ${name}) numbers`,
          [lastNumber ?? 0],
        )
      await this.statements.run('UPDATE unfinished_migration SET is_whole = true WHERE name = $1', [name])
    })
  }

  async *finish(): AsyncGenerator<void> {
    for (const sql of [...lateIndexes(), 'ANALYZE']) {
      yield
      await this.statements.run(sql)
    }
  }

  async complete(): Promise<void> {
    await this.statements.run('DROP TABLE unfinished_migration')
  }

  async #refuseData(table: TransferTable): Promise<void> {
    const { name, part, isInitial } = table
    const version = await versionOf(this.statements, SCHEMAS[part], this.database.place)
    const found = await this.statements.first<{ id: string | null }>('SELECT to_regclass($1) AS id', [name])
    if (found!.id === null) return
    if (version === 0)
      throw unusable(this.database.place, 'has tables of another program. Use a database of its own.')
    if (await isMigrationUnfinished(this.statements)) return
    const others = isInitial === undefined ? '' : `WHERE NOT (${isInitial})`
    if ((await this.statements.first(`SELECT 1 FROM ${name} ${others} LIMIT 1`)) === undefined) return
    throw new Failure(
      'conflict',
      `${this.name.replace('t', 'T')} has data already. Migrate into an empty one.`,
    )
  }
}

/** The text of a value of type `bytea`. */
function byteText(value: TransferValue): TransferValue {
  return value === null ? null : `\\x${value}`
}
