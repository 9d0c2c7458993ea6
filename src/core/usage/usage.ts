/** What a key was used for, counted. */
import type { AccountId, KeyId } from '../identity/ids.ts'
import { LATENCY_BUCKETS } from './latency-buckets.ts'

/** Sums over some time. */
export interface UsageSums {
  /** Every request with this key, whatever the answer was. */
  readonly requests: number
  /** Answers from 400 on, but 429. */
  readonly errors: number
  /** Answers 429. */
  readonly limited: number
  readonly deep: number
  /** Answers below 400, by how long they took; see `latency-buckets.ts`. */
  readonly latencies: readonly number[]
}

/** What one key was used for in one hour. */
export interface UsageRow extends UsageSums {
  readonly key: KeyId
  readonly account: AccountId
  /** Hours since 1970, UTC. */
  readonly hour: number
}

export const HOUR_MS = 3_600_000

export const NO_USAGE: UsageSums = {
  requests: 0,
  errors: 0,
  limited: 0,
  deep: 0,
  latencies: new Array<number>(LATENCY_BUCKETS).fill(0),
}

export function addUsage(a: UsageSums, b: UsageSums): UsageSums {
  return {
    requests: a.requests + b.requests,
    errors: a.errors + b.errors,
    limited: a.limited + b.limited,
    deep: a.deep + b.deep,
    latencies: a.latencies.map((count, i) => count + b.latencies[i]!),
  }
}
