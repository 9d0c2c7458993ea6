/** What a file is and which mapping fits it, for a look before the first import. */
import type { IncomingCompany } from '../company/company-writer.ts'
import type { FileFormat } from './file-format.ts'
import type { Reject } from './register-entry.ts'

/** Rows by which a mapping is proposed. */
export const INSPECTED_ROWS = 20

/** A proposed mapping and what it does to the first rows. */
export interface InspectedTable {
  /** The facts and their columns, as texts. */
  readonly columns: readonly { readonly fact: string; readonly columns: string; readonly example: string }[]
  /** The columns that are not used. */
  readonly unplaced: readonly string[]
  /** What each row needs and the table does not show, as sentences. */
  readonly missing: readonly string[]
  /** What is worth knowing, as sentences. */
  readonly notes: readonly string[]
  /** The mapping as YAML. */
  readonly mapping: string
  /** Number of rows that were looked at. */
  readonly rows: number
  /** The companies of the rows, by this mapping. */
  readonly companies: readonly IncomingCompany[]
  /** The rows that an import with this mapping would reject. */
  readonly rejects: readonly Omit<Reject, 'file'>[]
}

/** What a file is. */
export interface Inspection extends FileFormat {
  readonly file: string
  /** The names of all sheets of a workbook. */
  readonly sheets: readonly string[]
  /** Absent for a format that needs no mapping. */
  readonly proposed?: InspectedTable
}
