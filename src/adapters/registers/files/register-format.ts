/** The formats of register files: how a file is recognised, and how its rows are read. */
import type { Row, SourceNotice } from '../../../core/ingest/entry-source.ts'
import type { FormatName, TableFacts } from '../../../core/ingest/file-format.ts'
import type { DatabaseFile } from './database-file.ts'
import { type Line, LineSplitter } from './line-splitter.ts'
import type { WorkbookFile } from './workbook-file.ts'

/** A format of one source. */
export interface RegisterFormat {
  /** The name that selects the format on the command line. */
  readonly name: FormatName
  readonly notice: SourceNotice
  /** Whether a file without rows is valid: days without announcements. */
  readonly mayBeEmpty?: true
  /**
   * Returns whether a file has the format. `start`: its first text, at most `START_BYTES` bytes; `database`: set if it is an SQLite
   * database.
   */
  recognises(start: string, database?: DatabaseFile): boolean
  /**
   * Yields the rows of a file in batches.
   *
   * @throws {FileFault} if the file is not of the format after all.
   */
  rows(file: FormatFile): AsyncIterable<readonly Row[]>
}

/** Bytes of a file by which its format is recognised. */
export const START_BYTES = 4096

/** A file to read. */
export interface FormatFile {
  readonly path: string
  /** Its bytes, decompressed; none of a workbook. */
  readonly chunks: AsyncIterable<Buffer>
  /** Set if the file is a workbook. */
  readonly workbook?: WorkbookFile | undefined
  /** Set if the file is an SQLite database. */
  readonly database?: DatabaseFile | undefined
  /** Called when a table was recognised. */
  readonly onTable?: ((table: TableFacts) => void) | undefined
}

/** Yields the rows of a file with one row a line. `rowOf` returns `undefined` for a line without a row. */
export async function* rowsOfLines(
  { chunks }: FormatFile,
  rowOf: (line: Line) => Row | undefined,
): AsyncGenerator<readonly Row[]> {
  const splitter = new LineSplitter()
  const rowsOf = (lines: readonly Line[]) => lines.map(rowOf).filter((row) => row !== undefined)
  for await (const chunk of chunks) yield rowsOf(splitter.feed(chunk))
  yield rowsOf(splitter.end())
}
