/** Numbers of workbooks as texts: dates, numbers with leading zeros, and plain numbers. Pure. */

/** How a number is shown. `zeros`: filled with zeros to a length, as postcodes are. */
export type NumberFormat =
  | { readonly kind: 'plain' }
  | { readonly kind: 'date' }
  | { readonly kind: 'zeros'; readonly length: number }

const PLAIN: NumberFormat = { kind: 'plain' }
const DATE: NumberFormat = { kind: 'date' }

/** First and last codes of the built-in formats of days and times, those of East Asian countries included. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]

/** Returns a built-in format. */
export function builtInFormat(id: number): NumberFormat {
  return BUILT_IN_DATES.some(([first, last]) => id >= first && id <= last) ? DATE : PLAIN
}

/** Matches what a format shows as it is: quoted texts, escaped and skipped characters, colours, languages and conditions. */
const LITERALS = /"[^"]*"|[\\_*].|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi

/** Most characters of a format of a workbook's own, as in Excel. */
export const FORMAT_CODE_CHARS_MAX = 255

/** Reads a format of the workbook's own, for example `dd.mm.yyyy` or `00000`. Its letters are English in every file. */
export function readNumberFormat(code: string): NumberFormat {
  const shown = code.replace(LITERALS, '').split(';', 1)[0] as string
  if (/^0{2,}$/.test(shown)) return { kind: 'zeros', length: shown.length }
  return /general/i.test(shown) || !/[dmyhs]/i.test(shown) ? PLAIN : DATE
}

/** Longest integer that a number of a workbook keeps, in digits. */
const SAFE_DIGITS = 15

/** Returns the text of a number. A text that is none stays as it is. */
export function numberText(raw: string, format: NumberFormat, isFrom1904: boolean): string {
  const value = Number(raw)
  if (raw === '' || !Number.isFinite(value)) return raw
  if (format.kind === 'date') return dateText(value, isFrom1904) ?? plainText(value)
  const text = plainText(value)
  return format.kind === 'zeros' && /^\d+$/.test(text) ? text.padStart(format.length, '0') : text
}

/** Without an exponent, and without the last digits, which no spreadsheet shows: 0.30000000000000004 is 0.3. */
function plainText(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString()
  return String(Number(value.toPrecision(SAFE_DIGITS)))
}

const DAY_S = 86_400
const DAY_MS = DAY_S * 1000
/** The day with the number 0 for numbers from 61 on; both calendars of Excel are counted in days. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)
/** The number of 1900-02-29, which Excel has and the calendar has not. */
const FALSE_LEAP_DAY = 60
/** The number of 9999-12-31. */
const LAST_DAY = 2_958_465

/** Returns a day, a day with a time, or a time, in ISO 8601; `undefined` if the number is none. */
function dateText(value: number, isFrom1904: boolean): string | undefined {
  if (value < 0 || value > LAST_DAY) return undefined
  const seconds = Math.round(value * DAY_S)
  const day = Math.floor(seconds / DAY_S)
  const time = new Date((seconds % DAY_S) * 1000).toISOString().slice(11, 19)
  if (day === 0 && !isFrom1904) return time
  const epochMs = isFrom1904 ? EPOCH_1904_MS : EPOCH_1900_MS
  const shift = !isFrom1904 && day < FALSE_LEAP_DAY ? 1 : 0
  const date = new Date(epochMs + (day + shift) * DAY_MS).toISOString().slice(0, 10)
  return seconds % DAY_S === 0 ? date : `${date} ${time}`
}
