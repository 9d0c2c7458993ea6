/** Runs SQL from Kysely synchronously: Kysely writes the statement, better-sqlite3 executes it. */
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

/** Returns a query builder that knows the tables and has no connection. */
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

/** Maximum number of prepared statements; the list needs one for each combination of filters. */
const PREPARED_MAX = 200

/** Runs compiled queries. */
export interface Statements {
  all<Row>(query: CompiledQuery<Row>): Row[]
  /** Returns the first row. `parameters` replace those of the query, for queries that are compiled once. */
  first<Row>(query: CompiledQuery<Row>, parameters?: readonly unknown[]): Row | undefined
}

/** Returns an executor that keeps statements prepared. */
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
