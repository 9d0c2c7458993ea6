/** Scores documents against one query: bounds first, which cost little, then, where they allow a hit, `nameLikeness`. */

import type { SplitLikeness } from '../../names/likeness/compound-splits.ts'
import { joinedLikeness, splitLikeness } from '../../names/likeness/compound-splits.ts'
import { matchWeight } from '../../names/likeness/coverage.ts'
import { LIKENESS_WORDS_MAX, nameLikeness } from '../../names/likeness/name-likeness.ts'
import type { CandidateName } from '../../names/likeness/name-pair.ts'
import type { WordComparer } from '../../names/likeness/word-alignment.ts'
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import { hasFormInName } from '../format/index-reader.ts'
import type { ScoringIndex } from './name-coverage.ts'
import { NameCoverage } from './name-coverage.ts'
import { Prefilter } from './prefilter.ts'
import type { QueryRun, QueryTerm, QueryTerms } from './query-terms.ts'
import { ScoreBounds } from './score-bounds.ts'
import type { TermSplit } from './term-expansions.ts'
import { WholeNameDistance } from './whole-name-distance.ts'

/** Of one query in one index; fills the index's table of answers for itself. */
export class Scorer implements WordComparer {
  readonly #index: ScoringIndex
  readonly #queryTerms: QueryTerms
  /** Of the document that was asked for last. */
  readonly #name: NameCoverage
  readonly #bounds: ScoreBounds
  readonly #prefilter: Prefilter
  /** By place of the first word and the one behind the last. */
  readonly #runs = new Map<number, QueryRun>()
  /** Answers of `partedLikeness`, by the query's word and the name's: thousands of names may have the same. */
  readonly #splitLikeness = new Map<string, SplitLikeness | undefined>()

  constructor(index: ScoringIndex, asked: QueryTerms) {
    this.#index = index
    this.#queryTerms = asked
    for (const run of asked.runs) this.#runs.set(runKey(run.from, run.to), run)
    this.#fillMatches()
    this.#name = new NameCoverage(index, asked)
    const letters = new WholeNameDistance(asked.query.letters)
    const places = index.seats.positionsBySeat(asked.query.words)
    this.#bounds = new ScoreBounds(index, asked, this.#name, letters, places)
    this.#prefilter = new Prefilter(index, asked, letters, places)
  }

  #fillMatches(): void {
    const { matches, statistics: known } = this.#index
    const { terms, runs, query } = this.#queryTerms
    matches.clear()
    for (let i = 0; i < terms.length; i++) {
      const weight = query.weights[i] as number
      for (const like of (terms[i] as QueryTerm).fuzzyTerms) {
        const own = known.weightOf(like.term)
        const value = matchWeight(like, weight, own)
        matches.add(like.term, i, value, matchWeight(like, own, weight), like)
      }
    }
    for (const run of runs) this.#addRun(run)
  }

  #addRun({ from, to, joinedTerms }: QueryRun): void {
    const { matches, statistics: known } = this.#index
    for (const word of joinedTerms) {
      const nameValue = known.weightOf(word)
      for (let i = from; i < to; i++) {
        const value = this.#queryTerms.query.weights[i] as number
        matches.add(word, i, value, nameValue, undefined)
      }
    }
  }

  /** Those of up to `TOUCHED_MAX` documents that may be like the query, by a first look. */
  filter(documents: Uint32Array): Uint32Array {
    return this.#prefilter.filter(documents)
  }

  /** The highest score that the name may have; `UNLIKE_SCORE` where `score` would find it unlike. `company`: whose current name it is; `undefined` for a former one. */
  scoreMax(document: number, company: number | undefined): number {
    this.#name.read(document, company)
    return this.#bounds.scoreMax()
  }

  /** `undefined` where the name is not like the query. */
  score(document: number, company: number | undefined, isOtherForm: boolean): LikenessScore | undefined {
    this.#name.read(document, company)
    const { statistics } = this.#index
    const numbers = Array.from(this.#name.terms.subarray(0, this.#name.length))
    const name: CandidateName = {
      words: numbers.map((word) => statistics.textOf(word)),
      weights: numbers.map((word) => statistics.weightOf(word)),
      seat: this.#name.seat.words,
      hasForm: hasFormInName(this.#index.segment, document),
      isOtherForm,
      isFormer: company === undefined,
      mayHaveNearLetters: () => this.#bounds.mayHaveNearLetters(),
      mayHaveSameLetters: this.#queryTerms.documentsOfSameLetters.has(document),
    }
    return nameLikeness(this.#queryTerms.query, name, this)
  }

  likenessAt(asked: number, name: number): WordLikeness | undefined {
    return this.#name.likenessAt(asked, name)
  }

  joinedAt(from: number, to: number, name: number): SplitLikeness | undefined {
    const run = this.#runs.get(runKey(from, to))
    const word = this.#name.terms[name] as number
    if (run === undefined || !run.joinedTerms.has(word)) return undefined
    const words = this.#queryTerms.query.words.slice(from, to)
    return joinedLikeness(words, this.#index.statistics.textOf(word), run.mayHaveEdit)
  }

  splitAt(asked: number, from: number, to: number): SplitLikeness | undefined {
    const { splits, text, isUnknown } = this.#queryTerms.terms[asked] as QueryTerm
    const count = to - from
    const mayBe = (words: TermSplit) =>
      words.length === count
        ? this.#name.hasTermsAt(from, words)
        : count === 3 && this.#name.hasTermsAroundAndAt(from, words)
    if (!splits.some(mayBe)) return undefined
    const numbers = Array.from(this.#name.terms.subarray(from, to))
    const key = `${asked} ${numbers.join(' ')}`
    const known = this.#splitLikeness.get(key)
    if (known !== undefined || this.#splitLikeness.has(key)) return known
    const words = numbers.map((word) => this.#index.statistics.textOf(word))
    const likeness = splitLikeness(text, words, isUnknown)
    this.#splitLikeness.set(key, likeness)
    return likeness
  }
}

/** One number for both; a query has no more than `LIKENESS_WORDS_MAX` words. */
function runKey(from: number, to: number): number {
  return from * (LIKENESS_WORDS_MAX + 1) + to
}
