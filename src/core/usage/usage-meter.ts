/** The port that counts requests with a key, in shared memory without writing to a file. */

/** The result of a request with a key. */
export interface RequestOutcome {
  readonly status: number
  /** Time from its headers to the end of its answer, in µs. */
  readonly us: number
  readonly isDeep: boolean
}

/** Counts requests per key. */
export interface UsageMeter {
  /** Counts a request. `place` is that of the key's grant. */
  note(place: number, outcome: RequestOutcome): void
}
