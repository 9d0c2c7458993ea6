/** Iterates over all documents of a zone with a prefix, for queries that have no other condition. */

import type { DocIterator } from '../format/doc-iterator.ts'
import { groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import type { Prefix } from './prefix.ts'
import { PrefixTest } from './prefix.ts'
import type { SearchContext } from './search-context.ts'

/** Checking one document costs about as much as setting this many bits. */
const BITS_PER_CHECK = 2

/**
 * Checks document after document, because a common prefix soon matches. When the checks have cost as much as
 * a bitmap of all matches, it builds the bitmap and continues with it.
 */
export class PrefixIterator implements DocIterator {
  readonly #context: SearchContext
  readonly #prefix: Prefix
  readonly #test: PrefixTest
  readonly #zone: Zone
  readonly #from: number
  readonly #to: number
  #checksLeft: number
  #next: number

  constructor(context: SearchContext, prefix: Prefix, zone: Zone) {
    this.#context = context
    this.#prefix = prefix
    this.#zone = zone
    this.#from = groupStart(context, zone, 0)
    this.#to = zoneEnd(context, zone)
    this.#test = new PrefixTest(context, prefix, this.#from, this.#to)
    this.#checksLeft = prefix.hasBitmap(context, zone) ? 0 : prefix.count / BITS_PER_CHECK
    this.#next = this.#from
  }

  get next(): number | undefined {
    return this.#next < this.#to ? this.#next : undefined
  }

  fill(chunk: Uint32Array, limit: number, to: number): number {
    const end = Math.min(to, this.#to)
    const filled = this.#fillByChecks(chunk, limit, end)
    return filled < limit && this.#next < end ? this.#fillByBitmap(chunk, filled, limit, end) : filled
  }

  #fillByChecks(chunk: Uint32Array, limit: number, end: number): number {
    const stop = Math.min(end, this.#next + this.#checksLeft)
    const start = this.#next
    let document = start
    let filled = 0
    for (; document < stop && filled < limit; document++) {
      if (this.#test.passes(document)) chunk[filled++] = document
    }
    this.#checksLeft -= document - start
    this.#next = document
    return filled
  }

  #fillByBitmap(chunk: Uint32Array, from: number, limit: number, end: number): number {
    const { bits } = this.#prefix.bitmap(this.#context, this.#zone)
    let filled = from
    let bit = this.#next - this.#from
    const last = end - this.#from
    while (bit < last && filled < limit) {
      const remaining = (bits[bit >>> 5] as number) >>> (bit & 31)
      if (remaining === 0) {
        bit = (bit | 31) + 1
        continue
      }
      bit += 31 - Math.clz32(remaining & -remaining)
      if (bit >= last) break
      chunk[filled++] = this.#from + bit
      bit++
    }
    this.#next = this.#from + Math.min(bit, last)
    return filled
  }
}
