/** Bits to mark documents with while a search runs; kept, so that no search has to make and no collection to sweep them. */

interface Lent {
  readonly bits: Uint32Array
  /** Numbers of it that are used. */
  readonly used: number
}

export class MarkPool {
  #free: Uint32Array[] = []
  #lent: Lent[] = []

  /** At least so many bits, all zero; they are the borrower's until `takeBack`. */
  lend(bits: number): Uint32Array {
    const used = (bits >>> 5) + 1
    const last = this.#free.pop()
    const lent = last !== undefined && last.length >= used ? last : new Uint32Array(used)
    this.#lent.push({ bits: lent, used })
    return lent
  }

  /** Wipes everything that was lent. */
  takeBack(): void {
    for (const { bits, used } of this.#lent) {
      bits.fill(0, 0, used)
      if (this.#free.length < FREE_MAX) this.#free.push(bits)
    }
    this.#lent = []
  }
}

/** More are given to the collector: a search seldom needs more than one. */
const FREE_MAX = 4
