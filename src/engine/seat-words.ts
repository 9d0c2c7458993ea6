/** The words of companies' seats. */
import { fold } from '../names/fold.ts'
import { splitWords } from '../names/words.ts'
import { termsEqualTo } from './lexicon.ts'
import type { Segment } from './segment.ts'
import { seatOf } from './segment.ts'
import { utf8Of } from './utf8.ts'

export interface Seat {
  /** Folded. */
  readonly words: readonly string[]
  /** Their numbers among the words of the index, as far as names hold them. */
  readonly numbers: readonly number[]
}

/** Of a name whose company's seat does not count. */
export const NO_SEAT: Seat = { words: [], numbers: [] }

/** The folded words of a seat. */
export function wordsOfSeat(seat: string): readonly string[] {
  return splitWords(fold(seat)).map(({ text }) => text)
}

/** Of one segment and one thread; each seat is read at first need. */
export class SeatWords {
  readonly #segment: Segment
  readonly #seats: (Seat | undefined)[] = []
  /** By word: the seats that have it. */
  #byWord: Map<string, number[]> | undefined
  #marks: Uint8Array | undefined
  #marked: readonly number[] = []

  constructor(segment: Segment) {
    this.#segment = segment
  }

  of(seat: number): Seat {
    this.#seats[seat] ??= this.#read(seat)
    return this.#seats[seat]
  }

  /** Whether some company's seat has the word. */
  has(word: string): boolean {
    return this.#with(word).length > 0
  }

  /** By seat: 1 where one of the words is a word of it. Valid until the next call. */
  marksOf(words: readonly string[]): Uint8Array {
    this.#marks ??= new Uint8Array(this.#segment.blocks.seatStarts.length - 1)
    for (const seat of this.#marked) this.#marks[seat] = 0
    this.#marked = words.flatMap((word) => this.#with(word))
    for (const seat of this.#marked) this.#marks[seat] = 1
    return this.#marks
  }

  #with(word: string): readonly number[] {
    this.#byWord ??= this.#readAll()
    return this.#byWord.get(word) ?? []
  }

  #read(seat: number): Seat {
    const words = wordsOfSeat(seatOf(this.#segment, seat))
    const numbers = words.flatMap((word) => {
      const { from, to } = termsEqualTo(this.#segment.words, utf8Of(word))
      return from === to ? [] : [from]
    })
    return { words, numbers }
  }

  #readAll(): Map<string, number[]> {
    const seats = this.#segment.blocks.seatStarts.length - 1
    const byWord = new Map<string, number[]>()
    for (let seat = 0; seat < seats; seat++) {
      for (const word of new Set(wordsOfSeat(seatOf(this.#segment, seat)))) {
        const known = byWord.get(word)
        if (known === undefined) byWord.set(word, [seat])
        else known.push(seat)
      }
    }
    return byWord
  }
}
