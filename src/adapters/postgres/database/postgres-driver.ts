/** Runs Kysely's statements on PostgreSQL. */

import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { PoolClient, QueryResult as Result } from 'pg'
import { type DatabasePlace, databaseFailure } from './database-failure.ts'
import type { DatabasePool } from './open-pool.ts'

/** PostgreSQL ended a transaction because of another one; the same steps may succeed when they are repeated. */
export class TransactionConflict extends Error {
  readonly failure: unknown

  constructor(failure: unknown, cause: unknown) {
    super('a transaction met another one', { cause })
    this.name = 'TransactionConflict'
    this.failure = failure
  }
}

/** Codes of such an end: `serialization_failure`, `deadlock_detected`. */
const CONFLICTS = ['40001', '40P01']

/** The connections of a pool. Whoever opened the pool closes it. */
export class PostgresDriver implements Driver {
  readonly #pool: DatabasePool

  constructor(pool: DatabasePool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const { pool, place } = this.#pool
    try {
      return new PostgresConnection(await pool.connect(), place)
    } catch (error) {
      throw databaseFailure(place, error)
    }
  }

  /** Transactions begin with their locks: see `PostgresDatabase`. */
  async beginTransaction(): Promise<void> {
    throw new Error('a transaction without a lock')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ;(connection as PostgresConnection).release()
  }

  async destroy(): Promise<void> {}
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: PoolClient
  readonly #place: DatabasePlace
  #isInTransaction = false

  constructor(client: PoolClient, place: DatabasePlace) {
    this.#client = client
    this.#place = place
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (sql.startsWith('BEGIN')) this.#isInTransaction = true
    try {
      const { rows, rowCount } = last(await this.#client.query(sql, parameters.map(asParameter)))
      if (sql === 'COMMIT' || sql === 'ROLLBACK') this.#isInTransaction = false
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
    } catch (error) {
      const failure = databaseFailure(this.#place, error)
      const { code } = error as { code?: string }
      const isConflict = this.#isInTransaction && code !== undefined && CONFLICTS.includes(code)
      throw isConflict ? new TransactionConflict(failure, error) : failure
    }
  }

  // biome-ignore lint/correctness/useYield: no store reads a table row by row.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows of accounts are not streamed')
  }

  /** Returns the connection to the pool; one whose transaction did not end is closed. */
  release(): void {
    this.#client.release(this.#isInTransaction)
  }
}

/** The result of the last statement of a text. */
function last(results: Result | Result[]): Result {
  return Array.isArray(results) ? results.at(-1)! : results
}

/** PostgreSQL's texts have no NUL; none that is stored has one, either. */
function asParameter(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
