/** CSV as in RFC 4180, escaped so that it is safe to open in a spreadsheet. */

/**
 * Matches the start of a cell that a spreadsheet would run as a formula. Spreadsheets with East Asian
 * language settings also accept the full-width signs.
 */
const FORMULA_START = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const NEEDS_QUOTES = /[",\r\n]/

/** Returns one line with its CRLF. A cell that a spreadsheet would take for a formula gets a leading `'`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A number or a telephone number, which runs nothing: `-12.50`, `+49 89 123-0`. */
const NUMBER = /^[+-]?[\d .,()/-]*$/
const BREAKS = /[\t\r\n]+/g

/**
 * Returns one line of a list with any separator, and its CRLF. As `csvLine`, but negative numbers and telephone numbers stay as
 * they are. Between tabs, cells have no quotes, and blanks in place of tabs and line breaks.
 */
export function csvCells(cells: readonly string[], separator: string): string {
  const cellOf = separator === '\t' ? tabCell : (text: string) => separatedCell(text, separator)
  return `${cells.map((text) => cellOf(defused(text))).join(separator)}\r\n`
}

function defused(text: string): string {
  return FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text
}

function tabCell(text: string): string {
  return text.replace(BREAKS, ' ')
}

function separatedCell(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
