/** Reads a table of any kind: its kind, encoding and separator are recognised by its first bytes. */
import type { FormatFile } from '../files/register-format.ts'
import { csvRows, separatorOf } from './csv-rows.ts'
import { decoded, type Encoding, encodingOf } from './encoding.ts'
import { jsonlRows } from './jsonl-rows.ts'
import type { TableRow } from './table.ts'

/** What a table is, as far as somebody has said so. */
export interface TableOptions {
  readonly encoding?: Encoding | undefined
  readonly separator?: string | undefined
}

/** A table that is about to be read. */
export interface OpenTable {
  /** What was recognised, or said. */
  readonly kind: 'csv' | 'jsonl'
  readonly encoding: Encoding
  /** '' for JSON Lines. */
  readonly separator: string
  readonly rows: AsyncIterable<readonly TableRow[]>
}

/** Recognises the table and returns its rows. */
export async function openTable({ path, chunks }: FormatFile, options: TableOptions): Promise<OpenTable> {
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
