/** All documents of a zone that have a word with a beginning, ascending, where nothing else is asked. */

import type { Source } from '../format/doc-iterator.ts'
import type { Beginning } from './prefix.ts'
import { BeginningTest } from './prefix.ts'
import type { SearchContext } from './search-context.ts'

/** To try a document, one after the other, costs about as much as to mark so many. */
const MARKS_A_TRY = 2

/**
 * Tries document after document, as a common beginning is found soon, until marking all that have it would
 * have cost as much; goes on by the marks from there.
 */
export class BeginningSource implements Source {
  readonly #segment: SearchContext
  readonly #beginning: Beginning
  readonly #test: BeginningTest
  readonly #from: number
  readonly #to: number
  #triesLeft: number
  #next: number

  constructor(segment: SearchContext, beginning: Beginning, from: number, to: number) {
    this.#segment = segment
    this.#beginning = beginning
    this.#test = new BeginningTest(segment, beginning, from, to)
    this.#from = from
    this.#to = to
    this.#triesLeft = beginning.isMarked(segment, from) ? 0 : beginning.count / MARKS_A_TRY
    this.#next = from
  }

  get next(): number | undefined {
    return this.#next < this.#to ? this.#next : undefined
  }

  fill(block: Uint32Array, limit: number, to: number): number {
    const end = Math.min(to, this.#to)
    const filled = this.#byTrying(block, limit, end)
    return filled < limit && this.#next < end ? this.#byMarks(block, filled, limit, end) : filled
  }

  #byTrying(block: Uint32Array, limit: number, end: number): number {
    const stop = Math.min(end, this.#next + this.#triesLeft)
    const start = this.#next
    let document = start
    let filled = 0
    for (; document < stop && filled < limit; document++) {
      if (this.#test.passes(document)) block[filled++] = document
    }
    this.#triesLeft -= document - start
    this.#next = document
    return filled
  }

  #byMarks(block: Uint32Array, from: number, limit: number, end: number): number {
    const { bits } = this.#beginning.marks(this.#segment, this.#from, this.#to)
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
