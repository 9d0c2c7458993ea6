/** The terms of companies' seats. */

import { wordsOfSeat } from '../../names/reading/seat-words.ts'
import { seatOf } from '../format/index-reader.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import type { FuzzyContext } from './fuzzy-context.ts'

/** The words of a seat. */
export interface Seat {
  /** Folded words. */
  readonly words: readonly string[]
  /** The words, joined by spaces. */
  readonly text: string
  /** The term numbers of those words that occur in names. */
  readonly terms: readonly number[]
}

/** What seats may match of a query. */
export interface SeatMatches {
  /** Maximum weight that a seat adds. */
  readonly weightMax: number
  /** By seat: the query terms that are terms of it (`hasPosition`). */
  readonly positions: Uint32Array
}

/** The seat of a name whose company's seat does not count. */
export const NO_SEAT: Seat = { words: [], text: '', terms: [] }

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

/** The seats of one index for one thread; each seat is read on first use. */
export class SeatTerms {
  readonly #context: FuzzyContext
  readonly #seats: (Seat | undefined)[] = []
  #positionsBySeat: Uint32Array | undefined
  #markedSeats: readonly Uint32Array[] = []

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
    const lists = words.split(' ').map((word) => this.#seatsWith(word))
    const shortest = lists.reduce((a, b) => (b.length < a.length ? b : a))
    return shortest.some((seat) => this.of(seat).text === words)
  }

  /**
   * Returns for each seat which of the words it has, one bit each (`hasPosition`). Valid until the next call.
   */
  positionsBySeat(words: readonly string[]): Uint32Array {
    this.#positionsBySeat ??= new Uint32Array(this.#context.sections.seatStarts.length - 1)
    const positions = this.#positionsBySeat
    for (const seats of this.#markedSeats) for (const seat of seats) positions[seat] = 0
    this.#markedSeats = words.map((word) => this.#seatsWith(word))
    this.#markedSeats.forEach((seats, i) => {
      for (const seat of seats) positions[seat] = (positions[seat] as number) | (1 << (i % POSITION_BITS))
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

  #seatsWith(word: string): Uint32Array {
    const { seatWords, sections } = this.#context
    const { from, to } = termsEqualTo(seatWords, utf8Of(word))
    const { seatWordPostingStarts: starts } = sections
    return sections.seatWordPostings.subarray(starts[from], from === to ? starts[from] : starts[from + 1])
  }

  #read(seat: number): Seat {
    const words = wordsOfSeat(seatOf(this.#context, seat))
    const terms = words.flatMap((word) => {
      const { from, to } = termsEqualTo(this.#context.words, utf8Of(word))
      return from === to ? [] : [from]
    })
    return { words, text: words.join(' '), terms }
  }
}
