/** The accounts file as the sign-in library reads and writes it: by Kysely, over the same connection as the account store. */
import { Kysely, SqliteDialect } from 'kysely'
import type { Database } from './open-database.ts'

/** Every statement runs at once and is a transaction of its own; nothing of it is open while a password is hashed. */
export function authTables(db: Database): Kysely<unknown> {
  return new Kysely<unknown>({ dialect: new SqliteDialect({ database: db }) })
}
