/** The recovery codes of a second factor: each one signs in once if the authenticator is lost. */
import type { Needs } from '../../core/ports.ts'

/** Number of recovery codes of an account. */
export const RECOVERY_CODES = 10

/** The alphabet of base32 (RFC 4648), which omits 0, 1 and 8 because they are easily misread. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Characters of a code, of 5 bits each: 125 bits. */
const CHARACTERS = 25
const GROUP = /.{1,5}/g

/** Returns `RECOVERY_CODES` new codes of `CHARACTERS` characters each, in groups of five. */
export function newRecoveryCodes({ secrets }: Needs<'secrets'>): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    grouped(Array.from(secrets.bytes(CHARACTERS), (byte) => DIGITS[byte % DIGITS.length]).join('')),
  )
}

/** Normalizes a code as a user typed it: any case, any spaces and dashes. */
export function readRecoveryCode(typed: string): string {
  return grouped(typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
}

function grouped(characters: string): string {
  return (characters.match(GROUP) ?? []).join('-')
}

/** Encodes bytes as base32 without padding, as authenticator apps expect a secret. */
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
