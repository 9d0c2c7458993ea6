/** A set of documents in insertion order, reused by the next search. */

/** Initial capacity. */
const CAPACITY_MIN = 1024

/** Collects documents without duplicates. */
export class DocumentSet {
  readonly #bits: Uint32Array
  #documents = new Uint32Array(CAPACITY_MIN)
  #count = 0

  constructor(documents: number) {
    this.#bits = new Uint32Array((documents >>> 5) + 1)
  }

  get count(): number {
    return this.#count
  }

  /** The documents added; valid until the next `add` or `clear`. */
  get documents(): Uint32Array {
    return this.#documents.subarray(0, this.#count)
  }

  add(document: number): void {
    const place = document >>> 5
    const word = this.#bits[place] as number
    const bit = 1 << (document & 31)
    if ((word & bit) !== 0) return
    this.#bits[place] = word | bit
    if (this.#count === this.#documents.length) this.#grow()
    this.#documents[this.#count++] = document
  }

  #grow(): void {
    const grown = new Uint32Array(this.#documents.length * 2)
    grown.set(this.#documents)
    this.#documents = grown
  }

  clear(): void {
    for (let i = 0; i < this.#count; i++) this.#bits[(this.#documents[i] as number) >>> 5] = 0
    this.#count = 0
  }
}
