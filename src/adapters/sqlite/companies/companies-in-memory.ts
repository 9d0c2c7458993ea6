/** A register that is no file: written and read on one connection, and gone with it. */
import type { CompanyStore, CompanyWriter } from '../../../core/company/company-store.ts'
import { openDatabase } from '../database/open-database.ts'
import { companyStoreOn } from './company-store.ts'
import { companyWriterOn } from './company-writer.ts'

/** Empty, and this thread's alone. `nowMs`: when it was made, as its own tables note it. */
export function openCompaniesInMemory(nowMs: number): {
  readonly writer: CompanyWriter
  readonly companies: CompanyStore
} {
  const db = openDatabase(':memory:', { synchronous: 'NORMAL' })
  return { writer: companyWriterOn(db, nowMs), companies: companyStoreOn(db) }
}
