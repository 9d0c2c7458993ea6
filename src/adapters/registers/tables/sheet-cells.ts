/** Reads the rows of a sheet of a workbook from the elements of its part. */
import { LINE_BYTES_MAX } from '../files/line-splitter.ts'
import { PackingFault } from '../files/packing.ts'
import { XmlFault, type XmlHandlers } from '../files/xml-reader.ts'
import { COLUMNS_MAX, ROW_CELLS_MAX } from './table.ts'
import { CELL_CHARS_MAX, RichText, unescapedText, type Workbook } from './workbook.ts'
import { numberText } from './xlsx-number.ts'

/** Most rows of a sheet, as in Excel. */
export const SHEET_ROWS_MAX = 1_048_576

/** A row with texts; a cell without one is ''. */
export interface SheetRow {
  /** Its number in the sheet, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly fault?: 'field_type' | 'line_too_long'
}

type Attributes = Parameters<XmlHandlers['open']>[1]

/** The rows of a sheet, from the events of its XML. */
export class SheetCells implements XmlHandlers {
  readonly #workbook: Workbook
  /** Most characters of all rows together. */
  #charsLeft: number
  #rows: SheetRow[] = []
  #rowCount = 0
  #line = 0
  #cells: string[] = []
  #rowChars = 0
  #fault: SheetRow['fault']
  #cellCount = 0
  #column = -1
  #type = ''
  #style = 0
  #value = ''
  #isValue = false
  readonly #inline = new RichText()
  #emptyRows = 0
  #hasHeader = false

  /** `charsMax`: most characters of all rows together, as many cells may refer to one long text. */
  constructor(workbook: Workbook, charsMax: number) {
    this.#workbook = workbook
    this.#charsLeft = charsMax
  }

  /** Number of the last row. */
  get line(): number {
    return this.#line
  }

  /** Number of rows without texts since the last row with one. */
  get emptyRows(): number {
    return this.#emptyRows
  }

  /** Whether nothing of a text was read since the last complete row. */
  get isBetweenTexts(): boolean {
    return this.#cells.length === 0 && !this.#isValue && !this.#inline.isOpen
  }

  /** Returns the rows with texts that were completed since the last call. */
  take(): readonly SheetRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'c') this.#beginCell(attributes)
    else if (name === 'v') this.#isValue = true
    else if (name === 'row') this.#beginRow(attributes)
    else this.#inline.open(name)
  }

  text(piece: string): void {
    if (!this.#isValue) this.#inline.add(piece)
    else if (this.#value.length < CELL_CHARS_MAX) this.#value = (this.#value + piece).slice(0, CELL_CHARS_MAX)
  }

  close(name: string): void {
    if (name === 'v') this.#isValue = false
    else if (name === 'c') this.#endCell()
    else if (name === 'row') this.#endRow()
    else this.#inline.close(name)
  }

  #beginRow({ r = '' }: Attributes): void {
    if (++this.#rowCount > SHEET_ROWS_MAX)
      throw new XmlFault(`has more than ${SHEET_ROWS_MAX} rows in a sheet`)
    this.#line = /^\d{1,9}$/.test(r) ? Number(r) : this.#line + 1
    this.#cells = []
    this.#rowChars = 0
    this.#cellCount = 0
    this.#column = -1
    this.#fault = undefined
  }

  #beginCell({ r, t = 'n', s = '0' }: Attributes): void {
    if (++this.#cellCount > ROW_CELLS_MAX) throw new XmlFault(`has more than ${ROW_CELLS_MAX} cells in a row`)
    this.#column = r === undefined ? this.#column + 1 : columnOf(r)
    this.#type = t
    this.#style = Number(s)
    this.#value = ''
    this.#inline.clear()
  }

  #endCell(): void {
    const text = this.#cellText().trim()
    if (text === '') return
    if (this.#column >= COLUMNS_MAX) {
      if (!this.#hasHeader) throw new XmlFault(`has more than ${COLUMNS_MAX} columns`)
      // A cell without a header has no name.
      return
    }
    this.#rowChars += text.length
    this.#charsLeft -= text.length
    if (this.#charsLeft < 0) throw new PackingFault('unpacks_too_large')
    if (this.#rowChars > LINE_BYTES_MAX) this.#fault = 'line_too_long'
    else {
      while (this.#cells.length < this.#column) this.#cells.push('')
      this.#cells[this.#column] = text
    }
  }

  #cellText(): string {
    if (this.#type === 'inlineStr') return this.#inline.read()
    if (this.#type === 's') return this.#sharedText()
    const textOf = TEXT_OF_TYPE[this.#type]
    if (textOf !== undefined) return this.#value === '' ? '' : textOf(this.#value)
    const { formats, isFrom1904 } = this.#workbook
    return numberText(this.#value, formats[this.#style] ?? { kind: 'plain' }, isFrom1904)
  }

  #sharedText(): string {
    if (this.#value === '') return ''
    const text = this.#workbook.strings.at(Number(this.#value))
    if (text === undefined) this.#fault = 'field_type'
    return text ?? ''
  }

  #endRow(): void {
    if (this.#cells.length === 0 && this.#fault === undefined) {
      this.#emptyRows++
      return
    }
    this.#emptyRows = 0
    this.#hasHeader = true
    const row = { line: this.#line, cells: this.#cells }
    this.#rows.push(this.#fault === undefined ? row : { ...row, fault: this.#fault })
  }
}

/** The text of a value by the type of its cell; other types are numbers. An error has none. */
const TEXT_OF_TYPE: Readonly<Record<string, (value: string) => string>> = {
  str: unescapedText,
  b: (value) => (value === '1' ? 'true' : 'false'),
  d: (value) => value.replace(/T00:00:00(?:\.0+)?Z?$/, ''),
  e: () => '',
}

/** Returns the index of the column of a cell, from 0: `AB12` → 27. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/i.exec(reference)?.[0]
  if (letters === undefined) throw new XmlFault(`has a cell ${JSON.stringify(reference.slice(0, 20))}`)
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + (letter.charCodeAt(0) - 64)
  return column - 1
}
