/** Tables in the sheets of workbooks (XLSX). The first row with texts is the header. */
import { FileFault } from '../../../core/ingest/entry-source.ts'
import type { WorkbookFile } from '../files/workbook-file.ts'
import { XmlFault, XmlReader, xmlFaultText } from '../files/xml-reader.ts'
import { SMALL_BYTES, UNPACKED_RATIO_MAX } from '../files/zip-archive.ts'
import { SheetCells, type SheetRow } from './sheet-cells.ts'
import { rowsBelow, type TableRow } from './table.ts'
import { partText, readWorkbook, type Sheet, type Workbook } from './workbook.ts'

/** Rows without texts in a row after which the rest of a sheet is only searched for cells, which would be refused. */
export const EMPTY_ROWS_MAX = 100_000

/** Largest ratio of the XML of a sheet to the texts in it: those of a sheet of short numbers. */
const XML_RATIO_MAX = 8

/** What is known about the sheet that is read. */
interface SheetOptions {
  /** Its name; absent = the first one that is not hidden. */
  readonly sheet?: string | undefined
  /** Most bytes of all texts in it; absent = any number. */
  readonly textBytesMax?: number | undefined
}

/** A sheet that is about to be read. */
export interface OpenSheet {
  readonly name: string
  /** The names of all sheets with cells. */
  readonly sheets: readonly string[]
  /** The rows with texts; one of them is the header. */
  readonly records: AsyncIterable<readonly SheetRow[]>
}

/**
 * Opens a sheet: the one with the name, or the first that is not hidden.
 *
 * @throws {FileFault} if there is no such sheet, or the file is no workbook.
 */
export async function openSheet(
  path: string,
  file: WorkbookFile,
  { sheet: name, textBytesMax }: SheetOptions,
): Promise<OpenSheet> {
  try {
    const workbook = await readWorkbook(file)
    const sheet = chosenSheet(path, workbook.sheets, name)
    const sheets = workbook.sheets.map((one) => one.name)
    return { name: sheet.name, sheets, records: xlsxRecords(path, file, workbook, { sheet, textBytesMax }) }
  } catch (error) {
    throw faultOf(path, error, 0)
  }
}

function chosenSheet(path: string, sheets: readonly Sheet[], name: string | undefined): Sheet {
  const first = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  const sheet = name === undefined ? first : sheets.find((one) => one.name === name)
  if (sheet !== undefined) return sheet
  if (first === undefined) throw new XmlFault('is a workbook without a sheet of cells')
  const names = sheets.slice(0, SHOWN_SHEETS_MAX).map((one) => JSON.stringify(one.name))
  const sentence = `${path} has no sheet ${JSON.stringify(name)}. Its sheets are: ${names.join(', ')}.`
  throw new FileFault({ file: path, reason: 'bad_mapping', line: 0, byte: 0, sentence })
}

/** Most sheets that a message names. */
const SHOWN_SHEETS_MAX = 20

async function* xlsxRecords(
  path: string,
  file: WorkbookFile,
  workbook: Workbook,
  { sheet, textBytesMax = Number.POSITIVE_INFINITY }: { sheet: Sheet; textBytesMax?: number | undefined },
): AsyncGenerator<readonly SheetRow[]> {
  const charsMax = Math.max(SMALL_BYTES, file.packedBytes * UNPACKED_RATIO_MAX)
  const cells = new SheetCells(workbook, Math.min(charsMax, textBytesMax))
  const text = partText(file, sheet.part, textBytesMax * XML_RATIO_MAX)
  try {
    for await (const _ of readCells(text, cells)) yield cells.take()
  } catch (error) {
    yield cells.take()
    throw faultOf(path, error, cells.line)
  }
  yield cells.take()
}

/** Yields the rows below the header. Cells without a header are left out. */
export function xlsxRows(records: AsyncIterable<readonly SheetRow[]>): AsyncIterable<readonly TableRow[]> {
  return rowsBelow(records, (cells) => cells, rowOf)
}

/** Reads the cells of a sheet; yields after each piece. */
async function* readCells(xmlText: AsyncIterable<string>, cells: SheetCells): AsyncGenerator<void> {
  const xml = new XmlReader(cells)
  let last = ''
  let isAtEnd = false
  for await (const text of xmlText) {
    if (!isAtEnd) xml.feed(text)
    else if (HAS_TEXT.test(last + text))
      throw new XmlFault(`has more than ${EMPTY_ROWS_MAX} empty rows, and then cells. Delete the empty rows`)
    isAtEnd ||= cells.emptyRows > EMPTY_ROWS_MAX && cells.isBetweenTexts
    last = text.slice(-TEXT_TAG_CHARS)
    yield
  }
  if (!isAtEnd) xml.end()
}

/** Matches the start of the value or the text of a cell. */
const HAS_TEXT = /<(?:\w{1,20}:)?(?:v|is|t)[\s>]/
/** Characters that such a start may have. */
const TEXT_TAG_CHARS = 25

function rowOf({ line, cells, fault }: SheetRow, header: readonly string[]): TableRow {
  const text = cells.join('\t')
  if (fault !== undefined) return { line, fault, text }
  const byColumn: Record<string, string> = Object.create(null)
  for (let i = 0; i < header.length; i++) {
    const column = header[i]
    if (column) byColumn[column] = cells[i] ?? ''
  }
  return { line, cells: byColumn, text }
}

function faultOf(path: string, error: unknown, line: number): unknown {
  const why = xmlFaultText(error)
  if (why === undefined) return error
  const place = line === 0 ? '' : ` The rows up to row ${line} of the sheet are valid.`
  return new FileFault({
    file: path,
    reason: 'malformed',
    line,
    byte: 0,
    sentence: `${path} ${why}.${place}`,
  })
}
