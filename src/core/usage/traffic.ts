/**
 * The counts of all requests to the server, in memory: the port of the HTTP threads, and the counts that can
 * be read.
 */

/** Most routes with counts of their own. */
export const ROUTES_MAX = 256

/** The classes of status codes: 2xx to 5xx. */
export const STATUS_CLASSES = ['2xx', '3xx', '4xx', '5xx'] as const

/** A status that is also counted by itself. */
export const TOO_MANY_REQUESTS = 429
/** A status that is also counted by itself. */
export const NOW_UNAVAILABLE = 503

/** The counters of one HTTP thread. They contain no data of requests or clients. */
export interface TrafficMeter {
  /** Counts a request that started (`by` 1) or ended (-1). */
  addInFlight(by: 1 | -1): void
  addConnections(by: 1 | -1): void
  /**
   * Counts an answer. `place` is the index of the route in the route table, from 0; `undefined` = unknown
   * path.
   */
  noteAnswer(place: number | undefined, status: number): void
  noteSearch(isDeep: boolean, us: number): void
}

/** A histogram of durations (see `latency-buckets.ts`) and their sum. */
export interface Durations {
  readonly counts: readonly number[]
  readonly totalUs: number
}

/** The counts of all threads since the server started. */
export interface Traffic {
  readonly inFlight: number
  readonly connections: number
  /** Answers 429 and 503, which are also in `answers`. */
  readonly limited: number
  readonly unavailable: number
  /** By index of the route, then by `STATUS_CLASSES`. */
  readonly answers: readonly (readonly number[])[]
  /** The same for unknown paths. */
  readonly strayAnswers: readonly number[]
  readonly normal: Durations
  readonly deep: Durations
}
