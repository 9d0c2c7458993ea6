/** Recovery codes of a second factor: each opens an account once where the authenticator is lost. */
import type { Needs } from '../../core/ports.ts'

export const RECOVERY_CODES = 10

/** As base32 (RFC 4648) writes them, which has no 0, 1 and 8 to be misread. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Of 5 bits each: 125 in all. */
const CHARACTERS = 25
const GROUP = /.{1,5}/g

/** `RECOVERY_CODES` new ones of `CHARACTERS`, in groups of five. */
export function newRecoveryCodes({ secrets }: Needs<'secrets'>): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    grouped(Array.from(secrets.bytes(CHARACTERS), (byte) => DIGITS[byte % DIGITS.length]).join('')),
  )
}

/** A code as somebody typed it, as it was written: any case, any blanks and dashes. */
export function readRecoveryCode(typed: string): string {
  return grouped(typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
}

function grouped(characters: string): string {
  return (characters.match(GROUP) ?? []).join('-')
}

/** Bytes as base32 without padding, as authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let bits = 0
  let held = 0
  let text = ''
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += DIGITS[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + DIGITS[(held << (5 - bits)) & 31]
}
