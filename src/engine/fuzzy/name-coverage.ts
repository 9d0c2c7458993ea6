/**
 * Coverage of names: which of a name's terms match which terms of a query, and the maximum weight they match.
 */
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'
import { seatIn } from '../format/company-rows.ts'
import type { Sections } from '../format/layout.ts'
import type { FuzzyIndex } from './candidate-lists.ts'
import type { TermSplit } from './fuzzy-context.ts'
import { type MisspeltTerm, MisspeltTerms } from './misspelt-terms.ts'
import type { QueryTerms } from './query-terms.ts'
import type { Seat, SeatTerms } from './seat-terms.ts'
import { NO_SEAT } from './seat-terms.ts'
import type { TermMatches } from './term-matches.ts'
import { BEGINS_SPLIT, NO_MATCH } from './term-matches.ts'

/** Adjacent terms of the index that are one term of the query. */
interface QuerySplit {
  readonly terms: TermSplit
  readonly position: number
}

/** Initial capacity for the terms of a name; longer names enlarge it. */
const NAME_TERMS_CAPACITY = 64

/** The index and the table of its matching terms, shared by all parts of scoring. */
export interface ScoringIndex extends FuzzyIndex {
  /** Scratch table, filled for each query. */
  readonly matches: TermMatches
}

/** Coverage of the name that was read last, for one query. */
export class NameCoverage {
  readonly #matches: TermMatches
  readonly #weights: readonly number[]
  readonly #sections: Sections
  readonly #seats: SeatTerms
  readonly #and: number
  readonly #misspelt: MisspeltTerms
  /** By their first term. */
  readonly #splits = new Map<number, QuerySplit[]>()
  document = 0
  /** The company whose current name it is; `undefined` for a former name. */
  company: number | undefined
  /** Read on demand: most names are rejected without it. */
  #seat: Seat | undefined
  /** Terms of the name. */
  terms = new Int32Array(NAME_TERMS_CAPACITY)
  /** By position in the name: the first match of the term, … */
  #first = new Int32Array(NAME_TERMS_CAPACITY)
  /** … and 1 if the term is part of a split query term. */
  #isSplitPart = new Uint8Array(NAME_TERMS_CAPACITY)
  /** … and 1 if it is linked with an equal term of the query in every alignment. */
  #isLinked = new Uint8Array(NAME_TERMS_CAPACITY)
  length = 0
  /** Number of terms that equal a term of the query. */
  equalTerms = 0
  /** Whether terms of the query that are joined or split are in the name. */
  mayHaveJoins = false
  /** By position in the query: 1 if it is linked with an equal term of the name, … */
  readonly #isQueryLinked: Uint8Array
  /** … and the number and the weight of these. */
  linkedTerms = 0
  linkedWeight = 0
  /** By position in the query: the maximum weight that may be matched, … */
  readonly matched: Float64Array
  /** … and the sum. */
  matchedTotal = 0

  /** `matches`: the matches of every index term except splits. */
  constructor({ context, seats, matches, splits }: ScoringIndex, { query, terms }: QueryTerms) {
    this.#matches = matches
    this.#misspelt = new MisspeltTerms(matches, query.words)
    this.#weights = query.weights
    this.#sections = context.sections
    this.#seats = seats
    this.#and = splits.and
    this.matched = new Float64Array(terms.length)
    this.#isQueryLinked = new Uint8Array(terms.length)
    terms.forEach(({ splits }, i) => {
      for (const one of splits) this.#addSplit(one, i)
    })
  }

  #addSplit(terms: TermSplit, position: number): void {
    const first = terms[0] as number
    const known = this.#splits.get(first)
    const isRaised = known?.some((one) => one.position === position) === true
    if (!isRaised) this.#matches.raise(first, this.#weights[position] as number)
    if (known !== undefined) {
      known.push({ terms, position })
      return
    }
    this.#splits.set(first, [{ terms, position }])
    this.#matches.add(first, BEGINS_SPLIT, 0, 0, undefined)
  }

  /** Number of the seat; `undefined` for a former name, whose company may have had another seat then. */
  get seatNumber(): number | undefined {
    return this.company === undefined ? undefined : seatIn(this.#sections.companyRows, this.company)
  }

  get seat(): Seat {
    const { seatNumber } = this
    this.#seat ??= seatNumber === undefined ? NO_SEAT : this.#seats.of(seatNumber)
    return this.#seat
  }

  /** Reads a name. `company`: the company whose current name it is; `undefined` for a former name. */
  read(document: number, company: number | undefined): void {
    this.document = document
    this.company = company
    this.#seat = undefined
    const { forward, forwardStarts } = this.#sections
    const start = forwardStarts[document] as number
    const length = (forwardStarts[document + 1] as number) - start
    if (length > this.terms.length) this.#grow(length)
    this.length = length
    this.equalTerms = 0
    this.mayHaveJoins = false
    this.matchedTotal = 0
    // A call of `fill` costs more than a loop over these few.
    for (let i = 0; i < this.matched.length; i++) {
      this.matched[i] = 0
      this.#isQueryLinked[i] = 0
    }
    this.linkedTerms = 0
    this.linkedWeight = 0
    let mayHaveSplits = false
    for (let j = 0; j < length; j++) {
      const term = (forward[start + j] as number) >>> 1
      const first = this.#matches.firstOf(term)
      this.terms[j] = term
      this.#first[j] = first
      this.#isSplitPart[j] = 0
      this.#isLinked[j] = 0
      if (first !== NO_MATCH && this.#addMatches(first, j)) mayHaveSplits = true
    }
    if (mayHaveSplits) this.#addSplits()
  }

  #grow(length: number): void {
    this.terms = new Int32Array(length * 2)
    this.#first = new Int32Array(length * 2)
    this.#isSplitPart = new Uint8Array(length * 2)
    this.#isLinked = new Uint8Array(length * 2)
  }

  /**
   * Adds all matches of the term at a position. Returns whether a split of a query term may begin with it.
   */
  #addMatches(first: number, at: number): boolean {
    const { positions, queryWeights, likenesses, next } = this.#matches
    let beginsSplit = false
    let isEqual = false
    for (let match = first; match !== NO_MATCH; match = next[match] as number) {
      const position = positions[match] as number
      if (position === BEGINS_SPLIT) {
        beginsSplit = true
        continue
      }
      this.#raiseMatched(position, queryWeights[match] as number)
      const likeness = likenesses[match]
      if (likeness === undefined) this.mayHaveJoins = true
      if (likeness?.kind !== 'same') continue
      isEqual = true
      if (this.#isLinked[at] === 0) this.#link(position, at)
    }
    if (isEqual) this.equalTerms++
    return beginsSplit
  }

  /** Equal words are linked first, each word once. */
  #link(position: number, at: number): void {
    if (this.#isQueryLinked[position] === 1) return
    this.#isQueryLinked[position] = 1
    this.#isLinked[at] = 1
    this.linkedTerms++
    this.linkedWeight += this.#weights[position] as number
  }

  /** Whether the term of the name is linked with an equal term of the query in every alignment. */
  isLinkedAt(position: number): boolean {
    return this.#isLinked[position] === 1
  }

  #raiseMatched(position: number, weight: number): void {
    const before = this.matched[position] as number
    if (before >= weight) return
    this.matched[position] = weight
    this.matchedTotal += weight - before
  }

  #addSplits(): void {
    for (let j = 0; j < this.length - 1; j++) {
      const splits = this.#splits.get(this.terms[j] as number)
      if (splits !== undefined) for (const one of splits) this.#addSplitAt(one, j)
    }
  }

  #addSplitAt({ terms, position }: QuerySplit, at: number): void {
    const isWithAnd = this.hasTermsWithAndAt(at, terms)
    if (!isWithAnd && !this.hasTermsAt(at, terms)) return
    this.mayHaveJoins = true
    this.#raiseMatched(position, this.#weights[position] as number)
    this.#isSplitPart.fill(1, at, at + terms.length + (isWithAnd ? 1 : 0))
  }

  isMatchedAt(position: number): boolean {
    if (this.#isSplitPart[position] === 1) return true
    const { positions, next } = this.#matches
    const first = this.#first[position] as number
    if (first === NO_MATCH) return false
    return positions[first] !== BEGINS_SPLIT || next[first] !== NO_MATCH
  }

  /** Returns the maximum matched weight of the name's term; 0 if it matches nothing. */
  matchWeightMaxAt(position: number): number {
    if (this.#isSplitPart[position] === 1) return Number.POSITIVE_INFINITY
    const { nameWeights, next } = this.#matches
    let most = 0
    for (let at = this.#first[position] as number; at !== NO_MATCH; at = next[at] as number)
      most = Math.max(most, nameWeights[at] as number)
    return most
  }

  /** Whether the term of the query is linked with an equal term of the name in every alignment. */
  isQueryLinkedAt(position: number): boolean {
    return this.#isQueryLinked[position] === 1
  }

  /**
   * Returns what is known of the name's term if it can only be another spelling of one term of the query;
   * `undefined` if it equals one, or may match together with other terms.
   */
  misspeltAt(position: number): MisspeltTerm | undefined {
    if (this.#isSplitPart[position] === 1) return undefined
    return this.#misspelt.of(this.#first[position] as number)
  }

  /** Returns whether the terms are in the name from this position on. */
  hasTermsAt(position: number, split: TermSplit): boolean {
    return (
      position + split.length <= this.length && split.every((term, k) => this.terms[position + k] === term)
    )
  }

  /** Returns whether two terms are in the name from this position on, with an `und` between them. */
  hasTermsWithAndAt(position: number, split: TermSplit): boolean {
    if (split.length !== 2 || position + 2 >= this.length || this.terms[position + 1] !== this.#and)
      return false
    return this.terms[position] === split[0] && this.terms[position + 2] === split[1]
  }

  /** Returns the likeness of a term of the query to a term of the name. */
  likenessAt(query: number, name: number): WordLikeness | undefined {
    const { positions, likenesses, next } = this.#matches
    for (let at = this.#first[name] as number; at !== NO_MATCH; at = next[at] as number) {
      if (positions[at] === query && likenesses[at] !== undefined) return likenesses[at]
    }
    return undefined
  }
}
