/** The words of companies' seats. */

import { splitWords } from '../../names/reading/split-words.ts'
import { fold } from '../../names/text/fold.ts'
import { seatOf } from '../format/index-reader.ts'
import { termsEqualTo } from '../format/term-dictionary.ts'
import { utf8Of } from '../format/utf8.ts'
import type { FuzzyContext } from './fuzzy-context.ts'

export interface Seat {
  /** Folded. */
  readonly words: readonly string[]
  /** Their numbers among the words of the index, as far as names hold them. */
  readonly terms: readonly number[]
}

/** Of a name whose company's seat does not count. */
export const NO_SEAT: Seat = { words: [], terms: [] }

const POSITION_BITS = 32

/** False only where the word at a place of the query is none of the seat's; words that are 32 places apart have one bit. */
export function hasPosition(places: number, place: number): boolean {
  return ((places >>> (place % POSITION_BITS)) & 1) === 1
}

/** As many bits as a set of places has. */
export const POSITIONS_MAX = 31
const POSITION_SETS_MAX = 8

function bitsIn(set: number): number {
  let bits = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) bits++
  return bits
}

/** The folded words of a seat. */
export function wordsOfSeat(seat: string): readonly string[] {
  return splitWords(fold(seat)).map(({ text }) => text)
}

/** Of one segment and one thread; each seat is read at first need. */
export class SeatTerms {
  readonly #context: FuzzyContext
  readonly #seats: (Seat | undefined)[] = []
  /** By word: the seats that have it. */
  #byWord: Map<string, number[]> | undefined
  #positionsBySeat: Uint32Array | undefined
  #markedSeats: readonly number[] = []

  constructor(segment: FuzzyContext) {
    this.#context = segment
  }

  of(seat: number): Seat {
    this.#seats[seat] ??= this.#read(seat)
    return this.#seats[seat]
  }

  /** Whether some company's seat has the word. */
  has(word: string): boolean {
    return this.#seatsWith(word).length > 0
  }

  /** By seat: which of the words are words of it, one bit each (`hasPlace`). Valid until the next call. */
  positionsBySeat(words: readonly string[]): Uint32Array {
    this.#positionsBySeat ??= new Uint32Array(this.#context.blocks.seatStarts.length - 1)
    const places = this.#positionsBySeat
    for (const seat of this.#markedSeats) places[seat] = 0
    this.#markedSeats = words.flatMap((word) => this.#seatsWith(word))
    words.forEach((word, i) => {
      for (const seat of this.#seatsWith(word))
        places[seat] = (places[seat] as number) | (1 << (i % POSITION_BITS))
    })
    return places
  }

  /**
   * Which of the words a seat can have together, as bits of their places, no set of which another one has all; of more than
   * `SEAT_SETS_MAX` those with the fewest words as one. At most `PLACES_MAX` words.
   */
  positionSetsOf(words: readonly string[]): readonly number[] {
    const bySeat = new Map<number, number>()
    words.forEach((word, i) => {
      for (const seat of this.#seatsWith(word)) bySeat.set(seat, (bySeat.get(seat) ?? 0) | (1 << i))
    })
    const different = [...new Set(bySeat.values())]
    const largest = different.filter(
      (set) => !different.some((other) => other !== set && (set & other) === set),
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
    const seats = this.#context.blocks.seatStarts.length - 1
    const byWord = new Map<string, number[]>()
    for (let seat = 0; seat < seats; seat++) {
      for (const word of new Set(wordsOfSeat(seatOf(this.#context, seat)))) {
        const known = byWord.get(word)
        if (known === undefined) byWord.set(word, [seat])
        else known.push(seat)
      }
    }
    return byWord
  }
}
