/** A reading within one zone, given out step by step: the fewer words a name has over, the earlier. */

import { companyOf, groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { Walk } from './conjunction.ts'
import { TRIALS_A_SORTED, walkOf } from './conjunction.ts'
import type { NameSearch } from './name-search.ts'
import { isOtherForm, isWanted, sortByRank } from './name-search.ts'
import type { Reading } from './query-variants.ts'

/** Documents of the same class, parted by whether their form is the one asked for. */
export interface ByForm {
  readonly same: number[]
  readonly other: number[]
}

export class SteppedWalk {
  readonly zone: Zone
  readonly #search: NameSearch
  readonly #words: number
  readonly #walk: Walk

  constructor(search: NameSearch, reading: Reading, zone: Zone) {
    this.zone = zone
    this.#search = search
    this.#words = reading.words
    const { segment, triedMax } = search
    const [from, to] = [groupStart(segment, zone, 0), zoneEnd(segment, zone)]
    this.#walk = walkOf(segment, reading, from, to, triedMax / TRIALS_A_SORTED)
  }

  get isDone(): boolean {
    return this.#walk.next === undefined
  }

  /** Whether `upTo(extra)` can find anything; `false` is certain. */
  mayReach(extra: number): boolean {
    const { next } = this.#walk
    return next !== undefined && next < this.#endOf(extra)
  }

  /** Documents with up to `extra` words over that were not given out yet, in order of rank. */
  upTo(extra: number): ByForm {
    // Step 0 takes in names with fewer words than were asked for (doubled words), which rank by their ties alone.
    const isMixed = extra === 0 && this.#words > 1
    return this.#gather(this.#endOf(extra), isMixed)
  }

  /** All documents that were not given out yet, as one class. */
  rest(): ByForm {
    return this.#gather(zoneEnd(this.#search.segment, this.zone), true)
  }

  #endOf(extra: number): number {
    return groupStart(this.#search.segment, this.zone, this.#words + extra + 1)
  }

  /**
   * Names of the same number of words come in order, so the first few are enough; mixed ones must be sorted.
   * The few must be different companies: former names of one company stand side by side, and the first will do.
   */
  #gather(end: number, isMixed: boolean): ByForm {
    const search = this.#search
    const found: ByForm = { same: [], other: [] }
    const roomMax = isMixed ? Number.POSITIVE_INFINITY : search.page.need
    this.#walk.walk(end, (document) => {
      if (!isWanted(search, document)) return true
      const documents = isOtherForm(search, document) ? found.other : found.same
      if (documents.length < roomMax && !this.#isOfLast(documents, document)) documents.push(document)
      return found.same.length < roomMax
    })
    if (isMixed) for (const documents of [found.same, found.other]) sortByRank(search.segment, documents)
    return found
  }

  #isOfLast(documents: readonly number[], document: number): boolean {
    if (this.zone !== ZONES.former || documents.length === 0) return false
    const { segment } = this.#search
    return companyOf(segment, documents.at(-1) as number) === companyOf(segment, document)
  }
}
