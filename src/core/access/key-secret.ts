/**
 * The text of an API key: `fs_live_` or `fs_test_`, 32 random base62 characters, and the CRC-32 of all
 * before it as six base62 characters. The checksum lets a mistyped key be refused without any look-up,
 * and lets a scanner tell a leaked key from a random word. Clients treat the whole as opaque.
 */

import { crc32 } from 'node:zlib'
import { BASE62, randomText } from '../random-text.ts'
import type { Secrets } from '../secrets.ts'
import { type KeyKind, prefixOf } from './key-kind.ts'

/** Smallest digit first, as in the contract: `0-9A-Za-z`. */

/** The whole text of a key. Shown once, stored only as its SHA-256. */
export type KeySecret = string & { readonly brand: 'KeySecret' }

/** Random characters between the prefix and the checksum: 190 bits. */
const RANDOM_CHARACTERS = 32
const CHECKSUM_CHARACTERS = 6
const SHAPE = /^fs_(?:live|test)_[0-9A-Za-z]{38}$/

/** A new key text, each of the 62^32 equally likely. */
export function newSecret({ secrets }: { readonly secrets: Secrets }, kind: KeyKind): KeySecret {
  const body = `${prefixOf(kind)}${randomText({ secrets }, RANDOM_CHARACTERS)}`
  return `${body}${checksumOf(body)}` as KeySecret
}

/** Whether a text can be a key at all: decided from the text alone. */
export function readSecret(text: string): 'ok' | 'wrong_checksum' | 'not_a_key' {
  if (!SHAPE.test(text)) return 'not_a_key'
  const body = text.slice(0, -CHECKSUM_CHARACTERS)
  return text.endsWith(checksumOf(body)) ? 'ok' : 'wrong_checksum'
}

/** The part of a key that may be shown for ever, to tell keys apart: `fs_live_Ab3d`. */
export function visibleStartOf(secret: KeySecret): string {
  return secret.slice(0, 12)
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    text = BASE62[rest % BASE62.length] + text
    rest = Math.floor(rest / BASE62.length)
  }
  return text
}
