/** The two sides of a transfer: all that is stored goes from one database to another one. */
import type { Awaitable } from '../awaitable.ts'

/** A value in the form that is the same on both sides: bytes and uuids as hexadecimal digits, truth values as 1 and 0. */
export type TransferValue = string | number | null

/** The values of a row, in the order of the columns of its table. */
export type TransferRow = readonly TransferValue[]

/** Rows of a table. */
export interface TransferPage {
  readonly rows: readonly TransferRow[]
  /** The key of the last row, as the side has it that the rows were read from. */
  readonly lastKey: TransferRow
}

/** What was copied of a table. */
export interface Copied {
  readonly rows: number
  /** Key of the last row; `undefined` before the first one. */
  readonly lastKey: TransferRow | undefined
  /** Whether the table was read to its end. */
  readonly isWhole: boolean
}

/** Reads tables. Nothing changes them meanwhile. Every method rejects with a {@link Failure} that people can act on. */
export interface TransferReader {
  /** For messages: a database on a server, or a folder. */
  readonly name: string
  /** The names of the tables with data, in the order in which they are copied: first what others refer to. */
  readonly tables: readonly string[]
  count(table: string): Awaitable<number>
  /**
   * Reads the rows in the order of their key, from the first one after `afterKey`. Without `inOrder`, in any
   * order, which may be faster.
   */
  read(
    table: string,
    how: { readonly inOrder: boolean; readonly afterKey?: TransferRow | undefined },
  ): Iterable<TransferPage> | AsyncIterable<TransferPage>
  close(): Awaitable<void>
}

/** The side that is read. It is never changed. */
export interface TransferSource extends TransferReader {
  /** The highest number that was ever given in a table whose numbers are not given again; `undefined` for others. */
  lastNumber(table: string): Awaitable<number | undefined>
}

/** The side that is filled. It remembers what was copied, and nothing else can use it until it is complete. */
export interface TransferTarget extends TransferReader {
  /** Returns what was copied of a table; `undefined` if its copy has not begun. */
  copied(table: string): Awaitable<Copied | undefined>
  /** Begins the copy of a table: deletes the rows that a new database has. */
  beginTable(table: string): Awaitable<void>
  /** Stores rows together with the note that they are copied: all of it or, when it throws, nothing. */
  write(table: string, page: TransferPage): Awaitable<void>
  /** Ends the copy of a table. The next number that it gives is higher than `lastNumber`. */
  endTable(table: string, lastNumber: number | undefined): Awaitable<void>
  /** Makes the indexes that filling does without, and gathers statistics: a part with each step. */
  finish(): Iterable<void> | AsyncIterable<void>
  /** Forgets what was copied, so that the target can be used. */
  complete(): Awaitable<void>
}
