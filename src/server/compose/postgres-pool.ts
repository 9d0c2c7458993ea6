/** The connections of this thread to PostgreSQL, which all databases that it opens share. */
import type { DatabasePool } from '../../adapters/postgres/database/open-pool.ts'
import type { Config } from '../../config/config.ts'

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
