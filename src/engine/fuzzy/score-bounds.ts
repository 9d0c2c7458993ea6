/** Upper bounds of scores, computed from cheap facts about a name. */

import { SEAT_WEIGHT_SHARE } from '../../names/likeness/coverage.ts'
import { LETTERS_COMPARED_SHARE_MIN } from '../../names/likeness/name-likeness.ts'
import { INITIALS_MIN, initialsOf } from '../../names/likeness/name-query.ts'
import { roundedEstimate } from '../../names/likeness/related-estimate.ts'
import { nameShareMin, QUERY_SHARE_MIN, SPELLING_SCORE_MAX } from '../../names/ranking/likeness-score.ts'
import { SCORE_MIN } from '../../names/ranking/rank.ts'
import { sharedScore, sharedSum } from '../../names/ranking/shared-score.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import { BestFacts, type KnownLinks, ROUNDING } from './best-facts.ts'
import type { FuzzyContext } from './fuzzy-context.ts'
import type { NameCoverage, ScoringIndex } from './name-coverage.ts'
import type { QueryTerms } from './query-terms.ts'
import type { Seat, SeatMatches } from './seat-terms.ts'
import { hasPosition, NO_SEAT } from './seat-terms.ts'
import type { WholeNameDistance } from './whole-name-distance.ts'

/** Minimum share of the query that a hit matches. */
const SHARE_MIN = QUERY_SHARE_MIN * (1 - ROUNDING)
/** Bytes of non-ASCII letters are at least this. */
const ASCII = 128
/** Bound of a name that is not similar to the query. */
export const UNLIKE_SCORE = 0

/** The weight of a name's terms that match at most, and of those that match nothing, whatever its seat. */
interface BareWeights {
  readonly matched: number
  readonly unmatched: number
}

/** What is known of a name that matches enough of the query. */
interface PartialName extends BareWeights {
  readonly queryShare: number
  readonly links: KnownLinks | undefined
  readonly isOtherForm: boolean
}

/** Score bounds of one query, for the name that its `NameCoverage` has read last. */
export class ScoreBounds {
  readonly #index: ScoringIndex
  readonly #queryTerms: QueryTerms
  /** The current name. */
  readonly #name: NameCoverage
  /** Maximum weight that a seat adds. */
  readonly #seatWeight: number
  readonly #facts: BestFacts
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
    seats: SeatMatches,
  ) {
    this.#index = index
    this.#queryTerms = queryTerms
    this.#name = name
    this.#seatWeight = seats.weightMax
    this.#facts = new BestFacts(index, queryTerms.query, name, this.#seatWeight > 0)
    this.#initialsTerm = termOf(index.context, initialsOf(queryTerms.query.words))
    this.#distance = distance
    this.#positionsBySeat = seats.positions
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
    const links = this.#facts.knownLinks()
    const bare = this.#bareWeights(links)
    if (bare === undefined || this.#queryShareMax() < SHARE_MIN) return UNLIKE_SCORE
    const queryShare = links === undefined ? this.#queryShareMax() : this.#shareOfLinks(links)
    if (queryShare < SHARE_MIN) return UNLIKE_SCORE
    return this.#partialScoreMax({ ...bare, queryShare, links, isOtherForm })
  }

  /**
   * Returns the weights without the name's seat; `undefined` if the name is not similar whatever its seat: reading that is a
   * separate memory access, and most names are rejected regardless of it.
   */
  #bareWeights(links: KnownLinks | undefined): BareWeights | undefined {
    const { weight } = this.#queryTerms.query
    const { matchedTotal, linkedWeight } = this.#name
    if (matchedTotal + this.#seatWeight < SHARE_MIN * weight) return undefined
    const known = links === undefined ? matchedTotal : linkedWeight + (links.misspelt?.weight ?? 0)
    const share = ((known + this.#seatWeight) / weight) * (1 + ROUNDING)
    if (share < SHARE_MIN) return undefined
    const matched = this.#matchedWeightMax()
    const most = unmatchedWeightMax(matched, share)
    const unmatched = this.#unmatchedWeight(most / SEAT_WEIGHT_SHARE, NO_SEAT)
    return SEAT_WEIGHT_SHARE * unmatched > most ? undefined : { matched, unmatched }
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
    if (this.#seatWeight === 0 || matchedTotal + this.#seatWeight < SHARE_MIN * weight)
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

  /** Returns the maximum share of the query that these links and the seat match. */
  #shareOfLinks({ misspelt }: KnownLinks): number {
    return (this.#linkedWeightMax() + (misspelt?.weight ?? 0)) / this.#queryTerms.query.weight
  }

  /** Returns the maximum weight of the query that equal terms and the seat match. */
  #linkedWeightMax(): number {
    const { linkedWeight, seatNumber } = this.#name
    if (this.#seatWeight === 0 || seatNumber === undefined) return linkedWeight
    const { weights } = this.#queryTerms.query
    const positions = this.#positionsBySeat[seatNumber] as number
    let weight = linkedWeight
    for (let i = 0; i < weights.length && positions !== 0; i++)
      if (hasPosition(positions, i) && !this.#name.isQueryLinkedAt(i)) weight += weights[i] as number
    return weight
  }

  /** Returns whether the name has these links in every alignment with which it is a hit. */
  #areLinked({ misspelt }: KnownLinks): boolean {
    return misspelt === undefined || this.#linkedWeightMax() < SHARE_MIN * this.#queryTerms.query.weight
  }

  /** Returns the bound if every term of the name matches with its maximum weight. */
  #partialScoreMax({ matched, unmatched: bare, queryShare, links, isOtherForm }: PartialName): number {
    const unmatchedMax = unmatchedWeightMax(matched, queryShare)
    if (SEAT_WEIGHT_SHARE * bare > unmatchedMax) return UNLIKE_SCORE
    const unmatched = this.#unmatchedWeight(unmatchedMax, this.#name.seat)
    if (unmatched > unmatchedMax) return UNLIKE_SCORE
    if (this.#facts.mayBeWhole()) return SPELLING_SCORE_MAX
    const best = this.#facts.of({
      queryShare,
      nameShare: matched / (matched + unmatched),
      isOtherForm,
      sharesSeat: this.#isSeatMatched(this.#name.seat),
      mayHaveParts: true,
    })
    const isKnown = links !== undefined && this.#areLinked(links)
    const score = sharedScore(isKnown ? this.#facts.withLinks(best, links) : best)
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
    const best = this.#facts.of({
      queryShare,
      nameShare: matched / (matched + unmatched),
      isOtherForm,
      sharesSeat: this.#seatWeight > 0 && this.#isSeatInQuery(),
      mayHaveParts: false,
    })
    return roundedEstimate(sharedSum(best))
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
}

/** Returns the maximum weight of the unmatched terms of a name that is similar to the query. */
function unmatchedWeightMax(matched: number, queryShare: number): number {
  return matched * (1 / nameShareMin(queryShare) - 1) * (1 + ROUNDING)
}

function termOf({ words }: FuzzyContext, text: string): number {
  const { from, to } = termsEqualTo(words, utf8Of(text))
  return text === '' || from === to ? -1 : from
}
