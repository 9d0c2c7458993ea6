/** What the threads note about the server that counts limits for several nodes. */
import type { Durations } from './traffic.ts'

/** The notes of one thread. They contain no data of requests or clients. */
export interface LimitTrafficMeter {
  /** Notes whether this thread counts on the server from now on. */
  noteReached(isReached: boolean): void
  /** Notes an answer of the server after `us`. */
  noteRoundTrip(us: number): void
  /** Notes a request that was counted on this node alone. */
  noteFallBack(): void
}

/** The notes of all threads since the process started. */
export interface LimitTraffic {
  /** Threads that count on a server now, and threads that lost it. None of both without such a server. */
  readonly reached: number
  readonly lost: number
  readonly fallBacks: number
  readonly roundTrips: Durations
}
