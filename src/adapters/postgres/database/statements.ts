/** Runs statements, and says in a sentence why PostgreSQL cannot be used. */
import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { type DatabasePlace, databaseFailure } from './database-failure.ts'
import type { DatabasePool } from './open-pool.ts'

/** A statement and the values of its parameters `$1`, `$2` … */
export interface Query {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/**
 * Runs statements; the caller names the type of their rows. All reject with a `Failure` `service_unavailable`
 * if PostgreSQL cannot be used.
 */
export interface Statements {
  all<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>
  /** Returns the first row. */
  first<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row | undefined>
  /**
   * The same for a statement without parts that depend on the query: each connection prepares it once. For those whose best
   * plan is the same for all values of their parameters.
   */
  firstPrepared<Row extends object>(sql: string, parameters?: readonly unknown[]): Promise<Row | undefined>
  /** Returns the number of rows that the statement inserted, changed or deleted. Without parameters, the text may have several statements. */
  run(sql: string, parameters?: readonly unknown[]): Promise<number>
}

/** What runs statements: a pool, or one connection of it. */
type Runner = Pick<Pool | PoolClient, 'query'>

/** Returns an executor of statements. */
export function statementsOf(runner: Runner, place: DatabasePlace): Statements {
  const query = async (sql: string, parameters: readonly unknown[] | undefined, name?: string) => {
    const values = parameters as unknown[] | undefined
    try {
      return await runner.query<QueryResultRow>({
        text: sql,
        ...(values !== undefined && { values }),
        ...(name !== undefined && { name }),
      })
    } catch (error) {
      throw databaseFailure(place, error)
    }
  }
  return {
    all: async <Row extends object>(sql: string, parameters?: readonly unknown[]) =>
      (await query(sql, parameters)).rows as unknown as Row[],
    first: async <Row extends object>(sql: string, parameters?: readonly unknown[]) =>
      (await query(sql, parameters)).rows[0] as Row | undefined,
    firstPrepared: async <Row extends object>(sql: string, parameters?: readonly unknown[]) =>
      (await query(sql, parameters, nameOf(sql))).rows[0] as Row | undefined,
    run: async (sql, parameters) => (await query(sql, parameters)).rowCount ?? 0,
  }
}

const names = new Map<string, string>()

/** Returns the name under which connections prepare a statement. */
function nameOf(sql: string): string {
  const name = names.get(sql) ?? `firmensuche_${names.size}`
  names.set(sql, name)
  return name
}

/** Runs steps with one connection, and returns it to the pool. A connection on which a step failed is closed. */
export async function onConnection<Result>(
  { pool, place }: DatabasePool,
  steps: (statements: Statements) => Promise<Result>,
): Promise<Result> {
  let client: PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    throw databaseFailure(place, error)
  }
  try {
    const result = await steps(statementsOf(client, place))
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Runs steps in one transaction of the connection: all of them or, when one throws, none. */
export async function inTransaction<Result>(
  statements: Statements,
  steps: () => Promise<Result>,
): Promise<Result> {
  await statements.run('BEGIN')
  try {
    const result = await steps()
    await statements.run('COMMIT')
    return result
  } catch (error) {
    // If the connection is lost, the server has undone the transaction by itself.
    await statements.run('ROLLBACK').catch(() => undefined)
    throw error
  }
}
