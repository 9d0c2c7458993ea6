/** A table from words of the index to the words of a query that they answer; made for one search and used again by the next. */

const SLOTS_MIN = 1024
/** Slots for each word: the fewer are taken, the shorter the way to a free one. */
const SLOTS_A_WORD = 2
const EMPTY = -1
export const NO_ANSWER = -1
/** Knuth's multiplier, 2^32 divided by the golden ratio: spreads neighbouring numbers. */
const SPREAD = 0x9e3779b1

export class WordAnswers {
  #words = new Int32Array(SLOTS_MIN).fill(EMPTY)
  #first = new Int32Array(SLOTS_MIN)
  #shift = 32 - Math.log2(SLOTS_MIN)
  #count = 0
  /** By answer: the place in the query, how much of that word's weight is answered, the next answer of the same word or `NO_ANSWER`. */
  readonly asked: number[] = []
  readonly values: number[] = []
  readonly next: number[] = []

  /** Forgets everything. */
  clear(): void {
    this.#words.fill(EMPTY)
    this.#count = 0
    this.asked.length = 0
    this.values.length = 0
    this.next.length = 0
  }

  /** The word answers the query's word at a place, by a value. */
  add(word: number, asked: number, value: number): void {
    let slot = this.#slotOf(word)
    if (this.#words[slot] !== word) {
      if (++this.#count * SLOTS_A_WORD > this.#words.length) {
        this.#grow()
        slot = this.#slotOf(word)
      }
      this.#words[slot] = word
      this.#first[slot] = NO_ANSWER
    }
    this.next.push(this.#first[slot] as number)
    this.#first[slot] = this.asked.push(asked) - 1
    this.values.push(value)
  }

  /** The first answer of a word, or `NO_ANSWER`. */
  firstOf(word: number): number {
    const slot = this.#slotOf(word)
    return this.#words[slot] === word ? (this.#first[slot] as number) : NO_ANSWER
  }

  /** Where the word is, or the free place where it would be. */
  #slotOf(word: number): number {
    const last = this.#words.length - 1
    let slot = Math.imul(word, SPREAD) >>> this.#shift
    while (this.#words[slot] !== word && this.#words[slot] !== EMPTY) slot = (slot + 1) & last
    return slot
  }

  #grow(): void {
    const [words, first] = [this.#words, this.#first]
    this.#words = new Int32Array(words.length * 2).fill(EMPTY)
    this.#first = new Int32Array(words.length * 2)
    this.#shift--
    for (let i = 0; i < words.length; i++) {
      if (words[i] === EMPTY) continue
      const slot = this.#slotOf(words[i] as number)
      this.#words[slot] = words[i] as number
      this.#first[slot] = first[i] as number
    }
  }
}
