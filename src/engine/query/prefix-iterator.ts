/** All documents of a zone that have a word with a beginning, ascending, where nothing else is asked. */

import type { DocIterator } from '../format/doc-iterator.ts'
import type { Prefix } from './prefix.ts'
import { PrefixTest } from './prefix.ts'
import type { SearchContext } from './search-context.ts'

/** To try a document, one after the other, costs about as much as to mark so many. */
const BITS_PER_CHECK = 2

/**
 * Tries document after document, as a common beginning is found soon, until marking all that have it would
 * have cost as much; goes on by the marks from there.
 */
export class PrefixIterator implements DocIterator {
  readonly #context: SearchContext
  readonly #prefix: Prefix
  readonly #test: PrefixTest
  readonly #from: number
  readonly #to: number
  #checksLeft: number
  #next: number

  constructor(context: SearchContext, prefix: Prefix, from: number, to: number) {
    this.#context = context
    this.#prefix = prefix
    this.#test = new PrefixTest(context, prefix, from, to)
    this.#from = from
    this.#to = to
    this.#checksLeft = prefix.hasBitmap(context, from) ? 0 : prefix.count / BITS_PER_CHECK
    this.#next = from
  }

  get next(): number | undefined {
    return this.#next < this.#to ? this.#next : undefined
  }

  fill(block: Uint32Array, limit: number, to: number): number {
    const end = Math.min(to, this.#to)
    const filled = this.#fillByChecks(block, limit, end)
    return filled < limit && this.#next < end ? this.#fillByBitmap(block, filled, limit, end) : filled
  }

  #fillByChecks(block: Uint32Array, limit: number, end: number): number {
    const stop = Math.min(end, this.#next + this.#checksLeft)
    const start = this.#next
    let document = start
    let filled = 0
    for (; document < stop && filled < limit; document++) {
      if (this.#test.passes(document)) block[filled++] = document
    }
    this.#checksLeft -= document - start
    this.#next = document
    return filled
  }

  #fillByBitmap(block: Uint32Array, from: number, limit: number, end: number): number {
    const { bits } = this.#prefix.bitmap(this.#context, this.#from, this.#to)
    let filled = from
    let place = this.#next - this.#from
    const last = end - this.#from
    while (place < last && filled < limit) {
      const left = (bits[place >>> 5] as number) >>> (place & 31)
      if (left === 0) {
        place = (place | 31) + 1
        continue
      }
      place += 31 - Math.clz32(left & -left)
      if (place >= last) break
      block[filled++] = this.#from + place
      place++
    }
    this.#next = this.#from + Math.min(place, last)
    return filled
  }
}
