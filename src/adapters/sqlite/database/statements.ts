/** SQL from Kysely, run at once: Kysely writes the statement for the dialect, better-sqlite3 executes it. */
import type { Statement } from 'better-sqlite3'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Database } from './open-database.ts'

/** A query builder that knows the tables and connects to nothing. */
export function sqlFor<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

/** Statements stay prepared; a list has as many as it has combinations of filters. */
const PREPARED_MAX = 200

export interface Statements {
  all<Row>(query: CompiledQuery<Row>): Row[]
  /** With other parameters than those that it was written with: for statements that are built once. */
  first<Row>(query: CompiledQuery<Row>, parameters?: readonly unknown[]): Row | undefined
}

export function statementsOf(db: Database): Statements {
  const prepared = new Map<string, Statement<unknown[]>>()
  const prepare = (sql: string): Statement<unknown[]> => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    if (prepared.size >= PREPARED_MAX) prepared.clear()
    const statement = db.prepare<unknown[]>(sql)
    prepared.set(sql, statement)
    return statement
  }
  return {
    all: <Row>(query: CompiledQuery<Row>) => prepare(query.sql).all(...query.parameters) as Row[],
    first: <Row>(query: CompiledQuery<Row>, parameters = query.parameters) =>
      prepare(query.sql).get(...parameters) as Row | undefined,
  }
}
