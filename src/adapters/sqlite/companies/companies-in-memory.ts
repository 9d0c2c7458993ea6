/** A companies database in memory, written and read on one connection. */
import type { Synchronous } from '../../../core/awaitable.ts'
import type { CompanyStore } from '../../../core/company/company-store.ts'
import type { CompanyWriter } from '../../../core/company/company-writer.ts'
import { openDatabase } from '../database/open-database.ts'
import { companyStoreOn } from './read/company-store.ts'
import { companyWriterOn } from './write/company-writer.ts'

/**
 * Opens an empty database for this thread only. `nowMs` is its time of creation in the table of migrations.
 */
export function openCompaniesInMemory(nowMs: number): {
  readonly writer: Synchronous<CompanyWriter>
  readonly companies: Synchronous<CompanyStore>
} {
  const db = openDatabase(':memory:', { synchronous: 'NORMAL' })
  return { writer: companyWriterOn(db, nowMs), companies: companyStoreOn(db) }
}
