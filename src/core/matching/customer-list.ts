/** A list of customers in a file, and the file that its rows are written to with what was found. */

import type { Awaitable } from '../awaitable.ts'
import type { TableFacts } from '../ingest/file-format.ts'
import type { ListRow, RowResult } from './match-rows.ts'

/** How a list is read, as far as somebody has said so. */
export interface ListOptions {
  /** Whether the first row is a row, not the header: columns are then called `Column 1` and so on. */
  readonly hasNoHeader: boolean
  /** The sheet of a workbook; absent = the first one that is not hidden. */
  readonly sheet?: string | undefined
  /** Reading ends after more rows, of which `rowCount` then has some; absent = any number. */
  readonly rowsMax?: number | undefined
  /** Most cells, if every row is as wide as the widest; absent = any number. */
  readonly cellsMax?: number | undefined
  /** Most bytes of the text that a compressed file contains; absent = any number. */
  readonly textBytesMax?: number | undefined
}

/** A list of customers that was read once to its end. */
export interface CustomerList extends TableFacts {
  /** The names of all columns; '' for one without a name. */
  readonly header: readonly string[]
  readonly rowCount: number
  /** The cells of the first rows. */
  readonly firstRows: readonly (readonly string[])[]
  /** SHA-256 of the file, in hex. */
  readonly digest: string
  /** Whether Excel wrote or can only read it so: a byte order mark, an old encoding, semicolons or a workbook. */
  readonly isForExcel: boolean
  /** Yields the rows in their order, without the first `from`. */
  rows(from: number): AsyncIterable<readonly ListRow[]>
}

/** A row with its result. */
export interface MatchedListRow {
  readonly row: ListRow
  readonly result: RowResult
}

/** Where matched rows are written, in the order of the list. */
export interface MatchedOutput {
  /** Rows that an earlier run wrote. */
  readonly rowsDone: number
  /** Adds rows. Once it has resolved, a later run continues after them, whatever ends this one. */
  write(rows: readonly MatchedListRow[]): Awaitable<void>
}
