/**
 * The entry of one key in the shared block. Facts and terms are written under one version number
 * (`key-terms-cells.ts`), so that a reader always has those of the same key. A place is given to another key
 * only long after its own has ended. The time of the last use changes outside the version.
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

/** Offsets in bytes from the start of an entry. */
const SCOPE_BITS = 4
const USED_MINUTE = 16
const ID_LENGTH = 24
const ACCOUNT_LENGTH = 25
const KIND = 26
const HASH = 32
const HASH_BYTES = 32
const ID = 64
const ACCOUNT = 96

/** Maximum length of a key's id, in bytes. */
export const KEY_ID_BYTES_MAX = ACCOUNT - ID
/** Maximum length of an account's id, in bytes. */
export const ACCOUNT_ID_BYTES_MAX = TERMS_AT - ACCOUNT

const MINUTE_MS = 60_000

/** The properties of a key that never change. */
export interface KeyFacts {
  readonly id: KeyId
  readonly account: AccountId
  readonly kind: KeyKind
  readonly scopes: readonly Scope[]
}

/** A consistent copy of an entry. */
export interface KeyEntry {
  readonly version: number
  readonly hash: Uint8Array
  readonly facts: KeyFacts
  readonly terms: KeyTerms
}

/** Returns the offset of a place's entry, in bytes. */
export function startOf(block: SharedBlock, place: number): number {
  return block.regions.keys + place * KEY_ENTRY_BYTES
}

/**
 * Returns whether the place belongs to the key with this hash. While the place is being given to another key,
 * the result may be wrong for both.
 */
export function hashIs(block: SharedBlock, place: number, hash: Uint8Array): boolean {
  return sameHash(block.bytes, hash, startOf(block, place) + HASH)
}

/** Returns whether `bytes` has `hash` at offset `at`. */
export function sameHash(bytes: Uint8Array, hash: Uint8Array, at = 0): boolean {
  for (let i = 0; i < HASH_BYTES; i++) {
    if (bytes[at + i] !== hash[i]) return false
  }
  return true
}

/**
 * Writes a whole entry, over that of an ended key if there is one.
 *
 * @throws {Error} if an id is too long or the end is not an integer; nothing is changed then.
 */
export function enterKey(block: SharedBlock, start: number, key: Key, terms: KeyTerms): void {
  const words = new Int32Array(factsOf(key).buffer)
  const cells = termCells(terms)
  storeTogether(block, start, () => {
    for (let at = 0; at < words.length; at++) Atomics.store(block.int32, start / 4 + at, words[at]!)
    writeTerms(block, start, cells)
  })
}

/** Returns the bytes of an entry before its terms, without the end, which `writeTerms` writes. */
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

/** Reads an entry consistently, also while it is being written. */
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

/** Records the use of a key, to the minute. Writes only if the minute has changed. */
export function noteUse(block: SharedBlock, start: number, nowMs: number): void {
  const minute = Math.floor(nowMs / MINUTE_MS)
  const at = (start + USED_MINUTE) / 4
  if (Atomics.load(block.int32, at) !== minute) Atomics.store(block.int32, at, minute)
}

/** Returns the start of the minute of the last use, in ms; 0 if the key was never used. */
export function lastUseMs(block: SharedBlock, start: number): number {
  return Atomics.load(block.int32, (start + USED_MINUTE) / 4) * MINUTE_MS
}

function scopeBits(scopes: readonly Scope[]): number {
  return scopes.reduce((bits, scope) => bits | (1 << SCOPES.indexOf(scope)), 0)
}
