/** Scores documents against one query: bounds first, which cost little, then, where they allow a hit, `nameLikeness`. */

import type { SplitLikeness } from '../../names/likeness/compound-splits.ts'
import { joinedLikeness, splitLikeness } from '../../names/likeness/compound-splits.ts'
import { matchWeight } from '../../names/likeness/coverage.ts'
import { LIKENESS_WORDS_MAX, nameLikeness } from '../../names/likeness/name-likeness.ts'
import type { CandidateName } from '../../names/likeness/name-pair.ts'
import type { WordComparer } from '../../names/likeness/word-alignment.ts'
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'
import type { LikenessScore } from '../../names/ranking/likeness-score.ts'
import { tellsForm } from '../format/index-reader.ts'
import type { ScoredIndex } from './name-coverage.ts'
import { NameAnswers } from './name-coverage.ts'
import { LikelyNames } from './prefilter.ts'
import type { AskedRun, AskedWord, AskedWords } from './query-terms.ts'
import { LikeBounds } from './score-bounds.ts'
import type { WordParts } from './term-expansions.ts'
import { LettersNear } from './whole-name-distance.ts'

/** Of one query in one index; fills the index's table of answers for itself. */
export class LikeScorer implements WordComparer {
  readonly #index: ScoredIndex
  readonly #asked: AskedWords
  /** Of the document that was asked for last. */
  readonly #name: NameAnswers
  readonly #bounds: LikeBounds
  readonly #likely: LikelyNames
  /** By place of the first word and the one behind the last. */
  readonly #runs = new Map<number, AskedRun>()
  /** Answers of `partedLikeness`, by the query's word and the name's: thousands of names may have the same. */
  readonly #parted = new Map<string, SplitLikeness | undefined>()

  constructor(index: ScoredIndex, asked: AskedWords) {
    this.#index = index
    this.#asked = asked
    for (const run of asked.runs) this.#runs.set(placeOf(run.from, run.to), run)
    this.#fillAnswers()
    this.#name = new NameAnswers(index, asked)
    const letters = new LettersNear(asked.name.letters)
    const places = index.seats.placesOf(asked.name.words)
    this.#bounds = new LikeBounds(index, asked, this.#name, letters, places)
    this.#likely = new LikelyNames(index, asked, letters, places)
  }

  #fillAnswers(): void {
    const { answers, words: known } = this.#index
    const { words, runs, name } = this.#asked
    answers.clear()
    for (let i = 0; i < words.length; i++) {
      const weight = name.weights[i] as number
      for (const like of (words[i] as AskedWord).likeWords) {
        const own = known.weightOf(like.word)
        const value = matchWeight(like, weight, own)
        answers.add(like.word, i, value, matchWeight(like, own, weight), like)
      }
    }
    for (const run of runs) this.#addRun(run)
  }

  #addRun({ from, to, words }: AskedRun): void {
    const { answers, words: known } = this.#index
    for (const word of words) {
      const nameValue = known.weightOf(word)
      for (let i = from; i < to; i++) {
        const value = this.#asked.name.weights[i] as number
        answers.add(word, i, value, nameValue, undefined)
      }
    }
  }

  /** Those of up to `TOUCHED_MAX` documents that may be like the query, by a first look. */
  likely(documents: Uint32Array): Uint32Array {
    return this.#likely.among(documents)
  }

  /** The highest score that the name may have; `UNLIKE_SCORE` where `score` would find it unlike. `company`: whose current name it is; `undefined` for a former one. */
  scoreMax(document: number, company: number | undefined): number {
    this.#name.read(document, company)
    return this.#bounds.scoreMax()
  }

  /** `undefined` where the name is not like the query. */
  score(document: number, company: number | undefined, isOtherForm: boolean): LikenessScore | undefined {
    this.#name.read(document, company)
    const { words } = this.#index
    const numbers = Array.from(this.#name.numbers.subarray(0, this.#name.length))
    const name: CandidateName = {
      words: numbers.map((word) => words.textOf(word)),
      weights: numbers.map((word) => words.weightOf(word)),
      seat: this.#name.seat.words,
      hasForm: tellsForm(this.#index.segment, document),
      isOtherForm,
      isFormer: company === undefined,
      mayHaveNearLetters: () => this.#bounds.mayHaveLetters(),
      mayHaveSameLetters: this.#asked.sameLetters.has(document),
    }
    return nameLikeness(this.#asked.name, name, this)
  }

  likenessAt(asked: number, name: number): WordLikeness | undefined {
    return this.#name.likenessAt(asked, name)
  }

  joinedAt(from: number, to: number, name: number): SplitLikeness | undefined {
    const run = this.#runs.get(placeOf(from, to))
    const word = this.#name.numbers[name] as number
    if (run === undefined || !run.words.has(word)) return undefined
    const words = this.#asked.name.words.slice(from, to)
    return joinedLikeness(words, this.#index.words.textOf(word), run.mayHaveSlip)
  }

  splitAt(asked: number, from: number, to: number): SplitLikeness | undefined {
    const { parts, text, isUnknown } = this.#asked.words[asked] as AskedWord
    const count = to - from
    const mayBe = (words: WordParts) =>
      words.length === count
        ? this.#name.standAt(from, words)
        : count === 3 && this.#name.standAround(from, words)
    if (!parts.some(mayBe)) return undefined
    const numbers = Array.from(this.#name.numbers.subarray(from, to))
    const key = `${asked} ${numbers.join(' ')}`
    const known = this.#parted.get(key)
    if (known !== undefined || this.#parted.has(key)) return known
    const words = numbers.map((word) => this.#index.words.textOf(word))
    const likeness = splitLikeness(text, words, isUnknown)
    this.#parted.set(key, likeness)
    return likeness
  }
}

/** One number for both; a query has no more than `LIKENESS_WORDS_MAX` words. */
function placeOf(from: number, to: number): number {
  return from * (LIKENESS_WORDS_MAX + 1) + to
}
