/** The company store of every thread. Another database for companies is chosen here. */
import { openCompanyStore } from '../../adapters/sqlite/companies/company-store.ts'
import { openCompanyWriter } from '../../adapters/sqlite/companies/company-writer.ts'
import type { Synchronous } from '../../core/awaitable.ts'
import type { CompanyStore, CompanyWriter } from '../../core/company/company-store.ts'
import { clock } from './system.ts'

/** Opens the companies file at the path, which must exist, read-only. */
export function readCompanies(path: string): Synchronous<CompanyStore> {
  return openCompanyStore(path)
}

/** Opens the companies file at the path for changes, and creates or migrates it. */
export function writeCompanies(path: string): Synchronous<CompanyWriter> {
  return openCompanyWriter(path, clock.nowMs())
}
