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
import { documentsOfLetters } from './same-name.ts'
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

/** Longer names get more. */
const NAME_WORDS_ROOM = 64

export class LikeScorer implements WordComparer {
  readonly #index: ScoredIndex
  readonly #asked: AskedWords
  /** Weight of the query's words that are some company's seat, and their places by seat. */
  readonly #seatWeight: number
  readonly #askedBySeat: ReadonlyMap<number, readonly number[]>
  /** By their first word. */
  readonly #parts = new Map<number, AskedParts[]>()
  /** Words of the name that is scored, … */
  #numbers = new Int32Array(NAME_WORDS_ROOM)
  /** … 1 where it may answer a word of the query, … */
  #isAnswer = new Uint8Array(NAME_WORDS_ROOM)
  /** … and how many it has. */
  #length = 0
  /** By word of the query: the most of its weight that may be answered. */
  readonly #answered: Float64Array
  /** Names of the query's letters, however they are parted. */
  readonly #sameLetters: ReadonlySet<number>
  #company: number | undefined
  /** Read at need: most names are turned down without it. */
  #seat: Seat | undefined

  constructor(index: ScoredIndex, asked: AskedWords) {
    this.#index = index
    this.#asked = asked
    this.#answered = new Float64Array(asked.words.length)
    this.#askedBySeat = index.seats.placesBySeat(asked.name.words)
    this.#seatWeight = asked.name.words.reduce(
      (sum, word, i) => sum + (index.seats.has(word) ? (asked.name.weights[i] as number) : 0),
      0,
    )
    this.#sameLetters = new Set(
      [...asked.name.written].flatMap((text) => documentsOfLetters(index.segment, text)),
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
    if (!this.#mayBeInitials() && !this.#mayAnswer() && !this.#sameLetters.has(document)) return undefined
    const numbers = Array.from(this.#numbers.subarray(0, this.#length))
    const name: CandidateName = {
      words: numbers.map((word) => words.textOf(word)),
      weights: numbers.map((word) => words.weightOf(word)),
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
    this.#length = (forwardStarts[document + 1] as number) - start
    if (this.#length > this.#numbers.length) this.#makeRoom()
    this.#answered.fill(0)
    for (let j = 0; j < this.#length; j++) {
      const word = (forward[start + j] as number) >>> 1
      this.#numbers[j] = word
      const first = answers.firstOf(word)
      this.#isAnswer[j] = first === NO_ANSWER ? 0 : 1
      for (let i = first; i !== NO_ANSWER; i = answers.next[i] as number)
        this.#answer(answers.asked[i] as number, answers.values[i] as number)
    }
    if (this.#parts.size > 0) this.#readParts()
  }

  #makeRoom(): void {
    this.#numbers = new Int32Array(this.#length * 2)
    this.#isAnswer = new Uint8Array(this.#length * 2)
  }

  #answer(asked: number, value: number): void {
    if ((this.#answered[asked] as number) < value) this.#answered[asked] = value
  }

  #readParts(): void {
    for (let j = 0; j < this.#length - 1; j++) {
      const known = this.#parts.get(this.#numbers[j] as number)
      if (known === undefined) continue
      for (const { parts, asked } of known) {
        if (!this.#standAt(j, parts)) continue
        this.#answer(asked, this.#asked.name.weights[asked] as number)
        this.#isAnswer.fill(1, j, j + parts.length)
      }
    }
  }

  #standAt(place: number, words: WordParts): boolean {
    return place + words.length <= this.#length && words.every((word, k) => this.#numbers[place + k] === word)
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
    return parts.some((words) => words.length === to - from && this.#standAt(from, words))
  }

  #mayBeInitials(): boolean {
    const { words } = this.#asked.name
    const [first] = words as [string]
    // A letter has one or two UTF-16 units.
    const isLong = first.length >= this.#length && first.length <= 2 * this.#length
    if (words.length === 1) return isLong && this.#length >= INITIALS_MIN
    return this.#length === 1 && words.length >= INITIALS_MIN
  }

  /** Never false for a name that `nameLikeness` would show. */
  #mayAnswer(): boolean {
    // All of the name may be in the query.
    if (this.#isWholeAnswer()) return true
    const weight = this.#asked.name.weight * (1 - ROUNDING)
    let answered = 0
    for (const one of this.#answered) answered += one
    if (answered >= LETTERS_REACH_SHARE * weight && this.#areLettersNear()) return true
    if (answered + this.#seatWeight < ASKED_SHARE_MIN * weight) return false
    if (this.#seatWeight > 0) answered += this.#weightBySeat()
    return answered >= ASKED_SHARE_MIN * weight && this.#mayBeShown(answered / weight)
  }

  #isWholeAnswer(): boolean {
    for (let j = 0; j < this.#length; j++) if (this.#isAnswer[j] === 0) return false
    return true
  }

  #weightBySeat(): number {
    const company = this.#company
    if (company === undefined) return 0
    const asked = this.#askedBySeat.get(this.#index.segment.blocks.seats[company] as number)
    let weight = 0
    for (const i of asked ?? []) {
      weight += Math.max(0, (this.#asked.name.weights[i] as number) - (this.#answered[i] as number))
    }
    return weight
  }

  /** With all that is like taken for the same. */
  #mayBeShown(askedShare: number): boolean {
    let answered = 0
    let left = 0
    for (let j = 0; j < this.#length; j++) {
      const number = this.#numbers[j] as number
      const weight = this.#index.words.weightOf(number)
      if (this.#isAnswer[j] === 1) answered += weight
      else left += this.#seatHere.numbers.includes(number) ? weight * SEAT_WEIGHT_SHARE : weight
    }
    const likeness = shareLikeness(askedShare, answered / (answered + left))
    return likeness >= PARTIAL_LIKENESS_MIN * (1 - ROUNDING)
  }

  #areLettersNear(): boolean {
    const { letters } = this.#asked.name
    let apart = -letters.length
    for (let j = 0; j < this.#length; j++)
      apart += this.#index.words.looseLengthOf(this.#numbers[j] as number)
    return Math.abs(apart) <= LETTER_SLIPS_MAX
  }
}
