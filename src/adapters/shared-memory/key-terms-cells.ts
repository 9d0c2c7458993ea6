/**
 * What of a key's entry changes while it is in use: when it ends, which networks may use it, where it is counted. A version
 * number of the whole entry stands before them, odd while the supervisor, the only writer, writes: who reads looks at it
 * before and after, and reads again when it is not the same. All cells are read and written by `Atomics`,
 * for the order of plain ones is not promised.
 */
import type { Network } from '../../core/access/network.ts'
import type { SharedBlock } from './shared-block.ts'

/** Where these cells begin, in bytes from the start of an entry; the end alone stands before. */
export const TERMS_AT = 160
const ENDS_AT = 8
const VERSION = TERMS_AT
const SLOT = 164
const COUNT = 168
const NETWORKS = 172
/** Of a network: its address as four numbers, then its prefix. With `NETWORKS_MAX` of them an entry is full to 12 bytes. */
const NETWORK_WORDS = 5
const ADDRESS_WORDS = 4

const NO_END = 2n ** 62n

/** Longest sleep of a reader while the writer writes, which takes microseconds. */
const SLEEP_MS = 1

export interface KeyTerms {
  /** `undefined` = no end; 0 = revoked or held back: ended before all times, so that no clock that is set back revives it. */
  readonly endsAtMs: number | undefined
  readonly slot: number
  readonly addresses: readonly Network[]
}

/** Of the entry; another number = it has changed. Odd while it is being changed. */
export function termsVersion(block: SharedBlock, start: number): number {
  return Atomics.load(block.int32, (start + VERSION) / 4)
}

/** Publishes all of the terms at once. @throws as `termCells`; then nothing was changed. */
export function storeTerms(block: SharedBlock, start: number, terms: KeyTerms): void {
  const cells = termCells(terms)
  storeTogether(block, start, () => writeTerms(block, start, cells))
}

/** Publishes what `write` stores in the entry at once. It must not throw: nobody could read the entry any more. */
export function storeTogether({ int32 }: SharedBlock, start: number, write: () => void): void {
  const version = (start + VERSION) / 4
  Atomics.add(int32, version, 1)
  write()
  Atomics.add(int32, version, 1)
  Atomics.notify(int32, version)
}

/** Terms as they will stand in the cells: the end, and the words from the slot on. */
export interface TermCells {
  readonly end: bigint
  readonly words: Int32Array
}

/** Made before `storeTogether`, which has no way back. @throws RangeError when the end is no whole number. */
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

/** Within `storeTogether`. */
export function writeTerms({ int32, int64 }: SharedBlock, start: number, { end, words }: TermCells): void {
  Atomics.store(int64, (start + ENDS_AT) / 8, end)
  for (let i = 0; i < words.length; i++) Atomics.store(int32, (start + SLOT) / 4 + i, words[i]!)
}

/** What `read` loads of the entry as it stands together, with its version. */
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

/** Within `readTogether`. */
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
