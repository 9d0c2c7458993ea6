/** A small table from words to bits, made for one search and used again by the next. */

const SLOTS_MIN = 1024
/** Slots for each word: the fewer are taken, the shorter the way to a free one. */
const SLOTS_A_WORD = 2
const EMPTY = -1
/** Knuth's multiplier, 2^32 divided by the golden ratio: spreads neighbouring numbers. */
const SPREAD = 0x9e3779b1

/** Up to 32 bits by word of the index; 0 for words that were not marked. */
export class WordMasks {
  #words = new Int32Array(SLOTS_MIN).fill(EMPTY)
  #masks = new Int32Array(SLOTS_MIN)
  #shift = 22
  #count = 0

  /** Forgets everything. */
  clear(): void {
    this.#words.fill(EMPTY)
    this.#count = 0
  }

  /** Adds bits to those of a word. */
  mark(word: number, bits: number): void {
    const slot = this.#slotOf(word)
    if (this.#words[slot] === word) {
      this.#masks[slot] = (this.#masks[slot] as number) | bits
      return
    }
    this.#words[slot] = word
    this.#masks[slot] = bits
    if (++this.#count * SLOTS_A_WORD > this.#words.length) this.#grow()
  }

  of(word: number): number {
    const slot = this.#slotOf(word)
    return this.#words[slot] === word ? (this.#masks[slot] as number) : 0
  }

  /** Where the word is, or the free place where it would be. */
  #slotOf(word: number): number {
    const last = this.#words.length - 1
    let slot = Math.imul(word, SPREAD) >>> this.#shift
    while (this.#words[slot] !== word && this.#words[slot] !== EMPTY) slot = (slot + 1) & last
    return slot
  }

  #grow(): void {
    const [words, masks] = [this.#words, this.#masks]
    this.#words = new Int32Array(words.length * 2).fill(EMPTY)
    this.#masks = new Int32Array(words.length * 2)
    this.#shift--
    this.#count = 0
    for (let i = 0; i < words.length; i++)
      if (words[i] !== EMPTY) this.mark(words[i] as number, masks[i] as number)
  }
}
