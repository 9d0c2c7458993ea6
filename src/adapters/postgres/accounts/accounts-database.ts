/** Accounts, keys, e-mails and sources in PostgreSQL. */
import type { AccountsTables } from '../../sql/accounts/accounts-tables.ts'
import { LOCKS } from '../database/advisory-locks.ts'
import { checkMigrated, migrate } from '../database/migrate.ts'
import { PostgresDatabase, type UsedPool } from '../database/postgres-database.ts'
import { ACCOUNTS_SCHEMA } from './accounts-migrations.ts'

/**
 * Opens the accounts; migrates them if needed. Closing them releases the pool.
 *
 * @throws {Failure} `service_unavailable` if a newer version wrote them, or the database cannot be used.
 */
export async function openAccountsDatabase(
  url: string,
  used: UsedPool,
  nowMs: number,
): Promise<PostgresDatabase<AccountsTables>> {
  await migrate(url, ACCOUNTS_SCHEMA, nowMs)
  return new PostgresDatabase(used, LOCKS.accounts)
}

/**
 * Opens the accounts of a database that was migrated before.
 *
 * @throws {Failure} `service_unavailable` if it was not, or cannot be used.
 */
export async function openMigratedAccounts(used: UsedPool): Promise<PostgresDatabase<AccountsTables>> {
  await checkMigrated(used.pool, ACCOUNTS_SCHEMA)
  return new PostgresDatabase(used, LOCKS.accounts)
}
