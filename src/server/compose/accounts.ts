/** The databases of accounts and of usage counts, for every thread. Which ones they are is chosen here. */
import type { AccountsTables } from '../../adapters/sql/accounts/accounts-tables.ts'
import type { CountersTables } from '../../adapters/sql/counters/counters-tables.ts'
import type { SqlDatabase } from '../../adapters/sql/database/sql-database.ts'
import type { Outbox } from '../../core/notifications/outbox.ts'
import { dataFiles } from '../data-folder.ts'
import type { StorePlace } from '../store-place.ts'
import { poolOfThread } from './postgres-pool.ts'
import { clock } from './system.ts'

type AccountsDatabase = SqlDatabase<AccountsTables>
type CountersDatabase = SqlDatabase<CountersTables>

/**
 * Opens the accounts for changes; creates or migrates them if needed.
 *
 * @throws {Failure} `service_unavailable` if they cannot be used.
 */
export async function openAccounts(place: StorePlace): Promise<AccountsDatabase> {
  if (place.databaseUrl === '') {
    const { openAccountsDatabase } = await import('../../adapters/sqlite/accounts/accounts-database.ts')
    return openAccountsDatabase(dataFiles(place.dataDir).accounts, clock.nowMs())
  }
  const { openAccountsDatabase } = await import('../../adapters/postgres/accounts/accounts-database.ts')
  return openAccountsDatabase(place.databaseUrl, await poolOfThread(place), clock.nowMs())
}

/** As `openAccounts`, without a file: no account is known, and nothing is kept. */
export async function openNoAccounts(): Promise<AccountsDatabase> {
  const { openAccountsDatabase } = await import('../../adapters/sqlite/accounts/accounts-database.ts')
  return openAccountsDatabase(':memory:', clock.nowMs())
}

/**
 * Opens the accounts for reading; `openAccounts` must have been called before.
 *
 * @throws {Failure} `service_unavailable` if they cannot be used.
 */
export async function openAccountsReadOnly(place: StorePlace): Promise<AccountsDatabase> {
  if (place.databaseUrl === '') {
    const sqlite = await import('../../adapters/sqlite/accounts/accounts-database.ts')
    return sqlite.openAccountsReadOnly(dataFiles(place.dataDir).accounts)
  }
  const { openMigratedAccounts } = await import('../../adapters/postgres/accounts/accounts-database.ts')
  return openMigratedAccounts(await poolOfThread(place))
}

/**
 * Opens the usage counts for changes; creates or migrates them if needed.
 *
 * @throws {Failure} `service_unavailable` if they cannot be used.
 */
export async function openCounters(place: StorePlace): Promise<CountersDatabase> {
  if (place.databaseUrl === '') {
    const { openCountersDatabase } = await import('../../adapters/sqlite/counters/counters-database.ts')
    return openCountersDatabase(dataFiles(place.dataDir).counters, clock.nowMs())
  }
  const { openCountersDatabase } = await import('../../adapters/postgres/counters/counters-database.ts')
  return openCountersDatabase(place.databaseUrl, await poolOfThread(place), clock.nowMs())
}

/**
 * Opens the usage counts for reading; `openCounters` must have been called before.
 *
 * @throws {Failure} `service_unavailable` if they cannot be used.
 */
export async function openCountersReadOnly(place: StorePlace): Promise<CountersDatabase> {
  if (place.databaseUrl === '') {
    const sqlite = await import('../../adapters/sqlite/counters/counters-database.ts')
    return sqlite.openCountersReadOnly(dataFiles(place.dataDir).counters)
  }
  const { openMigratedCounters } = await import('../../adapters/postgres/counters/counters-database.ts')
  return openMigratedCounters(await poolOfThread(place))
}

/** Returns the outbox of accounts, which several servers share if they are on PostgreSQL. */
export async function openOutbox(place: StorePlace, database: AccountsDatabase): Promise<Outbox> {
  if (place.databaseUrl === '') {
    const { SqlOutbox } = await import('../../adapters/sql/accounts/outbox.ts')
    return new SqlOutbox(database)
  }
  const { PostgresOutbox } = await import('../../adapters/postgres/accounts/outbox.ts')
  return new PostgresOutbox(database)
}

/** Returns the files of the databases. */
export function filesOfAccounts({ dataDir, databaseUrl }: StorePlace): readonly string[] {
  const { accounts, counters } = dataFiles(dataDir)
  return databaseUrl === '' ? [accounts, counters] : []
}
