/** Scores documents against one query: first by bounds that cost little, then, where they allow a hit, by `nameLikeness`. */
import type { LikeScore } from '../names/like-score.ts'
import { PARTIAL_LIKENESS_MIN, shareLikeness } from '../names/like-score.ts'
import { SEAT_WEIGHT_SHARE } from '../names/name-cover.ts'
import type { CandidateName } from '../names/name-likeness.ts'
import {
  INITIALS_MIN,
  LETTERS_APART_MAX,
  LETTERS_REACH_SHARE,
  nameLikeness,
  REACH_SHARE,
} from '../names/name-likeness.ts'
import type { WordComparer } from '../names/word-alignment.ts'
import type { WordLikeness } from '../names/word-likeness.ts'
import type { AskedWord, AskedWords } from './asked-words.ts'
import { ZONES } from './blocks.ts'
import type { IndexWords } from './index-words.ts'
import type { Seat, SeatWords } from './seat-words.ts'
import type { Segment } from './segment.ts'
import { companyOf, zoneOf } from './segment.ts'

/**
 * Bytes by which the letters of two names may differ that are compared letter by letter: as many units as `nameLikeness` allows, and
 * two letters of three bytes more.
 */
const BYTES_APART_MAX = LETTERS_APART_MAX + 6
const NOT_ASCII = /[^\0-\x7f]/

export class LikeScorer implements WordComparer {
  readonly #segment: Segment
  readonly #asked: AskedWords
  readonly #words: IndexWords
  readonly #seats: SeatWords
  readonly #askedLetters: number
  readonly #isAscii: boolean
  /** Words of the index with which something joined or parted may begin. */
  readonly #joinStarts: ReadonlySet<number>
  /** Words of the name that is scored, and its seat. */
  #numbers: number[] = []
  #seat: Seat = { words: [], numbers: [] }

  constructor(segment: Segment, asked: AskedWords, words: IndexWords, seats: SeatWords) {
    this.#segment = segment
    this.#asked = asked
    this.#words = words
    this.#seats = seats
    const letters = asked.name.words.join('')
    this.#askedLetters = letters.length
    this.#isAscii = !NOT_ASCII.test(letters)
    this.#joinStarts = joinStarts(asked)
  }

  /** `undefined` where the name is not like the query. */
  score(document: number, isOtherForm: boolean): LikeScore | undefined {
    const { forward, forwardStarts, seats } = this.#segment.blocks
    const start = forwardStarts[document] as number
    this.#numbers.length = (forwardStarts[document + 1] as number) - start
    for (let i = 0; i < this.#numbers.length; i++) this.#numbers[i] = (forward[start + i] as number) >>> 1
    this.#seat = this.#seats.of(seats[companyOf(this.#segment, document)] as number)
    if (!this.#mayBeLike()) return undefined
    const name: CandidateName = {
      words: this.#numbers.map((word) => this.#words.textOf(word)),
      weights: this.#numbers.map((word) => this.#words.weightOf(word)),
      seat: this.#seat.words,
      isOtherForm,
      isFormer: zoneOf(this.#segment, document) === ZONES.former,
    }
    return nameLikeness(this.#asked.name, name, this)
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

  /** Never false for a name that `nameLikeness` would show. */
  #mayBeLike(): boolean {
    return this.#mayBeInitials() || this.#mayJoin() || this.#mayAnswer()
  }

  #mayAnswer(): boolean {
    const { name, words } = this.#asked
    let [answered, bySeat, answers] = [0, 0, 0]
    for (let i = 0; i < words.length; i++) {
      const weight = name.weights[i] as number
      if (this.#isAnswered(i)) {
        answered += weight
        answers++
      } else if (this.#seat.words.includes(name.words[i] as string)) bySeat += weight
    }
    // All of the name may be in the query.
    if (this.#numbers.length <= answers) return true
    const least = name.weight - bySeat
    if (answered >= LETTERS_REACH_SHARE * least && this.#areLettersNear()) return true
    return answered >= REACH_SHARE * least && this.#mayBeShown((answered + bySeat) / name.weight)
  }

  #mayBeInitials(): boolean {
    const { words } = this.#asked.name
    if (words.length === 1)
      return (words[0] as string).length >= this.#numbers.length && this.#numbers.length > 2
    return this.#numbers.length === 1 && words.length >= INITIALS_MIN
  }

  #mayJoin(): boolean {
    for (const word of this.#numbers) if (this.#joinStarts.has(word)) return true
    return false
  }

  #isAnswered(asked: number): boolean {
    for (let j = 0; j < this.#numbers.length; j++) if (this.likenessAt(asked, j) !== undefined) return true
    return false
  }

  /** With all that is like taken for the same. */
  #mayBeShown(askedShare: number): boolean {
    let [answered, left] = [0, 0]
    for (let j = 0; j < this.#numbers.length; j++) {
      const number = this.#numbers[j] as number
      const weight = this.#words.weightOf(number)
      if (this.#asked.words.some((word) => word.likenessTo(number) !== undefined)) answered += weight
      else left += this.#seat.numbers.includes(number) ? weight * SEAT_WEIGHT_SHARE : weight
    }
    return shareLikeness(askedShare, answered / (answered + left)) >= PARTIAL_LIKENESS_MIN
  }

  #areLettersNear(): boolean {
    if (!this.#isAscii) return true
    const { wordStarts } = this.#segment.blocks
    let bytes = 0
    for (const word of this.#numbers) bytes += (wordStarts[word + 1] as number) - (wordStarts[word] as number)
    return Math.abs(bytes - this.#askedLetters) <= BYTES_APART_MAX
  }
}

function joinStarts({ runs, words }: AskedWords): ReadonlySet<number> {
  const starts = new Set<number>()
  for (const run of runs) for (const word of run.words) starts.add(word)
  for (const { parts } of words) for (const [first] of parts) starts.add(first as number)
  return starts
}
