import type { Dialect, Kysely as KyselyOf } from 'kysely'
import { Kysely, SqliteAdapter, SqliteQueryCompiler } from '../../sql/database/kysely.ts'
import type { SqlDatabase } from '../../sql/database/sql-database.ts'
import { type Database, emptyLog } from './open-database.ts'
import { SqliteDriver } from './sqlite-driver.ts'

/** An open SQLite file as a database of the stores that are written for both databases. */
export class SqliteDatabase<Tables> implements SqlDatabase<Tables> {
  /** The file itself, for what only SQLite has. */
  readonly file: Database
  readonly tables: KyselyOf<Tables>

  /** `file` is migrated and used in no other way from now on. */
  constructor(file: Database) {
    this.file = file
    this.tables = new Kysely<Tables>({ dialect: dialectOf(file) })
  }

  alone<Result>(step: (tables: KyselyOf<Tables>) => Promise<Result>): Promise<Result> {
    return this.tables.transaction().execute(step)
  }

  /** SQLite has one writer at a time for the whole file. */
  forAccount<Result>(
    _account: string | undefined,
    step: (tables: KyselyOf<Tables>) => Promise<Result>,
  ): Promise<Result> {
    return this.alone(step)
  }

  async discardLog(): Promise<void> {
    // Its turn comes when no step is in progress.
    await this.tables.connection().execute(async () => emptyLog(this.file))
  }

  async close(): Promise<void> {
    if (!this.file.open) return
    // Its turn comes when every step before has ended.
    await this.tables.connection().execute(async () => undefined)
    await this.tables.destroy()
    this.file.close()
  }
}

function dialectOf(file: Database): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new SqliteDriver(file),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: () => {
      throw new Error('the schema is known and not read')
    },
  }
}
