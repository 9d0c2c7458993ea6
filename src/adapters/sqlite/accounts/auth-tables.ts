/** The accounts file as the sign-in library reads and writes it: by Kysely, over the same connection as the account store. */
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'

/**
 * Every statement runs at once and is a transaction of its own; nothing of it is open while a password is hashed. One
 * that the storage does not let throws Failure `service_unavailable`.
 */
export function authTables(db: Database): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new SqliteDialect({ database: explaining(db) }) })
}

function explaining(db: Database): SqliteDatabase {
  return {
    // Of whoever opened it.
    close: () => undefined,
    prepare(sql): SqliteStatement {
      const statement = onStorage(db.name, () => db.prepare<unknown[]>(sql))
      return {
        reader: statement.reader,
        all: (parameters) => onStorage(db.name, () => statement.all(...parameters)),
        run: (parameters) => onStorage(db.name, () => statement.run(...parameters)),
        iterate: (parameters) => onStorage(db.name, () => statement.iterate(...parameters)),
      }
    },
  }
}
