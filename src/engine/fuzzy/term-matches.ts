/** Term matches: a hash table from index terms to the query terms that they match, reused by every search. */
import type { WordLikeness } from '../../names/likeness/word-likeness.ts'

const SLOTS_MIN = 1024
/** Minimum slots per term. The lower the load, the shorter the search for a free slot. */
const SLOTS_PER_TERM = 2
/** Cells of a slot: a term and its first match. */
const SLOT_CELLS = 2
const EMPTY = -1
/** Ends a list of matches; also the result for a term without matches. */
export const NO_MATCH = -1
/** Stands for the position in the query if a split of a query term may begin with the term. */
export const BEGINS_SPLIT = -1
/** Knuth's multiplier, 2^32 divided by the golden ratio: spreads adjacent numbers. */
const SPREAD = 0x9e3779b1

/** Matches by their numbers, stored in columns so that a search allocates no objects. */
export class TermMatches {
  #slots = new Int32Array(SLOT_CELLS * SLOTS_MIN).fill(EMPTY)
  /** By slot: the maximum weight that its term matches in total. */
  #sums = new Float64Array(SLOTS_MIN)
  #shift = 32 - Math.log2(SLOTS_MIN)
  #terms = 0
  #count = 0
  /** The position in the query, or `BEGINS_SPLIT`. */
  readonly positions: number[] = []
  /** Maximum matched weight of that query term, … */
  readonly queryWeights: number[] = []
  /** … and maximum matched weight of the term in the name. */
  readonly nameWeights: number[] = []
  /** `undefined` if the term is several query terms joined. */
  readonly likenesses: (WordLikeness | undefined)[] = []
  /** The next match of the same term, or `NO_MATCH`. */
  readonly next: number[] = []

  /** Removes all matches; the columns keep their capacity. */
  clear(): void {
    this.#slots.fill(EMPTY)
    this.#terms = 0
    this.#count = 0
  }

  add(
    term: number,
    position: number,
    queryWeight: number,
    nameWeight: number,
    likeness: WordLikeness | undefined,
  ): void {
    const slot = this.#claimSlot(term)
    this.#raiseAt(slot, queryWeight)
    const match = this.#count++
    this.positions[match] = position
    this.queryWeights[match] = queryWeight
    this.nameWeights[match] = nameWeight
    this.likenesses[match] = likeness
    this.next[match] = this.#slots[slot + 1] as number
    this.#slots[slot + 1] = match
  }

  /** Raises the maximum of a term that matches more weight together with others. */
  raise(term: number, weight: number): void {
    this.#raiseAt(this.#claimSlot(term), weight)
  }

  #raiseAt(slot: number, weight: number): void {
    const index = slot >> 1
    this.#sums[index] = (this.#sums[index] as number) + weight
  }

  /**
   * Returns the maximum weight that the terms `forward[from … to)` match in total; the negative sum if some
   * of them match nothing.
   */
  queryWeightMaxOf(forward: Uint32Array, from: number, to: number): number {
    const slots = this.#slots
    const sums = this.#sums
    const shift = this.#shift
    const last = slots.length - 1
    let sum = 0
    let isAll = true
    for (let j = from; j < to; j++) {
      const term = (forward[j] as number) >>> 1
      let slot = SLOT_CELLS * (Math.imul(term, SPREAD) >>> shift)
      let found = slots[slot] as number
      while (found !== term && found !== EMPTY) {
        slot = (slot + SLOT_CELLS) & last
        found = slots[slot] as number
      }
      if (found === term) sum += sums[slot >> 1] as number
      else isAll = false
    }
    return isAll ? sum : -sum
  }

  /** Returns the first match of a term, or `NO_MATCH`. */
  firstOf(term: number): number {
    const slots = this.#slots
    const slot = this.#slotOf(term)
    return slots[slot] === term ? (slots[slot + 1] as number) : NO_MATCH
  }

  /** Returns the slot of the term, or the free slot where it would be. */
  #slotOf(term: number): number {
    const slots = this.#slots
    const last = slots.length - 1
    let slot = SLOT_CELLS * (Math.imul(term, SPREAD) >>> this.#shift)
    while (slots[slot] !== term && slots[slot] !== EMPTY) slot = (slot + SLOT_CELLS) & last
    return slot
  }

  /** Returns the slot of the term, and creates it if necessary. */
  #claimSlot(term: number): number {
    let slot = this.#slotOf(term)
    if (this.#slots[slot] === term) return slot
    if (++this.#terms * SLOTS_PER_TERM * SLOT_CELLS > this.#slots.length) {
      this.#grow()
      slot = this.#slotOf(term)
    }
    this.#slots[slot] = term
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
