/** Reads lists of customers: the same tables as own files, of which every row and every column is kept. */
import { createHash } from 'node:crypto'
import type { FaultReason } from '../../core/failure.ts'
import { FileFault } from '../../core/ingest/entry-source.ts'
import type { CustomerList, ListOptions } from '../../core/matching/customer-list.ts'
import { LOOKED_AT_ROWS } from '../../core/matching/match-columns.ts'
import type { ListRow } from '../../core/matching/match-rows.ts'
import { type Encoding, ownText } from './files/encoding.ts'
import { fileFault } from './files/file-faults.ts'
import { openFile, readFault } from './files/open-file.ts'
import { openRegular } from './files/open-regular.ts'
import { type OpenTable, openTable } from './tables/read-table.ts'
import {
  type CellRow,
  type Cells,
  COLUMNS_MAX,
  ColumnCount,
  partsOf,
  type TableFault,
  type TableRow,
} from './tables/table.ts'

const FAULT_REASONS: Readonly<Record<TableFault, FaultReason>> = {
  broken_json: 'syntax',
  not_an_object: 'type',
  not_utf8: 'encoding',
  line_too_long: 'too_long',
  field_type: 'syntax',
}

/** How a pass through the file reads it. */
interface Reading extends ListOptions {
  readonly encoding?: Encoding | undefined
}

/**
 * Reads a list once to its end. A text that turns out not to be UTF-8 after a start that is, is read as Windows-1252.
 *
 * @throws {FileFault} if it cannot be read to its end, or has no rows: then nothing need be matched.
 */
export async function openCustomerList(path: string, options: ListOptions): Promise<CustomerList> {
  const digest = await digestOf(path)
  const found = await scan(path, options)
  const isOther = found.table.encoding === 'utf-8' && found.table.kind === 'csv' && found.broken > 0
  const reading: Reading = isOther ? { ...options, encoding: 'windows-1252' } : options
  const { table, header, rowCount, firstRows, hasMark } = isOther ? await scan(path, reading) : found
  if (rowCount === 0) throw fileFault(path, 'empty')
  const { kind, encoding, separator, sheet } = table
  return {
    ...{ kind, encoding, separator, sheet, header, rowCount, firstRows, digest },
    isForExcel: hasMark || kind === 'xlsx' || separator === ';' || !['utf-8', ''].includes(encoding),
    rows: (from) => rowsOf(path, reading, header, from),
  }
}

/** The start of a text with a byte order mark. */
const MARK = Buffer.from('\ufeff')

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    const file = await openRegular(path)
    for await (const chunk of file.createReadStream()) hash.update(chunk as Buffer)
  } catch (error) {
    throw readFault(path, error, { line: 0, byte: 0 })
  }
  return hash.digest('hex')
}

/** What a pass through all rows has found. */
interface ScannedRows extends Pick<CustomerList, 'header' | 'rowCount' | 'firstRows'> {
  /** Rows that are invalid in the encoding. */
  readonly broken: number
}

/** What a pass through the whole file has found. */
interface Scan extends ScannedRows {
  readonly table: OpenTable
  readonly hasMark: boolean
}

async function scan(path: string, reading: Reading): Promise<Scan> {
  const opened = await openFile(path, { isTable: true })
  try {
    checkText(path, opened.start)
    const chunks = limited(path, opened.file.chunks, reading.textBytesMax)
    const table = await openTable({ ...opened.file, chunks }, reading)
    const scanned = await (table.records === undefined
      ? scanObjects(path, table.rows, reading)
      : scanRecords(path, table.records, reading))
    return { table, ...scanned, hasMark: opened.start.subarray(0, MARK.length).equals(MARK) }
  } catch (error) {
    throw readFault(path, error, { line: 0, byte: opened.bytesDone() })
  } finally {
    await opened.close()
  }
}

/** @throws {FileFault} `unpacks_too_large` after more bytes. */
async function* limited(
  path: string,
  chunks: AsyncIterable<Buffer>,
  bytesMax = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > bytesMax) throw fileFault(path, 'unpacks_too_large')
    yield chunk
  }
}

/** @throws {FileFault} `unknown_format` for a JSON list: its rows are not one a line. */
function checkText(path: string, start: Buffer): void {
  if (!/^\ufeff?\s*\[\s*[{[\]]/.test(start.toString('utf8'))) return
  const sentence = `${path} is a JSON list. Write one object per line instead, for example with: jq -c '.[]'`
  throw new FileFault({ file: path, reason: 'unknown_format', line: 0, byte: 0, sentence })
}

/** Most characters of a cell of the first rows, of which only the start is looked at. */
const FIRST_CELL_CHARS_MAX = 500

/** Returns the start of a cell, without the long text that it is the start of. */
function startOf(cell: string): string {
  return cell.length > FIRST_CELL_CHARS_MAX ? ownText(cell.slice(0, FIRST_CELL_CHARS_MAX)) : cell
}

/**
 * The header is as wide as the widest row.
 *
 * @throws {FileFault} `malformed` at the row that is wider than `COLUMNS_MAX`; `unpacks_too_large` with more cells than `cellsMax`.
 */
async function scanRecords(
  path: string,
  records: AsyncIterable<readonly CellRow[]>,
  { hasNoHeader, rowsMax = Number.POSITIVE_INFINITY, cellsMax = Number.POSITIVE_INFINITY }: ListOptions,
): Promise<ScannedRows> {
  const first: CellRow[] = []
  const headers = hasNoHeader ? 0 : 1
  let [count, width, broken] = [0, 0, 0]
  for await (const batch of records) {
    const wide = batch.find(({ cells }) => cells.length > COLUMNS_MAX)
    if (wide !== undefined) throw fileFault(path, 'malformed', { line: wide.line - 1, byte: 0 })
    width = batch.reduce((most, { cells }) => Math.max(most, cells.length), width)
    broken += batch.filter(({ fault }) => fault === 'not_utf8').length
    // The header is kept as it is.
    const isHeader = (i: number) => count + i < headers
    const looked = batch.slice(0, LOOKED_AT_ROWS + 1 - first.length)
    first.push(...looked.map((row, i) => (isHeader(i) ? row : { ...row, cells: row.cells.map(startOf) })))
    count += batch.length
    if (count - headers > rowsMax) break
    if ((count - headers) * width > cellsMax) throw fileFault(path, 'unpacks_too_large')
  }
  const names = first[0]?.cells ?? []
  const nameOf = (i: number) => (hasNoHeader ? `Column ${i + 1}` : (names[i] ?? '').trim())
  return {
    header: Array.from({ length: width }, (_, i) => nameOf(i)),
    rowCount: Math.max(0, count - headers),
    firstRows: first.slice(headers).map(({ cells }) => cells),
    broken,
  }
}

/**
 * The header has the fields of all objects.
 *
 * @throws {FileFault} `malformed` at the object with which they are too many, or their names too long; `unpacks_too_large` with
 * more cells than `cellsMax`.
 */
async function scanObjects(
  path: string,
  rows: AsyncIterable<readonly TableRow[]>,
  { rowsMax = Number.POSITIVE_INFINITY, cellsMax = Number.POSITIVE_INFINITY }: ListOptions,
): Promise<ScannedRows> {
  const first: TableRow[] = []
  const names = new Set<string>()
  const columns = new ColumnCount()
  let rowCount = 0
  for await (const batch of rows) {
    const wide = batch.find((row) => 'cells' in row && !addNames(row.cells, names, columns))
    if (wide !== undefined) throw fileFault(path, 'malformed', { line: wide.line - 1, byte: 0 })
    rowCount += batch.length
    first.push(...batch.slice(0, LOOKED_AT_ROWS - first.length).map(startsOf))
    if (rowCount > rowsMax) break
    if (rowCount * names.size > cellsMax) throw fileFault(path, 'unpacks_too_large')
  }
  const header = [...names]
  const firstRows = first.map((row) => objectRow(row, header).cells)
  return { header, rowCount, firstRows, broken: 0 }
}

/** Adds the names that are new; returns `false` if they are too many. */
function addNames(cells: Cells, names: Set<string>, columns: ColumnCount): boolean {
  const fresh = Object.keys(cells).filter((name) => !names.has(name))
  for (const name of fresh) names.add(ownText(name))
  return fresh.every((name) => columns.add(name))
}

/** Returns a row with the starts of its cells. */
function startsOf(row: TableRow): TableRow {
  if ('fault' in row) return { ...row, text: '' }
  const cells = Object.assign(Object.create(null), row.cells)
  for (const name of Object.keys(cells)) cells[name] = startOf(cells[name])
  return { line: row.line, text: '', cells }
}

function recordRow({ cells, fault }: CellRow): ListRow {
  return fault === undefined ? { cells } : { cells, fault: FAULT_REASONS[fault] }
}

function objectRow(row: TableRow, header: readonly string[]): ListRow {
  const { text } = row
  if ('fault' in row) return { cells: [], text, fault: FAULT_REASONS[row.fault] }
  return { cells: header.map((name) => row.cells[name] ?? ''), text }
}

async function* rowsOf(
  path: string,
  reading: Reading,
  header: readonly string[],
  from: number,
): AsyncGenerator<readonly ListRow[]> {
  const opened = await openFile(path, { isTable: true })
  try {
    const table = await openTable(opened.file, reading)
    let skipped = table.records === undefined || reading.hasNoHeader ? from : from + 1
    for await (const batch of batchesOf(table, header)) {
      const rest = batch.slice(skipped)
      skipped -= batch.length - rest.length
      if (rest.length > 0) yield rest
    }
  } catch (error) {
    throw readFault(path, error, { line: 0, byte: opened.bytesDone() })
  } finally {
    await opened.close()
  }
}

async function* batchesOf(
  { records, rows }: OpenTable,
  header: readonly string[],
): AsyncGenerator<readonly ListRow[]> {
  if (records !== undefined) for await (const batch of records) yield batch.map(recordRow)
  else
    for await (const batch of rows)
      for (const part of partsOf(batch, header.length)) yield part.map((row) => objectRow(row, header))
}
