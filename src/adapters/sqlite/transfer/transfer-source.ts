import { existsSync } from 'node:fs'
import { Failure } from '../../../core/failure.ts'
import type { TransferSource } from '../../../core/transfer/transfer-ports.ts'
import type { TransferPart } from '../../sql/transfer/transfer-table.ts'
import { checkMigrated } from '../database/migrate.ts'
import { type Database, openDatabase } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'
import { MIGRATIONS_OF_PART, PARTS, SqliteTables, type TransferFolder } from './table-reading.ts'

/**
 * Opens the files of a data folder as the source of a transfer; the caller holds the folder's lock. A file that is
 * missing has no tables.
 *
 * @throws {Failure} `service_unavailable` if a file cannot be used, or has the schema of another version;
 * `not_found` if there is no file.
 */
export function openSqliteSource({ folder, paths }: TransferFolder): TransferSource {
  const files = new Map<TransferPart, Database>()
  try {
    for (const part of PARTS) {
      const path = paths[part]
      if (!existsSync(path)) continue
      files.set(part, openWhole(path, part))
    }
    if (files.size === 0) throw new Failure('not_found', `The data folder ${folder} has no databases.`)
    return new SqliteSource(folder, files)
  } catch (error) {
    for (const file of files.values()) file.close()
    throw error
  }
}

function openWhole(path: string, part: TransferPart): Database {
  return onStorage(path, () => {
    const db = openDatabase(path, { readOnly: true, synchronous: 'NORMAL' })
    try {
      checkMigrated(db, MIGRATIONS_OF_PART[part])
      return db
    } catch (error) {
      db.close()
      throw error
    }
  })
}

class SqliteSource extends SqliteTables implements TransferSource {
  lastNumber(name: string): number | undefined {
    const { numbered, key } = this.table(name)
    if (numbered === undefined) return undefined
    return this.on(name, (db) => {
      const [highest, given] = [
        `SELECT max(${key[0]}) FROM ${name}`,
        `SELECT seq FROM sqlite_sequence WHERE name = '${name}'`,
      ].map((sql) => db.prepare(sql).pluck().get() as number | null | undefined)
      return Math.max(highest ?? 0, given ?? 0)
    })
  }
}
