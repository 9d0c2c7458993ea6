/** Tables: rows of texts by column, the same for every kind of file. */

/** The cells of a row by the name of their column. */
export type Cells = Readonly<Record<string, string>>

/** A row of a table, or the reason why it cannot be used. */
export type TableRow =
  | { readonly line: number; readonly cells: Cells; readonly text: string }
  | { readonly line: number; readonly fault: TableFault; readonly text: string }

/** A row of a table by position; the first one is the header. */
export interface CellRow {
  readonly line: number
  readonly cells: readonly string[]
  readonly fault?: TableFault
}

/** Why a row of a table cannot be used; reject reasons. */
export type TableFault = 'broken_json' | 'not_an_object' | 'not_utf8' | 'line_too_long' | 'field_type'

/** Most columns of a table. */
export const COLUMNS_MAX = 1000

/** Character that stands for bytes that are invalid in the encoding of the file. */
export const REPLACEMENT = '\ufffd'
