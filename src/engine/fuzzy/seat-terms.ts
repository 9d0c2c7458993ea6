/** The terms of companies' seats. */

import { splitWords } from '../../names/reading/split-words.ts'
import { fold } from '../../names/text/fold.ts'
import { seatOf } from '../format/index-reader.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import type { FuzzyContext } from './fuzzy-context.ts'

/** The words of a seat. */
export interface Seat {
  /** Folded words. */
  readonly words: readonly string[]
  /** The term numbers of those words that occur in names. */
  readonly terms: readonly number[]
}

/** The seat of a name whose company's seat does not count. */
export const NO_SEAT: Seat = { words: [], terms: [] }

const POSITION_BITS = 32

/**
 * Returns whether the seat may have the word at this position of the query. Positions that differ by 32 share
 * a bit.
 */
export function hasPosition(positions: number, position: number): boolean {
  return ((positions >>> (position % POSITION_BITS)) & 1) === 1
}

/** Maximum positions in a set of positions. */
export const POSITIONS_MAX = 31
const POSITION_SETS_MAX = 8

function bitsIn(set: number): number {
  let bits = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) bits++
  return bits
}

/** Returns the folded words of a seat. */
export function wordsOfSeat(seat: string): readonly string[] {
  return splitWords(fold(seat)).map(({ text }) => text)
}

/** The seats of one index for one thread; each seat is read on first use. */
export class SeatTerms {
  readonly #context: FuzzyContext
  readonly #seats: (Seat | undefined)[] = []
  /** By word: the seats that have it. */
  #byWord: Map<string, number[]> | undefined
  /** The words of each seat, joined by spaces. */
  readonly #texts = new Set<string>()
  #positionsBySeat: Uint32Array | undefined
  #markedSeats: readonly number[] = []

  constructor(context: FuzzyContext) {
    this.#context = context
  }

  of(seat: number): Seat {
    this.#seats[seat] ??= this.#read(seat)
    return this.#seats[seat]
  }

  /** Returns whether some company's seat has the word. */
  has(word: string): boolean {
    return this.#seatsWith(word).length > 0
  }

  /** Returns whether some company has a seat of exactly these folded words, joined by spaces. */
  isSeat(words: string): boolean {
    this.#byWord ??= this.#readAll()
    return this.#texts.has(words)
  }

  /**
   * Returns for each seat which of the words it has, one bit each (`hasPosition`). Valid until the next call.
   */
  positionsBySeat(words: readonly string[]): Uint32Array {
    this.#positionsBySeat ??= new Uint32Array(this.#context.sections.seatStarts.length - 1)
    const positions = this.#positionsBySeat
    for (const seat of this.#markedSeats) positions[seat] = 0
    this.#markedSeats = words.flatMap((word) => this.#seatsWith(word))
    words.forEach((word, i) => {
      for (const seat of this.#seatsWith(word))
        positions[seat] = (positions[seat] as number) | (1 << (i % POSITION_BITS))
    })
    return positions
  }

  /**
   * Returns which of the words a seat can have together, as bits of their positions. Subsets of other sets
   * are left out. If there are more than `POSITION_SETS_MAX` sets, those with the fewest words are united. At
   * most `POSITIONS_MAX` words.
   */
  positionSetsOf(words: readonly string[]): readonly number[] {
    const bySeat = new Map<number, number>()
    words.forEach((word, i) => {
      for (const seat of this.#seatsWith(word)) bySeat.set(seat, (bySeat.get(seat) ?? 0) | (1 << i))
    })
    const distinct = [...new Set(bySeat.values())]
    const largest = distinct.filter(
      (set) => !distinct.some((other) => other !== set && (set & other) === set),
    )
    const sorted = largest.sort((a, b) => bitsIn(b) - bitsIn(a))
    const rest = sorted.splice(POSITION_SETS_MAX - 1)
    return rest.length === 0 ? sorted : [...sorted, rest.reduce((all, set) => all | set)]
  }

  #seatsWith(word: string): readonly number[] {
    this.#byWord ??= this.#readAll()
    return this.#byWord.get(word) ?? []
  }

  #read(seat: number): Seat {
    const words = wordsOfSeat(seatOf(this.#context, seat))
    const terms = words.flatMap((word) => {
      const { from, to } = termsEqualTo(this.#context.words, utf8Of(word))
      return from === to ? [] : [from]
    })
    return { words, terms }
  }

  #readAll(): Map<string, number[]> {
    const seats = this.#context.sections.seatStarts.length - 1
    const byWord = new Map<string, number[]>()
    for (let seat = 0; seat < seats; seat++) {
      const words = wordsOfSeat(seatOf(this.#context, seat))
      this.#texts.add(words.join(' '))
      for (const word of new Set(words)) {
        const known = byWord.get(word)
        if (known === undefined) byWord.set(word, [seat])
        else known.push(seat)
      }
    }
    return byWord
  }
}
