/** The lines of a list with matched rows: separated values or JSON Lines. Pure. */
import { csvCells } from '../csv-line.ts'
import {
  decisionName,
  decisionValue,
  type MatchedValue,
  matchedNames,
  matchedValues,
} from './matched-columns.ts'
import { type DecidedRow, decided } from './row-decision.ts'
import { WORKBOOK_ROWS_MAX } from './workbook.ts'

/** How rows become lines. */
export interface LineFormat {
  /** Comes before all rows. */
  readonly start: string
  readonly lineOf: (row: DecidedRow) => string
}

/** The columns that lines have after those of the list. */
export interface AddedColumns {
  readonly namesOf: (header: readonly string[]) => readonly string[]
  readonly valuesOf: (row: DecidedRow) => readonly MatchedValue[]
}

/** The columns of matched rows. */
const MATCHED: AddedColumns = { namesOf: matchedNames, valuesOf: ({ result }) => matchedValues(result) }
/** The columns of rows about which somebody may have decided: the company is then the one that was chosen. */
export const DECIDED: AddedColumns = {
  namesOf: (header) => [...matchedNames(header), decisionName(header)],
  valuesOf: (row) => [...matchedValues(decided(row).result), decisionValue(row)],
}

const BYTE_ORDER_MARK = '\ufeff'

/** Returns the lines of separated values, with a header. */
export function csvFormat(
  header: readonly string[],
  separator: string,
  hasMark: boolean,
  added = MATCHED,
): LineFormat {
  const lineOf = (cells: readonly string[]) => csvCells(cells, separator)
  const padded = (cells: readonly string[]) => header.map((_, i) => cells[i] ?? '')
  return {
    start: (hasMark ? BYTE_ORDER_MARK : '') + lineOf([...header, ...added.namesOf(header)]),
    lineOf: (row) => lineOf([...padded(textsOf(row)), ...textsOfValues(added.valuesOf(row))]),
  }
}

/** Returns the cells of a row; of a line that could not be read, the line. */
function textsOf({ row: { cells, text, fault } }: DecidedRow): readonly string[] {
  return fault !== undefined && text !== undefined ? [text] : cells
}

function textsOfValues(values: readonly MatchedValue[]): readonly string[] {
  return values.map((value) => String(value ?? ''))
}

/** Returns the lines of JSON. Objects of JSON Lines stay as they are, to the letter; other rows are made objects. */
export function jsonFormat(header: readonly string[], added = MATCHED): LineFormat {
  const addedNames = added.namesOf(header)
  const names = objectNames(header)
  return {
    start: '',
    lineOf: (matched) => {
      const values = added.valuesOf(matched)
      const more = JSON.stringify(Object.fromEntries(addedNames.map((name, i) => [name, values[i]])))
      return `${joinedObjects(objectOf(matched.row, names), more)}\n`
    },
  }
}

function objectOf({ cells, text, fault }: DecidedRow['row'], names: readonly string[]): string {
  if (fault !== undefined && text !== undefined) return JSON.stringify({ line: text })
  if (text !== undefined) return text.trim()
  return JSON.stringify(Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])))
}

/** Joins two objects as texts: numbers that a program cannot hold keep their digits. */
function joinedObjects(first: string, second: string): string {
  const start = first.slice(0, first.lastIndexOf('}')).trimEnd()
  return `${start}${start.endsWith('{') ? '' : ','}${second.slice(1)}`
}

/** Returns names of fields, each once: `Firma`, `Firma_2`, `column_3`. */
function objectNames(header: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return header.map((text, i) => {
    const name = text || `column_${i + 1}`
    let free = name
    for (let more = 2; taken.has(free) || (free !== name && header.includes(free)); more++)
      free = `${name}_${more}`
    taken.add(free)
    return free
  })
}

/** Returns why a list with so many rows and a header cannot be a workbook; `undefined` = it can. No list has too many columns. */
export function workbookFault(rows: number): string | undefined {
  if (rows < WORKBOOK_ROWS_MAX) return undefined
  return `The list has ${rows} rows: too many for a workbook. Write a .csv file.`
}

/** Returns the lines in which the cells of a workbook are kept until it is written: JSON arrays, as `workbookOfLines` reads them. */
export function cellsFormat(header: readonly string[], added = MATCHED): LineFormat {
  const lineOf = (cells: readonly (string | number | null)[]) => `${JSON.stringify(cells)}\n`
  const padded = (cells: readonly string[]) => header.map((_, i) => cells[i] ?? '')
  return {
    start: lineOf([...header, ...added.namesOf(header)]),
    lineOf: (row) => lineOf([...padded(textsOf(row)), ...added.valuesOf(row)]),
  }
}
