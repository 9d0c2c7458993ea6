import { existsSync } from 'node:fs'
import type { Statement } from 'better-sqlite3'
import { Failure } from '../../../core/failure.ts'
import type {
  Copied,
  TransferPage,
  TransferRow,
  TransferTarget,
} from '../../../core/transfer/transfer-ports.ts'
import type { TransferPart } from '../../sql/transfer/transfer-table.ts'
import { dropLateIndexes, lateIndexes } from '../companies/tables/company-migrations.ts'
import { migrate } from '../database/migrate.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { isMigrationUnfinished, markMigration, unmarkMigration } from '../database/unfinished-migration.ts'
import { MIGRATIONS_OF_PART, PARTS, parameterOf, SqliteTables, type TransferFolder } from './table-reading.ts'

/** What was copied: a row for each table whose copy has begun, in the file of the table. `last_key`: JSON. */
const STATE_TABLE = `CREATE TABLE IF NOT EXISTS unfinished_migration (
  name TEXT NOT NULL PRIMARY KEY,
  rows INTEGER NOT NULL,
  last_key TEXT,
  is_whole INTEGER NOT NULL
) STRICT`

interface StateRow {
  readonly rows: number
  readonly last_key: string | null
  readonly is_whole: number
}

/**
 * Opens the files of a data folder as the target of a transfer; the caller holds the folder's lock. Creates and
 * migrates them. Until the transfer is complete, nothing else opens them.
 *
 * @throws {Failure} `service_unavailable` if a file cannot be used; `conflict` if there are other data.
 */
export function openSqliteTarget(where: TransferFolder, nowMs: number): TransferTarget {
  const { folder, paths } = where
  if (!isMigrationUnfinished(folder)) {
    const found = PARTS.map((part) => paths[part]).filter(existsSync)
    if (found.length > 0) throw notEmpty(folder, found)
    markMigration(folder)
  }
  const files = new Map<TransferPart, Database>()
  try {
    for (const part of PARTS) files.set(part, openForFilling(paths[part], part, nowMs))
    return new SqliteTarget(folder, files)
  } catch (error) {
    for (const file of files.values()) file.close()
    throw error
  }
}

function notEmpty(folder: string, found: readonly string[]): Failure {
  return new Failure(
    'conflict',
    `The data folder ${folder} has databases already. Move them away, or name another data folder: ${found.join(', ')}`,
  )
}

function openForFilling(path: string, part: TransferPart, nowMs: number): Database {
  return onStorage(path, () => {
    const db = openDatabase(path, { synchronous: 'NORMAL', isFilled: true })
    try {
      migrate(db, MIGRATIONS_OF_PART[part], nowMs)
      // The rows are those of a database that holds the rules already; a table whose copy begins anew may be referred to.
      db.pragma('foreign_keys = OFF')
      db.exec(STATE_TABLE)
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

class SqliteTarget extends SqliteTables implements TransferTarget {
  readonly #folder: string
  readonly #inserts = new Map<string, Statement<unknown[]>>()

  constructor(folder: string, files: ReadonlyMap<TransferPart, Database>) {
    super(folder, files)
    this.#folder = folder
  }

  copied(table: string): Copied | undefined {
    const row = this.on(table, (db) =>
      db.prepare('SELECT rows, last_key, is_whole FROM unfinished_migration WHERE name = ?').get(table),
    ) as StateRow | undefined
    if (row === undefined) return undefined
    const lastKey = row.last_key === null ? undefined : (JSON.parse(row.last_key) as TransferRow)
    return { rows: row.rows, lastKey, isWhole: row.is_whole === 1 }
  }

  beginTable(name: string): void {
    const first = this.tables[0]
    this.#inTransaction(name, (db) => {
      if (name === first) dropLateIndexes(db)
      db.exec(`DELETE FROM ${name}`)
      db.prepare('INSERT INTO unfinished_migration (name, rows, is_whole) VALUES (?, 0, 0)').run(name)
    })
  }

  write(name: string, { rows, lastKey }: TransferPage): void {
    const table = this.table(name)
    const insert = this.#insertInto(name)
    this.#inTransaction(name, (db) => {
      for (const row of rows)
        insert.run(...row.map((value, i) => parameterOf(table, table.columns[i]!, value)))
      db.prepare('UPDATE unfinished_migration SET rows = rows + ?, last_key = ? WHERE name = ?').run(
        rows.length,
        JSON.stringify(lastKey),
        name,
      )
    })
  }

  endTable(name: string, lastNumber: number | undefined): void {
    this.#inTransaction(name, (db) => {
      if (lastNumber !== undefined && this.#countsUp(db, name)) {
        db.prepare('DELETE FROM sqlite_sequence WHERE name = ?').run(name)
        db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, lastNumber)
      }
      db.prepare('UPDATE unfinished_migration SET is_whole = 1 WHERE name = ?').run(name)
    })
  }

  *finish(): Generator<void> {
    for (const sql of lateIndexes()) {
      yield
      this.on('companies', (db) => db.exec(sql))
    }
  }

  complete(): void {
    for (const db of this.files.values()) {
      onStorage(db.name, () => {
        db.exec('DROP TABLE unfinished_migration')
        // Brings everything to the disk.
        db.pragma('wal_checkpoint(TRUNCATE)')
      })
    }
    unmarkMigration(this.#folder)
  }

  /** Whether the table has a sequence: its numbers are not given again. */
  #countsUp(db: Database, name: string): boolean {
    const sql = db.prepare('SELECT sql FROM sqlite_master WHERE name = ?').pluck().get(name) as string
    return sql.includes('AUTOINCREMENT')
  }

  #insertInto(name: string): Statement<unknown[]> {
    const { columns } = this.table(name)
    const marks = columns.map(() => '?').join(', ')
    const sql = `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${marks})`
    const insert = this.#inserts.get(name) ?? this.on(name, (db) => db.prepare<unknown[]>(sql))
    this.#inserts.set(name, insert)
    return insert
  }

  #inTransaction(table: string, step: (db: Database) => void): void {
    this.on(table, (db) => db.transaction(() => step(db)).immediate())
  }
}
