/** Keeps statements prepared whose SQL depends on the query. */
import type { Statement } from 'better-sqlite3'
import type { Database } from './open-database.ts'

/** A statement and the values of its parameters. */
export interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** Maximum number of prepared statements; the list needs one for each combination of filters. */
const PREPARED_MAX = 200

/** Runs statements; the caller names the type of their rows. */
export interface Statements {
  all<Row>(sql: string, parameters?: readonly unknown[]): Row[]
  /** Returns the first row. */
  first<Row>(sql: string, parameters?: readonly unknown[]): Row | undefined
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
    all: <Row>(sql: string, parameters: readonly unknown[] = []) => prepare(sql).all(...parameters) as Row[],
    first: <Row>(sql: string, parameters: readonly unknown[] = []) =>
      prepare(sql).get(...parameters) as Row | undefined,
  }
}
