/** Random text of base62 characters. */
import type { Secrets } from './secrets.ts'

/** The base62 alphabet, digits first. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A byte at or above this would make some digits likelier than others: 248 is the greatest multiple of 62 in a byte. */
const UNBIASED_BYTES = 248

/** `length` random base62 characters, without bias. */
export function randomText({ secrets }: { readonly secrets: Secrets }, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of secrets.bytes(length)) {
      if (byte < UNBIASED_BYTES && text.length < length) text += BASE62[byte % BASE62.length]
    }
  }
  return text
}
