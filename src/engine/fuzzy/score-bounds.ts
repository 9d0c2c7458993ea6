/** What score a name may have at most, by what costs little to know of it. */

import { SEAT_WEIGHT_SHARE } from '../../names/likeness/coverage.ts'
import { INITIALS_MIN, initialsOf, LETTERS_COMPARED_SHARE_MIN } from '../../names/likeness/name-likeness.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { FORM_TYPO_WEIGHT_MAX } from '../../names/likeness/word-weight.ts'
import {
  nameShareMin,
  partialScoreMax,
  QUERY_SHARE_MIN,
  SPELLING_SCORE_MAX,
} from '../../names/ranking/likeness-score.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { NameAnswers, ScoredIndex } from './name-coverage.ts'
import type { AskedWords } from './query-terms.ts'
import type { Seat } from './seat-terms.ts'
import { hasPlace, NO_SEAT } from './seat-terms.ts'
import type { LettersNear } from './whole-name-distance.ts'

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 1e-6
/** Bytes of letters beyond have at least this. */
const ASCII = 128
/** The name is not like the query. */
export const UNLIKE_SCORE = 0

/** Of one query; speaks of the name that its `NameAnswers` has read last. */
export class LikeBounds {
  readonly #index: ScoredIndex
  readonly #asked: AskedWords
  /** The name that is looked at. */
  readonly #name: NameAnswers
  /** Weight of the query's words that are some company's seat. */
  readonly #seatWeight: number
  /** The word that the query's initials are; -1 for none. */
  readonly #initialsWord: number
  readonly #letters: LettersNear
  /** Of words that are a seat's, by seat. */
  readonly #places: Uint32Array

  constructor(
    index: ScoredIndex,
    asked: AskedWords,
    name: NameAnswers,
    letters: LettersNear,
    places: Uint32Array,
  ) {
    this.#index = index
    this.#asked = asked
    this.#name = name
    this.#seatWeight = seatWeight(index, asked.name)
    this.#initialsWord = wordOf(index.segment, initialsOf(asked.name.words))
    this.#letters = letters
    this.#places = places
  }

  /** The highest score that `nameLikeness` may give to the name; `UNLIKE_SCORE` where it gives none. */
  scoreMax(): number {
    const name = this.#name
    const isAny =
      name.same === name.length || this.#asked.sameLetters.has(name.document) || this.#mayBeInitials()
    if (isAny || this.mayHaveLetters()) return SPELLING_SCORE_MAX
    const askedShare = this.#askedShareMax()
    return askedShare < QUERY_SHARE_MIN * (1 - ROUNDING) ? UNLIKE_SCORE : this.#shownScoreMax(askedShare)
  }

  /** Whether all letters of query and name may be the same but for few slips, and enough is answered for that to count. */
  mayHaveLetters(): boolean {
    const { answeredAll, document, numbers, length } = this.#name
    if (answeredAll < LETTERS_COMPARED_SHARE_MIN * this.#asked.name.weight * (1 - ROUNDING)) return false
    const { blocks } = this.#index.segment
    if (!this.#letters.isLengthNear(blocks.documentLetters[document] as number)) return false
    return this.#letters.isNear(blocks, numbers, length)
  }

  #mayBeInitials(): boolean {
    const name = this.#name
    if (name.length === 1) return name.numbers[0] === this.#initialsWord
    const { words } = this.#asked.name
    if (words.length > 1 || name.length < INITIALS_MIN) return false
    return this.#areInitials(words[0] as string)
  }

  /** By the first bytes of the name's words. */
  #areInitials(letters: string): boolean {
    const { wordBytes, wordStarts } = this.#index.segment.blocks
    const { numbers, length } = this.#name
    // A letter has one or two UTF-16 units.
    if (letters.length < length || letters.length > 2 * length) return false
    for (let j = 0; j < length; j++) {
      const byte = wordBytes[wordStarts[numbers[j] as number] as number] as number
      if (byte >= ASCII) return true
      if (byte !== letters.charCodeAt(j)) return false
    }
    return true
  }

  #askedShareMax(): number {
    const { weight } = this.#asked.name
    const { answeredAll } = this.#name
    if (this.#seatWeight === 0 || answeredAll + this.#seatWeight < QUERY_SHARE_MIN * weight * (1 - ROUNDING))
      return answeredAll / weight
    return (answeredAll + this.#weightBySeat()) / weight
  }

  #weightBySeat(): number {
    const { answered, seatNumber } = this.#name
    const places = seatNumber === undefined ? 0 : (this.#places[seatNumber] as number)
    if (places === 0) return 0
    const { weights } = this.#asked.name
    let weight = 0
    for (let i = 0; i < answered.length; i++) {
      if (hasPlace(places, i)) weight += Math.max(0, (weights[i] as number) - (answered[i] as number))
    }
    return weight
  }

  /** With every word of the name answering the most that it can. */
  #shownScoreMax(askedShare: number): number {
    const answered = this.#answeredMax()
    const leftMax = answered * (1 / nameShareMin(askedShare) - 1) * (1 + ROUNDING)
    // The seat is a place of memory of its own: most names are turned down whatever it is.
    if (SEAT_WEIGHT_SHARE * this.#leftWeight(leftMax / SEAT_WEIGHT_SHARE, NO_SEAT) > leftMax)
      return UNLIKE_SCORE
    const left = this.#leftWeight(leftMax, this.#name.seat)
    if (left > leftMax) return UNLIKE_SCORE
    const leftWords = this.#leftWords()
    if (leftWords === 0 && this.#isAskedWhole()) return SPELLING_SCORE_MAX
    const mayBeOneWordOther = leftWords <= 1 && this.#asked.words.length > 1
    return partialScoreMax(askedShare * (1 + ROUNDING), answered / (answered + left), mayBeOneWordOther)
  }

  /** What the name's words weigh that answer nothing, those of its seat less; no more is added up when it is more than `most`. */
  #leftWeight(most: number, seat: Seat): number {
    const { numbers, length } = this.#name
    let left = 0
    for (let j = 0; j < length && left <= most; j++) {
      if (this.#name.isAnswerAt(j)) continue
      const number = numbers[j] as number
      const weight = this.#index.words.weightOf(number)
      left += seat.numbers.includes(number) ? weight * SEAT_WEIGHT_SHARE : weight
    }
    return left
  }

  /** How many words of the name answer nothing; slips of a form are none. */
  #leftWords(): number {
    const { numbers, length } = this.#name
    let words = 0
    for (let j = 0; j < length; j++) {
      const isLeft = !this.#name.isAnswerAt(j)
      if (isLeft && this.#index.words.weightOf(numbers[j] as number) > FORM_TYPO_WEIGHT_MAX) words++
    }
    return words
  }

  #answeredMax(): number {
    const name = this.#name
    let answered = 0
    for (let j = 0; j < name.length; j++) {
      if (!name.isAnswerAt(j)) continue
      answered += Math.min(name.valueAt(j), this.#index.words.weightOf(name.numbers[j] as number))
    }
    return answered
  }

  /** Whether every word of the query may have an answer in the name. */
  #isAskedWhole(): boolean {
    const { answered } = this.#name
    const { formTypos } = this.#asked.name
    for (let i = 0; i < answered.length; i++) if (answered[i] === 0 && !formTypos[i]) return false
    return true
  }
}

/** What the query's words weigh that are words of seats. */
export function seatWeight({ seats }: ScoredIndex, { words, weights }: NameQuery): number {
  return words.reduce((sum, word, i) => sum + (seats.has(word) ? (weights[i] as number) : 0), 0)
}

function wordOf({ words }: FuzzyContext, text: string): number {
  const { from, to } = termsEqualTo(words, utf8Of(text))
  return text === '' || from === to ? -1 : from
}
