/**
 * Iterates over documents with several common words: two bitmaps are intersected, 32 documents at a time,
 * instead of walking the long list of one word.
 */

import type { DocIterator } from '../format/doc-iterator.ts'
import type { Zone } from '../format/layout.ts'
import type { PostingList } from '../format/posting-list.ts'
import { bitmapIn } from '../format/posting-list.ts'

/**
 * 32 documents of a bitmap cost as much as four of a list, so a bitmap is faster for a list of more than one
 * document in this many.
 */
const COMMON_SHARE = 128

/** Returns whether scanning the list's bitmap of a zone with this many documents is faster than walking the list. */
export function isCommon(list: PostingList, zone: Zone, documents: number): boolean {
  return bitmapIn(list, zone) !== undefined && (list.to - list.from) * COMMON_SHARE > documents
}

/** Iterates over the documents in [from, end) whose bit, counted from `from`, is set in both bitmaps. */
export class BitmapIterator implements DocIterator {
  readonly #a: Uint32Array
  readonly #b: Uint32Array
  readonly #from: number
  /** Number of bits, and the next one. */
  readonly #end: number
  #next = 0

  constructor(a: Uint32Array, b: Uint32Array, from: number, end: number) {
    this.#a = a
    this.#b = b
    this.#from = from
    this.#end = end - from
  }

  get next(): number | undefined {
    return this.#next < this.#end ? this.#from + this.#next : undefined
  }

  fill(chunk: Uint32Array, limit: number, to: number): number {
    const from = this.#from
    const end = Math.min(to - from, this.#end)
    let filled = 0
    let at = this.#next
    while (at < end && filled < limit) {
      let remaining = this.#bitsFrom(at)
      if (remaining === 0) {
        at = this.#skip((at >>> 5) + 1, (end + 31) >>> 5) << 5
        continue
      }
      for (; remaining !== 0 && filled < limit; remaining &= remaining - 1) {
        at = (at & ~31) + 31 - Math.clz32(remaining & -remaining)
        if (at >= end) break
        chunk[filled++] = from + at++
      }
    }
    this.#next = Math.max(this.#next, Math.min(at, end))
    return filled
  }

  /** Returns the intersection of the 32 bits around `at`, from `at` on. */
  #bitsFrom(at: number): number {
    const word = at >>> 5
    return (this.#a[word] as number) & (this.#b[word] as number) & (-1 << (at & 31))
  }

  /** Returns the first word from `word` on, before `end`, whose intersection is not empty. */
  #skip(word: number, end: number): number {
    const a = this.#a
    const b = this.#b
    let at = word
    while (at < end && ((a[at] as number) & (b[at] as number)) === 0) at++
    return at
  }
}
