/** Which companies a search has already: one bit a company, kept between searches and empty between them. */

/** Up to this many are put out one by one; beyond, wiping all bits is quicker. */
const LISTED_MAX = 2048

export class TakenCompanies {
  readonly #bits: Uint32Array
  readonly #listed = new Uint32Array(LISTED_MAX)
  #count = 0

  constructor(companies: number) {
    this.#bits = new Uint32Array((companies >>> 5) + 1)
  }

  get count(): number {
    return this.#count
  }

  has(company: number): boolean {
    return (((this.#bits[company >>> 5] as number) >>> (company & 31)) & 1) === 1
  }

  /** Takes a company; one that is taken already changes nothing. */
  add(company: number): void {
    const word = this.#bits[company >>> 5] as number
    const bit = 1 << (company & 31)
    if ((word & bit) !== 0) return
    this.#bits[company >>> 5] = word | bit
    if (this.#count < LISTED_MAX) this.#listed[this.#count] = company
    this.#count++
  }

  clear(): void {
    if (this.#count > LISTED_MAX) this.#bits.fill(0)
    else for (let i = 0; i < this.#count; i++) this.#bits[(this.#listed[i] as number) >>> 5] = 0
    this.#count = 0
  }
}
