/** The facts about a name at their best, computed without aligning its words: for score bounds and estimates. */
import { AND } from '../../names/likeness/compound-splits.ts'
import type { NameQuery } from '../../names/likeness/name-pair.ts'
import { FORM_TYPO_WEIGHT_MAX } from '../../names/likeness/word-weight.ts'
import type { SharedFacts } from '../../names/ranking/shared-score.ts'
import { hasFormInName } from '../format/index-reader.ts'
import type { MisspeltTerm } from './misspelt-terms.ts'
import type { NameCoverage, ScoringIndex } from './name-coverage.ts'
import { PartBounds } from './part-bounds.ts'

/** Tolerance for sums of weights, whose last digits depend on the order of the additions. */
export const ROUNDING = 1e-6

/** The shares of the weights that may be matched, and what else is known of a name. */
export interface BestShares
  extends Pick<SharedFacts, 'queryShare' | 'nameShare' | 'isOtherForm' | 'sharesSeat'> {
  /** Words may have common parts. */
  readonly mayHaveParts: boolean
}

/** Facts that can be changed. */
export type FactsAtBest = { -readonly [Fact in keyof SharedFacts]: SharedFacts[Fact] }

/** All links that a name may have besides those of equal terms: none, or one of a misspelt term. */
export interface KnownLinks {
  readonly misspelt: MisspeltTerm | undefined
}

/** The best facts of one query, for the name that its `NameCoverage` has read last. */
export class BestFacts {
  readonly #index: ScoringIndex
  readonly #query: NameQuery
  readonly #name: NameCoverage
  readonly #parts: PartBounds
  /** By position in the name: what `PartBounds.add` returned. */
  readonly #partShares: number[] = []
  /** Written again for each name: thousands of new objects a search take longer than their fields. */
  readonly #best: FactsAtBest

  /** `mayHaveSeat`: a word of the query is part of some company's seat. */
  constructor(index: ScoringIndex, query: NameQuery, name: NameCoverage, mayHaveSeat: boolean) {
    this.#index = index
    this.#query = query
    this.#name = name
    this.#parts = new PartBounds(index.context, query)
    this.#best = factsOfNothing(query, mayHaveSeat)
  }

  /** Returns the facts at their best, valid until the next call. */
  of({ queryShare, nameShare, isOtherForm, sharesSeat, mayHaveParts }: BestShares): FactsAtBest {
    const { matched, length, equalTerms, document } = this.#name
    const best = this.#best
    this.#parts.clear()
    this.#setBestOfName(mayHaveParts)
    this.#setBestOfQuery()
    best.sharesSeat = sharesSeat
    best.queryShare = queryShare * (1 + ROUNDING)
    best.nameShare = Math.min(1, nameShare * (1 + ROUNDING))
    best.partsOfQuery = this.#partsOfQuery()
    best.isFirstMatched = (matched[0] as number) > 0 && this.#name.isMatchedAt(0)
    best.isLastMatched = (matched.at(-1) as number) > 0 && this.#name.isMatchedAt(length - 1)
    best.contained = equalTerms === length ? 'first' : 'not'
    best.isPlaceAdded = this.#mayBePlaceAdded()
    best.weightedEdits = 0
    best.isOtherForm = isOtherForm
    best.isFormMissing = !this.#query.hasForm && hasFormInName(this.#index.context, document)
    return best
  }

  /** Changes the facts of `of`, with parts, to those with these links only. */
  withLinks(best: FactsAtBest, { misspelt }: KnownLinks): SharedFacts {
    const { terms, length, linkedTerms } = this.#name
    const { words, weightMax } = this.#query
    const { quality = 0, edits = 0 } = misspelt ?? {}
    let [all, free, strongest] = [0, 0, 0]
    for (let j = 0; j < length; j++) {
      const ofTerm = this.#index.statistics.weightOf(terms[j] as number)
      all += ofTerm
      if (this.#name.isLinkedAt(j)) strongest = Math.max(strongest, ofTerm)
      else if (this.#name.isMatchedAt(j)) strongest = Math.max(strongest, ofTerm * quality)
      else free += ofTerm * (this.#partShares[j] as number)
    }
    best.strongestOfName = (strongest - this.#query.strongest) / weightMax
    best.matchedOfQuery = (linkedTerms + quality) / words.length
    best.matchedOfName = (linkedTerms + quality) / length
    best.partsOfQuery = this.#partsOfQuery(misspelt?.onlyMatch)
    best.partsOfName = free / all + ROUNDING
    best.weightedEdits = edits
    return best
  }

  /** Returns the links that the name may have; `undefined` if it may have others. */
  knownLinks(): KnownLinks | undefined {
    const name = this.#name
    let misspelt: MisspeltTerm | undefined
    for (let j = 0; j < name.length; j++) {
      if (name.isLinkedAt(j) || !name.isMatchedAt(j)) continue
      if (misspelt !== undefined) return undefined
      misspelt = name.misspeltAt(j)
      if (misspelt === undefined) return undefined
    }
    return { misspelt }
  }

  /** Returns whether query and name may match as a whole. */
  mayBeWhole(): boolean {
    const { terms, length, matched } = this.#name
    for (let j = 0; j < length; j++) {
      const isOptional = terms[j] === this.#index.splits.and
      if (this.#name.isMatchedAt(j) || isOptional) continue
      if (this.#index.statistics.weightOf(terms[j] as number) > FORM_TYPO_WEIGHT_MAX) return false
    }
    for (let i = 0; i < matched.length; i++) if (!this.#mayMatch(i)) return false
    return true
  }

  /**
   * Returns the maximum share of the weight of the query's free words that the name has parts of. `matched`: a
   * word that is not free.
   */
  #partsOfQuery(matched?: number): number {
    const { weights, weight } = this.#query
    let parts = 0
    for (let i = 0; i < weights.length; i++)
      if (i !== matched && !this.#name.isQueryLinkedAt(i) && this.#parts.isInName(i))
        parts += weights[i] as number
    return parts / weight + ROUNDING
  }

  /** Sets what the best alignment may match of the query. */
  #setBestOfQuery(): void {
    const { matched } = this.#name
    const { weights, second, weightMax } = this.#query
    let [strongestMatched, secondMatched, pairs, terms] = [0, 0, 0, 0]
    for (let i = 0; i < matched.length; i++) {
      const weight = weights[i] as number
      if (!this.#mayMatch(i)) continue
      secondMatched = Math.max(secondMatched, Math.min(strongestMatched, weight))
      strongestMatched = Math.max(strongestMatched, weight)
      terms++
      if (i > 0 && this.#mayMatch(i - 1)) pairs++
    }
    const best = this.#best
    best.strongestMatched = strongestMatched
    best.secondMatched = (secondMatched - second) / weightMax
    best.matchedOfQuery = terms / matched.length
    best.neighbours = pairs / Math.max(1, matched.length - 1)
  }

  /** Returns whether the query may be the whole name and a seat. */
  #mayBePlaceAdded(): boolean {
    const { equalTerms, length, matched } = this.#name
    if (equalTerms < length) return false
    return this.#query.places.some(([from, to]) => length === matched.length - (to - from))
  }

  /** Returns whether a term of the query may match a term of the name, or need not. */
  #mayMatch(position: number): boolean {
    const { formTypos, words } = this.#query
    const isOptional = formTypos[position] === true || words[position] === AND
    return isOptional || (this.#name.matched[position] as number) > 0
  }

  /** Sets what the best alignment may match of the name. */
  #setBestOfName(mayHaveParts: boolean): void {
    const { terms, length } = this.#name
    const { strongest, weightMax } = this.#query
    let [strongestOfName, parts, all, matched] = [0, 0, 0, 0]
    for (let j = 0; j < length; j++) {
      const weight = this.#index.statistics.weightOf(terms[j] as number)
      all += weight
      const part = mayHaveParts ? this.#parts.add(terms[j] as number) : 0
      this.#partShares[j] = part
      if (!this.#name.isLinkedAt(j)) parts += weight * part
      if (!this.#name.isMatchedAt(j)) continue
      matched++
      strongestOfName = Math.max(strongestOfName, weight)
    }
    const best = this.#best
    best.strongestOfName = (strongestOfName - strongest) / weightMax
    best.partsOfName = all === 0 ? 0 : parts / all + ROUNDING
    best.matchedOfName = matched / Math.max(1, length)
  }
}

/** Returns the facts of a name that matches nothing. */
function factsOfNothing({ strongest }: NameQuery, hasSeat: boolean): FactsAtBest {
  return {
    ...{ queryShare: 0, nameShare: 0, strongest, strongestMatched: 0, secondMatched: 0, strongestOfName: 0 },
    ...{ matchedOfQuery: 0, matchedOfName: 0, partsOfQuery: 0, partsOfName: 0, neighbours: 0 },
    ...{ isFirstMatched: false, isLastMatched: false, contained: 'not', sharesSeat: false, hasSeat },
    ...{ isPlaceAdded: false, isPlaceMissing: false, isOtherForm: false, isFormMissing: false },
    ...{ weightedEdits: 0, joins: 0 },
  }
}
