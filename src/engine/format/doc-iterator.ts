/** An iterator over ascending documents that fills chunks. */
export interface DocIterator {
  /** Lower bound of the remaining documents; `undefined` at the end. */
  readonly next: number | undefined
  /**
   * Writes up to `limit` of the next documents before `to` into the chunk; returns their number. 0: none
   * remain before `to`.
   */
  fill(chunk: Uint32Array, limit: number, to: number): number
}
