/**
 * The companies that a search must not add because it has seen them or because they are deleted: a bitmap
 * that is kept between searches and reset to the deletions.
 */

/** Up to this many bits are reset one by one; for more, clearing the bitmap is faster. */
const LISTED_MAX = 2048

/** The seen and deleted companies of one image. */
export class SeenCompanies {
  readonly #bits: Uint32Array
  readonly #listed = new Uint32Array(LISTED_MAX)
  #deleted: Uint32Array | undefined
  #count = 0
  /** End of the range with seen companies. */
  #end = 0
  /** Number of deleted companies. */
  deletedCount = 0

  constructor(companies: number) {
    this.#bits = new Uint32Array((companies >>> 5) + 1)
  }

  /** Replaces the deletions. Call it only between searches. */
  setDeletions(deletions: { readonly count: number; readonly bits: SharedArrayBuffer } | undefined): void {
    this.#deleted = deletions && new Uint32Array(deletions.bits)
    this.deletedCount = deletions?.count ?? 0
    this.#count = 0
    this.#end = this.#bits.length * 32
    this.#reset()
  }

  /** Number of seen companies, without deletions. */
  get count(): number {
    return this.#count
  }

  has(company: number): boolean {
    return (((this.#bits[company >>> 5] as number) >>> (company & 31)) & 1) === 1
  }

  /** Marks a company as seen. */
  add(company: number): void {
    const word = this.#bits[company >>> 5] as number
    const bit = 1 << (company & 31)
    if ((word & bit) !== 0) return
    this.#bits[company >>> 5] = word | bit
    if (this.#count < LISTED_MAX) this.#listed[this.#count] = company
    if (company >= this.#end) this.#end = company + 1
    this.#count++
  }

  /**
   * Marks the companies of `companies[first … last)` in [from, to) as seen, up to `room` that were not seen
   * before.
   */
  addAll(companies: Uint32Array, first: number, last: number, from: number, to: number, room: number): void {
    const bits = this.#bits
    const countMax = this.#count + room
    let count = this.#count
    for (let i = first; i < last && count < countMax; i++) {
      const company = companies[i] as number
      if (company < from || company >= to) continue
      const word = bits[company >>> 5] as number
      const bit = 1 << (company & 31)
      if ((word & bit) !== 0) continue
      bits[company >>> 5] = word | bit
      if (count < LISTED_MAX) this.#listed[count] = company
      count++
    }
    this.#count = count
    this.#end = Math.max(this.#end, to)
  }

  /** Returns how many seen companies satisfy the condition. Requires `isListed`. */
  countAmong(isAmong: (company: number) => boolean): number {
    let count = 0
    for (let i = 0; i < this.#count; i++) count += isAmong(this.#listed[i] as number) ? 1 : 0
    return count
  }

  /** Whether the seen companies are few enough to be listed. */
  get isListed(): boolean {
    return this.#count <= LISTED_MAX
  }

  clear(): void {
    if (this.#count > LISTED_MAX) this.#reset()
    else for (let i = 0; i < this.#count; i++) this.#resetWord((this.#listed[i] as number) >>> 5)
    this.#count = 0
    this.#end = 0
  }

  #reset(): void {
    const end = (this.#end + 31) >>> 5
    if (this.#deleted === undefined) this.#bits.fill(0, 0, end)
    else this.#bits.set(this.#deleted.subarray(0, end))
  }

  #resetWord(word: number): void {
    this.#bits[word] = this.#deleted === undefined ? 0 : (this.#deleted[word] as number)
  }
}
