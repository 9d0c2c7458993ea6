/**
 * Histograms of response times: counts in buckets. Sums of histograms are histograms, so hours add up to days
 * and threads to a server. Bounds grow by the same factor from 50 µs to 10 s; a percentile is the geometric
 * middle of its bucket, with an error of at most 26 %.
 */

/** Number of buckets. */
export const LATENCY_BUCKETS = 28
const FIRST_BOUND_US = 50
const LAST_BOUND_US = 10_000_000

/** Upper bounds in µs; longer durations are in the last bucket. */
export const BOUNDS_US: readonly number[] = Array.from({ length: LATENCY_BUCKETS }, (_, i) =>
  Math.round(FIRST_BOUND_US * (LAST_BOUND_US / FIRST_BOUND_US) ** (i / (LATENCY_BUCKETS - 1))),
)

/** Returns the bucket of a duration, 0 to `LATENCY_BUCKETS` - 1. */
export function bucketOf(us: number): number {
  let bucket = 0
  while (bucket < LATENCY_BUCKETS - 1 && us > BOUNDS_US[bucket]!) bucket++
  return bucket
}

/**
 * Returns the duration in ms that a `share` (0 to 1) of all counted ones does not exceed; `undefined` if
 * nothing was counted.
 */
export function percentileMs(counts: readonly number[], share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return undefined
  const rank = Math.max(1, Math.ceil(share * total))
  let seen = 0
  const bucket = counts.findIndex((count) => {
    seen += count
    return seen >= rank
  })
  const upper = BOUNDS_US[bucket]!
  const lower = bucket === 0 ? upper / 2 : BOUNDS_US[bucket - 1]!
  return Math.sqrt(lower * upper) / 1000
}
