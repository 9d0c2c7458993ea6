/** Tables as comma-, semicolon-, tab- or bar-separated values (RFC 4180), of which the first row is the header. */

import { CsvError, type Parser, parse } from 'csv-parse'
import { fileFault } from '../files/file-faults.ts'
import { LINE_BYTES_MAX } from '../files/line-splitter.ts'
import { type CellRow, COLUMNS_MAX, REPLACEMENT, ROW_CELLS_MAX, rowsBelow, type TableRow } from './table.ts'

/** The separators that are recognised. */
export const SEPARATORS = [',', ';', '\t', '|'] as const

/** Characters of the header by which its separator is recognised. */
const SEEN_CHARS = 65_536

/** Most separators of a record; one with the most letters and cells has no more, in quotes or not. */
const SEPARATORS_MAX = LINE_BYTES_MAX + ROW_CELLS_MAX

/** Returns the separator that the header has most often outside quotes. */
export function separatorOf(header: string): string {
  const line = (header.split(/\r?\n/, 1)[0] as string).slice(0, SEEN_CHARS).replace(/"[^"]*"/g, '')
  const countOf = (separator: string) => line.split(separator).length
  return SEPARATORS.reduce((best, one) => (countOf(one) > countOf(best) ? one : best))
}

/**
 * Returns LF for the start of a text with a first line that is too long for any header: the search of the parser takes a
 * microsecond a letter. Otherwise `undefined`: the parser takes the first line end.
 */
export function lineEndOf(start: string): string | undefined {
  return start.length > SEEN_CHARS && !/[\r\n]/.test(start.slice(0, SEEN_CHARS)) ? '\n' : undefined
}

/** How the text is written. */
interface CsvFormat {
  readonly separator: string
  readonly lineEnd?: string | undefined
}

/**
 * Yields all records, the header among them; their cells are not trimmed, and may be more or fewer than those of the header. A
 * record with bytes that are invalid in the encoding is `not_utf8`. Empty lines are left out. Tab-separated values are read without
 * quotes.
 *
 * @throws {FileFault} `malformed` if a quote is never closed, or a record has more than `LINE_BYTES_MAX` characters or
 * `ROW_CELLS_MAX` cells. The parser counts only letters, and has all cells of a record before it returns the first.
 */
export async function* csvRecords(
  path: string,
  text: AsyncIterable<string>,
  { separator, lineEnd }: CsvFormat,
): AsyncGenerator<readonly CellRow[]> {
  let records: CellRow[] = []
  let line = 0
  const tooLarge = () => fileFault(path, 'malformed', { line, byte: 0 })
  const parser = parse({
    delimiter: separator,
    max_record_size: LINE_BYTES_MAX,
    ...(lineEnd !== undefined && { record_delimiter: lineEnd }),
    quote: separator === '\t' ? null : '"',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    // Nothing is handed on by the stream, which would lose the rows before an error.
    on_record: (cells: readonly string[], { lines }) => {
      if (cells.length > ROW_CELLS_MAX) throw tooLarge()
      line = lines
      const isBroken = cells.some((cell) => cell.includes(REPLACEMENT))
      records.push(isBroken ? { line, cells, fault: 'not_utf8' } : { line, cells })
      return null
    },
  })
  // `written` rejects with the error, too.
  parser.on('error', () => {})
  const taken = () => {
    const batch = records
    records = []
    return batch
  }
  const ends = () => parser.info.records + parser.info.empty_lines
  /** Separators in whole pieces since the last record ended. */
  let separators = 0
  try {
    for await (const piece of text) {
      const before = ends()
      await written(parser, Buffer.from(piece))
      yield taken()
      separators = ends() === before ? separators + piece.split(separator).length - 1 : 0
      if (separators > SEPARATORS_MAX) throw tooLarge()
    }
    await written(parser, undefined)
  } catch (error) {
    yield taken()
    throw error instanceof CsvError ? fileFault(path, 'malformed', { line, byte: 0 }) : error
  }
  yield taken()
}

/** Yields the rows below the header. A row with more cells than the header is `field_type`; missing cells are empty. */
export function csvRows(
  path: string,
  records: AsyncIterable<readonly CellRow[]>,
  separator: string,
): AsyncIterable<readonly TableRow[]> {
  return rowsBelow(
    records,
    (cells) => headerOf(path, cells),
    (record, header) => rowOf(header, record, separator),
  )
}

/** Resolves when the parser has parsed the text; `undefined` = the end. */
function written(parser: Parser, text: Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (text === undefined) parser.once('error', reject).resume().once('end', resolve).end()
    else parser.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

function headerOf(path: string, record: readonly string[]): readonly string[] {
  if (record.length > COLUMNS_MAX) throw fileFault(path, 'malformed', { line: 1, byte: 0 })
  return record.map((cell) => cell.trim())
}

function rowOf(header: readonly string[], { line, cells, fault }: CellRow, separator: string): TableRow {
  const text = cells.join(separator)
  if (fault !== undefined) return { line, fault, text }
  if (cells.length > header.length) return { line, fault: 'field_type', text }
  const byColumn: Record<string, string> = Object.create(null)
  for (let i = 0; i < header.length; i++) byColumn[header[i] as string] = (cells[i] ?? '').trim()
  return { line, cells: byColumn, text }
}
