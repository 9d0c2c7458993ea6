/**
 * The company store of every thread: a file of the data folder, or a database of PostgreSQL, whose adapter is loaded
 * only then. Another database for companies is chosen here.
 */
import { existsSync } from 'node:fs'
import { openCompanyStore } from '../../adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../../adapters/sqlite/companies/write/company-writer.ts'
import { openEntryFinder } from '../../adapters/sqlite/companies/write/entry-finder.ts'
import { onStorage, storageFailure } from '../../adapters/sqlite/database/storage-failure.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import type { CompanyStore } from '../../core/company/company-store.ts'
import type { CompanyWriter, EntryFinder } from '../../core/company/company-writer.ts'
import { dataFiles } from '../data-folder.ts'
import type { StorePlace } from '../store-place.ts'
import { clock } from './system.ts'

/**
 * Opens the companies read-only; they must have been created.
 *
 * @throws {Failure} `service_unavailable` if PostgreSQL cannot be used.
 */
export function openCompanies(place: StorePlace): Awaitable<CompanyStore> {
  return isInFolder(place) ? openCompanyStore(pathOf(place)) : openInPostgres(place)
}

/**
 * Opens the companies for a thread of a server that has opened them before. It starts without PostgreSQL, too, and
 * answers when that can be reached again.
 */
export async function connectCompanies(place: StorePlace): Promise<CompanyStore> {
  if (isInFolder(place)) return openCompanyStore(pathOf(place))
  const { connectCompanyStore } = await import('../../adapters/postgres/companies/read/company-store.ts')
  return connectCompanyStore(addressOf(place))
}

async function openInPostgres(place: StorePlace): Promise<CompanyStore> {
  const postgres = await import('../../adapters/postgres/companies/read/company-store.ts')
  return postgres.openCompanyStore(addressOf(place))
}

/**
 * Opens the companies for changes, and creates or migrates them.
 *
 * @throws {Failure} `service_unavailable` if they cannot be used.
 */
export async function openCompaniesForChanges(place: StorePlace): Promise<CompanyWriter> {
  const nowMs = clock.nowMs()
  if (isInFolder(place)) return onStorage(pathOf(place), () => openCompanyWriter(pathOf(place), nowMs))
  const postgres = await import('../../adapters/postgres/companies/write/company-writer.ts')
  return postgres.openCompanyWriter(place.databaseUrl, nowMs)
}

/**
 * Opens the companies to find entries; `undefined` if none were ever stored.
 *
 * @throws {Failure} `service_unavailable` if they cannot be used.
 */
export async function findEntriesIn(place: StorePlace): Promise<EntryFinder | undefined> {
  if (!(await areCompaniesStored(place))) return undefined
  if (isInFolder(place)) return onStorage(pathOf(place), () => openEntryFinder(pathOf(place)))
  const postgres = await import('../../adapters/postgres/companies/write/entry-finder.ts')
  return postgres.openEntryFinder(place.databaseUrl)
}

/**
 * Returns whether companies were ever stored.
 *
 * @throws {Failure} `service_unavailable` if PostgreSQL cannot be used.
 */
export async function areCompaniesStored(place: StorePlace): Promise<boolean> {
  if (isInFolder(place)) return existsSync(pathOf(place))
  const { areCompaniesCreated } = await import('../../adapters/postgres/companies/read/company-store.ts')
  return areCompaniesCreated(addressOf(place))
}

/** Returns whether the companies are in a file of the data folder. */
export function isInFolder({ databaseUrl }: StorePlace): boolean {
  return databaseUrl === ''
}

/** Returns the files of the data folder that an open company store needs. */
export function filesOfCompanies(place: StorePlace): readonly string[] {
  return isInFolder(place) ? [pathOf(place)] : []
}

/** Converts an error of the company store that people can act on to a failure with a sentence. */
export function companiesFailure(place: StorePlace, error: unknown): unknown {
  // The adapter of PostgreSQL answers with such failures.
  return isInFolder(place) ? storageFailure(pathOf(place), error) : error
}

function pathOf({ dataDir }: StorePlace): string {
  return dataFiles(dataDir).companies
}

function addressOf({ databaseUrl, databasePoolMax }: StorePlace) {
  return { url: databaseUrl, connectionsMax: databasePoolMax }
}
