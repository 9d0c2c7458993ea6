/** The adapters of commands that run without a server, and of `doctor`. */
import { existsSync } from 'node:fs'
import { SqlAccountReader } from '../../adapters/sql/accounts/account-reader.ts'
import { SqlAuditLog } from '../../adapters/sql/accounts/audit-log.ts'
import { SqlKeyStore } from '../../adapters/sql/accounts/key-store.ts'
import { SqlSourceStore } from '../../adapters/sql/accounts/source-store.ts'
import { type DatabaseName, findDamage } from '../../adapters/sqlite/integrity.ts'
import { openLog } from '../../adapters/system/log.ts'
import type { KeyStore } from '../../core/access/key-store.ts'
import type { AccountReader } from '../../core/accounts/account-reader.ts'
import type { CompanyStore } from '../../core/company/company-store.ts'
import type { CompanyWriter } from '../../core/company/company-writer.ts'
import type { Outbox } from '../../core/notifications/outbox.ts'
import type { Needs } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { SourceStore } from '../../core/sources/source-store.ts'
import { dataFiles } from '../data-folder.ts'
import type { StorePlace } from '../store-place.ts'
import { filesOfAccounts, openAccounts, openNoAccounts, openOutbox } from './accounts.ts'
import { areCompaniesStored, openCompanies, openCompaniesForChanges } from './companies.ts'
import { readSavedIndex, type SavedIndex } from './search-index.ts'
import { clock, secrets } from './system.ts'

/** Keys and accounts as a command without a server works with them. */
export interface OfflineAdapters extends Needs<'clock' | 'secrets'> {
  readonly keys: KeyStore
  readonly accountReader: AccountReader
  readonly emails: Outbox
  readonly audit: SqlAuditLog
  readonly sources: SourceStore
  openLog(level: string): ProcessLog
}

/** Opens the accounts. Without `mayCreate` a missing file counts as an empty one. */
export async function openOfflineAdapters(place: StorePlace, mayCreate: boolean): Promise<OfflineAdapters> {
  const isThere = mayCreate || filesOfAccounts(place).slice(0, 1).every(existsSync)
  const database = await (isThere ? openAccounts(place) : openNoAccounts())
  return {
    clock,
    secrets,
    keys: new SqlKeyStore(database),
    accountReader: new SqlAccountReader(database),
    emails: await openOutbox(place, database),
    audit: new SqlAuditLog(database),
    sources: new SqlSourceStore(database),
    openLog: (level) => openLog(level, 0),
  }
}

/** Opens the companies for changes; returns `undefined` if none were ever stored. */
export async function openStoredWriter(place: StorePlace): Promise<CompanyWriter | undefined> {
  return (await areCompaniesStored(place)) ? openCompaniesForChanges(place) : undefined
}

/** The stored companies and their saved index. */
export interface StoredCompanies {
  readonly companies: CompanyStore
  /** Loads the saved index and adds what changed since, in memory. */
  savedIndex(): Promise<SavedIndex>
}

/** Opens the companies read-only; returns `undefined` if none were ever stored. */
export async function openStoredCompanies(place: StorePlace): Promise<StoredCompanies | undefined> {
  if (!(await areCompaniesStored(place))) return undefined
  const companies = await openCompanies(place)
  return {
    companies,
    savedIndex: () => readSavedIndex(place.dataDir, companies),
  }
}

/** The state of a database. It does not exist before the first start. */
export type DatabaseState =
  | { readonly exists: false }
  | { readonly exists: true; readonly damage: string | undefined }

/**
 * Checks a database without changing it. `damage` says what is wrong with it and what to do; `undefined` if
 * nothing is.
 */
export function examineDatabase(dataDir: string, name: DatabaseName): DatabaseState {
  const path = dataFiles(dataDir)[name]
  return existsSync(path) ? { exists: true, damage: findDamage(name, path) } : { exists: false }
}
