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
/** Most cells of a row, as in Excel. */
export const ROW_CELLS_MAX = 16_384
/** Most characters of the names of all columns together. */
export const HEADER_CHARS_MAX = 1024 * 1024

/** Most cells of the rows that are made at a time. */
const BATCH_CELLS_MAX = 100_000

/** Counts columns while they are found. */
export class ColumnCount {
  #columns = 0
  #chars = 0

  /** Adds a column; returns `false` if there are too many, or their names are too long together. */
  add(name: string): boolean {
    this.#columns++
    this.#chars += name.length
    return this.#columns <= COLUMNS_MAX && this.#chars <= HEADER_CHARS_MAX
  }
}

/** Yields the rows in parts: each gets a cell for every column, however short its line is. */
export function* partsOf<Item>(rows: readonly Item[], columns: number): Generator<readonly Item[]> {
  const count = Math.max(1, Math.floor(BATCH_CELLS_MAX / Math.max(1, columns)))
  for (let from = 0; from < rows.length; from += count) yield rows.slice(from, from + count)
}

/** Yields the rows below the header, which is the first record. */
export async function* rowsBelow<Item extends CellRow>(
  records: AsyncIterable<readonly Item[]>,
  headerOf: (cells: readonly string[]) => readonly string[],
  rowOf: (record: Item, header: readonly string[]) => TableRow,
): AsyncGenerator<readonly TableRow[]> {
  let header: readonly string[] | undefined
  for await (const batch of records) {
    const [first] = batch
    if (first === undefined) continue
    const isStart = header === undefined
    const known = header ?? headerOf(first.cells)
    header = known
    for (const part of partsOf(isStart ? batch.slice(1) : batch, known.length))
      yield part.map((record) => rowOf(record, known))
  }
}

/** Character that stands for bytes that are invalid in the encoding of the file. */
export const REPLACEMENT = '\ufffd'
