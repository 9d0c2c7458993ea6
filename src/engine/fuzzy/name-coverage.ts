/** One name after the other: which of its words answer which words of a query, and how much at most. */
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'
import { seatIn } from '../format/company-rows.ts'
import type { Blocks } from '../format/layout.ts'
import type { FuzzyIndex } from './candidate-lists.ts'
import type { QueryTerms } from './query-terms.ts'
import type { Seat, SeatTerms } from './seat-terms.ts'
import { NO_SEAT } from './seat-terms.ts'
import type { TermSplit } from './term-expansions.ts'
import type { TermMatches } from './term-matches.ts'
import { BEGINS_SPLIT, NO_MATCH } from './term-matches.ts'

/** Words of the index that, side by side, are a word of the query. */
interface QuerySplit {
  readonly terms: TermSplit
  readonly position: number
}

/** Longer names get more. */
const NAME_TERMS_CAPACITY = 64

/** What names are compared by: the index, and the table of what its words answer. */
export interface ScoringIndex extends FuzzyIndex {
  /** To scribble on. */
  readonly matches: TermMatches
}

/** Of one query; holds the name that was read last. */
export class NameCoverage {
  readonly #matches: TermMatches
  readonly #weights: readonly number[]
  readonly #blocks: Blocks
  readonly #seats: SeatTerms
  readonly #and: number
  /** By their first word. */
  readonly #splits = new Map<number, QuerySplit[]>()
  document = 0
  /** Whose current name it is; `undefined`: a former one. */
  company: number | undefined
  /** Read at need: most names are turned down without it. */
  #seat: Seat | undefined
  /** Words of the name. */
  terms = new Int32Array(NAME_TERMS_CAPACITY)
  /** By word of the name: the first thing that it answers; … */
  #first = new Int32Array(NAME_TERMS_CAPACITY)
  /** … 1 where it is one of several that are a word of the query. */
  #isSplitPart = new Uint8Array(NAME_TERMS_CAPACITY)
  length = 0
  /** How many of the words are words of the query. */
  equalTerms = 0
  /** By word of the query: the most of its weight that may be answered; … */
  readonly matched: Float64Array
  /** … and all together. */
  matchedTotal = 0

  /** `answers` of the index: what each of its words answers, but for words in parts. */
  constructor({ segment, seats, matches, splits }: ScoringIndex, { query, terms }: QueryTerms) {
    this.#matches = matches
    this.#weights = query.weights
    this.#blocks = segment.blocks
    this.#seats = seats
    this.#and = splits.and
    this.matched = new Float64Array(terms.length)
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

  /** The seat's number; `undefined` of a former name, whose company may have had another then. */
  get seatNumber(): number | undefined {
    return this.company === undefined ? undefined : seatIn(this.#blocks.companyRows, this.company)
  }

  get seat(): Seat {
    const { seatNumber } = this
    this.#seat ??= seatNumber === undefined ? NO_SEAT : this.#seats.of(seatNumber)
    return this.#seat
  }

  /** `company`: whose current name it is; `undefined` for a former one. */
  read(document: number, company: number | undefined): void {
    this.document = document
    this.company = company
    this.#seat = undefined
    const { forward, forwardStarts } = this.#blocks
    const start = forwardStarts[document] as number
    const length = (forwardStarts[document + 1] as number) - start
    if (length > this.terms.length) this.#grow(length)
    this.length = length
    this.equalTerms = 0
    this.matchedTotal = 0
    for (let i = 0; i < this.matched.length; i++) this.matched[i] = 0
    let mayHaveParts = false
    for (let j = 0; j < length; j++) {
      const word = (forward[start + j] as number) >>> 1
      const first = this.#matches.firstOf(word)
      this.terms[j] = word
      this.#first[j] = first
      this.#isSplitPart[j] = 0
      if (first !== NO_MATCH && this.#addMatches(first)) mayHaveParts = true
    }
    if (mayHaveParts) this.#addSplits()
  }

  #grow(length: number): void {
    this.terms = new Int32Array(length * 2)
    this.#first = new Int32Array(length * 2)
    this.#isSplitPart = new Uint8Array(length * 2)
  }

  /** Takes all that a word answers, and says whether with it may begin several that are one of the query. */
  #addMatches(first: number): boolean {
    const { positions, queryWeights, likenesses, next } = this.#matches
    let begins = false
    let isSame = false
    for (let at = first; at !== NO_MATCH; at = next[at] as number) {
      if (positions[at] === BEGINS_SPLIT) begins = true
      else this.#raiseMatched(positions[at] as number, queryWeights[at] as number)
      if (likenesses[at]?.kind === 'same') isSame = true
    }
    if (isSame) this.equalTerms++
    return begins
  }

  #raiseMatched(asked: number, value: number): void {
    const before = this.matched[asked] as number
    if (before >= value) return
    this.matched[asked] = value
    this.matchedTotal += value - before
  }

  #addSplits(): void {
    for (let j = 0; j < this.length - 1; j++) {
      const begun = this.#splits.get(this.terms[j] as number)
      if (begun !== undefined) for (const one of begun) this.#addSplitAt(one, j)
    }
  }

  #addSplitAt({ terms, position }: QuerySplit, place: number): void {
    const isAround = this.hasTermsAroundAndAt(place, terms)
    if (!isAround && !this.hasTermsAt(place, terms)) return
    this.#raiseMatched(position, this.#weights[position] as number)
    this.#isSplitPart.fill(1, place, place + terms.length + (isAround ? 1 : 0))
  }

  isMatchedAt(place: number): boolean {
    if (this.#isSplitPart[place] === 1) return true
    const { positions, next } = this.#matches
    const first = this.#first[place] as number
    if (first === NO_MATCH) return false
    return positions[first] !== BEGINS_SPLIT || next[first] !== NO_MATCH
  }

  /** How much of the weight of the name's word may be asked for at most; 0: it answers nothing. */
  matchWeightMaxAt(place: number): number {
    if (this.#isSplitPart[place] === 1) return Number.POSITIVE_INFINITY
    const { nameWeights, next } = this.#matches
    let most = 0
    for (let at = this.#first[place] as number; at !== NO_MATCH; at = next[at] as number)
      most = Math.max(most, nameWeights[at] as number)
    return most
  }

  /** Whether the words stand in the name from a place on. */
  hasTermsAt(place: number, words: TermSplit): boolean {
    return place + words.length <= this.length && words.every((word, k) => this.terms[place + k] === word)
  }

  /** Whether two words stand in the name from a place on, with an `und` between. */
  hasTermsAroundAndAt(place: number, words: TermSplit): boolean {
    if (words.length !== 2 || place + 2 >= this.length || this.terms[place + 1] !== this.#and) return false
    return this.terms[place] === words[0] && this.terms[place + 2] === words[1]
  }

  /** How like a word of the query is to one of the name. */
  likenessAt(asked: number, name: number): WordLikeness | undefined {
    const { positions: places, likenesses, next } = this.#matches
    for (let at = this.#first[name] as number; at !== NO_MATCH; at = next[at] as number) {
      if (places[at] === asked && likenesses[at] !== undefined) return likenesses[at]
    }
    return undefined
  }
}
