/**
 * The scorer of documents for one query: cheap bounds first, then `nameLikeness` for names whose bound allows
 * a hit.
 */

import type { SplitLikeness } from '../../names/likeness/compound-splits.ts'
import { joinedLikeness, splitLikeness } from '../../names/likeness/compound-splits.ts'
import { matchWeight } from '../../names/likeness/coverage.ts'
import { nameLikeness } from '../../names/likeness/name-likeness.ts'
import type { CandidateName } from '../../names/likeness/name-pair.ts'
import { LIKENESS_WORDS_MAX } from '../../names/likeness/name-query.ts'
import type { WordComparer } from '../../names/likeness/word-alignment.ts'
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import { asRelated } from '../../names/ranking/likeness-score.ts'
import { hasFormInName } from '../format/index-reader.ts'
import { type SeatWeights, seatWeightMax } from './candidate-lists.ts'
import type { TermSplit } from './fuzzy-context.ts'
import type { ScoringIndex } from './name-coverage.ts'
import { NameCoverage } from './name-coverage.ts'
import { Prefilter } from './prefilter.ts'
import type { QueryRun, QueryTerm, QueryTerms } from './query-terms.ts'
import type { RelatedScorer, SimilarScorer } from './rerank.ts'
import { ScoreBounds } from './score-bounds.ts'
import { WholeNameDistance } from './whole-name-distance.ts'

/**
 * Scores documents of one index for one query. Fills the index's table of matches, so only one scorer can be
 * in use.
 */
export class Scorer implements WordComparer, SimilarScorer {
  readonly #index: ScoringIndex
  readonly #queryTerms: QueryTerms
  /** Coverage of the current document. */
  readonly #name: NameCoverage
  readonly #bounds: ScoreBounds
  readonly #prefilter: Prefilter
  /** By `runKey`. */
  readonly #runs = new Map<number, QueryRun>()
  /**
   * Cached results of `splitLikeness` by term of the query and terms of the name: thousands of names may
   * contain the same ones.
   */
  readonly #splitLikenessCache = new Map<string, SplitLikeness | undefined>()

  /** `bySeat`: `seatWeights` of the query. */
  constructor(index: ScoringIndex, queryTerms: QueryTerms, bySeat: readonly SeatWeights[]) {
    this.#index = index
    this.#queryTerms = queryTerms
    for (const run of queryTerms.runs) this.#runs.set(runKey(run.from, run.to), run)
    this.#fillMatches()
    this.#name = new NameCoverage(index, queryTerms)
    const distance = new WholeNameDistance(queryTerms.query.letters)
    const positions = index.seats.positionsBySeat(queryTerms.query.words)
    const seats = { weightMax: seatWeightMax(bySeat), positions }
    this.#bounds = new ScoreBounds(index, queryTerms, this.#name, distance, seats)
    this.#prefilter = new Prefilter(index, queryTerms, distance, seats)
  }

  #fillMatches(): void {
    const { matches, statistics } = this.#index
    const { terms, runs, query } = this.#queryTerms
    matches.clear()
    for (let i = 0; i < terms.length; i++) {
      const weight = query.weights[i] as number
      for (const match of (terms[i] as QueryTerm).fuzzyTerms) {
        const nameWeight = statistics.weightOf(match.term)
        const queryWeight = matchWeight(match, weight, nameWeight)
        matches.add(match.term, i, queryWeight, matchWeight(match, nameWeight, weight), match)
      }
    }
    for (const run of runs) this.#addRun(run)
  }

  #addRun({ from, to, joinedTerms }: QueryRun): void {
    const { matches, statistics } = this.#index
    for (const term of joinedTerms) {
      const nameWeight = statistics.weightOf(term)
      for (let i = from; i < to; i++) {
        const queryWeight = this.#queryTerms.query.weights[i] as number
        matches.add(term, i, queryWeight, nameWeight, undefined)
      }
    }
  }

  /** Returns those of up to `PREFETCH_MAX` documents that pass the prefilter. */
  filter(documents: Uint32Array): Uint32Array {
    return this.#prefilter.filter(documents)
  }

  /** Returns the maximum weight of the query that the words of the name match. */
  weightMaxOf(document: number): number {
    return this.#prefilter.weightMaxOf(document)
  }

  /** Returns the maximum score that the name may have; `UNLIKE_SCORE` if `score` would return `undefined`. */
  scoreMax(document: number, company: number | undefined, isOtherForm: boolean): number {
    this.#name.read(document, company)
    return this.#bounds.scoreMax(isOtherForm)
  }

  /** Returns `undefined` if the name shares too little with the query. */
  score(document: number, company: number | undefined, isOtherForm: boolean): LikenessScore | undefined {
    return this.#likeness(document, company, isOtherForm)
  }

  /** The scorer of the stage "related". */
  readonly related: RelatedScorer = {
    prefetch: (documents) => this.#prefilter.prefetch(documents),
    estimate: (document, company, isOtherForm) => {
      this.#name.read(document, company)
      return this.#bounds.relatedEstimate(isOtherForm)
    },
    score: (document, company, isOtherForm) => {
      const likeness = this.#likeness(document, company, isOtherForm)
      return likeness && asRelated(likeness)
    },
  }

  #likeness(document: number, company: number | undefined, isOtherForm: boolean): LikenessScore | undefined {
    return nameLikeness(this.#queryTerms.query, this.candidate(document, company, isOtherForm), this)
  }

  /** Reads a name. Until the next one is read, the scorer compares the query with this one. */
  candidate(document: number, company: number | undefined, isOtherForm: boolean): CandidateName {
    this.#name.read(document, company)
    const { statistics } = this.#index
    const words: string[] = []
    const weights: number[] = []
    for (let j = 0; j < this.#name.length; j++) {
      const term = this.#name.terms[j] as number
      words.push(statistics.textOf(term))
      weights.push(statistics.weightOf(term))
    }
    return {
      ...{ words, weights },
      seat: this.#name.seat.words,
      hasForm: hasFormInName(this.#index.context, document),
      isOtherForm,
      isFormer: company === undefined,
      mayHaveSimilarLetters: () => this.#bounds.mayHaveSimilarLetters(),
      mayHaveSameLetters: this.#queryTerms.documentsOfSameLetters.has(document),
    }
  }

  get mayHaveJoins(): boolean {
    return this.#name.mayHaveJoins
  }

  likenessAt(query: number, name: number): WordLikeness | undefined {
    return this.#name.likenessAt(query, name)
  }

  joinedAt(from: number, to: number, name: number): SplitLikeness | undefined {
    const run = this.#runs.get(runKey(from, to))
    const term = this.#name.terms[name] as number
    if (run === undefined || !run.joinedTerms.has(term)) return undefined
    const words = this.#queryTerms.query.words.slice(from, to)
    return joinedLikeness(words, this.#index.statistics.textOf(term), run.mayHaveEdit)
  }

  splitAt(query: number, from: number, to: number): SplitLikeness | undefined {
    const { splits, text, isUnknown } = this.#queryTerms.terms[query] as QueryTerm
    const count = to - from
    const isInName = (split: TermSplit) =>
      split.length === count
        ? this.#name.hasTermsAt(from, split)
        : count === 3 && this.#name.hasTermsWithAndAt(from, split)
    if (!splits.some(isInName)) return undefined
    const terms = Array.from(this.#name.terms.subarray(from, to))
    const key = `${query} ${terms.join(' ')}`
    const known = this.#splitLikenessCache.get(key)
    if (known !== undefined || this.#splitLikenessCache.has(key)) return known
    const words = terms.map((term) => this.#index.statistics.textOf(term))
    const likeness = splitLikeness(text, words, isUnknown)
    this.#splitLikenessCache.set(key, likeness)
    return likeness
  }
}

/** Packs a run into one number. A query has at most `LIKENESS_WORDS_MAX` words. */
function runKey(from: number, to: number): number {
  return from * (LIKENESS_WORDS_MAX + 1) + to
}
