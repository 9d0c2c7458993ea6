/** Scores documents against one query: first by bounds that cost little, then, where they allow a hit, by `nameLikeness`. */
import type { LikeScore } from '../names/like-score.ts'
import { ASKED_SHARE_MIN, PARTIAL_LIKENESS_MIN, shareLikeness } from '../names/like-score.ts'
import { likeWeight, SEAT_WEIGHT_SHARE } from '../names/name-cover.ts'
import type { CandidateName } from '../names/name-likeness.ts'
import { INITIALS_MIN, LETTER_SLIPS_MAX, LETTERS_REACH_SHARE, nameLikeness } from '../names/name-likeness.ts'
import type { WordComparer } from '../names/word-alignment.ts'
import type { WordLikeness } from '../names/word-likeness.ts'
import type { AskedRun, AskedWord, AskedWords, WordParts } from './asked-words.ts'
import type { LikeIndex } from './like-lists.ts'
import type { Seat } from './seat-words.ts'
import { NO_SEAT } from './seat-words.ts'
import type { WordAnswers } from './word-answers.ts'
import { NO_ANSWER } from './word-answers.ts'

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 1e-6

/** Words of the index that, side by side, are a word of the query. */
interface AskedParts {
  readonly parts: WordParts
  readonly asked: number
}

/** What a scorer needs to know of the index that it scores in. */
export interface ScoredIndex extends LikeIndex {
  /** To scribble on. */
  readonly answers: WordAnswers
}

export class LikeScorer implements WordComparer {
  readonly #index: ScoredIndex
  readonly #asked: AskedWords
  /** Weight of the query's words that are some company's seat. */
  readonly #seatWeight: number
  /** By their first word. */
  readonly #parts = new Map<number, AskedParts[]>()
  /** Words of the name that is scored. */
  readonly #numbers: number[] = []
  /** By word of the name: whether it may answer a word of the query. */
  readonly #isAnswer: boolean[] = []
  /** By word of the query: the most of its weight that may be answered. */
  readonly #answered: Float64Array
  #company: number | undefined
  /** Read at need: most names are turned down without it. */
  #seat: Seat | undefined

  constructor(index: ScoredIndex, asked: AskedWords) {
    this.#index = index
    this.#asked = asked
    this.#answered = new Float64Array(asked.words.length)
    this.#seatWeight = asked.name.words.reduce(
      (sum, word, i) => sum + (index.seats.has(word) ? (asked.name.weights[i] as number) : 0),
      0,
    )
    this.#fillAnswers()
  }

  #fillAnswers(): void {
    const { answers, words: known } = this.#index
    const { words, runs, name } = this.#asked
    answers.clear()
    for (let i = 0; i < words.length; i++) {
      const weight = name.weights[i] as number
      const { likeWords, parts } = words[i] as AskedWord
      for (const like of likeWords)
        answers.add(like.word, i, likeWeight(like, weight, known.weightOf(like.word)))
      for (const one of parts) this.#addParts(one, i)
    }
    for (const run of runs) this.#addRun(run)
  }

  #addRun({ from, to, words }: AskedRun): void {
    const { weights } = this.#asked.name
    for (const word of words)
      for (let i = from; i < to; i++) this.#index.answers.add(word, i, weights[i] as number)
  }

  #addParts(parts: WordParts, asked: number): void {
    const first = parts[0] as number
    const known = this.#parts.get(first)
    if (known === undefined) this.#parts.set(first, [{ parts, asked }])
    else known.push({ parts, asked })
  }

  /** `undefined` where the name is not like the query. `company`: whose current name it is; `undefined` for a former one. */
  score(document: number, company: number | undefined, isOtherForm: () => boolean): LikeScore | undefined {
    const { words } = this.#index
    this.#read(document)
    this.#company = company
    this.#seat = undefined
    if (!this.#mayBeInitials() && !this.#mayAnswer()) return undefined
    const name: CandidateName = {
      words: this.#numbers.map((word) => words.textOf(word)),
      weights: this.#numbers.map((word) => words.weightOf(word)),
      seat: this.#seatHere.words,
      isOtherForm: isOtherForm(),
      isFormer: company === undefined,
    }
    return nameLikeness(this.#asked.name, name, this)
  }

  get #seatHere(): Seat {
    const { seats, segment } = this.#index
    const company = this.#company
    this.#seat ??= company === undefined ? NO_SEAT : seats.of(segment.blocks.seats[company] as number)
    return this.#seat
  }

  #read(document: number): void {
    const { forward, forwardStarts } = this.#index.segment.blocks
    const { answers } = this.#index
    const start = forwardStarts[document] as number
    const length = (forwardStarts[document + 1] as number) - start
    this.#numbers.length = length
    this.#isAnswer.length = length
    this.#answered.fill(0)
    for (let j = 0; j < length; j++) {
      const word = (forward[start + j] as number) >>> 1
      this.#numbers[j] = word
      const first = answers.firstOf(word)
      this.#isAnswer[j] = first !== NO_ANSWER
      for (let i = first; i !== NO_ANSWER; i = answers.next[i] as number)
        this.#answer(answers.asked[i] as number, answers.values[i] as number)
    }
    if (this.#parts.size > 0) this.#readParts()
  }

  #answer(asked: number, value: number): void {
    if ((this.#answered[asked] as number) < value) this.#answered[asked] = value
  }

  #readParts(): void {
    for (let j = 0; j < this.#numbers.length - 1; j++) {
      for (const { parts, asked } of this.#parts.get(this.#numbers[j] as number) ?? []) {
        if (!parts.every((word, k) => this.#numbers[j + k] === word)) continue
        this.#answer(asked, this.#asked.name.weights[asked] as number)
        for (let k = 0; k < parts.length; k++) this.#isAnswer[j + k] = true
      }
    }
  }

  likenessAt(asked: number, name: number): WordLikeness | undefined {
    return (this.#asked.words[asked] as AskedWord).likenessTo(this.#numbers[name] as number)
  }

  isJoinedAt(from: number, to: number, name: number): boolean {
    const run = this.#asked.runs.find((one) => one.from === from && one.to === to)
    return run?.words.has(this.#numbers[name] as number) === true
  }

  isPartedAt(asked: number, from: number, to: number): boolean {
    const { parts } = this.#asked.words[asked] as AskedWord
    return parts.some(
      (words) => words.length === to - from && words.every((word, i) => word === this.#numbers[from + i]),
    )
  }

  #mayBeInitials(): boolean {
    const { words } = this.#asked.name
    if (words.length === 1)
      return (words[0] as string).length >= this.#numbers.length && this.#numbers.length >= INITIALS_MIN
    return this.#numbers.length === 1 && words.length >= INITIALS_MIN
  }

  /** Never false for a name that `nameLikeness` would show. */
  #mayAnswer(): boolean {
    // All of the name may be in the query.
    if (!this.#isAnswer.includes(false)) return true
    const weight = this.#asked.name.weight * (1 - ROUNDING)
    let answered = 0
    for (const one of this.#answered) answered += one
    if (answered >= LETTERS_REACH_SHARE * weight && this.#areLettersNear()) return true
    if (answered + this.#seatWeight < ASKED_SHARE_MIN * weight) return false
    if (this.#seatWeight > 0) answered += this.#weightBySeat()
    return answered >= ASKED_SHARE_MIN * weight && this.#mayBeShown(answered / weight)
  }

  #weightBySeat(): number {
    const { words, weights } = this.#asked.name
    let weight = 0
    for (let i = 0; i < words.length; i++) {
      if (!this.#seatHere.words.includes(words[i] as string)) continue
      weight += Math.max(0, (weights[i] as number) - (this.#answered[i] as number))
    }
    return weight
  }

  /** With all that is like taken for the same. */
  #mayBeShown(askedShare: number): boolean {
    let answered = 0
    let left = 0
    for (let j = 0; j < this.#numbers.length; j++) {
      const number = this.#numbers[j] as number
      const weight = this.#index.words.weightOf(number)
      if (this.#isAnswer[j]) answered += weight
      else left += this.#seatHere.numbers.includes(number) ? weight * SEAT_WEIGHT_SHARE : weight
    }
    const likeness = shareLikeness(askedShare, answered / (answered + left))
    return likeness >= PARTIAL_LIKENESS_MIN * (1 - ROUNDING)
  }

  #areLettersNear(): boolean {
    const { letters } = this.#asked.name
    let apart = -letters.length
    for (const word of this.#numbers) apart += this.#index.words.looseLengthOf(word)
    return Math.abs(apart) <= LETTER_SLIPS_MAX
  }
}
