/** Documents with a weight that several sources add up: a hash table, reused by every search. */

const EMPTY = -1
/** Minimum slots per document. The lower the load, the shorter the search for a free slot. */
const SLOTS_PER_DOCUMENT = 2
/** Knuth's multiplier, 2^32 divided by the golden ratio: spreads adjacent numbers. */
const SPREAD = 0x9e3779b1
/** Sources that are told apart; further ones share their bits. */
const SOURCE_BITS = 32
/** Steps in which weights are compared. */
const WEIGHT_STEPS = 4096

/** Sums of weights by document. Each source counts once, with the first weight that it adds. */
export class WeightedDocuments {
  /** Places of documents by their hash. */
  readonly #slots: Int32Array
  readonly #shift: number
  /** By place. */
  readonly #documents: Uint32Array
  readonly #weights: Float64Array
  readonly #sources: Uint32Array
  #count = 0

  /** `most`: maximum documents. */
  constructor(most: number) {
    const bits = Math.ceil(Math.log2(most * SLOTS_PER_DOCUMENT))
    this.#slots = new Int32Array(2 ** bits).fill(EMPTY)
    this.#shift = 32 - bits
    this.#documents = new Uint32Array(most)
    this.#weights = new Float64Array(most)
    this.#sources = new Uint32Array(most)
  }

  /** Removes all documents. */
  clear(): void {
    this.#slots.fill(EMPTY)
    this.#count = 0
  }

  /** Adds the weight of a source to a document. Heavier weights of a source must come first. */
  add(document: number, source: number, weight: number): void {
    const at = this.#placeOf(document)
    const bit = 1 << (source % SOURCE_BITS)
    if (((this.#sources[at] as number) & bit) !== 0) return
    this.#sources[at] = (this.#sources[at] as number) | bit
    this.#weights[at] = (this.#weights[at] as number) + weight
  }

  #placeOf(document: number): number {
    const slots = this.#slots
    const last = slots.length - 1
    let slot = Math.imul(document, SPREAD) >>> this.#shift
    while (slots[slot] !== EMPTY && this.#documents[slots[slot] as number] !== document)
      slot = (slot + 1) & last
    if (slots[slot] !== EMPTY) return slots[slot] as number
    const place = this.#count++
    slots[slot] = place
    this.#documents[place] = document
    this.#weights[place] = 0
    this.#sources[place] = 0
    return place
  }

  /**
   * Returns up to `most` documents with the highest sums, in any order; of equal sums (within a
   * `WEIGHT_STEPS`th of the highest) those that were added first.
   */
  heaviest(most: number): Uint32Array {
    if (this.#count <= most) return this.#documents.slice(0, this.#count)
    const steps = this.#steps()
    const counts = new Uint32Array(WEIGHT_STEPS + 1)
    for (const step of steps) counts[step] = (counts[step] as number) + 1
    let least = WEIGHT_STEPS
    let above = 0
    while (above + (counts[least] as number) < most) above += counts[least--] as number
    let roomAtLeast = most - above
    const heaviest = new Uint32Array(most)
    let count = 0
    for (let at = 0; at < this.#count; at++) {
      const step = steps[at] as number
      if (step > least || (step === least && roomAtLeast-- > 0))
        heaviest[count++] = this.#documents[at] as number
    }
    return heaviest
  }

  /** Returns the sums as whole steps of the highest one. */
  #steps(): Uint16Array {
    let highest = 0
    for (let at = 0; at < this.#count; at++) highest = Math.max(highest, this.#weights[at] as number)
    const steps = new Uint16Array(this.#count)
    for (let at = 0; at < this.#count; at++)
      steps[at] = Math.floor(((this.#weights[at] as number) / highest) * WEIGHT_STEPS)
    return steps
  }
}
