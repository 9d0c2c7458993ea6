/** One name after the other: which of its words answer which words of a query, and how much at most. */
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'
import { seatIn } from '../format/company-rows.ts'
import type { Blocks } from '../format/layout.ts'
import type { LikeIndex } from './candidate-lists.ts'
import type { AskedWords } from './query-terms.ts'
import type { Seat, SeatWords } from './seat-terms.ts'
import { NO_SEAT } from './seat-terms.ts'
import type { WordParts } from './term-expansions.ts'
import type { WordAnswers } from './term-matches.ts'
import { BEGINS_PARTS, NO_ANSWER } from './term-matches.ts'

/** Words of the index that, side by side, are a word of the query. */
interface AskedParts {
  readonly parts: WordParts
  readonly asked: number
}

/** Longer names get more. */
const NAME_WORDS_ROOM = 64

/** What names are compared by: the index, and the table of what its words answer. */
export interface ScoredIndex extends LikeIndex {
  /** To scribble on. */
  readonly answers: WordAnswers
}

/** Of one query; holds the name that was read last. */
export class NameAnswers {
  readonly #answers: WordAnswers
  readonly #weights: readonly number[]
  readonly #blocks: Blocks
  readonly #seats: SeatWords
  readonly #and: number
  /** By their first word. */
  readonly #parts = new Map<number, AskedParts[]>()
  document = 0
  /** Whose current name it is; `undefined`: a former one. */
  company: number | undefined
  /** Read at need: most names are turned down without it. */
  #seat: Seat | undefined
  /** Words of the name. */
  numbers = new Int32Array(NAME_WORDS_ROOM)
  /** By word of the name: the first thing that it answers; … */
  #first = new Int32Array(NAME_WORDS_ROOM)
  /** … 1 where it is one of several that are a word of the query. */
  #isPart = new Uint8Array(NAME_WORDS_ROOM)
  length = 0
  /** How many of the words are words of the query. */
  same = 0
  /** By word of the query: the most of its weight that may be answered; … */
  readonly answered: Float64Array
  /** … and all together. */
  answeredAll = 0

  /** `answers` of the index: what each of its words answers, but for words in parts. */
  constructor({ segment, seats, answers, splits }: ScoredIndex, { name, words }: AskedWords) {
    this.#answers = answers
    this.#weights = name.weights
    this.#blocks = segment.blocks
    this.#seats = seats
    this.#and = splits.and
    this.answered = new Float64Array(words.length)
    words.forEach(({ parts }, i) => {
      for (const one of parts) this.#addParts(one, i)
    })
  }

  #addParts(parts: WordParts, asked: number): void {
    const first = parts[0] as number
    const known = this.#parts.get(first)
    const isRaised = known?.some((one) => one.asked === asked) === true
    if (!isRaised) this.#answers.raise(first, this.#weights[asked] as number)
    if (known !== undefined) {
      known.push({ parts, asked })
      return
    }
    this.#parts.set(first, [{ parts, asked }])
    this.#answers.add(first, BEGINS_PARTS, 0, 0, undefined)
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
    if (length > this.numbers.length) this.#makeRoom(length)
    this.length = length
    this.same = 0
    this.answeredAll = 0
    for (let i = 0; i < this.answered.length; i++) this.answered[i] = 0
    let mayHaveParts = false
    for (let j = 0; j < length; j++) {
      const word = (forward[start + j] as number) >>> 1
      const first = this.#answers.firstOf(word)
      this.numbers[j] = word
      this.#first[j] = first
      this.#isPart[j] = 0
      if (first !== NO_ANSWER && this.#take(first)) mayHaveParts = true
    }
    if (mayHaveParts) this.#readParts()
  }

  #makeRoom(length: number): void {
    this.numbers = new Int32Array(length * 2)
    this.#first = new Int32Array(length * 2)
    this.#isPart = new Uint8Array(length * 2)
  }

  /** Takes all that a word answers, and says whether with it may begin several that are one of the query. */
  #take(first: number): boolean {
    const { asked, values, likes, next } = this.#answers
    let begins = false
    let isSame = false
    for (let at = first; at !== NO_ANSWER; at = next[at] as number) {
      if (asked[at] === BEGINS_PARTS) begins = true
      else this.#answer(asked[at] as number, values[at] as number)
      if (likes[at]?.kind === 'same') isSame = true
    }
    if (isSame) this.same++
    return begins
  }

  #answer(asked: number, value: number): void {
    const before = this.answered[asked] as number
    if (before >= value) return
    this.answered[asked] = value
    this.answeredAll += value - before
  }

  #readParts(): void {
    for (let j = 0; j < this.length - 1; j++) {
      const begun = this.#parts.get(this.numbers[j] as number)
      if (begun !== undefined) for (const one of begun) this.#takeParts(one, j)
    }
  }

  #takeParts({ parts, asked }: AskedParts, place: number): void {
    const isAround = this.standAround(place, parts)
    if (!isAround && !this.standAt(place, parts)) return
    this.#answer(asked, this.#weights[asked] as number)
    this.#isPart.fill(1, place, place + parts.length + (isAround ? 1 : 0))
  }

  isAnswerAt(place: number): boolean {
    if (this.#isPart[place] === 1) return true
    const { asked, next } = this.#answers
    const first = this.#first[place] as number
    if (first === NO_ANSWER) return false
    return asked[first] !== BEGINS_PARTS || next[first] !== NO_ANSWER
  }

  /** How much of the weight of the name's word may be asked for at most; 0: it answers nothing. */
  valueAt(place: number): number {
    if (this.#isPart[place] === 1) return Number.POSITIVE_INFINITY
    const { nameValues, next } = this.#answers
    let most = 0
    for (let at = this.#first[place] as number; at !== NO_ANSWER; at = next[at] as number)
      most = Math.max(most, nameValues[at] as number)
    return most
  }

  /** Whether the words stand in the name from a place on. */
  standAt(place: number, words: WordParts): boolean {
    return place + words.length <= this.length && words.every((word, k) => this.numbers[place + k] === word)
  }

  /** Whether two words stand in the name from a place on, with an `und` between. */
  standAround(place: number, words: WordParts): boolean {
    if (words.length !== 2 || place + 2 >= this.length || this.numbers[place + 1] !== this.#and) return false
    return this.numbers[place] === words[0] && this.numbers[place + 2] === words[1]
  }

  /** How like a word of the query is to one of the name. */
  likenessAt(asked: number, name: number): WordLikeness | undefined {
    const { asked: places, likes, next } = this.#answers
    for (let at = this.#first[name] as number; at !== NO_ANSWER; at = next[at] as number) {
      if (places[at] === asked && likes[at] !== undefined) return likes[at]
    }
    return undefined
  }
}
