/** Random texts of base62 characters. */
import type { Secrets } from './secrets.ts'

/** The base62 alphabet, digits first. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Bytes from here on are dropped, or some digits would be likelier: 248 is the greatest multiple of 62 in a
 * byte.
 */
const UNBIASED_BYTES = 248

/** Makes a text of `length` random base62 characters, all equally likely. */
export function randomText({ secrets }: { readonly secrets: Secrets }, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of secrets.bytes(length)) {
      if (byte < UNBIASED_BYTES && text.length < length) text += BASE62[byte % BASE62.length]
    }
  }
  return text
}
