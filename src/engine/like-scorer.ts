/** Scores documents against one query: first by bounds that cost little, then, where they allow a hit, by `nameLikeness`. */
import type { LikeScore } from '../names/like-score.ts'
import { ASKED_SHARE_MIN, nameShareMin } from '../names/like-score.ts'
import { likeWeight, SEAT_WEIGHT_SHARE } from '../names/name-cover.ts'
import type { CandidateName } from '../names/name-likeness.ts'
import { INITIALS_MIN, initialsOf, LETTERS_REACH_SHARE, nameLikeness } from '../names/name-likeness.ts'
import type { WordComparer } from '../names/word-alignment.ts'
import type { WordLikeness } from '../names/word-likeness.ts'
import type { AskedRun, AskedWord, AskedWords } from './asked-words.ts'
import { seatIn } from './company-rows.ts'
import { LettersNear } from './letters-near.ts'
import { termsEqualTo } from './lexicon.ts'
import type { LikeIndex } from './like-lists.ts'
import { NameAnswers } from './name-answers.ts'
import { touchRows } from './read-ahead.ts'
import type { Seat } from './seat-words.ts'
import { NO_SEAT } from './seat-words.ts'
import type { Segment } from './segment.ts'
import { utf8Of } from './utf8.ts'
import type { WordAnswers } from './word-answers.ts'

/** Sums of weights may differ in their last digits by the order in which they were added. */
const ROUNDING = 1e-6

/** What a scorer needs to know of the index that it scores in. */
export interface ScoredIndex extends LikeIndex {
  /** To scribble on. */
  readonly answers: WordAnswers
}

/** Bytes of letters beyond have at least this. */
const ASCII = 128

export class LikeScorer implements WordComparer {
  readonly #index: ScoredIndex
  readonly #asked: AskedWords
  /** Weight of the query's words that are some company's seat, and their places by seat. */
  readonly #seatWeight: number
  readonly #askedBySeat: ReadonlyMap<number, readonly number[]>
  /** The word that the query's initials are; -1 for none. */
  readonly #initialsWord: number
  readonly #letters: LettersNear
  /** Of the name that was read last. */
  readonly #name: NameAnswers
  #document = 0
  #company: number | undefined
  /** Read at need: most names are turned down without it. */
  #seat: Seat | undefined
  /** Says nothing; see `touchWords`. */
  #touched = 0

  constructor(index: ScoredIndex, asked: AskedWords) {
    this.#index = index
    this.#asked = asked
    this.#askedBySeat = index.seats.placesBySeat(asked.name.words)
    this.#seatWeight = asked.name.words.reduce(
      (sum, word, i) => sum + (index.seats.has(word) ? (asked.name.weights[i] as number) : 0),
      0,
    )
    this.#initialsWord = wordOf(index.segment, initialsOf(asked.name.words))
    this.#letters = new LettersNear(asked.name.letters)
    this.#fillAnswers()
    this.#name = new NameAnswers(index.segment, asked, index.answers)
  }

  #fillAnswers(): void {
    const { answers, words: known } = this.#index
    const { words, runs, name } = this.#asked
    answers.clear()
    for (let i = 0; i < words.length; i++) {
      const weight = name.weights[i] as number
      for (const like of (words[i] as AskedWord).likeWords) {
        const own = known.weightOf(like.word)
        const value = likeWeight(like, weight, own)
        answers.add(like.word, i, value, likeWeight(like, own, weight), like)
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

  /** Says which documents come next. */
  touch(documents: Uint32Array): void {
    this.#name.touch(documents)
    if (this.#seatWeight > 0) this.#touched ^= touchRows(this.#index.segment.blocks, documents)
  }

  /** Never false for a name that `score` would score. `company`: whose current name it is; `undefined` for a former one. */
  mayBeLike(document: number, company: number | undefined): boolean {
    this.#name.read(document)
    this.#document = document
    this.#company = company
    this.#seat = undefined
    return this.#mayAnswer() || this.#mayBeInitials() || this.#asked.sameLetters.has(document)
  }

  /** Of the document that was asked for last; `undefined` where the name is not like the query. */
  score(isOtherForm: boolean): LikeScore | undefined {
    const { words } = this.#index
    const numbers = Array.from(this.#name.numbers.subarray(0, this.#name.length))
    const name: CandidateName = {
      words: numbers.map((word) => words.textOf(word)),
      weights: numbers.map((word) => words.weightOf(word)),
      seat: this.#seatHere.words,
      isOtherForm,
      isFormer: this.#company === undefined,
      mayHaveLetters: () => this.#areLettersNear(),
    }
    return nameLikeness(this.#asked.name, name, this)
  }

  get #seatHere(): Seat {
    const { seats, segment } = this.#index
    const company = this.#company
    this.#seat ??= company === undefined ? NO_SEAT : seats.of(seatIn(segment.blocks.companyRows, company))
    return this.#seat
  }

  likenessAt(asked: number, name: number): WordLikeness | undefined {
    return this.#name.likenessAt(asked, name)
  }

  isJoinedAt(from: number, to: number, name: number): boolean {
    const run = this.#asked.runs.find((one) => one.from === from && one.to === to)
    return run?.words.has(this.#name.numbers[name] as number) === true
  }

  isPartedAt(asked: number, from: number, to: number): boolean {
    const { parts } = this.#asked.words[asked] as AskedWord
    return parts.some((words) => words.length === to - from && this.#name.standAt(from, words))
  }

  #mayBeInitials(): boolean {
    const name = this.#name
    if (name.length === 1) return name.numbers[0] === this.#initialsWord
    const { words } = this.#asked.name
    if (words.length > 1 || name.length < INITIALS_MIN) return false
    return this.#areInitials(words[0] as string)
  }

  /** By the first bytes of the name's words. */
  #areInitials(letters: string): boolean {
    const { wordBytes, wordStarts } = this.#index.segment.blocks
    const { numbers, length } = this.#name
    // A letter has one or two UTF-16 units.
    if (letters.length < length || letters.length > 2 * length) return false
    for (let j = 0; j < length; j++) {
      const byte = wordBytes[wordStarts[numbers[j] as number] as number] as number
      if (byte >= ASCII) return true
      if (byte !== letters.charCodeAt(j)) return false
    }
    return true
  }

  #mayAnswer(): boolean {
    const name = this.#name
    // All of the name may be in the query.
    if (name.same === name.length) return true
    const weight = this.#asked.name.weight * (1 - ROUNDING)
    const answered = name.answeredAll
    if (answered + this.#seatWeight >= ASKED_SHARE_MIN * weight) {
      const share = answered + (this.#seatWeight > 0 ? this.#weightBySeat() : 0)
      if (share >= ASKED_SHARE_MIN * weight && this.#mayBeShown(share / weight)) return true
    }
    return answered >= LETTERS_REACH_SHARE * weight && this.#areLettersNear()
  }

  #weightBySeat(): number {
    const company = this.#company
    if (company === undefined) return 0
    const asked = this.#askedBySeat.get(seatIn(this.#index.segment.blocks.companyRows, company))
    let weight = 0
    for (const i of asked ?? []) {
      weight += Math.max(0, (this.#asked.name.weights[i] as number) - (this.#name.answered[i] as number))
    }
    return weight
  }

  /** With every word of the name answering the most that it can. */
  #mayBeShown(askedShare: number): boolean {
    const name = this.#name
    let answered = 0
    for (let j = 0; j < name.length; j++) if (name.isAnswerAt(j)) answered += this.#answeredAt(j)
    const leftMax = answered * (1 / nameShareMin(askedShare) - 1) * (1 + ROUNDING)
    let left = 0
    for (let j = 0; j < name.length && left <= leftMax; j++) if (!name.isAnswerAt(j)) left += this.#leftAt(j)
    return left <= leftMax
  }

  #answeredAt(place: number): number {
    return Math.min(
      this.#name.valueAt(place),
      this.#index.words.weightOf(this.#name.numbers[place] as number),
    )
  }

  #leftAt(place: number): number {
    const number = this.#name.numbers[place] as number
    const weight = this.#index.words.weightOf(number)
    return this.#seatHere.numbers.includes(number) ? weight * SEAT_WEIGHT_SHARE : weight
  }

  #areLettersNear(): boolean {
    const { blocks } = this.#index.segment
    if (!this.#letters.isLengthNear(blocks.documentLetters[this.#document] as number)) return false
    return this.#letters.isNear(blocks, this.#name.numbers, this.#name.length)
  }
}

function wordOf({ words }: Segment, text: string): number {
  const { from, to } = termsEqualTo(words, utf8Of(text))
  return text === '' || from === to ? -1 : from
}
