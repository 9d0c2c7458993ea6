/**
 * The cells of one key in the shared block. Facts and terms are written together under the version of the terms
 * (`key-terms-cells.ts`), so that who reads them has those of one key; a place is given to another key only long after its own
 * has ended. Its last use changes alone.
 */
import type { Key, Scope } from '../../core/access/key.ts'
import { SCOPES } from '../../core/access/key.ts'
import { KEY_KINDS, type KeyKind, kindOf } from '../../core/access/key-kind.ts'
import type { AccountId, KeyId } from '../../core/identity/ids.ts'
import {
  type KeyTerms,
  loadTerms,
  readTogether,
  storeTogether,
  TERMS_AT,
  termCells,
  writeTerms,
} from './key-terms-cells.ts'
import { KEY_ENTRY_BYTES, type SharedBlock } from './shared-block.ts'

/** Bytes from the start of an entry. */
const SCOPE_BITS = 4
const USED_MINUTE = 16
const ID_LENGTH = 24
const ACCOUNT_LENGTH = 25
const KIND = 26
const HASH = 32
const HASH_BYTES = 32
const ID = 64
const ACCOUNT = 96

/** Longest ids that an entry holds, in bytes. */
export const KEY_ID_BYTES_MAX = ACCOUNT - ID
export const ACCOUNT_ID_BYTES_MAX = TERMS_AT - ACCOUNT

const MINUTE_MS = 60_000

/** What of a key never changes. */
export interface KeyFacts {
  readonly id: KeyId
  readonly account: AccountId
  readonly kind: KeyKind
  readonly scopes: readonly Scope[]
}

/** An entry as it stood at one moment. */
export interface KeyEntry {
  readonly version: number
  readonly hash: Uint8Array
  readonly facts: KeyFacts
  readonly terms: KeyTerms
}

/** Where the entry of a place begins, in bytes. */
export function startOf(block: SharedBlock, place: number): number {
  return block.regions.keys + place * KEY_ENTRY_BYTES
}

/** Whose place it is; while it is given to another key the answer may be wrong for both of them. */
export function hashIs(block: SharedBlock, place: number, hash: Uint8Array): boolean {
  return sameHash(block.bytes, hash, startOf(block, place) + HASH)
}

/** Whether `hash` stands in `bytes` at `at`. */
export function sameHash(bytes: Uint8Array, hash: Uint8Array, at = 0): boolean {
  for (let i = 0; i < HASH_BYTES; i++) {
    if (bytes[at + i] !== hash[i]) return false
  }
  return true
}

/** Writes the whole entry, over that of a key that has ended if there is one. @throws Error when an id is too long or the end is no whole number; nothing was changed then. */
export function enterKey(block: SharedBlock, start: number, key: Key, terms: KeyTerms): void {
  const words = new Int32Array(factsOf(key).buffer)
  const cells = termCells(terms)
  storeTogether(block, start, () => {
    for (let at = 0; at < words.length; at++) Atomics.store(block.int32, start / 4 + at, words[at]!)
    writeTerms(block, start, cells)
  })
}

/** The cells of an entry before its terms, but for the end, which the terms write. */
function factsOf(key: Key): Uint8Array<ArrayBuffer> {
  const id = new TextEncoder().encode(key.id)
  const account = new TextEncoder().encode(key.account)
  if (id.length > KEY_ID_BYTES_MAX || account.length > ACCOUNT_ID_BYTES_MAX) {
    throw new Error(`the id of key ${key.id} or of its account is too long for the key table`)
  }
  const bytes = new Uint8Array(TERMS_AT)
  const view = new DataView(bytes.buffer)
  view.setInt32(SCOPE_BITS, scopeBits(key.scopes), true)
  view.setInt32(USED_MINUTE, Math.floor((key.lastUsedAtMs ?? 0) / MINUTE_MS), true)
  bytes[ID_LENGTH] = id.length
  bytes[ACCOUNT_LENGTH] = account.length
  bytes[KIND] = KEY_KINDS.indexOf(kindOf(key))
  bytes.set(key.hash, HASH)
  bytes.set(id, ID)
  bytes.set(account, ACCOUNT)
  return bytes
}

export function readEntry(block: SharedBlock, start: number): KeyEntry {
  const { version, value } = readTogether(block, start, () => {
    const words = new Int32Array(TERMS_AT / 4)
    for (let at = 0; at < words.length; at++) words[at] = Atomics.load(block.int32, start / 4 + at)
    return { bytes: new Uint8Array(words.buffer), terms: loadTerms(block, start) }
  })
  const { bytes, terms } = value
  return { version, hash: bytes.slice(HASH, HASH + HASH_BYTES), facts: readFacts(bytes), terms }
}

function readFacts(bytes: Uint8Array): KeyFacts {
  const text = (at: number, length: number) => new TextDecoder().decode(bytes.subarray(at, at + length))
  const bits = bytes[SCOPE_BITS]!
  return {
    id: text(ID, bytes[ID_LENGTH]!) as KeyId,
    account: text(ACCOUNT, bytes[ACCOUNT_LENGTH]!) as AccountId,
    kind: KEY_KINDS[bytes[KIND]!]!,
    scopes: SCOPES.filter((_, i) => (bits & (1 << i)) !== 0),
  }
}

/** Notes the use of a key, to the minute; a write only when the minute is another one. */
export function noteUse(block: SharedBlock, start: number, nowMs: number): void {
  const minute = Math.floor(nowMs / MINUTE_MS)
  const at = (start + USED_MINUTE) / 4
  if (Atomics.load(block.int32, at) !== minute) Atomics.store(block.int32, at, minute)
}

/** Start of the minute of the last use, 0 = never. */
export function lastUseMs(block: SharedBlock, start: number): number {
  return Atomics.load(block.int32, (start + USED_MINUTE) / 4) * MINUTE_MS
}

function scopeBits(scopes: readonly Scope[]): number {
  return scopes.reduce((bits, scope) => bits | (1 << SCOPES.indexOf(scope)), 0)
}
