/** The port that requests are counted at: shared memory, no write to a file. */

/** How a request with a key ended. */
export interface RequestOutcome {
  readonly status: number
  /** From its headers to the end of its answer, in µs. */
  readonly us: number
  readonly isDeep: boolean
}

export interface UsageMeter {
  /** `place`: that of the key's grant. */
  note(place: number, outcome: RequestOutcome): void
}
