/**
 * Scratch memory of searches: bitmaps and chunks that are reused between searches instead of being allocated
 * and collected.
 */
import type { CurrentZone } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { setBitsOfLists } from '../format/posting-list.ts'

/** Documents of a zone as a bitmap: document d is bit `d - from`. */
export interface Bitmap {
  readonly bits: Uint32Array
  readonly from: number
  /** Number of set bits. */
  readonly count: number
}

/** A set of documents, identified by a text. */
interface BitmapSource {
  readonly text: string
  /** Sets the bit `document - from` of the documents in [from, to); returns their number. */
  setBits(bits: Uint32Array, from: number, to: number): number
}

/**
 * By zone: number of cached bitmaps of common prefixes, with one bit per company of the zone: the same prefixes
 * are searched again and again, those of removed companies less often. A search uses at most
 * `HYPHEN_VARIANTS_MAX` bitmaps of a zone. That is no more than remain when the `EVICTION_CANDIDATES` are gone,
 * so no bitmap is evicted while it is in use.
 */
export const CACHED_MAX = [64, 32] as const
/** By zone: of this many least recently used bitmaps the one with the fewest documents is evicted. */
export const EVICTION_CANDIDATES = [32, 16] as const
/** Number of bitmaps that are kept for zones without a cache. */
const FREE_MAX = 4
/** Documents of one chunk. */
export const CHUNK_DOCUMENTS = 512
const CHUNKS_MAX = 64

/** Letters of a query as UTF-8, and how each byte is separated from the one before. */
export interface QueryLetters {
  readonly letters: Uint8Array
  readonly separators: Uint8Array
}

/** The scratch memory of one thread, for one search at a time. */
export class ScratchPool {
  readonly #cached = [new Map<string, Bitmap>(), new Map<string, Bitmap>()] as const
  #free: Uint32Array[] = []
  #borrowed: Uint32Array[] = []
  readonly #chunks: Uint32Array[] = []
  #chunksBorrowed = 0
  /** A chunk for documents that are checked; its content is undefined. Only one step may use it at a time. */
  readonly checkedChunk = new Uint32Array(CHUNK_DOCUMENTS)
  #letters: QueryLetters = { letters: new Uint8Array(0), separators: new Uint8Array(1) }

  /**
   * Returns the bitmap of the documents of a zone, which is [from, to). It may evict one of the least recently
   * used.
   */
  cachedBitmap(source: BitmapSource, zone: CurrentZone, from: number, to: number): Bitmap {
    const cached = this.#cached[zone]
    const known = cached.get(source.text)
    if (known !== undefined) {
      cached.delete(source.text)
      cached.set(source.text, known)
      return known
    }
    const bits = this.#evict(zone) ?? new Uint32Array(((to - from) >>> 5) + 1)
    const bitmap = { bits, from, count: source.setBits(bits, from, to) }
    cached.set(source.text, bitmap)
    return bitmap
  }

  /** Returns the bitmap of a zone if it is cached. */
  cached(text: string, zone: CurrentZone): Bitmap | undefined {
    return this.#cached[zone].get(text)
  }

  /** Returns a bitmap of the documents in [from, to). It belongs to the caller until `reclaim`. */
  borrowBitmap(lists: readonly PostingList[], from: number, to: number): Bitmap {
    const length = ((to - from) >>> 5) + 1
    const last = this.#free.pop()
    const bits = last !== undefined && last.length >= length ? last : new Uint32Array(length)
    this.#borrowed.push(bits)
    return { bits, from, count: setBitsOfLists(lists, bits, from, to) }
  }

  /**
   * Returns memory for the letters of a query and their separators, with undefined content; valid until the
   * next call.
   */
  queryLetters(bytes: number): QueryLetters {
    if (this.#letters.letters.length < bytes)
      this.#letters = { letters: new Uint8Array(bytes), separators: new Uint8Array(bytes + 1) }
    return this.#letters
  }

  /**
   * Returns a chunk of `CHUNK_DOCUMENTS` elements with undefined content. It belongs to the caller until
   * `reclaim`.
   */
  borrowChunk(): Uint32Array {
    const known = this.#chunks[this.#chunksBorrowed]
    if (known !== undefined) {
      this.#chunksBorrowed++
      return known
    }
    const chunk = new Uint32Array(CHUNK_DOCUMENTS)
    if (this.#chunks.length < CHUNKS_MAX) this.#chunksBorrowed = this.#chunks.push(chunk)
    return chunk
  }

  reclaim(): void {
    this.#chunksBorrowed = 0
    for (const bits of this.#borrowed) {
      bits.fill(0)
      if (this.#free.length < FREE_MAX) this.#free.push(bits)
    }
    if (this.#borrowed.length > 0) this.#borrowed = []
  }

  /**
   * When the cache is full, evicts the cheapest to rebuild of the least recently used bitmaps; returns its
   * memory, cleared.
   */
  #evict(zone: CurrentZone): Uint32Array | undefined {
    const cached = this.#cached[zone]
    if (cached.size < CACHED_MAX[zone]) return undefined
    let least: [string, Bitmap] | undefined
    let visited = 0
    for (const entry of cached) {
      if (visited++ === EVICTION_CANDIDATES[zone]) break
      if (least === undefined || entry[1].count < least[1].count) least = entry
    }
    const [text, { bits }] = least as [string, Bitmap]
    cached.delete(text)
    return bits.fill(0)
  }
}
