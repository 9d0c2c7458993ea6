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

/** The folded words of a seat. */
export function wordsOfSeat(seat: string): readonly string[] {
  return splitWords(fold(seat)).map(({ text }) => text)
}

/** Of one segment and one thread; each seat is read at first need. */
export class SeatWords {
  readonly #segment: Segment
  readonly #seats: (Seat | undefined)[] = []
  #all: Set<string> | undefined

  constructor(segment: Segment) {
    this.#segment = segment
  }

  of(seat: number): Seat {
    this.#seats[seat] ??= this.#read(seat)
    return this.#seats[seat]
  }

  /** Whether some company's seat has the word. */
  has(word: string): boolean {
    this.#all ??= this.#readAll()
    return this.#all.has(word)
  }

  #read(seat: number): Seat {
    const words = wordsOfSeat(seatOf(this.#segment, seat))
    const numbers = words.flatMap((word) => {
      const { from, to } = termsEqualTo(this.#segment.words, utf8Of(word))
      return from === to ? [] : [from]
    })
    return { words, numbers }
  }

  #readAll(): Set<string> {
    const seats = this.#segment.blocks.seatStarts.length - 1
    const all = new Set<string>()
    for (let seat = 0; seat < seats; seat++) for (const word of this.of(seat).words) all.add(word)
    return all
  }
}
