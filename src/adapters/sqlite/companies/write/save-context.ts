/** What saving a company needs. */
import type { Database } from '../../database/open-database.ts'
import type { CompanyReading } from '../read/company-reading.ts'
import type { CompanyStatements } from './company-statements.ts'
import type { EntryRecords } from './entry-records.ts'
import type { LeiEntries } from './lei-entries.ts'
import type { LeiWriter } from './save-lei.ts'

/** The ids of the stored companies, by uuid. */
export interface StoredIds {
  get(uuid: Buffer): number | undefined
  add(uuid: Buffer, id: number): void
}

/** The statements and ids that a save needs. */
export interface SaveContext {
  readonly db: Database
  readonly statements: CompanyStatements
  readonly reading: CompanyReading
  readonly ids: StoredIds
  readonly leis: LeiWriter
  readonly leiEntries: LeiEntries
  readonly entryRecords: EntryRecords
}
