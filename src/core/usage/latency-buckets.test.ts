import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BOUNDS_US, bucketOf, LATENCY_BUCKETS, percentileMs } from './latency-buckets.ts'

test('a duration is counted in the first bucket whose bound it does not exceed', () => {
  for (const [i, bound] of BOUNDS_US.entries()) {
    assert.equal(bucketOf(bound), i)
    assert.equal(bucketOf(bound + 1), Math.min(i + 1, LATENCY_BUCKETS - 1))
  }
  assert.equal(bucketOf(0), 0)
  assert.equal(bucketOf(Number.MAX_SAFE_INTEGER), LATENCY_BUCKETS - 1)
})

test('a percentile differs by at most 26 % from that of the sorted durations', () => {
  const duration = fc.integer({ min: 50, max: 10_000_000 })
  fc.assert(
    fc.property(
      fc.array(duration, { minLength: 1, maxLength: 300 }),
      fc.constantFrom(0.5, 0.9, 0.99, 1),
      (us, share) => {
        const counts = new Array<number>(LATENCY_BUCKETS).fill(0)
        for (const one of us) counts[bucketOf(one)]!++
        const sorted = us.toSorted((a, b) => a - b)
        const exact = sorted[Math.max(1, Math.ceil(share * us.length)) - 1]! / 1000
        const ratio = percentileMs(counts, share)! / exact
        // The first bucket reaches below 50 µs, where a factor says little.
        const most = exact <= 0.05 ? 1.5 : 1.26
        assert.ok(ratio <= most && ratio >= 1 / most, `${ratio} at ${exact} ms`)
      },
    ),
  )
})

test('without durations there is no percentile', () => {
  assert.equal(percentileMs(new Array<number>(LATENCY_BUCKETS).fill(0), 0.5), undefined)
})
