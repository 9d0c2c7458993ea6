/** Upper bounds of scores, computed from cheap facts about a name. */

import { AND } from '../../names/likeness/compound-splits.ts'
import { SEAT_WEIGHT_SHARE } from '../../names/likeness/coverage.ts'
import { LETTERS_COMPARED_SHARE_MIN } from '../../names/likeness/name-likeness.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { INITIALS_MIN, initialsOf } from '../../names/likeness/name-query.ts'
import { secondOf } from '../../names/likeness/shared-words.ts'
import { FORM_TYPO_WEIGHT_MAX } from '../../names/likeness/word-weight.ts'
import { nameShareMin, QUERY_SHARE_MIN, SPELLING_SCORE_MAX } from '../../names/ranking/likeness-score.ts'
import { SCORE_MIN } from '../../names/ranking/rank.ts'
import type { SharedFacts } from '../../names/ranking/shared-score.ts'
import { sharedScore, sharedSum } from '../../names/ranking/shared-score.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { NameCoverage, ScoringIndex } from './name-coverage.ts'
import type { QueryTerms } from './query-terms.ts'
import type { Seat } from './seat-terms.ts'
import { hasPosition, NO_SEAT } from './seat-terms.ts'
import type { WholeNameDistance } from './whole-name-distance.ts'

/** Tolerance for sums of weights, whose last digits depend on the order of the additions. */
const ROUNDING = 1e-6
/** Bytes of non-ASCII letters are at least this. */
const ASCII = 128
/** Bound of a name that is not similar to the query. */
export const UNLIKE_SCORE = 0

/** Score bounds of one query, for the name that its `NameCoverage` has read last. */
export class ScoreBounds {
  readonly #index: ScoringIndex
  readonly #queryTerms: QueryTerms
  /** The current name. */
  readonly #name: NameCoverage
  /** Weight of the query's terms that are part of some company's seat. */
  readonly #seatWeight: number
  /** The highest weight of a query term, and the second highest. */
  readonly #strongest: number
  readonly #second: number
  /** The index term that equals the query's initials; -1 for none. */
  readonly #initialsTerm: number
  readonly #distance: WholeNameDistance
  /** By seat: the query terms that are terms of it. */
  readonly #positionsBySeat: Uint32Array

  constructor(
    index: ScoringIndex,
    queryTerms: QueryTerms,
    name: NameCoverage,
    distance: WholeNameDistance,
    positionsBySeat: Uint32Array,
  ) {
    this.#index = index
    this.#queryTerms = queryTerms
    this.#name = name
    this.#seatWeight = seatWeight(index, queryTerms.query)
    this.#strongest = Math.max(0, ...queryTerms.query.weights)
    this.#second = secondOf(queryTerms.query.weights)
    this.#initialsTerm = termOf(index.context, initialsOf(queryTerms.query.words))
    this.#distance = distance
    this.#positionsBySeat = positionsBySeat
  }

  /**
   * Returns the maximum score that `nameLikeness` may give to the name; `UNLIKE_SCORE` if it gives less than
   * `SCORE_MIN`.
   */
  scoreMax(isOtherForm: boolean): number {
    const name = this.#name
    const isUnbounded =
      name.equalTerms === name.length ||
      this.#queryTerms.documentsOfSameLetters.has(name.document) ||
      this.#mayBeInitials()
    if (isUnbounded || this.mayHaveSimilarLetters()) return SPELLING_SCORE_MAX
    const queryShare = this.#queryShareMax()
    return queryShare < QUERY_SHARE_MIN * (1 - ROUNDING)
      ? UNLIKE_SCORE
      : this.#partialScoreMax(queryShare, isOtherForm)
  }

  /**
   * Returns whether few edits may separate all letters of query and name, and enough is matched for that to
   * count.
   */
  mayHaveSimilarLetters(): boolean {
    const { matchedTotal, document, terms, length } = this.#name
    if (matchedTotal < LETTERS_COMPARED_SHARE_MIN * this.#queryTerms.query.weight * (1 - ROUNDING))
      return false
    const { sections } = this.#index.context
    if (!this.#distance.isLengthSimilar(sections.letterCounts[document] as number)) return false
    return this.#distance.mayBeSimilar(sections, terms, length)
  }

  #mayBeInitials(): boolean {
    const name = this.#name
    if (name.length === 1) return name.terms[0] === this.#initialsTerm
    const { words } = this.#queryTerms.query
    if (words.length > 1 || name.length < INITIALS_MIN) return false
    return this.#areInitials(words[0] as string)
  }

  /** Compares the first bytes of the name's terms. */
  #areInitials(letters: string): boolean {
    const { wordBytes, wordStarts } = this.#index.context.sections
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
    const positions = seatNumber === undefined ? 0 : (this.#positionsBySeat[seatNumber] as number)
    if (positions === 0) return 0
    const { weights } = this.#queryTerms.query
    let weight = 0
    for (let i = 0; i < matched.length; i++) {
      if (hasPosition(positions, i)) weight += Math.max(0, (weights[i] as number) - (matched[i] as number))
    }
    return weight
  }

  /** Returns the bound if every term of the name matches with its maximum weight. */
  #partialScoreMax(queryShare: number, isOtherForm: boolean): number {
    const matched = this.#matchedWeightMax()
    const unmatchedMax = matched * (1 / nameShareMin(queryShare) - 1) * (1 + ROUNDING)
    // Reading the seat is a separate memory access, and most names are rejected regardless of it.
    if (SEAT_WEIGHT_SHARE * this.#unmatchedWeight(unmatchedMax / SEAT_WEIGHT_SHARE, NO_SEAT) > unmatchedMax)
      return UNLIKE_SCORE
    const unmatched = this.#unmatchedWeight(unmatchedMax, this.#name.seat)
    if (unmatched > unmatchedMax) return UNLIKE_SCORE
    if (this.#unmatchedInName().extra === 0 && this.#isQueryMatched()) return SPELLING_SCORE_MAX
    const sharesSeat = this.#isSeatMatched(this.#name.seat)
    const score = sharedScore(
      this.#best(queryShare, matched / (matched + unmatched), isOtherForm, sharesSeat),
    )
    return score < SCORE_MIN ? UNLIKE_SCORE : score
  }

  /**
   * Returns the sum of the name's features at their best (`sharedSum`), without parts of words, which few
   * names have, and without the name's seat, which is a separate memory access; `undefined` if nothing
   * matches.
   */
  relatedEstimate(isOtherForm: boolean): number | undefined {
    if (this.#name.matchedTotal === 0) return undefined
    const queryShare =
      (this.#name.matchedTotal + (this.#seatWeight > 0 ? this.#weightBySeat() : 0)) /
      this.#queryTerms.query.weight
    const matched = this.#matchedWeightMax()
    const unmatched = this.#unmatchedWeight(Number.POSITIVE_INFINITY, NO_SEAT)
    const sharesSeat = this.#seatWeight > 0 && this.#isSeatInQuery()
    return sharedSum(this.#best(queryShare, matched / (matched + unmatched), isOtherForm, sharesSeat, false))
  }

  /** Returns the facts of the name at their best. `mayHaveParts`: words may have common parts. */
  #best(
    queryShare: number,
    nameShare: number,
    isOtherForm: boolean,
    sharesSeat: boolean,
    mayHaveParts = true,
  ): SharedFacts {
    const name = this.#name
    const { strongestOfName, partsOfName, matchedInName } = this.#unmatchedInName()
    const { strongestMatched, secondMatched, neighbours, terms } = this.#bestWords()
    const { matched } = name
    // Written out field by field: spreading objects takes most of the time here.
    return {
      strongestMatched,
      secondMatched: (secondMatched - this.#second) / this.#queryTerms.query.weightMax,
      strongestOfName: (strongestOfName - this.#strongest) / this.#queryTerms.query.weightMax,
      sharesSeat,
      neighbours,
      queryShare: queryShare * (1 + ROUNDING),
      nameShare: Math.min(1, nameShare * (1 + ROUNDING)),
      strongest: this.#strongest,
      partsOfName: mayHaveParts ? partsOfName : 0,
      matchedOfQuery: terms / matched.length,
      matchedOfName: matchedInName / Math.max(1, name.length),
      partsOfQuery: mayHaveParts ? 1 - name.linkedWeight / this.#queryTerms.query.weight + ROUNDING : 0,
      isFirstMatched: (matched[0] as number) > 0 && name.isMatchedAt(0),
      isLastMatched: (matched.at(-1) as number) > 0 && name.isMatchedAt(name.length - 1),
      contained: name.equalTerms === name.length ? 'first' : 'not',
      hasSeat: this.#seatWeight > 0,
      weightedEdits: 0,
      joins: 0,
      isOtherForm,
      isFormMissing: false,
    }
  }

  /** Returns what the best alignment may match of the query. */
  #bestWords() {
    const { matched } = this.#name
    const { weights } = this.#queryTerms.query
    let [strongestMatched, secondMatched, pairs, terms] = [0, 0, 0, 0]
    for (let i = 0; i < matched.length; i++) {
      const weight = weights[i] as number
      if (!this.#mayMatch(i)) continue
      secondMatched = Math.max(secondMatched, Math.min(strongestMatched, weight))
      strongestMatched = Math.max(strongestMatched, weight)
      terms++
      if (i > 0 && this.#mayMatch(i - 1)) pairs++
    }
    const neighbours = pairs / Math.max(1, matched.length - 1)
    return { strongestMatched, secondMatched, neighbours, terms }
  }

  /** Returns whether a term of the query may match a term of the name, or need not. */
  #mayMatch(position: number): boolean {
    const { formTypos, words } = this.#queryTerms.query
    const isOptional = formTypos[position] === true || words[position] === AND
    return isOptional || (this.#name.matched[position] as number) > 0
  }

  /**
   * Returns the weight of the name's unmatched terms, with less weight for those of the seat. Stops adding
   * when it exceeds `most`.
   */
  #unmatchedWeight(most: number, seat: Seat): number {
    const { terms, length } = this.#name
    let unmatched = 0
    for (let j = 0; j < length && unmatched <= most; j++) {
      if (this.#name.isMatchedAt(j)) continue
      const term = terms[j] as number
      const weight = this.#index.statistics.weightOf(term)
      unmatched += seat.terms.includes(term) ? weight * SEAT_WEIGHT_SHARE : weight
    }
    return unmatched
  }

  /**
   * Returns what the name has alone: terms that nothing matches, without `und` and typos of a form, and the share
   * of terms that are not equal to one of the query; and how many terms may match, with the highest weight of them.
   */
  #unmatchedInName(): Pick<SharedFacts, 'strongestOfName' | 'partsOfName'> & {
    readonly extra: number
    readonly matchedInName: number
  } {
    const { terms, length } = this.#name
    let [extra, strongestOfName, linked, all, matchedInName] = [0, 0, 0, 0, 0]
    for (let j = 0; j < length; j++) {
      const weight = this.#index.statistics.weightOf(terms[j] as number)
      all += weight
      if (this.#name.isLinkedAt(j)) linked += weight
      if (this.#name.isMatchedAt(j)) {
        matchedInName++
        strongestOfName = Math.max(strongestOfName, weight)
        continue
      }
      if (weight > FORM_TYPO_WEIGHT_MAX && terms[j] !== this.#index.splits.and) extra++
    }
    const partsOfName = all === 0 ? 0 : 1 - linked / all + ROUNDING
    return { extra, strongestOfName, matchedInName, partsOfName }
  }

  /** Returns whether a term of the seat may match. */
  #isSeatMatched({ terms: ofSeat }: Seat): boolean {
    const { terms, length } = this.#name
    for (let j = 0; j < length; j++) {
      if (ofSeat.includes(terms[j] as number) && this.#name.isMatchedAt(j)) return true
    }
    return false
  }

  /** Returns whether an equal term of the query is part of the seat. */
  #isSeatInQuery(): boolean {
    const { matched, seatNumber } = this.#name
    const positions = seatNumber === undefined ? 0 : (this.#positionsBySeat[seatNumber] as number)
    return positions !== 0 && matched.some((weight, i) => weight > 0 && hasPosition(positions, i))
  }

  #matchedWeightMax(): number {
    const name = this.#name
    let matched = 0
    for (let j = 0; j < name.length; j++) {
      if (!name.isMatchedAt(j)) continue
      matched += Math.min(name.matchWeightMaxAt(j), this.#index.statistics.weightOf(name.terms[j] as number))
    }
    return matched
  }

  /** Returns whether every term of the query but `und` may match a term of the name. */
  #isQueryMatched(): boolean {
    const { length } = this.#name.matched
    for (let i = 0; i < length; i++) if (!this.#mayMatch(i)) return false
    return true
  }
}

/** Returns the weight of the query's terms that are part of a seat. */
export function seatWeight({ seats }: ScoringIndex, { words, weights }: NameQuery): number {
  return words.reduce((sum, word, i) => sum + (seats.has(word) ? (weights[i] as number) : 0), 0)
}

function termOf({ words }: FuzzyContext, text: string): number {
  const { from, to } = termsEqualTo(words, utf8Of(text))
  return text === '' || from === to ? -1 : from
}
