import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COUNTERS_SCHEMA } from '../../src/adapters/postgres/counters/counters-database.ts'
import { LOCKS } from '../../src/adapters/postgres/database/advisory-locks.ts'
import { migrate } from '../../src/adapters/postgres/database/migrate.ts'
import { openPool } from '../../src/adapters/postgres/database/open-pool.ts'
import { PostgresDatabase } from '../../src/adapters/postgres/database/postgres-database.ts'
import type { CountersTables } from '../../src/adapters/sql/counters/counters-tables.ts'
import { SqlUsageStore } from '../../src/adapters/sql/counters/usage-store.ts'
import { openCountersDatabase } from '../../src/adapters/sqlite/counters/counters-database.ts'
import { deferred } from '../fixtures/deferred-stores.ts'
import { NO_POSTGRES, preparedDatabase } from '../fixtures/postgres.ts'
import { IS_THOROUGH } from '../thorough.ts'
import { type UsageStorePlace, usageStoreContract } from './usage-store.ts'

function sqlitePlace(): UsageStorePlace {
  const folder = mkdtempSync(join(tmpdir(), 'usage-'))
  return {
    open: () => new SqlUsageStore(openCountersDatabase(join(folder, 'counters.sqlite'), 1)),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

async function postgresPlace(): Promise<UsageStorePlace> {
  const ends: (() => unknown)[] = []
  const lifetime = { after: (end: () => unknown) => void ends.push(end) }
  const url = await preparedDatabase(lifetime, 'usage', (template) => migrate(template, COUNTERS_SCHEMA, 1))
  return {
    open() {
      const pool = openPool({ url, purpose: 'test', connectionsMax: 4, statementTimeoutMs: 0 })
      let ending: Promise<void> | undefined
      const release = () => {
        ending ??= pool.pool.end()
        return ending
      }
      ends.push(release)
      return new SqlUsageStore(new PostgresDatabase<CountersTables>({ pool, release }, LOCKS.usage))
    },
    async remove() {
      for (const end of ends.toReversed()) await end()
    },
  }
}

usageStoreContract('SQLite', sqlitePlace)
usageStoreContract('PostgreSQL', postgresPlace, NO_POSTGRES)
if (IS_THOROUGH)
  usageStoreContract('a database that answers later', () => {
    const place = sqlitePlace()
    return { ...place, open: () => deferred(place.open()) }
  })
