/** The text of a company's uuid, read from its row. */
import { ROW_WORDS } from './company-rows.ts'

const HEX_DIGITS = Buffer.from('0123456789abcdef')
const HYPHEN = 0x2d
const UUID_CHARS = 36
/** Positions of the hyphens in the text of a uuid. */
const UUID_HYPHENS = [8, 13, 18, 23] as const
const UUID_DIGITS = 32
const DIGITS_PER_WORD = 8

/** Returns a buffer for the text of a uuid, with the hyphens already in it. */
export function uuidBuffer(): Buffer {
  const buffer = Buffer.alloc(UUID_CHARS)
  for (const position of UUID_HYPHENS) buffer[position] = HYPHEN
  return buffer
}

/** Returns the uuid of a company, written through `buffer` (`uuidBuffer`). */
export function uuidText(rows: Uint32Array, company: number, buffer: Buffer): string {
  const start = company * ROW_WORDS
  let position = 0
  for (let digit = 0; digit < UUID_DIGITS; digit += DIGITS_PER_WORD) {
    const word = rows[start + digit / DIGITS_PER_WORD] as number
    for (let shift = 28; shift >= 0; shift -= 4) {
      if (buffer[position] === HYPHEN) position++
      buffer[position++] = HEX_DIGITS[(word >>> shift) & 15] as number
    }
  }
  return buffer.toString('latin1')
}
