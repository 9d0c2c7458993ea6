/** The XML files of a workbook (XLSX, ECMA-376) of one sheet. Pure. */
import { Buffer } from 'node:buffer'

/** Most characters of a cell that Excel opens. It opens 16,384 columns, which no list has. */
const CELL_CHARS_MAX = 32_767

/** The content of a cell; `null` and '' = empty. */
type Cell = string | number | null

/** Characters of XML that are given to the archive together. */
export const PART_CHARS = 65_536
const LETTERS = 26
const FIRST_LETTER = 'A'.charCodeAt(0)

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const PART_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (...all: readonly string[]) =>
  `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`

const CONTENT_TYPES = `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${PART_TYPE}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${PART_TYPE}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${PART_TYPE}.styles+xml"/>
</Types>`

const STYLES = `<styleSheet xmlns="${MAIN}">
<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

/** The first row stays in sight. */
const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0" tabSelected="1"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
const SHEET_END = '</sheetData></worksheet>'

/** Name of the sheet's file in a workbook. */
export const SHEET_FILE = 'xl/worksheets/sheet1.xml'

/** The other files of a workbook: name and XML without its first line. */
const FILES = [
  ['[Content_Types].xml', CONTENT_TYPES],
  ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
  [
    'xl/_rels/workbook.xml.rels',
    relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'styles', 'styles.xml'),
    ),
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="firmensuche" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  ['xl/styles.xml', STYLES],
] as const

/** The files of a workbook but its sheet, each with its name. */
export const WORKBOOK_FILES = FILES.map(([name, text]) => ({ name, bytes: Buffer.from(XML + text) }))

/**
 * Yields the XML of a sheet; memory is that of some rows. All texts are texts: none is run as a formula. What a cell
 * cannot contain is left out, and what is too long is cut off.
 *
 * @param lines Whole lines, one or more at a time, each a row as a JSON array of cells; the first one is the header.
 * @throws what the iteration throws.
 */
export async function* sheetParts(parts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let [text, number] = [SHEET_START, 0]
  for await (const lines of parts) {
    for (const line of lines.trimEnd().split('\n')) {
      text += rowOf(JSON.parse(line) as Cell[], ++number)
      if (text.length < PART_CHARS) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text + SHEET_END)
}

function rowOf(cells: readonly Cell[], number: number): string {
  const all = cells.map((cell, column) => cellOf(cell, `${lettersOf(column)}${number}`))
  return `<row r="${number}">${all.join('')}</row>`
}

function cellOf(cell: Cell, place: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${textOf(cell)}</t></is></c>`
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain them
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const IN_XML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function textOf(cell: string): string {
  const text = cell.slice(0, CELL_CHARS_MAX).toWellFormed().replace(NOT_IN_XML, '')
  return text.replace(/\r\n?/g, '\n').replace(/[&<>]/g, (character) => IN_XML[character]!)
}

/** Returns the name of a column: A to Z, AA to ZZ, AAA and so on. */
function lettersOf(column: number): string {
  const last = String.fromCharCode(FIRST_LETTER + (column % LETTERS))
  return column < LETTERS ? last : lettersOf(Math.floor(column / LETTERS) - 1) + last
}
