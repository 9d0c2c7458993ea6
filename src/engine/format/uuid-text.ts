/** The spelling of a company's uuid, out of its row. */
import { ROW_WORDS } from './company-rows.ts'

const HEX_DIGITS = Buffer.from('0123456789abcdef')
const HYPHEN = 0x2d
const UUID_CHARS = 36
/** Places of the hyphens in the spelling of a uuid. */
const UUID_HYPHENS = [8, 13, 18, 23] as const
const UUID_DIGITS = 32
const DIGITS_PER_WORD = 8

/** Room to write a uuid in; its hyphens stand there already. */
export function uuidBuffer(): Buffer {
  const buffer = Buffer.alloc(UUID_CHARS)
  for (const place of UUID_HYPHENS) buffer[place] = HYPHEN
  return buffer
}

/** Of a company, written in `room` (`uuidRoom`). */
export function uuidText(rows: Uint32Array, company: number, buffer: Buffer): string {
  const start = company * ROW_WORDS
  let place = 0
  for (let digit = 0; digit < UUID_DIGITS; digit += DIGITS_PER_WORD) {
    const word = rows[start + digit / DIGITS_PER_WORD] as number
    for (let shift = 28; shift >= 0; shift -= 4) {
      if (buffer[place] === HYPHEN) place++
      buffer[place++] = HEX_DIGITS[(word >>> shift) & 15] as number
    }
  }
  return buffer.toString('latin1')
}
