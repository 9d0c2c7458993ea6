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
import type { NameCoverage, ScoringIndex } from './name-coverage.ts'
import type { QueryTerms } from './query-terms.ts'
import type { Seat } from './seat-terms.ts'
import { hasPosition, NO_SEAT } from './seat-terms.ts'
import type { WholeNameDistance } from './whole-name-distance.ts'

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 1e-6
/** Bytes of letters beyond have at least this. */
const ASCII = 128
/** The name is not like the query. */
export const UNLIKE_SCORE = 0

/** Of one query; speaks of the name that its `NameAnswers` has read last. */
export class ScoreBounds {
  readonly #index: ScoringIndex
  readonly #queryTerms: QueryTerms
  /** The name that is looked at. */
  readonly #name: NameCoverage
  /** Weight of the query's words that are some company's seat. */
  readonly #seatWeight: number
  /** The word that the query's initials are; -1 for none. */
  readonly #initialsTerm: number
  readonly #distance: WholeNameDistance
  /** Of words that are a seat's, by seat. */
  readonly #positionsBySeat: Uint32Array

  constructor(
    index: ScoringIndex,
    asked: QueryTerms,
    name: NameCoverage,
    letters: WholeNameDistance,
    places: Uint32Array,
  ) {
    this.#index = index
    this.#queryTerms = asked
    this.#name = name
    this.#seatWeight = seatWeight(index, asked.query)
    this.#initialsTerm = termOf(index.segment, initialsOf(asked.query.words))
    this.#distance = letters
    this.#positionsBySeat = places
  }

  /** The highest score that `nameLikeness` may give to the name; `UNLIKE_SCORE` where it gives none. */
  scoreMax(): number {
    const name = this.#name
    const isAny =
      name.equalTerms === name.length ||
      this.#queryTerms.documentsOfSameLetters.has(name.document) ||
      this.#mayBeInitials()
    if (isAny || this.mayHaveNearLetters()) return SPELLING_SCORE_MAX
    const askedShare = this.#queryShareMax()
    return askedShare < QUERY_SHARE_MIN * (1 - ROUNDING) ? UNLIKE_SCORE : this.#partialScoreMax(askedShare)
  }

  /** Whether all letters of query and name may be the same but for few slips, and enough is answered for that to count. */
  mayHaveNearLetters(): boolean {
    const { matchedTotal, document, terms, length } = this.#name
    if (matchedTotal < LETTERS_COMPARED_SHARE_MIN * this.#queryTerms.query.weight * (1 - ROUNDING))
      return false
    const { blocks } = this.#index.segment
    if (!this.#distance.isLengthNear(blocks.letterCounts[document] as number)) return false
    return this.#distance.isNear(blocks, terms, length)
  }

  #mayBeInitials(): boolean {
    const name = this.#name
    if (name.length === 1) return name.terms[0] === this.#initialsTerm
    const { words } = this.#queryTerms.query
    if (words.length > 1 || name.length < INITIALS_MIN) return false
    return this.#areInitials(words[0] as string)
  }

  /** By the first bytes of the name's words. */
  #areInitials(letters: string): boolean {
    const { wordBytes, wordStarts } = this.#index.segment.blocks
    const { terms, length } = this.#name
    // A letter has one or two UTF-16 units.
    if (letters.length < length || letters.length > 2 * length) return false
    for (let j = 0; j < length; j++) {
      const byte = wordBytes[wordStarts[terms[j] as number] as number] as number
      if (byte >= ASCII) return true
      if (byte !== letters.charCodeAt(j)) return false
    }
    return true
  }

  #queryShareMax(): number {
    const { weight } = this.#queryTerms.query
    const { matchedTotal } = this.#name
    if (this.#seatWeight === 0 || matchedTotal + this.#seatWeight < QUERY_SHARE_MIN * weight * (1 - ROUNDING))
      return matchedTotal / weight
    return (matchedTotal + this.#weightBySeat()) / weight
  }

  #weightBySeat(): number {
    const { matched, seatNumber } = this.#name
    const places = seatNumber === undefined ? 0 : (this.#positionsBySeat[seatNumber] as number)
    if (places === 0) return 0
    const { weights } = this.#queryTerms.query
    let weight = 0
    for (let i = 0; i < matched.length; i++) {
      if (hasPosition(places, i)) weight += Math.max(0, (weights[i] as number) - (matched[i] as number))
    }
    return weight
  }

  /** With every word of the name answering the most that it can. */
  #partialScoreMax(askedShare: number): number {
    const answered = this.#matchedWeightMax()
    const leftMax = answered * (1 / nameShareMin(askedShare) - 1) * (1 + ROUNDING)
    // The seat is a place of memory of its own: most names are turned down whatever it is.
    if (SEAT_WEIGHT_SHARE * this.#unmatchedWeight(leftMax / SEAT_WEIGHT_SHARE, NO_SEAT) > leftMax)
      return UNLIKE_SCORE
    const left = this.#unmatchedWeight(leftMax, this.#name.seat)
    if (left > leftMax) return UNLIKE_SCORE
    const leftWords = this.#unmatchedTerms()
    if (leftWords === 0 && this.#isQueryMatched()) return SPELLING_SCORE_MAX
    const mayBeOneWordOther = leftWords <= 1 && this.#queryTerms.terms.length > 1
    return partialScoreMax(askedShare * (1 + ROUNDING), answered / (answered + left), mayBeOneWordOther)
  }

  /** What the name's words weigh that answer nothing, those of its seat less; no more is added up when it is more than `most`. */
  #unmatchedWeight(most: number, seat: Seat): number {
    const { terms, length } = this.#name
    let left = 0
    for (let j = 0; j < length && left <= most; j++) {
      if (this.#name.isMatchedAt(j)) continue
      const number = terms[j] as number
      const weight = this.#index.statistics.weightOf(number)
      left += seat.terms.includes(number) ? weight * SEAT_WEIGHT_SHARE : weight
    }
    return left
  }

  /** How many words of the name answer nothing; slips of a form are none. */
  #unmatchedTerms(): number {
    const { terms, length } = this.#name
    let words = 0
    for (let j = 0; j < length; j++) {
      const isLeft = !this.#name.isMatchedAt(j)
      if (isLeft && this.#index.statistics.weightOf(terms[j] as number) > FORM_TYPO_WEIGHT_MAX) words++
    }
    return words
  }

  #matchedWeightMax(): number {
    const name = this.#name
    let answered = 0
    for (let j = 0; j < name.length; j++) {
      if (!name.isMatchedAt(j)) continue
      answered += Math.min(name.matchWeightMaxAt(j), this.#index.statistics.weightOf(name.terms[j] as number))
    }
    return answered
  }

  /** Whether every word of the query may have an answer in the name. */
  #isQueryMatched(): boolean {
    const { matched } = this.#name
    const { formTypos } = this.#queryTerms.query
    for (let i = 0; i < matched.length; i++) if (matched[i] === 0 && !formTypos[i]) return false
    return true
  }
}

/** What the query's words weigh that are words of seats. */
export function seatWeight({ seats }: ScoringIndex, { words, weights }: NameQuery): number {
  return words.reduce((sum, word, i) => sum + (seats.has(word) ? (weights[i] as number) : 0), 0)
}

function termOf({ words }: FuzzyContext, text: string): number {
  const { from, to } = termsEqualTo(words, utf8Of(text))
  return text === '' || from === to ? -1 : from
}
