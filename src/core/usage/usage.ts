/** The counted usage of a key. */
import type { AccountId, KeyId } from '../identity/ids.ts'
import { LATENCY_BUCKETS } from './latency-buckets.ts'

/** Sums over a period. */
export interface UsageSums {
  /** All requests with the key, whatever their answer. */
  readonly requests: number
  /** Answers with status 400 or higher, except 429. */
  readonly errors: number
  /** Answers 429. */
  readonly limited: number
  readonly deep: number
  /** A histogram of the response times of answers below 400. See `latency-buckets.ts`. */
  readonly latencies: readonly number[]
}

/** The usage of one key in one hour. */
export interface UsageRow extends UsageSums {
  readonly key: KeyId
  readonly account: AccountId
  /** Hours since 1970, UTC. */
  readonly hour: number
}

/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000

/** Sums without any request. */
export const NO_USAGE: UsageSums = {
  requests: 0,
  errors: 0,
  limited: 0,
  deep: 0,
  latencies: new Array<number>(LATENCY_BUCKETS).fill(0),
}

/** Adds two sums. */
export function addUsage(a: UsageSums, b: UsageSums): UsageSums {
  return {
    requests: a.requests + b.requests,
    errors: a.errors + b.errors,
    limited: a.limited + b.limited,
    deep: a.deep + b.deep,
    latencies: a.latencies.map((count, i) => count + b.latencies[i]!),
  }
}
