/** A first look at many names: most that share a word with the query share no other, and are turned down by what their words answer in all. */

import { LETTERS_COMPARED_SHARE_MIN } from '../../names/likeness/name-likeness.ts'
import { QUERY_SHARE_MIN } from '../../names/ranking/likeness-score.ts'
import { seatIn } from '../format/company-rows.ts'
import type { Blocks } from '../format/layout.ts'
import { PREFETCH_MAX, prefetchWords } from '../format/prefetch.ts'
import type { ScoringIndex } from './name-coverage.ts'
import type { QueryTerms } from './query-terms.ts'
import { seatWeight } from './score-bounds.ts'
import type { WholeNameDistance } from './whole-name-distance.ts'

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 2e-6

/** Of one query; the index's table of answers must be filled. */
export class Prefilter {
  readonly #index: ScoringIndex
  readonly #distance: WholeNameDistance
  /** What must be answered for a name to be shown, for all letters to be compared, … */
  readonly #shownMin: number
  readonly #lettersComparedMin: number
  /** … and what seats may add. */
  readonly #seatMax: number
  /** Of words that are a seat's, by seat. */
  readonly #positionsBySeat: Uint32Array
  readonly #companies: number
  readonly #passing = new Uint32Array(PREFETCH_MAX)
  #count = 0
  /** Names that their companies' seats may save: looked at together, as each row is a place of memory of its own. */
  readonly #bySeat = new Uint32Array(PREFETCH_MAX)
  #seatCount = 0
  /** Says nothing; see `touchWords`. */
  #prefetched = 0

  constructor(index: ScoringIndex, { query }: QueryTerms, letters: WholeNameDistance, places: Uint32Array) {
    this.#index = index
    this.#distance = letters
    this.#shownMin = QUERY_SHARE_MIN * query.weight * (1 - ROUNDING)
    this.#lettersComparedMin = LETTERS_COMPARED_SHARE_MIN * query.weight * (1 - ROUNDING)
    this.#companies = index.segment.header.companies
    this.#positionsBySeat = places
    this.#seatMax = seatWeight(index, query)
  }

  /** Those of up to `TOUCHED_MAX` documents, in any order, that may be like the query by what their words answer. Valid until the next call. */
  filter(documents: Uint32Array): Uint32Array {
    const { blocks } = this.#index.segment
    this.#prefetched ^= prefetchWords(blocks, documents, 0, documents.length)
    this.#count = 0
    this.#seatCount = 0
    for (let i = 0; i < documents.length; i++) this.#check(documents[i] as number, blocks)
    for (let i = 0; i < this.#seatCount; i++) {
      const document = this.#bySeat[i] as number
      if (this.#positionsBySeat[seatIn(blocks.companyRows, document)] !== 0) this.#add(document)
    }
    return this.#passing.subarray(0, this.#count)
  }

  #check(document: number, { forward, forwardStarts, letterCounts }: Blocks): void {
    const start = forwardStarts[document] as number
    const answered = this.#index.matches.queryWeightMaxOf(
      forward,
      start,
      forwardStarts[document + 1] as number,
    )
    const most = Math.abs(answered)
    if (answered > 0 || most >= this.#shownMin) this.#add(document)
    else if (
      most >= this.#lettersComparedMin &&
      this.#distance.isLengthNear(letterCounts[document] as number)
    )
      this.#add(document)
    else if (most + this.#seatMax >= this.#shownMin && document < this.#companies)
      this.#bySeat[this.#seatCount++] = document
  }

  #add(document: number): void {
    this.#passing[this.#count++] = document
  }
}
