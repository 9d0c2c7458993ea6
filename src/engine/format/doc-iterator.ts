/** Where documents come from, ascending. */
export interface DocIterator {
  /** No document before this one will come; `undefined` at the end. */
  readonly next: number | undefined
  /** Fills up to `limit` places of the block with the next documents before `to`; how many. 0: none is left there. */
  fill(block: Uint32Array, limit: number, to: number): number
}
