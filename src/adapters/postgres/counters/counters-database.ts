/** The usage counts in PostgreSQL. */
import type { CountersTables } from '../../sql/counters/counters-tables.ts'
import { LOCKS } from '../database/advisory-locks.ts'
import { checkMigrated, migrate, type Schema } from '../database/migrate.ts'
import { PostgresDatabase, type UsedPool } from '../database/postgres-database.ts'

/** The migrations of usage counts. `CountersTables` says what the columns hold. */
export const COUNTERS_SCHEMA: Schema = {
  part: 'usage',
  migrations: [
    {
      name: 'usage: counts by key and hour',
      up: (statements) =>
        statements.run(`
          CREATE TABLE usage_hours (
            key text COLLATE "C" NOT NULL,
            hour bigint NOT NULL,
            account text COLLATE "C" NOT NULL,
            requests bigint NOT NULL,
            errors bigint NOT NULL,
            limited bigint NOT NULL,
            deep bigint NOT NULL,
            latencies bytea NOT NULL,
            PRIMARY KEY (key, hour)
          );
          CREATE INDEX usage_by_account ON usage_hours (account, hour);
          CREATE INDEX usage_by_hour ON usage_hours (hour);
        `),
    },
  ],
}

/**
 * Opens the usage counts; migrates them if needed. Closing them releases the pool.
 *
 * @throws {Failure} `service_unavailable` if a newer version wrote them, or the database cannot be used.
 */
export async function openCountersDatabase(
  url: string,
  used: UsedPool,
  nowMs: number,
): Promise<PostgresDatabase<CountersTables>> {
  await migrate(url, COUNTERS_SCHEMA, nowMs)
  return new PostgresDatabase(used, LOCKS.usage)
}

/**
 * Opens the usage counts of a database that was migrated before.
 *
 * @throws {Failure} `service_unavailable` if it was not, or cannot be used.
 */
export async function openMigratedCounters(used: UsedPool): Promise<PostgresDatabase<CountersTables>> {
  await checkMigrated(used.pool, COUNTERS_SCHEMA)
  return new PostgresDatabase(used, LOCKS.usage)
}
