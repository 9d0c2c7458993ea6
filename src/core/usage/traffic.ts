/** What a server answers as a whole, counted in memory: the port that HTTP threads count at, and what can be read there. */

/** Most routes that are counted apart. */
export const ROUTES_MAX = 256

/** Hundreds of a status: 2xx to 5xx. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const

/** Statuses that are counted by themselves, too. */
export const TOO_MANY_REQUESTS = 429
export const NOW_UNAVAILABLE = 503

/** Where one HTTP thread counts. Nothing of what was asked, or by whom, comes here. */
export interface TrafficMeter {
  /** A request came (`by` 1), or was through (-1). */
  addInFlight(by: 1 | -1): void
  addConnections(by: 1 | -1): void
  /** `place`: that of the route in the table of contents, from 0; `undefined`: the path is none of ours. */
  noteAnswer(place: number | undefined, status: number): void
  noteSearch(isDeep: boolean, us: number): void
}

/** How long something took, how often: counts by `latency-buckets.ts`, and all times together. */
export interface Durations {
  readonly counts: readonly number[]
  readonly totalUs: number
}

/** Of all threads, since the server started. */
export interface Traffic {
  readonly inFlight: number
  readonly connections: number
  /** Answers 429 and 503, which are counted among the answers, too. */
  readonly limited: number
  readonly unavailable: number
  /** By place of the route, then by `STATUS_CLASSES`. */
  readonly answers: readonly (readonly number[])[]
  /** The same of paths that are none of ours. */
  readonly strayAnswers: readonly number[]
  readonly normal: Durations
  readonly deep: Durations
}
