/**
 * The connections of the writer: one that holds the lock that makes it the only one, and one for the changes that may come
 * between its batches, from any node. All transactions that change companies run one after another.
 */
import type { PoolClient } from 'pg'
import { Failure } from '../../../../core/failure.ts'
import { type InTurn, oneAtATime } from '../../../../core/one-at-a-time.ts'
import { LOCK_CLASS, LOCKS } from '../../database/advisory-locks.ts'
import { type DatabasePlace, databaseFailure } from '../../database/database-failure.ts'
import { type DatabasePool, openPool } from '../../database/open-pool.ts'
import { inTransaction, onConnection, type Statements, statementsOf } from '../../database/statements.ts'
import { makeLateIndexes } from '../tables/company-migrations.ts'
import { noteStoppedImports } from '../tables/import-journal.ts'

/** A connection that holds the lock. */
export interface WriterSession {
  readonly client: PoolClient
  readonly statements: Statements
}

/**
 * The server notices within half a minute that the machine of a writer is gone, and frees its locks. On Linux it notices
 * within seconds that the process is gone, also while it makes an index for it.
 */
const SETTINGS = `SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SELECT set_config('client_connection_check_interval', '2s', false) WHERE version() LIKE '%linux%'`
/** One for the writer, one for changes beside it. */
const CONNECTIONS_MAX = 2

const HOLDER = `SELECT a.application_name AS name, a.client_addr::text AS address FROM pg_locks l
  JOIN pg_stat_activity a ON a.pid = l.pid
  WHERE l.locktype = 'advisory' AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid = $1 AND l.objid = $2 AND l.granted`

/** Opens the connections of a writer; it connects with the first change. `lost`: see `WriterConnection`. */
export function writerConnection(url: string, lost: () => void): WriterConnection {
  const limits = { connectionsMax: CONNECTIONS_MAX, statementTimeoutMs: 0 }
  return new WriterConnection(openPool({ url, purpose: 'writer', session: SETTINGS, ...limits }), lost)
}

/** Connects when a change needs it, again after the connection was lost, and keeps the lock until it is closed. */
export class WriterConnection {
  readonly #database: DatabasePool
  readonly #besideInTurn: InTurn = oneAtATime()
  #session: WriterSession | undefined
  /** Called when a connection was lost that had the lock: another writer may have changed anything. */
  readonly #lost: () => void

  constructor(database: DatabasePool, lost: () => void) {
    this.#database = database
    this.#lost = lost
  }

  /**
   * Returns the connection with the lock. When it gets the lock, it repairs what a writer left that was cut off.
   *
   * @throws {Failure} `conflict` if another writer has the lock.
   */
  async session(): Promise<WriterSession> {
    if (this.#session !== undefined) return this.#session
    const client = await this.#connect()
    const statements = statementsOf(client, this.#database.place)
    try {
      await takeLock(statements, this.#database.place)
      await makeLateIndexes(statements)
      await noteStoppedImports(statements)
    } catch (error) {
      client.release(true)
      throw error
    }
    const session = { client, statements }
    this.#session = session
    client.once('end', () => {
      if (this.#session === session) this.#forget()
    })
    return session
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#database.pool.connect()
    } catch (error) {
      throw databaseFailure(this.#database.place, error)
    }
  }

  #forget(): void {
    this.#session?.client.release(true)
    this.#session = undefined
    this.#lost()
  }

  /** Runs steps in one transaction of the writer. */
  async transaction<Result>(steps: (session: WriterSession) => Promise<Result>): Promise<Result> {
    const session = await this.session()
    try {
      return await inChange(session.statements, () => steps(session))
    } catch (error) {
      throw databaseFailure(this.#database.place, error)
    }
  }

  /** Runs steps in one transaction without being the writer: between two transactions of it, on whichever node it is. */
  beside<Result>(steps: (statements: Statements) => Promise<Result>): Promise<Result> {
    return this.#besideInTurn(() =>
      onConnection(this.#database, (statements) => inChange(statements, () => steps(statements))),
    )
  }

  /** Closes the connection, which frees the lock. It connects again if it is needed. */
  async release(): Promise<void> {
    const session = this.#session
    this.#session = undefined
    if (session === undefined) return
    const ended = new Promise((resolve) => session.client.once('end', resolve))
    session.client.release(true)
    await ended
  }

  async close(): Promise<void> {
    await this.release()
    await this.#besideInTurn(() => Promise.resolve())
    await this.#database.pool.end()
  }
}

/**
 * Runs steps in a transaction that changes companies. Of all nodes one such transaction runs at a time, as in SQLite: it sees
 * which companies are suppressed, and numbers its changes after those that are committed.
 */
function inChange<Result>(statements: Statements, steps: () => Promise<Result>): Promise<Result> {
  return inTransaction(statements, async () => {
    await statements.run('SELECT pg_advisory_xact_lock($1, $2)', [LOCK_CLASS, LOCKS.companyChange])
    return steps()
  })
}

/**
 * Takes the lock of the only writer; it is free again when the connection ends.
 *
 * @throws {Failure} `conflict` with the name of the other writer if it has the lock.
 */
export async function takeLock(statements: Statements, place: DatabasePlace): Promise<void> {
  const lock = [LOCK_CLASS, LOCKS.companyWriter]
  const row = await statements.first<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', lock)
  if (row!.taken) return
  const holder = await statements.first<{ name: string; address: string | null }>(HOLDER, lock)
  const who = holder && `: ${holder.name}${holder.address === null ? '' : ` on ${holder.address}`}`
  throw new Failure(
    'conflict',
    `Another process writes the companies of the database ${place.database}${who ?? ''}. Try again when it has ended.`,
  )
}
