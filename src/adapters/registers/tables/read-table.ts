/** Reads a table of any kind: its kind, encoding and separator are recognised by its first bytes. */
import type { FormatFile } from '../files/register-format.ts'
import { csvRows, separatorOf } from './csv-rows.ts'
import { decoded, type Encoding, encodingOf } from './encoding.ts'
import { jsonlRows } from './jsonl-rows.ts'
import type { TableRow } from './table.ts'
import { openSheet } from './xlsx-rows.ts'

/** What a table is, as far as somebody has said so. */
export interface TableOptions {
  readonly encoding?: Encoding | undefined
  readonly separator?: string | undefined
  /** Name of the sheet of a workbook; absent = the first one that is not hidden. */
  readonly sheet?: string | undefined
}

/** A table that is about to be read. */
export interface OpenTable {
  /** What was recognised, or said. */
  readonly kind: 'csv' | 'jsonl' | 'xlsx'
  readonly encoding: Encoding
  /** '' for JSON Lines and workbooks. */
  readonly separator: string
  /** Only of a workbook: the sheet, and the names of all. */
  readonly sheet?: string
  readonly sheets?: readonly string[]
  readonly rows: AsyncIterable<readonly TableRow[]>
}

/** Recognises the table and returns its rows. */
export async function openTable(
  { path, chunks, workbook }: FormatFile,
  options: TableOptions,
): Promise<OpenTable> {
  if (workbook !== undefined) {
    const { name: sheet, sheets, rows } = await openSheet(path, workbook, options.sheet)
    return { kind: 'xlsx', encoding: 'utf-8', separator: '', sheet, sheets, rows }
  }
  const all = chunks[Symbol.asyncIterator]()
  const { value: start = Buffer.alloc(0), done } = await all.next()
  const again = from(start, done === true ? undefined : all)
  const encoding = options.encoding ?? encodingOf(start)
  const text = new TextDecoder(encoding).decode(start)
  if (encoding === 'utf-8' && text.trimStart().startsWith('{'))
    return { kind: 'jsonl', encoding, separator: '', rows: jsonlRows(again) }
  const separator = options.separator ?? separatorOf(text)
  return { kind: 'csv', encoding, separator, rows: csvRows(path, decoded(again, encoding), separator) }
}

async function* from(start: Buffer, rest: AsyncIterator<Buffer> | undefined): AsyncGenerator<Buffer> {
  yield start
  for (let next = await rest?.next(); next !== undefined && next.done !== true; next = await rest?.next())
    yield next.value
}
