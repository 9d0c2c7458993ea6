/** Documents that hold several common words: their bits are looked through, 32 documents at once, instead of the long list of one of them. */

import type { DocIterator } from '../format/doc-iterator.ts'
import type { PostingList } from '../format/posting-list.ts'

/** A look at the bits of 32 documents costs as much as four of a list: a list of more than one document in so many is longer. */
const COMMON_SHARE = 128

/** Whether looking through all bits of live documents is quicker than walking the list. */
export function isCommon({ from, to, liveBitmap }: PostingList, live: number): boolean {
  return liveBitmap !== undefined && (to - from) * COMMON_SHARE > live
}

/** Documents before `end` whose bits are set in both. */
export class BitmapIterator implements DocIterator {
  readonly #a: Uint32Array
  readonly #b: Uint32Array
  readonly #end: number
  #next = 0

  constructor(a: Uint32Array, b: Uint32Array, end: number) {
    this.#a = a
    this.#b = b
    this.#end = end
  }

  get next(): number | undefined {
    return this.#next < this.#end ? this.#next : undefined
  }

  fill(block: Uint32Array, limit: number, to: number): number {
    const end = Math.min(to, this.#end)
    let filled = 0
    let at = this.#next
    while (at < end && filled < limit) {
      let left = this.#bitsFrom(at)
      if (left === 0) {
        at = this.#skip((at >>> 5) + 1, (end + 31) >>> 5) << 5
        continue
      }
      for (; left !== 0 && filled < limit; left &= left - 1) {
        at = (at & ~31) + 31 - Math.clz32(left & -left)
        if (at >= end) break
        block[filled++] = at++
      }
    }
    this.#next = Math.max(this.#next, Math.min(at, end))
    return filled
  }

  /** Of the 32 documents around this one: those from it on. */
  #bitsFrom(at: number): number {
    const place = at >>> 5
    return (this.#a[place] as number) & (this.#b[place] as number) & (-1 << (at & 31))
  }

  /** The first place from `place` on, before `end`, where some bit is set in both. */
  #skip(place: number, end: number): number {
    const a = this.#a
    const b = this.#b
    let at = place
    while (at < end && ((a[at] as number) & (b[at] as number)) === 0) at++
    return at
  }
}
