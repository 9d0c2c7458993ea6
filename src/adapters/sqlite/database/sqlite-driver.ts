/** Runs Kysely's statements on an SQLite file. */
import type { RunResult, Statement } from 'better-sqlite3'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import type { Database } from './open-database.ts'
import { onStorage } from './storage-failure.ts'

/** Time that a statement waits for a write of another connection, in ms. */
const BUSY_TIMEOUT_MS = 5000
/** Times between two tries, in ms; the last one repeats. They are those of SQLite's own busy handler. */
const BUSY_PAUSES_MS = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]
/** Maximum number of prepared statements; most of the stores need fewer than a hundred. */
const PREPARED_MAX = 200

/**
 * The one connection to a file; Kysely lets one statement or transaction after another use it. Waits for other
 * connections without blocking the thread: the other one may belong to the same thread.
 */
export class SqliteDriver implements Driver {
  readonly #file: Database
  readonly #connection: SqliteConnection

  constructor(file: Database) {
    this.#file = file
    this.#connection = new SqliteConnection(file)
  }

  async init(): Promise<void> {
    this.#file.pragma('busy_timeout = 0')
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(): Promise<void> {
    // Immediate: one that began to read could not begin to write after another connection has written.
    await this.#connection.run('BEGIN IMMEDIATE')
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.run('COMMIT')
  }

  async rollbackTransaction(): Promise<void> {
    // After some errors, such as a full disk, SQLite has ended the transaction already.
    if (this.#file.inTransaction) await this.#connection.run('ROLLBACK')
  }

  async releaseConnection(): Promise<void> {}

  /** The file's owner closes it. */
  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: Database
  readonly #prepared = new Map<string, Statement<unknown[]>>()

  constructor(file: Database) {
    this.#file = file
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.run(sql, parameters)
    return Array.isArray(result)
      ? { rows: result as Row[] }
      : { rows: [], numAffectedRows: BigInt(result.changes) }
  }

  // biome-ignore lint/correctness/useYield: no store reads a table row by row.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('rows of SQLite are not streamed')
  }

  /** Runs a statement; returns its rows, or how many it changed if it returns none. */
  async run(sql: string, parameters: readonly unknown[] = []): Promise<unknown[] | RunResult> {
    let waitedMs = 0
    for (let tries = 0; ; tries++) {
      try {
        return onStorage(this.#file.name, () => this.#runNow(sql, parameters))
      } catch (error) {
        if (!isBusy(error) || waitedMs >= BUSY_TIMEOUT_MS) throw error
      }
      const pauseMs = BUSY_PAUSES_MS[Math.min(tries, BUSY_PAUSES_MS.length - 1)]!
      await new Promise((passed) => setTimeout(passed, pauseMs))
      waitedMs += pauseMs
    }
  }

  #runNow(sql: string, parameters: readonly unknown[]): unknown[] | RunResult {
    const statement = this.#statement(sql)
    return statement.reader ? statement.all(...parameters) : statement.run(...parameters)
  }

  #statement(sql: string): Statement<unknown[]> {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    if (this.#prepared.size >= PREPARED_MAX) this.#prepared.clear()
    const statement = this.#file.prepare<unknown[]>(sql)
    this.#prepared.set(sql, statement)
    return statement
  }
}

function isBusy(error: unknown): boolean {
  return (error as { code?: unknown }).code?.toString().startsWith('SQLITE_BUSY') === true
}
