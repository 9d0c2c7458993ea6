/** Documents with a weight that several sources add up: a hash table, reused by every search. */

const EMPTY = -1
/** Minimum slots per document. The lower the load, the shorter the search for a free slot. */
const SLOTS_PER_DOCUMENT = 2
/** Knuth's multiplier, 2^32 divided by the golden ratio: spreads adjacent numbers. */
const SPREAD = 0x9e3779b1
/** Bits of a number. Twice as many sources are told apart; further ones share their bits. */
const SOURCE_BITS = 32
/** Sums of whole weights by document. Each source counts once, with the first weight that it adds. */
export class WeightedDocuments {
  /** Places of documents by their hash. */
  readonly #slots: Int32Array
  readonly #shift: number
  /** By place. */
  readonly #documents: Uint32Array
  readonly #weights: Uint32Array
  readonly #sources: Uint32Array
  /** Those beyond `SOURCE_BITS`, which few queries have. */
  readonly #furtherSources: Uint32Array
  #count = 0

  /** `most`: maximum documents. */
  constructor(most: number) {
    const bits = Math.ceil(Math.log2(most * SLOTS_PER_DOCUMENT))
    this.#slots = new Int32Array(2 ** bits).fill(EMPTY)
    this.#shift = 32 - bits
    this.#documents = new Uint32Array(most)
    this.#weights = new Uint32Array(most)
    this.#sources = new Uint32Array(most)
    this.#furtherSources = new Uint32Array(most)
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
    const sources = source < SOURCE_BITS ? this.#sources : this.#furtherSources
    if (((sources[at] as number) & bit) !== 0) return
    sources[at] = (sources[at] as number) | bit
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
    this.#furtherSources[place] = 0
    return place
  }

  /**
   * Returns up to `most` of the documents that `isWanted`, in ascending order: those with the highest sums, and of equal sums
   * the first ones.
   */
  heaviest(most: number, isWanted: (document: number) => boolean): Uint32Array {
    const { ends, documents } = this.#bySum()
    const heaviest = new Uint32Array(Math.min(most, documents.length))
    let [count, from] = [0, 0]
    for (let i = 0; i < ends.length && count < heaviest.length; i++) {
      const equal = documents.subarray(from, ends[i])
      if (equal.length > heaviest.length - count) equal.sort()
      count = addWanted(equal, isWanted, heaviest, count)
      from = ends[i] as number
    }
    return heaviest.subarray(0, count).sort()
  }

  /** Returns the documents by their sums, the highest first, and where those with each sum end. */
  #bySum(): { readonly documents: Uint32Array; readonly ends: Uint32Array } {
    const [count, weights] = [this.#count, this.#weights]
    let highest = 0
    for (let at = 0; at < count; at++) highest = Math.max(highest, weights[at] as number)
    const ends = new Uint32Array(highest + 1)
    for (let at = 0; at < count; at++) {
      const i = highest - (weights[at] as number)
      ends[i] = (ends[i] as number) + 1
    }
    for (let i = 1; i <= highest; i++) ends[i] = (ends[i] as number) + (ends[i - 1] as number)
    const documents = new Uint32Array(count)
    const next = ends.slice()
    for (let at = count - 1; at >= 0; at--) {
      const i = highest - (weights[at] as number)
      next[i] = (next[i] as number) - 1
      documents[next[i] as number] = this.#documents[at] as number
    }
    return { documents, ends }
  }
}

/** Adds the documents that `isWanted` behind the first `count`, as far as there is room; returns how many there are then. */
function addWanted(
  documents: Uint32Array,
  isWanted: (document: number) => boolean,
  into: Uint32Array,
  count: number,
): number {
  let all = count
  for (let i = 0; i < documents.length && all < into.length; i++) {
    const document = documents[i] as number
    if (isWanted(document)) into[all++] = document
  }
  return all
}
