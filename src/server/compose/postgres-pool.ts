/** The connections of this thread to PostgreSQL, which all databases that it opens share; what `doctor` reads there. */
import type { DatabasePool } from '../../adapters/postgres/database/open-pool.ts'
import type { DatabaseFacts } from '../../adapters/postgres/examine.ts'
import type { CopyAddress } from '../../adapters/postgres/examine-copy.ts'
import type { Config } from '../../config/config.ts'
import type { DatabaseCopy } from '../../core/backup/database-copy.ts'

export type { DatabaseFacts }

/** Time after which PostgreSQL ends a statement, in ms; those that delete old data take longest. */
const STATEMENT_MS_MAX = 60_000

/** A pool, and how a database gives its use of it up. The last one closes it. */
export interface SharedPool {
  readonly pool: DatabasePool
  release(): Promise<void>
}

let shared: { readonly pool: DatabasePool; users: number } | undefined

/** Returns the pool; the first call opens it. It connects with its first statement. */
export async function poolOfThread({
  databaseUrl,
  databasePoolMax,
}: Pick<Config, 'databaseUrl' | 'databasePoolMax'>): Promise<SharedPool> {
  const { openPool } = await import('../../adapters/postgres/database/open-pool.ts')
  shared ??= {
    pool: openPool({
      url: databaseUrl,
      purpose: 'server',
      connectionsMax: databasePoolMax,
      statementTimeoutMs: STATEMENT_MS_MAX,
    }),
    users: 0,
  }
  const used = shared
  used.users += 1
  let isReleased = false
  return {
    pool: used.pool,
    async release() {
      if (isReleased) return
      isReleased = true
      used.users -= 1
      if (used.users > 0) return
      if (shared === used) shared = undefined
      await used.pool.pool.end()
    },
  }
}

/**
 * Returns how many connections a server opens at most: in each HTTP thread for companies and for accounts, in the main
 * thread for both, one share each in the threads for accounts, imports, lists and the build of an index, one to write, and
 * two for the registry of nodes.
 */
export function connectionsOfServer({
  threads,
  databasePoolMax,
}: Pick<Config, 'threads' | 'databasePoolMax'>): number {
  return databasePoolMax * (2 * (threads + 1) + 4) + 3
}

/**
 * Connects to a database and reads its properties.
 *
 * @throws {Failure} `service_unavailable` if it cannot be used.
 */
export async function examinePostgres(url: string): Promise<DatabaseFacts> {
  const postgres = await import('../../adapters/postgres/examine.ts')
  return postgres.examinePostgres(url)
}

/** Returns the name of a database, and the options by which `pg_dump` finds it, without a password. */
export async function dumpPlace(url: string): Promise<{ readonly name: string; readonly options: string }> {
  const postgres = await import('../../adapters/postgres/examine-copy.ts')
  return postgres.dumpPlace(url)
}

/**
 * Checks a database into which a dump was restored, and compares it with the one that was dumped.
 *
 * @throws {Failure} `service_unavailable` if one of them cannot be used.
 */
export async function examineRestored(copy: CopyAddress, original?: CopyAddress): Promise<DatabaseCopy> {
  const postgres = await import('../../adapters/postgres/examine-copy.ts')
  return postgres.examineRestored(copy, original)
}
