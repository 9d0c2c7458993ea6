/**
 * Which companies a search must not take, because it has them already or because they are dead: one bit a
 * company, kept between searches and put back to the dead between them.
 */

/** Up to this many are put out one by one; beyond, wiping all bits is quicker. */
const LISTED_MAX = 2048

export class SeenCompanies {
  readonly #bits: Uint32Array
  readonly #listed = new Uint32Array(LISTED_MAX)
  #deleted: Uint32Array | undefined
  #count = 0
  /** Behind the last one taken. */
  #top = 0
  /** How many companies nobody will take. */
  deletedCount = 0

  constructor(companies: number) {
    this.#bits = new Uint32Array((companies >>> 5) + 1)
  }

  /** From now on these companies, and no others, count as dead; between searches only. */
  setDeletions(deletions: { readonly count: number; readonly bits: SharedArrayBuffer } | undefined): void {
    this.#deleted = deletions && new Uint32Array(deletions.bits)
    this.deletedCount = deletions?.count ?? 0
    this.#count = 0
    this.#top = this.#bits.length * 32
    this.#wipe()
  }

  /** Companies taken; the dead are not among them. */
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
    if (company >= this.#top) this.#top = company + 1
    this.#count++
  }

  /** Takes companies among `all[first … last)` that are in [from, to), up to `room` that were not taken before. */
  addAll(all: Uint32Array, first: number, last: number, from: number, to: number, room: number): void {
    const bits = this.#bits
    const countMax = this.#count + room
    let count = this.#count
    for (let i = first; i < last && count < countMax; i++) {
      const company = all[i] as number
      if (company < from || company >= to) continue
      const word = bits[company >>> 5] as number
      const bit = 1 << (company & 31)
      if ((word & bit) !== 0) continue
      bits[company >>> 5] = word | bit
      if (count < LISTED_MAX) this.#listed[count] = company
      count++
    }
    this.#count = count
    this.#top = Math.max(this.#top, to)
  }

  /** How many of the companies taken are among some; where there are not too many to know them. */
  countAmong(isAmong: (company: number) => boolean): number {
    let count = 0
    for (let i = 0; i < this.#count; i++) count += isAmong(this.#listed[i] as number) ? 1 : 0
    return count
  }

  /** Whether `countAmong` can tell. */
  get isListed(): boolean {
    return this.#count <= LISTED_MAX
  }

  clear(): void {
    if (this.#count > LISTED_MAX) this.#wipe()
    else for (let i = 0; i < this.#count; i++) this.#wipeWord((this.#listed[i] as number) >>> 5)
    this.#count = 0
    this.#top = 0
  }

  #wipe(): void {
    const end = (this.#top + 31) >>> 5
    if (this.#deleted === undefined) this.#bits.fill(0, 0, end)
    else this.#bits.set(this.#deleted.subarray(0, end))
  }

  #wipeWord(word: number): void {
    this.#bits[word] = this.#deleted === undefined ? 0 : (this.#deleted[word] as number)
  }
}
