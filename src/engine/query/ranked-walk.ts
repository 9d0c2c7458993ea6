/**
 * Iterates over the matches of a query variant in one zone, step by step: names with fewer extra words first.
 */

import { companyOf, groupStart, zoneEnd } from '../format/index-reader.ts'
import type { Zone } from '../format/layout.ts'
import { isCurrent } from '../format/layout.ts'
import type { Conjunction } from './conjunction.ts'
import { CHECKS_PER_SORTED, openConjunction } from './conjunction.ts'
import type { NameSearch } from './name-search.ts'
import { isNewHit, otherFormOf, sortByRank } from './name-search.ts'
import type { QueryVariant } from './query-variants.ts'

/** Documents with the same number of extra words, by how their legal form differs from that of the query. */
export type ByForm = readonly [same: number[], sameKind: number[], otherKind: number[]]

/** The matches of one variant in one zone, by number of extra words. */
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
    this.#conjunction = openConjunction(context, variant, zone, checkedMax / CHECKS_PER_SORTED)
  }

  get isDone(): boolean {
    return this.#conjunction.next === undefined
  }

  /** Returns `false` only if `upTo(extra)` finds nothing. */
  mayReach(extra: number): boolean {
    const { next } = this.#conjunction
    return next !== undefined && next < this.#endOf(extra)
  }

  /** Returns the remaining documents with up to `extra` extra words, in order of rank. */
  upTo(extra: number): ByForm {
    // Step 0 includes names with fewer words than the query (it has repeated words); these rank by
    // tie-breakers alone.
    const isMixed = extra === 0 && this.#words > 1
    return this.#collect(this.#endOf(extra), isMixed)
  }

  /** Returns all remaining documents, whatever the number of their extra words. */
  rest(): ByForm {
    return this.#collect(zoneEnd(this.#search.context, this.zone), true)
  }

  #endOf(extra: number): number {
    return groupStart(this.#search.context, this.zone, this.#words + extra + 1)
  }

  /**
   * Names with the same number of words come in order, so the first few are enough; mixed ones must be
   * sorted. These few must be different companies: former or other names of one company are adjacent, and only the
   * first of them is kept.
   */
  #collect(end: number, isMixed: boolean): ByForm {
    const search = this.#search
    const found: ByForm = [[], [], []]
    const roomMax = isMixed ? Number.POSITIVE_INFINITY : search.topHits.need
    this.#conjunction.walk(end, (document) => {
      if (!isNewHit(search, document)) return true
      const documents = found[otherFormOf(search, document)]
      if (documents.length < roomMax && !this.#isOfLastCompany(documents, document)) documents.push(document)
      return found[0].length < roomMax
    })
    if (isMixed) for (const documents of found) sortByRank(search.context, documents)
    return found
  }

  #isOfLastCompany(documents: readonly number[], document: number): boolean {
    if (isCurrent(this.zone) || documents.length === 0) return false
    const { context } = this.#search
    return companyOf(context, documents.at(-1) as number) === companyOf(context, document)
  }
}
