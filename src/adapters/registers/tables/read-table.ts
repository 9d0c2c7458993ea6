/** Reads a table of any kind: its kind, encoding and separator are recognised by its first bytes. */
import type { TableFacts } from '../../../core/ingest/file-format.ts'
import { decoded, type Encoding, encodingOf } from '../files/encoding.ts'
import type { FormatFile } from '../files/register-format.ts'
import type { WorkbookFile } from '../files/workbook-file.ts'
import { csvRecords, csvRows, lineEndOf, separatorOf } from './csv-rows.ts'
import { jsonlRows } from './jsonl-rows.ts'
import type { CellRow, TableRow } from './table.ts'
import { openSheet, xlsxRows } from './xlsx-rows.ts'

/** What a table is, as far as somebody has said so. */
export interface TableOptions {
  readonly encoding?: Encoding | undefined
  readonly separator?: string | undefined
  /** Name of the sheet of a workbook; absent = the first one that is not hidden. */
  readonly sheet?: string | undefined
  /** Most bytes of the text that a compressed file contains; absent = any number. */
  readonly textBytesMax?: number | undefined
}

/** A table that is about to be read, with what was recognised, or said. */
export interface OpenTable extends TableFacts {
  /** The names of all sheets of a workbook. */
  readonly sheets: readonly string[]
  /** The rows below the header by column. */
  readonly rows: AsyncIterable<readonly TableRow[]>
  /** The same by position, and the header, of a table that has one; read either these or `rows`. */
  readonly records: AsyncIterable<readonly CellRow[]> | undefined
}

/** Recognises the table and returns its rows. */
export async function openTable(file: FormatFile, options: TableOptions): Promise<OpenTable> {
  const table = await (file.workbook === undefined
    ? openText(file, options)
    : openWorkbookSheet(file.path, file.workbook, options))
  const { kind, encoding, separator, sheet } = table
  file.onTable?.({ kind, encoding, separator, sheet })
  return table
}

async function openWorkbookSheet(
  path: string,
  workbook: WorkbookFile,
  options: TableOptions,
): Promise<OpenTable> {
  const { name: sheet, sheets, records } = await openSheet(path, workbook, options)
  return { kind: 'xlsx', encoding: '', separator: '', sheet, sheets, records, rows: xlsxRows(records) }
}

async function openText({ path, chunks }: FormatFile, options: TableOptions): Promise<OpenTable> {
  const all = chunks[Symbol.asyncIterator]()
  const { value: start = Buffer.alloc(0), done } = await all.next()
  const again = from(start, done === true ? undefined : all)
  const encoding = options.encoding ?? encodingOf(start)
  const text = new TextDecoder(encoding).decode(start)
  const facts = { encoding, sheet: '', sheets: [] }
  if (encoding === 'utf-8' && text.trimStart().startsWith('{'))
    return { ...facts, kind: 'jsonl', separator: '', rows: jsonlRows(again), records: undefined }
  const separator = options.separator ?? separatorOf(text)
  const records = csvRecords(path, decoded(again, encoding), { separator, lineEnd: lineEndOf(text) })
  return { ...facts, kind: 'csv', separator, records, rows: csvRows(path, records, separator) }
}

async function* from(start: Buffer, rest: AsyncIterator<Buffer> | undefined): AsyncGenerator<Buffer> {
  yield start
  for (let next = await rest?.next(); next !== undefined && next.done !== true; next = await rest?.next())
    yield next.value
}
