/** The company store of every thread. Another database for companies is chosen here. */
import { existsSync } from 'node:fs'
import { openCompanyStore } from '../../adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../../adapters/sqlite/companies/write/company-writer.ts'
import { openEntryFinder } from '../../adapters/sqlite/companies/write/entry-finder.ts'
import { onStorage, storageFailure } from '../../adapters/sqlite/database/storage-failure.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import type { CompanyStore } from '../../core/company/company-store.ts'
import type { CompanyWriter, EntryFinder } from '../../core/company/company-writer.ts'
import { dataFiles } from '../data-folder.ts'
import { clock } from './system.ts'

/** Opens the companies of a data folder, which must have been created, read-only. */
export function openCompanies(dataDir: string): CompanyStore {
  return openCompanyStore(dataFiles(dataDir).companies)
}

/**
 * Opens the companies of a data folder for changes, and creates or migrates them.
 *
 * @throws {Failure} `service_unavailable` if they cannot be used.
 */
export function openCompaniesForChanges(dataDir: string): Awaitable<CompanyWriter> {
  const path = dataFiles(dataDir).companies
  return onStorage(path, () => openCompanyWriter(path, clock.nowMs()))
}

/**
 * Opens the companies of a data folder to find entries; `undefined` if none were ever stored.
 *
 * @throws {Failure} `service_unavailable` if they cannot be used.
 */
export function findEntriesIn(dataDir: string): EntryFinder | undefined {
  const path = dataFiles(dataDir).companies
  return existsSync(path) ? onStorage(path, () => openEntryFinder(path)) : undefined
}

/** Returns whether companies were ever stored in the data folder. */
export function areCompaniesStored(dataDir: string): boolean {
  return existsSync(dataFiles(dataDir).companies)
}

/** Returns the files of a data folder that an open company store needs. */
export function filesOfCompanies(dataDir: string): readonly string[] {
  return [dataFiles(dataDir).companies]
}

/** Converts an error of the company store that people can act on to a failure with a sentence. */
export function companiesFailure(dataDir: string, error: unknown): unknown {
  return storageFailure(dataFiles(dataDir).companies, error)
}
