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
