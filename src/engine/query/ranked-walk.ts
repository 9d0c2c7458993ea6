/** A reading within one zone, given out step by step: the fewer words a name has over, the earlier. */

import { companyOf, groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { ZONES } from '../format/layout.ts'
import type { Conjunction } from './conjunction.ts'
import { CHECKS_PER_SORTED, openConjunction } from './conjunction.ts'
import type { NameSearch } from './name-search.ts'
import { isOtherForm, isWanted, sortByRank } from './name-search.ts'
import type { QueryVariant } from './query-variants.ts'

/** Documents of the same class, parted by whether their form is the one asked for. */
export interface ByForm {
  readonly same: number[]
  readonly other: number[]
}

export class RankedWalk {
  readonly zone: Zone
  readonly #search: NameSearch
  readonly #words: number
  readonly #conjunction: Conjunction

  constructor(search: NameSearch, variant: QueryVariant, zone: Zone) {
    this.zone = zone
    this.#search = search
    this.#words = variant.words
    const { context, checkedMax } = search
    const [from, to] = [groupStart(context, zone, 0), zoneEnd(context, zone)]
    this.#conjunction = openConjunction(context, variant, from, to, checkedMax / CHECKS_PER_SORTED)
  }

  get isDone(): boolean {
    return this.#conjunction.next === undefined
  }

  /** Whether `upTo(extra)` can find anything; `false` is certain. */
  mayReach(extra: number): boolean {
    const { next } = this.#conjunction
    return next !== undefined && next < this.#endOf(extra)
  }

  /** Documents with up to `extra` words over that were not given out yet, in order of rank. */
  upTo(extra: number): ByForm {
    // Step 0 takes in names with fewer words than were asked for (doubled words), which rank by their ties alone.
    const isMixed = extra === 0 && this.#words > 1
    return this.#collect(this.#endOf(extra), isMixed)
  }

  /** All documents that were not given out yet, as one class. */
  rest(): ByForm {
    return this.#collect(zoneEnd(this.#search.context, this.zone), true)
  }

  #endOf(extra: number): number {
    return groupStart(this.#search.context, this.zone, this.#words + extra + 1)
  }

  /**
   * Names of the same number of words come in order, so the first few are enough; mixed ones must be sorted.
   * The few must be different companies: former names of one company stand side by side, and the first will do.
   */
  #collect(end: number, isMixed: boolean): ByForm {
    const search = this.#search
    const found: ByForm = { same: [], other: [] }
    const roomMax = isMixed ? Number.POSITIVE_INFINITY : search.topHits.need
    this.#conjunction.walk(end, (document) => {
      if (!isWanted(search, document)) return true
      const documents = isOtherForm(search, document) ? found.other : found.same
      if (documents.length < roomMax && !this.#isOfLast(documents, document)) documents.push(document)
      return found.same.length < roomMax
    })
    if (isMixed) for (const documents of [found.same, found.other]) sortByRank(search.context, documents)
    return found
  }

  #isOfLast(documents: readonly number[], document: number): boolean {
    if (this.zone !== ZONES.former || documents.length === 0) return false
    const { context } = this.#search
    return companyOf(context, documents.at(-1) as number) === companyOf(context, document)
  }
}
