/**
 * The text of an API key: `fs_live_` or `fs_test_`, 32 random base62 characters, and the CRC-32 of everything
 * before as six base62 digits. With the checksum a mistyped key is refused without a look-up, and a secret
 * scanner can tell a leaked key from a random word. Clients treat the text as opaque.
 */

import { crc32 } from 'node:zlib'
import { BASE62, randomText } from '../random-text.ts'
import type { Secrets } from '../secrets.ts'
import { type KeyKind, prefixOf } from './key-kind.ts'

/** The whole text of a key. It is shown once and stored only as its SHA-256. */
export type KeySecret = string & { readonly brand: 'KeySecret' }

/** Random characters between the prefix and the checksum: 190 bits. */
const RANDOM_CHARACTERS = 32
const CHECKSUM_CHARACTERS = 6
const SHAPE = /^fs_(?:live|test)_[0-9A-Za-z]{38}$/

/** Makes a new secret; all 62^32 are equally likely. */
export function newSecret({ secrets }: { readonly secrets: Secrets }, kind: KeyKind): KeySecret {
  const body = `${prefixOf(kind)}${randomText({ secrets }, RANDOM_CHARACTERS)}`
  return `${body}${checksumOf(body)}` as KeySecret
}

/** Checks the format and the checksum of a text, without a look-up. */
export function readSecret(text: string): 'ok' | 'wrong_checksum' | 'not_a_key' {
  if (!SHAPE.test(text)) return 'not_a_key'
  const body = text.slice(0, -CHECKSUM_CHARACTERS)
  return text.endsWith(checksumOf(body)) ? 'ok' : 'wrong_checksum'
}

/** Returns the first 12 characters of a secret, which may be shown to tell keys apart: `fs_live_Ab3d`. */
export function visibleStartOf(secret: KeySecret): string {
  return secret.slice(0, 12)
}

/** The CRC-32 in base62 (`0-9A-Za-z`), most significant digit first. */
function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    text = BASE62[rest % BASE62.length] + text
    rest = Math.floor(rest / BASE62.length)
  }
  return text
}
