/** What both databases know of a table whose rows are copied from one to the other. */

/** How a column is stored whose values are not the same texts and numbers in both databases. */
export type ColumnKind = 'bytes' | 'uuid' | 'flag'

/** The part of the program that a table belongs to: a file of the data folder, a schema of PostgreSQL. */
export type TransferPart = 'companies' | 'accounts' | 'usage'

/** A table. Its columns have the same names in both databases. */
export interface TransferTable {
  readonly part: TransferPart
  readonly name: string
  /** The columns that together are different in every row; rows are copied in their order. */
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /**
   * Columns that SQLite stores as BLOB or INTEGER, and PostgreSQL as `bytea`, `uuid` or `boolean`. All others
   * have the same texts and numbers.
   */
  readonly kinds: Readonly<Record<string, ColumnKind>>
  /** The column with numbers that are not given again. */
  readonly numbered?: string
  /** SQL condition of the rows that a new database has. */
  readonly isInitial?: string
}

/** Makes a table. `key` and `columns`: names with a blank between; the key is the beginning of the columns. */
export function transferTable(
  part: TransferPart,
  name: string,
  [key, others]: readonly [key: string, others: string],
  more: Partial<Pick<TransferTable, 'kinds' | 'numbered' | 'isInitial'>> = {},
): TransferTable {
  const words = (text: string) => text.split(' ').filter((word) => word !== '')
  return {
    ...{ part, name, key: words(key), columns: [...words(key), ...words(others)] },
    ...{ kinds: {}, ...more },
  }
}
