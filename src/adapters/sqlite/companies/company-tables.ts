/** The tables of the companies file, as types for Kysely. */
import type { CompanyRow, CompanySourceRow, FormerNameRow, FormerNumberRow } from './company-rows.ts'

/** Rows by table. */
export interface CompanyTables {
  companies: CompanyRow
  former_names: FormerNameRow
  former_numbers: FormerNumberRow
  company_sources: CompanySourceRow
  aliases: { readonly uuid: Buffer; readonly company_id: number }
  source_sets: {
    readonly source: string
    readonly title: string
    readonly licence: string
    readonly attribution: string
    readonly entries: number
    readonly as_of: string
  }
  changes: {
    readonly sequence: number
    readonly uuid: Buffer
    readonly kind: string
    readonly at_ms: number
    readonly fields: string
    readonly into_uuid: Buffer | null
  }
}
