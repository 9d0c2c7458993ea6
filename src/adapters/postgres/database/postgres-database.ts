import type { Dialect, Kysely as KyselyOf } from 'kysely'
import { CompiledQuery, Kysely, PostgresAdapter, PostgresQueryCompiler } from '../../sql/database/kysely.ts'
import type { SqlDatabase } from '../../sql/database/sql-database.ts'
import { ACCOUNT_LOCK_CLASS, LOCK_CLASS } from './advisory-locks.ts'
import type { DatabasePool } from './open-pool.ts'
import { PostgresDriver, TransactionConflict } from './postgres-driver.ts'

/** How often a transaction is tried that PostgreSQL ends because of another one. */
const TRIES_MAX = 5
/**
 * Time after which the server ends a transaction whose node sends nothing more, in ms: it holds locks that all
 * nodes need.
 */
const IDLE_IN_TRANSACTION_MS = 10_000

/** Connections that a database uses, and what it calls when it is closed. */
export interface UsedPool {
  readonly pool: DatabasePool
  release(): Promise<void>
}

/** A PostgreSQL database of the stores that are written for both databases. */
export class PostgresDatabase<Tables> implements SqlDatabase<Tables> {
  readonly tables: KyselyOf<Tables>
  readonly #used: UsedPool
  readonly #lock: number

  /** `lock`: one of `LOCKS`, for these tables only. */
  constructor(used: UsedPool, lock: number) {
    this.tables = new Kysely<Tables>({ dialect: dialectOf(used.pool) })
    this.#used = used
    this.#lock = lock
  }

  alone<Result>(step: (tables: KyselyOf<Tables>) => Promise<Result>): Promise<Result> {
    return this.#inTransaction(`SELECT pg_advisory_xact_lock(${LOCK_CLASS}, ${this.#lock})`, step)
  }

  forAccount<Result>(
    account: string | undefined,
    step: (tables: KyselyOf<Tables>) => Promise<Result>,
  ): Promise<Result> {
    const shared = `SELECT pg_advisory_xact_lock_shared(${LOCK_CLASS}, ${this.#lock})`
    const own =
      account === undefined
        ? ''
        : `; SELECT pg_advisory_xact_lock(${ACCOUNT_LOCK_CLASS}, ${lockNumber(account)})`
    return this.#inTransaction(shared + own, step)
  }

  async discardLog(): Promise<void> {}

  async close(): Promise<void> {
    await this.tables.destroy()
    await this.#used.release()
  }

  async #inTransaction<Result>(
    locks: string,
    step: (tables: KyselyOf<Tables>) => Promise<Result>,
  ): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.tables.connection().execute((tables) => transaction(tables, locks, step))
      } catch (error) {
        if (!(error instanceof TransactionConflict)) throw error
        if (tries === TRIES_MAX) throw error.failure
      }
    }
  }
}

/**
 * Runs a step in a transaction of the connection. Each of its statements sees what was committed before it
 * (READ COMMITTED), thus everything that was stored before the locks were taken. One round trip begins it.
 */
async function transaction<Tables, Result>(
  tables: KyselyOf<Tables>,
  locks: string,
  step: (tables: KyselyOf<Tables>) => Promise<Result>,
): Promise<Result> {
  const run = (sql: string) => tables.executeQuery(CompiledQuery.raw(sql))
  try {
    await run(
      `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}; ${locks}`,
    )
    const result = await step(tables)
    await run('COMMIT')
    return result
  } catch (error) {
    // If the connection is lost, the server undoes the transaction by itself.
    await run('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Returns a number of 32 bits for the lock of an account (FNV-1a). Accounts with the same one wait in turn. */
function lockNumber(account: string): number {
  let hash = 0x811c_9dc5
  for (let i = 0; i < account.length; i++) hash = Math.imul(hash ^ account.charCodeAt(i), 0x0100_0193)
  return hash | 0
}

function dialectOf(pool: DatabasePool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PostgresDriver(pool),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: () => {
      throw new Error('the schema is known and not read')
    },
  }
}
