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
import type { AskedWord, AskedWords, WordParts } from './asked-words.ts'
import type { IndexWords } from './index-words.ts'
import type { SeatWords } from './seat-words.ts'
import { NO_SEAT } from './seat-words.ts'
import type { Segment } from './segment.ts'
import type { WordMasks } from './word-masks.ts'

/**
 * Bytes by which the letters of two names may differ that are compared letter by letter: as many units as `nameLikeness` allows, and
 * two letters of three bytes more.
 */
const BYTES_APART_MAX = LETTERS_APART_MAX + 6
const NOT_ASCII = /[^\0-\x7f]/
/** Bits of a mask; of longer queries every candidate is scored. */
const MASK_WORDS_MAX = 31

/** Words of the index that are a word of the query, parted: the rest of them, and the bit of the word. */
interface PartsTail {
  readonly parts: WordParts
  readonly bit: number
}

/** What a scorer needs to know of the index that it scores in. */
export interface ScoredIndex {
  readonly segment: Segment
  readonly words: IndexWords
  readonly seats: SeatWords
  /** To scribble on. */
  readonly masks: WordMasks
}

export class LikeScorer implements WordComparer {
  readonly #index: ScoredIndex
  readonly #asked: AskedWords
  readonly #askedLetters: number
  readonly #isAscii: boolean
  readonly #isSeatAsked: boolean
  readonly #parts = new Map<number, PartsTail[]>()
  /** Words of the name that is scored, and their bits: which words of the query may be answered by each. */
  readonly #numbers: number[] = []
  readonly #bits: number[] = []
  #seat = NO_SEAT

  constructor(index: ScoredIndex, asked: AskedWords) {
    this.#index = index
    this.#asked = asked
    const letters = asked.name.words.join('')
    this.#askedLetters = letters.length
    this.#isAscii = !NOT_ASCII.test(letters)
    this.#isSeatAsked = asked.name.words.some((word) => index.seats.has(word))
    this.#markWords()
  }

  #markWords(): void {
    const { masks } = this.#index
    const { words, runs } = this.#asked
    masks.clear()
    for (let i = 0; i < Math.min(MASK_WORDS_MAX, words.length); i++) {
      const { likeWords, parts } = words[i] as AskedWord
      for (const { word } of likeWords) masks.mark(word, 1 << i)
      for (const one of parts) this.#addParts(one, 1 << i)
    }
    for (const { from, to, words: joined } of runs) {
      const bits = (1 << Math.min(to, MASK_WORDS_MAX)) - (1 << Math.min(from, MASK_WORDS_MAX))
      for (const word of joined) masks.mark(word, bits)
    }
  }

  #addParts(parts: WordParts, bit: number): void {
    const first = parts[0] as number
    const known = this.#parts.get(first)
    if (known === undefined) this.#parts.set(first, [{ parts, bit }])
    else known.push({ parts, bit })
  }

  /** `undefined` where the name is not like the query. `company`: whose current name it is; `undefined` for a former one. */
  score(document: number, company: number | undefined, isOtherForm: boolean): LikeScore | undefined {
    const { segment, words, seats } = this.#index
    this.#read(document)
    this.#seat = company === undefined ? NO_SEAT : seats.of(segment.blocks.seats[company] as number)
    if (!this.#mayBeLike()) return undefined
    const name: CandidateName = {
      words: this.#numbers.map((word) => words.textOf(word)),
      weights: this.#numbers.map((word) => words.weightOf(word)),
      seat: this.#seat.words,
      isOtherForm,
      isFormer: company === undefined,
    }
    return nameLikeness(this.#asked.name, name, this)
  }

  #read(document: number): void {
    const { segment, masks } = this.#index
    const { forward, forwardStarts } = segment.blocks
    const start = forwardStarts[document] as number
    const length = (forwardStarts[document + 1] as number) - start
    this.#numbers.length = length
    this.#bits.length = length
    for (let i = 0; i < length; i++) {
      const word = (forward[start + i] as number) >>> 1
      this.#numbers[i] = word
      this.#bits[i] = masks.of(word)
    }
    if (this.#parts.size > 0) this.#readParts()
  }

  #readParts(): void {
    for (let i = 0; i < this.#numbers.length - 1; i++) {
      for (const { parts, bit } of this.#parts.get(this.#numbers[i] as number) ?? []) {
        if (!parts.every((word, k) => this.#numbers[i + k] === word)) continue
        for (let k = 0; k < parts.length; k++) this.#bits[i + k] = (this.#bits[i + k] as number) | bit
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

  /** Never false for a name that `nameLikeness` would show. */
  #mayBeLike(): boolean {
    if (this.#asked.words.length > MASK_WORDS_MAX || this.#mayBeInitials()) return true
    let all = 0
    let answers = 0
    for (const bits of this.#bits) {
      all |= bits
      if (bits !== 0) answers++
    }
    const answered = this.#weightOf(all)
    const { weight } = this.#asked.name
    // All of the name may be in the query.
    if (answers === this.#numbers.length) return true
    if (answered >= LETTERS_REACH_SHARE * weight && this.#areLettersNear()) return true
    const bySeat = this.#isSeatAsked ? this.#weightBySeat(all) : 0
    return answered + bySeat >= REACH_SHARE * weight && this.#mayBeShown((answered + bySeat) / weight)
  }

  #mayBeInitials(): boolean {
    const { words } = this.#asked.name
    if (words.length === 1)
      return (words[0] as string).length >= this.#numbers.length && this.#numbers.length >= INITIALS_MIN
    return this.#numbers.length === 1 && words.length >= INITIALS_MIN
  }

  #weightOf(bits: number): number {
    const { weights } = this.#asked.name
    let weight = 0
    for (let left = bits; left !== 0; left &= left - 1)
      weight += weights[31 - Math.clz32(left & -left)] as number
    return weight
  }

  #weightBySeat(answered: number): number {
    const { words, weights } = this.#asked.name
    let weight = 0
    for (let i = 0; i < words.length; i++) {
      const isOpen = ((answered >>> i) & 1) === 0
      if (isOpen && this.#seat.words.includes(words[i] as string)) weight += weights[i] as number
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
      if (this.#bits[j] !== 0) answered += weight
      else left += this.#seat.numbers.includes(number) ? weight * SEAT_WEIGHT_SHARE : weight
    }
    return shareLikeness(askedShare, answered / (answered + left)) >= PARTIAL_LIKENESS_MIN
  }

  #areLettersNear(): boolean {
    if (!this.#isAscii) return true
    const { wordStarts } = this.#index.segment.blocks
    let bytes = 0
    for (const word of this.#numbers) bytes += (wordStarts[word + 1] as number) - (wordStarts[word] as number)
    return Math.abs(bytes - this.#askedLetters) <= BYTES_APART_MAX
  }
}
