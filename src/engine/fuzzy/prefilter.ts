/**
 * The prefilter of candidates: most names that share a term with the query share no other, and are rejected
 * by the total weight that their terms match.
 */

import { LETTERS_COMPARED_SHARE_MIN } from '../../names/likeness/name-likeness.ts'
import { QUERY_SHARE_MIN } from '../../names/ranking/likeness-score.ts'
import { seatIn } from '../format/company-rows.ts'
import type { Sections } from '../format/layout.ts'
import { PREFETCH_MAX, prefetchWords } from '../format/prefetch.ts'
import type { ScoringIndex } from './name-coverage.ts'
import type { QueryTerms } from './query-terms.ts'
import type { SeatMatches } from './seat-terms.ts'
import type { WholeNameDistance } from './whole-name-distance.ts'

/** Tolerance for sums of weights, whose last digits depend on the order of the additions. */
const ROUNDING = 2e-6

/** The prefilter of one query. The index's table of matches must be filled. */
export class Prefilter {
  readonly #index: ScoringIndex
  readonly #distance: WholeNameDistance
  /** Minimum matched weight of a name that is shown, and for a comparison of all letters. */
  readonly #shownMin: number
  readonly #lettersComparedMin: number
  readonly #seats: SeatMatches
  readonly #companies: number
  readonly #passing = new Uint32Array(PREFETCH_MAX)
  #count = 0
  /**
   * Names that may pass only with their companies' seats. They are checked together, because each company row
   * is a separate memory access.
   */
  readonly #bySeat = new Uint32Array(PREFETCH_MAX)
  #seatCount = 0
  /** Combines the prefetched values; see `prefetchWords`. */
  #sink = 0

  constructor(index: ScoringIndex, { query }: QueryTerms, distance: WholeNameDistance, seats: SeatMatches) {
    this.#index = index
    this.#distance = distance
    this.#shownMin = QUERY_SHARE_MIN * query.weight * (1 - ROUNDING)
    this.#lettersComparedMin = LETTERS_COMPARED_SHARE_MIN * query.weight * (1 - ROUNDING)
    this.#companies = index.context.header.companies
    this.#seats = seats
  }

  /** Prefetches the words of up to `PREFETCH_MAX` documents. */
  prefetch(documents: Uint32Array): void {
    this.#sink ^= prefetchWords(this.#index.context.sections, documents, 0, documents.length)
  }

  /**
   * Returns those of up to `PREFETCH_MAX` documents, in any order, whose terms match enough of the query.
   * Valid until the next call.
   */
  filter(documents: Uint32Array): Uint32Array {
    const { sections } = this.#index.context
    this.prefetch(documents)
    this.#count = 0
    this.#seatCount = 0
    for (let i = 0; i < documents.length; i++) this.#check(documents[i] as number, sections)
    const { positions } = this.#seats
    for (let i = 0; i < this.#seatCount; i++) {
      const document = this.#bySeat[i] as number
      if (positions[seatIn(sections.companyRows, document)] !== 0) this.#add(document)
    }
    return this.#passing.subarray(0, this.#count)
  }

  /** Returns the maximum weight that the terms of the document match, without its seat. */
  weightMaxOf(document: number): number {
    return Math.abs(this.#matchedBy(document, this.#index.context.sections))
  }

  /** Returns the maximum weight that the terms match in total; the negative sum if some of them match nothing. */
  #matchedBy(document: number, { forward, forwardStarts }: Sections): number {
    const [start, end] = [forwardStarts[document] as number, forwardStarts[document + 1] as number]
    return this.#index.matches.queryWeightMaxOf(forward, start, end)
  }

  #check(document: number, sections: Sections): void {
    const { letterCounts } = sections
    const matched = this.#matchedBy(document, sections)
    const weightMax = Math.abs(matched)
    if (matched > 0 || weightMax >= this.#shownMin) this.#add(document)
    else if (
      weightMax >= this.#lettersComparedMin &&
      this.#distance.isLengthSimilar(letterCounts[document] as number)
    )
      this.#add(document)
    else if (weightMax + this.#seats.weightMax >= this.#shownMin && document < this.#companies)
      this.#bySeat[this.#seatCount++] = document
  }

  #add(document: number): void {
    this.#passing[this.#count++] = document
  }
}
