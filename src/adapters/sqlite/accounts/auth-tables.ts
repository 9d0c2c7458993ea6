/** The accounts file for the sign-in library: Kysely over the same connection as the account store. */
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import type { Database } from '../database/open-database.ts'
import { onStorage } from '../database/storage-failure.ts'

/**
 * Returns a Kysely instance for the accounts file. Every statement runs synchronously in a transaction of its
 * own; no transaction is open while a password is hashed.
 *
 * A statement that the storage refuses throws {@link Failure} `service_unavailable`.
 */
export function authTables(db: Database): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new SqliteDialect({ database: explaining(db) }) })
}

function explaining(db: Database): SqliteDatabase {
  return {
    // The opener of the database closes it.
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
