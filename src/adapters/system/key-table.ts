/**
 * The cells of one key in the shared block: an open-addressing table by the SHA-256 of the secret. An entry is
 * written once, whole, before its state says so, and is never taken out; only its terms and its last use change.
 */
import type { AccountId, Key, KeyId, Scope } from '../../core/access/key.ts'
import { SCOPES } from '../../core/access/key.ts'
import { type KeyTerms, storeTerms, TERMS_AT } from './key-terms-cells.ts'
import { KEY_ENTRY_BYTES, type SharedBlock } from './shared-block.ts'

/** Bytes from the start of an entry. */
const STATE = 0
const SCOPE_BITS = 4
const USED_MINUTE = 16
const ID_LENGTH = 24
const ACCOUNT_LENGTH = 25
const HASH = 32
const HASH_BYTES = 32
const ID = 64
const ACCOUNT = 96

/** Longest ids that an entry holds, in bytes. */
export const KEY_ID_BYTES_MAX = ACCOUNT - ID
export const ACCOUNT_ID_BYTES_MAX = TERMS_AT - ACCOUNT

const EMPTY = 0
const TAKEN = 1
const MINUTE_MS = 60_000

/** What of an entry never changes. */
export interface KeyFacts {
  readonly id: KeyId
  readonly account: AccountId
  readonly scopes: readonly Scope[]
}

/** Where the key with this hash stands, or where it would have to be entered: the start of an entry, in bytes. */
export function probe(
  block: SharedBlock,
  hash: Uint8Array,
): { readonly start: number; readonly found: boolean } {
  const mask = block.keyEntries - 1
  // The hash of a secret is as good as random; its first bytes are all the mixing there needs to be.
  let entry = (hash[0]! | (hash[1]! << 8) | (hash[2]! << 16)) & mask
  for (;;) {
    const start = block.regions.keys + entry * KEY_ENTRY_BYTES
    if (Atomics.load(block.int32, start / 4 + STATE / 4) === EMPTY) return { start, found: false }
    if (sameHash(block.bytes, start + HASH, hash)) return { start, found: true }
    entry = (entry + 1) & mask
  }
}

/** The number of the entry: where other regions keep what belongs to this key. */
export function placeOf(block: SharedBlock, start: number): number {
  return (start - block.regions.keys) / KEY_ENTRY_BYTES
}

function sameHash(bytes: Uint8Array, at: number, hash: Uint8Array): boolean {
  for (let i = 0; i < HASH_BYTES; i++) {
    if (bytes[at + i] !== hash[i]) return false
  }
  return true
}

/** Writes an empty entry; threads see it from the moment its state is stored. */
export function enterKey(block: SharedBlock, start: number, key: Key, terms: KeyTerms): void {
  const id = new TextEncoder().encode(key.id)
  const account = new TextEncoder().encode(key.account)
  if (id.length > KEY_ID_BYTES_MAX || account.length > ACCOUNT_ID_BYTES_MAX) {
    throw new Error(`the id of key ${key.id} or of its account is too long for the key table`)
  }
  block.bytes.set(key.hash, start + HASH)
  block.bytes.set(id, start + ID)
  block.bytes.set(account, start + ACCOUNT)
  block.bytes[start + ID_LENGTH] = id.length
  block.bytes[start + ACCOUNT_LENGTH] = account.length
  block.int32[(start + SCOPE_BITS) / 4] = scopeBits(key.scopes)
  block.int32[(start + USED_MINUTE) / 4] = Math.floor((key.lastUsedAtMs ?? 0) / MINUTE_MS)
  storeTerms(block, start, terms)
  Atomics.store(block.int32, (start + STATE) / 4, TAKEN)
}

export function readFacts(block: SharedBlock, start: number): KeyFacts {
  const bits = block.int32[(start + SCOPE_BITS) / 4]!
  return {
    id: readText(block, start + ID, block.bytes[start + ID_LENGTH]!) as KeyId,
    account: readText(block, start + ACCOUNT, block.bytes[start + ACCOUNT_LENGTH]!) as AccountId,
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

function readText(block: SharedBlock, at: number, length: number): string {
  // TextDecoder refuses shared memory, hence the copy.
  return new TextDecoder().decode(block.bytes.slice(at, at + length))
}
