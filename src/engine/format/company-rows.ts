/**
 * Rows of companies: all fields but the name that a hit shows, a tie-breaker compares or a filter reads, side
 * by side. A row costs one or two cache misses.
 */

/** 32-bit words per row. */
export const ROW_WORDS = 9
/**
 * Layout of a row: four words of the uuid, big-endian, so that rows sort as the text of their uuids; then
 * these.
 */
const UUID_WORDS = 4
const DIGITS = 4
const SEAT = 5
/** Low and high half: static rank, court. */
const RANK_COURT = 6
/** Low byte: form; next byte: low byte of the postcode; high half: suffix. */
const FORM_SUFFIX = 7
/** Low half: date; then 3 bits each: status, register type; then the high bits of the postcode. */
const DATE_STATUS_TYPE = 8
const STATUS_SHIFT = 16
const TYPE_SHIFT = 19
const POSTCODE_SHIFT = 22

/**
 * Codes of keys that are in no German register; types of registers have those below. Among the numbers, that of lists
 * marks an LEI.
 */
export const OTHER_TYPES = { foreign: 6, list: 7 } as const

const HALF = 0xffff
const BYTE = 0xff
const THREE_BITS = 7

/** The fields of a row beside the uuid. Codes are those of `ImageFacts`. */
export interface RowFields {
  readonly digits: number
  readonly seat: number
  readonly staticRank: number
  readonly court: number
  /** Below 256: the list of forms is closed. */
  readonly form: number
  readonly suffix: number
  /** Code of the date of the oldest observation. */
  readonly date: number
  readonly status: number
  readonly type: number
  /** The postcode as a number, + 1; 0 = unknown. At most 2^18 - 1. */
  readonly postcode: number
}

/** Reads a field from the rows of all companies. */
export type RowField = (rows: Uint32Array, company: number) => number

const at = (rows: Uint32Array, company: number, word: number) => rows[company * ROW_WORDS + word] as number

/** Digits of the register number; of a foreign number its place among these. */
export const digitsIn: RowField = (rows, company) => at(rows, company, DIGITS)
/** Code of the seat. */
export const seatIn: RowField = (rows, company) => at(rows, company, SEAT)
/** The static rank (`staticRankOf`). */
export const staticRankIn: RowField = (rows, company) => at(rows, company, RANK_COURT) & HALF
/** Code of the court, or of what an index stores in its place (`register-area.ts`). */
export const courtIn: RowField = (rows, company) => at(rows, company, RANK_COURT) >>> 16
/** Code of the legal form. */
export const formIn: RowField = (rows, company) => at(rows, company, FORM_SUFFIX) & BYTE
/** Code of the register number's suffix. */
export const suffixIn: RowField = (rows, company) => at(rows, company, FORM_SUFFIX) >>> 16
/** Code of the date of the oldest observation. */
export const dateIn: RowField = (rows, company) => at(rows, company, DATE_STATUS_TYPE) & HALF
/** Code of the status. */
export const statusIn: RowField = (rows, company) =>
  (at(rows, company, DATE_STATUS_TYPE) >>> STATUS_SHIFT) & THREE_BITS
/** Index of the register type in `REGISTER_TYPES`, or one of `OTHER_TYPES`. */
export const typeIn: RowField = (rows, company) =>
  (at(rows, company, DATE_STATUS_TYPE) >>> TYPE_SHIFT) & THREE_BITS
/** The postcode as a number, + 1; 0 = unknown. */
export const postcodeIn: RowField = (rows, company) =>
  ((at(rows, company, DATE_STATUS_TYPE) >>> POSTCODE_SHIFT) << 8) |
  ((at(rows, company, FORM_SUFFIX) >>> 8) & BYTE)

/** Returns all fields of a row but the uuid. */
export function readRow(rows: Uint32Array, company: number): RowFields {
  return {
    digits: digitsIn(rows, company),
    seat: seatIn(rows, company),
    staticRank: staticRankIn(rows, company),
    court: courtIn(rows, company),
    form: formIn(rows, company),
    suffix: suffixIn(rows, company),
    date: dateIn(rows, company),
    status: statusIn(rows, company),
    type: typeIn(rows, company),
    postcode: postcodeIn(rows, company),
  }
}

/** Writes all fields of a row but the uuid. */
export function writeRow(rows: Uint32Array, company: number, fields: RowFields): void {
  const start = company * ROW_WORDS
  rows[start + DIGITS] = fields.digits
  rows[start + SEAT] = fields.seat
  rows[start + RANK_COURT] = fields.staticRank | (fields.court << 16)
  rows[start + FORM_SUFFIX] = fields.form | ((fields.postcode & BYTE) << 8) | (fields.suffix << 16)
  rows[start + DATE_STATUS_TYPE] =
    fields.date |
    (fields.status << STATUS_SHIFT) |
    (fields.type << TYPE_SHIFT) |
    ((fields.postcode >>> 8) << POSTCODE_SHIFT)
}

/** Replaces the digits of a row. */
export function writeDigits(rows: Uint32Array, company: number, digits: number): void {
  rows[company * ROW_WORDS + DIGITS] = digits
}

/** Writes the uuid of a row from 16 bytes at `from`. */
export function writeUuid(rows: Uint32Array, company: number, bytes: Uint8Array, from: number): void {
  for (let word = 0; word < UUID_WORDS; word++) {
    const start = from + word * 4
    const high = ((bytes[start] as number) << 8) | (bytes[start + 1] as number)
    const low = ((bytes[start + 2] as number) << 8) | (bytes[start + 3] as number)
    rows[company * ROW_WORDS + word] = (high << 16) | low
  }
}

/** Compares companies of one or two images by uuid, in the order of the uuids' text. */
export function compareRowUuids(
  rowsA: Uint32Array,
  companyA: number,
  rowsB: Uint32Array,
  companyB: number,
): number {
  for (let word = 0; word < UUID_WORDS; word++) {
    const difference =
      (rowsA[companyA * ROW_WORDS + word] as number) - (rowsB[companyB * ROW_WORDS + word] as number)
    if (difference !== 0) return difference
  }
  return 0
}

/** Returns a uuid's text as the words of a row. */
export function uuidWords(uuid: string): Uint32Array {
  const digits = uuid.replaceAll('-', '')
  return Uint32Array.from({ length: UUID_WORDS }, (_, word) =>
    Number.parseInt(digits.slice(word * 8, word * 8 + 8), 16),
  )
}

/** Returns whether a company has this uuid. */
export function hasUuid(rows: Uint32Array, company: number, uuid: Uint32Array): boolean {
  for (let word = 0; word < UUID_WORDS; word++)
    if (rows[company * ROW_WORDS + word] !== uuid[word]) return false
  return true
}
