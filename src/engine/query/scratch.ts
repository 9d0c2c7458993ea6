/** Room to scribble on while a search runs, kept between searches, so that none has to be made and swept again. */
import type { PostingList } from '../format/posting-list.ts'
import { setBitsOfLists } from '../format/posting-list.ts'

/** Documents of a zone by bits: that of `document - from` is set. */
export interface Bitmap {
  readonly bits: Uint32Array
  readonly from: number
  /** How many are set. */
  readonly count: number
}

/** Documents to mark, known by a text that no others have. */
interface BitmapSource {
  readonly text: string
  /** Sets the bits of those before `to`; how many. */
  setBits(bits: Uint32Array, to: number): number
}

/**
 * So many common beginnings are remembered, with one bit each for every live company: the same ones are asked
 * again and again. One search asks for `QUERY_WAYS_MAX` at most, which is no more than what stays when the `OLDEST` go, so none is
 * forgotten while it is used.
 */
export const CACHED_MAX = 64
/** One of so many that were not asked for the longest time is forgotten: that with the fewest documents. */
export const EVICTION_CANDIDATES = 32
/** Beyond the first bits, so many are kept for zones of which nothing is remembered. */
const FREE_MAX = 4
/** Documents that a walk handles at once. */
export const BLOCK_DOCUMENTS = 512
const BLOCKS_MAX = 64

/** Bytes of a text, and of each how it is parted from the one before. */
export interface QueryLetters {
  readonly letters: Uint8Array
  readonly separators: Uint8Array
}

export class ScratchPool {
  readonly #cached = new Map<string, Bitmap>()
  #free: Uint32Array[] = []
  #borrowed: Uint32Array[] = []
  readonly #blocks: Uint32Array[] = []
  #blocksBorrowed = 0
  /** Room for `BLOCK_DOCUMENTS` that are tried at once, holding anything; for one such step at a time. */
  readonly checkBlock = new Uint32Array(BLOCK_DOCUMENTS)
  #letters: QueryLetters = { letters: new Uint8Array(0), separators: new Uint8Array(1) }

  /** Marks of live documents, which are those before `to`; where no more may be remembered, one of the oldest is forgotten. */
  liveBitmap(source: BitmapSource, to: number): Bitmap {
    const cachedBitmap = this.#cached.get(source.text)
    if (cachedBitmap !== undefined) {
      this.#cached.delete(source.text)
      this.#cached.set(source.text, cachedBitmap)
      return cachedBitmap
    }
    const bits = this.#evict() ?? new Uint32Array((to >>> 5) + 1)
    const bitmap = { bits, from: 0, count: source.setBits(bits, to) }
    this.#cached.set(source.text, bitmap)
    return bitmap
  }

  /** Those that are remembered. */
  known(text: string): Bitmap | undefined {
    return this.#cached.get(text)
  }

  /** Marks of documents in [from, to); they are the borrower's until `takeBack`. */
  borrowBitmap(lists: readonly PostingList[], from: number, to: number): Bitmap {
    const length = ((to - from) >>> 5) + 1
    const last = this.#free.pop()
    const bits = last !== undefined && last.length >= length ? last : new Uint32Array(length)
    this.#borrowed.push(bits)
    return { bits, from, count: setBitsOfLists(lists, bits, from, to) }
  }

  /** The letters of a query as bytes, and how they are parted: room for so many each, holding anything; until it is asked for again. */
  queryLetters(bytes: number): QueryLetters {
    if (this.#letters.letters.length < bytes)
      this.#letters = { letters: new Uint8Array(bytes), separators: new Uint8Array(bytes + 1) }
    return this.#letters
  }

  /** An array for `BLOCK_DOCUMENTS`, holding anything; the borrower's until `takeBack`. */
  borrowBlock(): Uint32Array {
    const known = this.#blocks[this.#blocksBorrowed]
    if (known !== undefined) {
      this.#blocksBorrowed++
      return known
    }
    const block = new Uint32Array(BLOCK_DOCUMENTS)
    if (this.#blocks.length < BLOCKS_MAX) this.#blocksBorrowed = this.#blocks.push(block)
    return block
  }

  reclaim(): void {
    this.#blocksBorrowed = 0
    for (const bits of this.#borrowed) {
      bits.fill(0)
      if (this.#free.length < FREE_MAX) this.#free.push(bits)
    }
    if (this.#borrowed.length > 0) this.#borrowed = []
  }

  /** Of what was not asked for the longest time the bits that are made again soonest, wiped, when no more may be remembered. */
  #evict(): Uint32Array | undefined {
    if (this.#cached.size < CACHED_MAX) return undefined
    let least: [string, Bitmap] | undefined
    let looked = 0
    for (const entry of this.#cached) {
      if (looked++ === EVICTION_CANDIDATES) break
      if (least === undefined || entry[1].count < least[1].count) least = entry
    }
    const [text, { bits }] = least as [string, Bitmap]
    this.#cached.delete(text)
    return bits.fill(0)
  }
}
