/** Tables as RFC 4180 writes them, safe to open in a spreadsheet. */

/** A cell that starts so would be run as a formula; spreadsheets set to East Asian languages read full-width signs too. */
const FORMULA_START = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/
const NEEDS_QUOTES = /[",\r\n]/

/** One line with its CRLF. A cell that a spreadsheet would take for a formula gets a leading `'`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
