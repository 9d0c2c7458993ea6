/** An iterator over ascending documents that fills blocks. */
export interface DocIterator {
  /** Lower bound of the remaining documents; `undefined` at the end. */
  readonly next: number | undefined
  /**
   * Writes up to `limit` of the next documents before `to` into the block; returns their number. 0: none
   * remain before `to`.
   */
  fill(block: Uint32Array, limit: number, to: number): number
}
