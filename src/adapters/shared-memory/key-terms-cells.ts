/**
 * The part of a key's entry that changes while the key is in use: its end, its allowed networks, its meters.
 *
 * A version number covers the whole entry and is odd while the supervisor, the only writer, writes. A reader
 * compares the version before and after, and reads again if it changed (a seqlock). All cells are accessed
 * with `Atomics`, as the order of plain accesses is not guaranteed.
 */
import type { Network } from '../../core/access/network.ts'
import type { SharedBlock } from './shared-block.ts'

/** Offset of these cells from the start of an entry, in bytes; only the end is stored before them. */
export const TERMS_AT = 160
const ENDS_AT = 8
const VERSION = TERMS_AT
const SLOT = 164
const COUNT = 168
const NETWORKS = 172
/**
 * Words of a network: its address as four, then its prefix. With `NETWORKS_MAX` networks an entry has 12
 * bytes left.
 */
const NETWORK_WORDS = 5
const ADDRESS_WORDS = 4

const NO_END = 2n ** 62n

/** Longest sleep of a reader while the writer writes, in ms; a write takes microseconds. */
const SLEEP_MS = 1

/** The terms of a key. */
export interface KeyTerms {
  /**
   * End of the key, in ms; `undefined` if it has none; 0 if the key is revoked or suspended, so that setting
   * the clock back does not make it valid.
   */
  readonly endsAtMs: number | undefined
  readonly slot: number
  readonly addresses: readonly Network[]
}

/** Returns the version of an entry. It changes with every write and is odd during one. */
export function termsVersion(block: SharedBlock, start: number): number {
  return Atomics.load(block.int32, (start + VERSION) / 4)
}

/**
 * Writes all terms so that readers see them change at once.
 *
 * @throws {RangeError} as `termCells`; nothing is changed then.
 */
export function storeTerms(block: SharedBlock, start: number, terms: KeyTerms): void {
  const cells = termCells(terms)
  storeTogether(block, start, () => writeTerms(block, start, cells))
}

/**
 * Runs `write` so that readers see all its changes to the entry at once. `write` must not throw: the entry
 * would stay unreadable.
 */
export function storeTogether({ int32 }: SharedBlock, start: number, write: () => void): void {
  const version = (start + VERSION) / 4
  Atomics.add(int32, version, 1)
  write()
  Atomics.add(int32, version, 1)
  Atomics.notify(int32, version)
}

/** Terms in the form of their cells: the end, and the words from the slot on. */
export interface TermCells {
  readonly end: bigint
  readonly words: Int32Array
}

/**
 * Converts terms to cells. Call it before `storeTogether`, which cannot be undone.
 *
 * @throws {RangeError} if the end is not an integer.
 */
export function termCells({ endsAtMs, slot, addresses }: KeyTerms): TermCells {
  const networks = addresses.flatMap(({ address, prefix }) => {
    const words = new DataView(address.buffer, address.byteOffset)
    return [...Array.from({ length: ADDRESS_WORDS }, (_, i) => words.getInt32(i * 4)), prefix]
  })
  return {
    end: endsAtMs === undefined ? NO_END : BigInt(endsAtMs),
    words: Int32Array.of(slot, addresses.length, ...networks),
  }
}

/** Writes the cells. Call it within `storeTogether`. */
export function writeTerms({ int32, int64 }: SharedBlock, start: number, { end, words }: TermCells): void {
  Atomics.store(int64, (start + ENDS_AT) / 8, end)
  for (let i = 0; i < words.length; i++) Atomics.store(int32, (start + SLOT) / 4 + i, words[i]!)
}

/** Calls `read` until it has read the entry consistently; returns the value with the entry's version. */
export function readTogether<Value>(
  block: SharedBlock,
  start: number,
  read: () => Value,
): { readonly version: number; readonly value: Value } {
  for (;;) {
    const version = termsVersion(block, start)
    if ((version & 1) === 1) Atomics.wait(block.int32, (start + VERSION) / 4, version, SLEEP_MS)
    else {
      const value = read()
      if (termsVersion(block, start) === version) return { version, value }
    }
  }
}

/** Reads the terms. Call it within `readTogether`. */
export function loadTerms({ int32, int64 }: SharedBlock, start: number): KeyTerms {
  const end = Atomics.load(int64, (start + ENDS_AT) / 8)
  const slot = Atomics.load(int32, (start + SLOT) / 4)
  const count = Atomics.load(int32, (start + COUNT) / 4)
  const addresses = Array.from({ length: count }, (_, i) =>
    copyNetwork(int32, (start + NETWORKS) / 4 + i * NETWORK_WORDS),
  )
  return { endsAtMs: end === NO_END ? undefined : Number(end), slot, addresses }
}

function copyNetwork(int32: Int32Array, at: number): Network {
  const address = new Uint8Array(ADDRESS_WORDS * 4)
  const words = new DataView(address.buffer)
  for (let i = 0; i < ADDRESS_WORDS; i++) words.setInt32(i * 4, Atomics.load(int32, at + i))
  return { address, prefix: Atomics.load(int32, at + ADDRESS_WORDS) }
}
