/** A first look at many names: most that share a word with the query share no other, and are turned down by what their words answer in all. */

import { LETTERS_COMPARED_SHARE_MIN } from '../../names/likeness/name-likeness.ts'
import { QUERY_SHARE_MIN } from '../../names/ranking/likeness-score.ts'
import { seatIn } from '../format/company-rows.ts'
import type { Blocks } from '../format/layout.ts'
import { TOUCHED_MAX, touchWords } from '../format/prefetch.ts'
import type { ScoredIndex } from './name-coverage.ts'
import type { AskedWords } from './query-terms.ts'
import { seatWeight } from './score-bounds.ts'
import type { LettersNear } from './whole-name-distance.ts'

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 2e-6

/** Of one query; the index's table of answers must be filled. */
export class LikelyNames {
  readonly #index: ScoredIndex
  readonly #letters: LettersNear
  /** What must be answered for a name to be shown, for all letters to be compared, … */
  readonly #shownMin: number
  readonly #lettersMin: number
  /** … and what seats may add. */
  readonly #seatMax: number
  /** Of words that are a seat's, by seat. */
  readonly #places: Uint32Array
  readonly #companies: number
  readonly #likely = new Uint32Array(TOUCHED_MAX)
  #count = 0
  /** Names that their companies' seats may save: looked at together, as each row is a place of memory of its own. */
  readonly #bySeat = new Uint32Array(TOUCHED_MAX)
  #seatCount = 0
  /** Says nothing; see `touchWords`. */
  #touched = 0

  constructor(index: ScoredIndex, { name }: AskedWords, letters: LettersNear, places: Uint32Array) {
    this.#index = index
    this.#letters = letters
    this.#shownMin = QUERY_SHARE_MIN * name.weight * (1 - ROUNDING)
    this.#lettersMin = LETTERS_COMPARED_SHARE_MIN * name.weight * (1 - ROUNDING)
    this.#companies = index.segment.header.companies
    this.#places = places
    this.#seatMax = seatWeight(index, name)
  }

  /** Those of up to `TOUCHED_MAX` documents, in any order, that may be like the query by what their words answer. Valid until the next call. */
  among(documents: Uint32Array): Uint32Array {
    const { blocks } = this.#index.segment
    this.#touched ^= touchWords(blocks, documents, 0, documents.length)
    this.#count = 0
    this.#seatCount = 0
    for (let i = 0; i < documents.length; i++) this.#look(documents[i] as number, blocks)
    for (let i = 0; i < this.#seatCount; i++) {
      const document = this.#bySeat[i] as number
      if (this.#places[seatIn(blocks.companyRows, document)] !== 0) this.#take(document)
    }
    return this.#likely.subarray(0, this.#count)
  }

  #look(document: number, { forward, forwardStarts, documentLetters }: Blocks): void {
    const start = forwardStarts[document] as number
    const answered = this.#index.answers.mostOf(forward, start, forwardStarts[document + 1] as number)
    const most = Math.abs(answered)
    if (answered > 0 || most >= this.#shownMin) this.#take(document)
    else if (most >= this.#lettersMin && this.#letters.isLengthNear(documentLetters[document] as number))
      this.#take(document)
    else if (most + this.#seatMax >= this.#shownMin && document < this.#companies)
      this.#bySeat[this.#seatCount++] = document
  }

  #take(document: number): void {
    this.#likely[this.#count++] = document
  }
}
