/** A database that the stores of this module work with, SQLite or PostgreSQL. */
import type { Kysely } from 'kysely'

/**
 * A database with these tables. Every statement and every transaction rejects with a {@link Failure}
 * `service_unavailable` if the database cannot be used.
 */
export interface SqlDatabase<Tables> {
  /** Runs single statements, each a transaction of its own. */
  readonly tables: Kysely<Tables>
  /**
   * Runs a step in one transaction: all of it is stored or, when it throws, nothing. No other transaction of
   * this database runs at the same time, on this node or another one. The step uses the tables that it is given
   * and no others, waits for nothing but statements, and may run more than once.
   */
  alone<Result>(step: (tables: Kysely<Tables>) => Promise<Result>): Promise<Result>
  /**
   * As `alone`, but transactions for other accounts may run at the same time. `undefined`: the step checks
   * nothing that another transaction could change, so any may run.
   */
  forAccount<Result>(
    account: string | undefined,
    step: (tables: Kysely<Tables>) => Promise<Result>,
  ): Promise<Result>
  /**
   * Removes what was deleted from the log beside the database, unless somebody uses that at the moment. PostgreSQL, which has
   * one log for all databases, does so by itself.
   */
  discardLog(): Promise<void>
  /** Closes the connections when the steps in progress have ended. */
  close(): Promise<void>
}
