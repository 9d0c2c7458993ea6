/** Looks up the beginnings of words by what is left of them when letters are taken out. */
import type { Letters } from '../../names/text/letters.ts'
import { deletionHashes, HASHES_MAX, prefixBits, prefixCount } from '../format/deletion-hashes.ts'
import type { Blocks } from '../format/layout.ts'

/**
 * The beginnings that may be of words within two edits.
 *
 * Here and in `SimilarWordFinder` places of memory that are about to be needed are *touched* first, all in a row: none of these reads
 * depends on another, so the processor waits for many at once. That is a fifth of the time of a look-up.
 */
export class DeletionIndex {
  readonly #starts: Uint32Array
  readonly #entries: Uint32Array
  /** Low bits of an entry: the beginning. */
  readonly #bits: number
  readonly #hashes = new Uint32Array(HASHES_MAX)
  /** One bit a beginning: it was given out already. All zero between searches. */
  readonly #foundBits: Uint32Array
  readonly #found: number[] = []
  /** Says nothing; keeps reads ahead from being left out as of no use. */
  #prefetched = 0

  constructor({ prefixes, deletionHashStarts, deletionHashEntries }: Blocks) {
    this.#starts = deletionHashStarts
    this.#entries = deletionHashEntries
    this.#bits = prefixBits(prefixes)
    this.#foundBits = new Uint32Array((prefixCount(prefixes) >>> 5) + 1)
  }

  /** Each once, in no order; valid until the next call. */
  prefixesNear(word: Letters): readonly number[] {
    this.#found.length = 0
    const count = deletionHashes(word, this.#hashes)
    for (let i = 0; i < count; i++) this.#prefetch(this.#hashes[i] as number)
    for (let i = 0; i < count; i++) this.#collect(this.#hashes[i] as number)
    for (const beginning of this.#found) this.#foundBits[beginning >>> 5] = 0
    return this.#found
  }

  #prefetch(hash: number): void {
    const first = this.#starts[hash & (this.#starts.length - 2)] as number
    this.#prefetched ^= this.#entries[first] as number
  }

  #collect(hash: number): void {
    const bucket = hash & (this.#starts.length - 2)
    const end = this.#starts[bucket + 1] as number
    for (let i = this.#starts[bucket] as number; i < end; i++) {
      const entry = this.#entries[i] as number
      if ((entry ^ hash) >>> this.#bits !== 0) continue
      const beginning = entry & ((1 << this.#bits) - 1)
      const bit = 1 << (beginning & 31)
      if (((this.#foundBits[beginning >>> 5] as number) & bit) !== 0) continue
      this.#foundBits[beginning >>> 5] = (this.#foundBits[beginning >>> 5] as number) | bit
      this.#found.push(beginning)
    }
  }
}
