/** A table from words of the index to the words of a query that they answer; made for one search and used again by the next. */
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'

const SLOTS_MIN = 1024
/** Slots for each word: the fewer are taken, the shorter the way to a free one. */
const SLOTS_PER_TERM = 2
/** A slot is a word and its first answer, side by side. */
const SLOT_CELLS = 2
const EMPTY = -1
export const NO_MATCH = -1
/** Instead of a place in the query: with this word may begin several that are a word of the query in parts. */
export const BEGINS_SPLIT = -1
/** Knuth's multiplier, 2^32 divided by the golden ratio: spreads neighbouring numbers. */
const SPREAD = 0x9e3779b1

/** Of many answers, by their numbers: columns, as objects would be made anew for every search. */
export class TermMatches {
  #slots = new Int32Array(SLOT_CELLS * SLOTS_MIN).fill(EMPTY)
  /** By slot: the most that its word answers in all. */
  #sums = new Float64Array(SLOTS_MIN)
  #shift = 32 - Math.log2(SLOTS_MIN)
  #terms = 0
  #count = 0
  /** The place in the query, or `BEGINS_PARTS`. */
  readonly positions: number[] = []
  /** How much of that word's weight is answered at most, … */
  readonly queryWeights: number[] = []
  /** … and how much of the weight of the word in the name. */
  readonly nameWeights: number[] = []
  /** `undefined`: the word is several of the query joined. */
  readonly likenesses: (WordLikeness | undefined)[] = []
  /** The next answer of the same word or `NO_ANSWER`. */
  readonly next: number[] = []

  /** Forgets everything; the columns keep their room. */
  clear(): void {
    this.#slots.fill(EMPTY)
    this.#terms = 0
    this.#count = 0
  }

  add(word: number, asked: number, value: number, nameValue: number, like: WordLikeness | undefined): void {
    const slot = this.#claimSlot(word)
    this.#raiseAt(slot, value)
    const answer = this.#count++
    this.positions[answer] = asked
    this.queryWeights[answer] = value
    this.nameWeights[answer] = nameValue
    this.likenesses[answer] = like
    this.next[answer] = this.#slots[slot + 1] as number
    this.#slots[slot + 1] = answer
  }

  /** Where it stands together with others a word answers so much more. */
  raise(word: number, value: number): void {
    this.#raiseAt(this.#claimSlot(word), value)
  }

  #raiseAt(slot: number, value: number): void {
    const place = slot >> 1
    this.#sums[place] = (this.#sums[place] as number) + value
  }

  /** The most that words answer in all, each of `forward[from … to)`; less than 0 the same of those of which some answer nothing. */
  queryWeightMaxOf(forward: Uint32Array, from: number, to: number): number {
    const slots = this.#slots
    const sums = this.#sums
    const shift = this.#shift
    const last = slots.length - 1
    let most = 0
    let isAll = true
    for (let j = from; j < to; j++) {
      const word = (forward[j] as number) >>> 1
      let slot = SLOT_CELLS * (Math.imul(word, SPREAD) >>> shift)
      let found = slots[slot] as number
      while (found !== word && found !== EMPTY) {
        slot = (slot + SLOT_CELLS) & last
        found = slots[slot] as number
      }
      if (found === word) most += sums[slot >> 1] as number
      else isAll = false
    }
    return isAll ? most : -most
  }

  /** The first answer of a word, or `NO_ANSWER`. */
  firstOf(word: number): number {
    const slots = this.#slots
    const slot = this.#slotOf(word)
    return slots[slot] === word ? (slots[slot + 1] as number) : NO_MATCH
  }

  /** Where the word is, or the free place where it would be. */
  #slotOf(word: number): number {
    const slots = this.#slots
    const last = slots.length - 1
    let slot = SLOT_CELLS * (Math.imul(word, SPREAD) >>> this.#shift)
    while (slots[slot] !== word && slots[slot] !== EMPTY) slot = (slot + SLOT_CELLS) & last
    return slot
  }

  /** The place of the word, which is made where there is none. */
  #claimSlot(word: number): number {
    let slot = this.#slotOf(word)
    if (this.#slots[slot] === word) return slot
    if (++this.#terms * SLOTS_PER_TERM * SLOT_CELLS > this.#slots.length) {
      this.#grow()
      slot = this.#slotOf(word)
    }
    this.#slots[slot] = word
    this.#slots[slot + 1] = NO_MATCH
    this.#sums[slot >> 1] = 0
    return slot
  }

  #grow(): void {
    const before = this.#slots
    const sums = this.#sums
    this.#slots = new Int32Array(before.length * 2).fill(EMPTY)
    this.#sums = new Float64Array(sums.length * 2)
    this.#shift--
    for (let i = 0; i < before.length; i += SLOT_CELLS) {
      if (before[i] === EMPTY) continue
      const slot = this.#slotOf(before[i] as number)
      this.#slots[slot] = before[i] as number
      this.#slots[slot + 1] = before[i + 1] as number
      this.#sums[slot >> 1] = sums[i >> 1] as number
    }
  }
}
