import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { exampleKey } from '../../../test/contracts/key-store.ts'
import { often } from '../../../test/thorough.ts'
import type { Key, Limit } from '../../core/access/key.ts'
import { freeLocksOfDead } from './free-locks.ts'
import { SharedKeyRing } from './key-ring.ts'
import { SharedKeyWriter } from './key-writer.ts'
import { SharedLimiter } from './limiter.ts'
import { takeLock } from './lock.ts'
import { createSharedBlock, METER_BYTES } from './shared-block.ts'

const SIZE = { keysMax: 64, metersMax: 192, addressesMax: 8 }
const SCHEDULES = often(10_000)

/** A clock that stands still until it is moved. */
function handClock() {
  let nowUs = 5_000_000_000
  return {
    nowMs: () => Math.floor(nowUs / 1000),
    monotonicNs: () => BigInt(nowUs) * 1000n,
    moveUs: (us: number) => {
      nowUs += us
    },
    get us() {
      return nowUs
    },
  }
}

function gate(keys: readonly Key[], clock = handClock()) {
  const block = createSharedBlock(SIZE, 1)
  const writer = new SharedKeyWriter(block)
  for (const key of keys) writer.put(key, 0)
  const ring = new SharedKeyRing(block, { clock })
  const limiter = new SharedLimiter(block, 1, { clock })
  return { block, writer, clock, limiter, grantOf: (key: Key) => ring.find(key.hash)! }
}

const withLimit = (quota: number, windowMs: number, number = 1) =>
  exampleKey(number, { limit: { quota, windowMs } })

describe('the limiter', () => {
  it('never admits more than the quota in any window, and the whole quota after a window without requests', () => {
    const step = fc.record({
      waitUs: fc.oneof(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: 1_500_000 }),
        fc.constantFrom(0, 1, 999_999, 1_000_000, 1_000_001, 15_873, 15_874),
      ),
      costTenths: fc.constantFrom(1, 10, 10, 10, 50, 70),
      isUndone: fc.boolean(),
    })
    const limits = fc.record({
      quota: fc.integer({ min: 1, max: 30 }),
      windowMs: fc.constantFrom(1000, 1000, 1009),
    })
    fc.assert(fc.property(limits, fc.array(step, { maxLength: 30 }), checkSchedule), { numRuns: SCHEDULES })
  })

  it('counts the burst of requests separately from their cost', () => {
    const { limiter, grantOf, clock } = gate([exampleKey(1)])
    const grant = grantOf(exampleKey(1))
    for (let i = 0; i < 20; i++) assert.ok(limiter.take(grant, 10).accepted)
    const refused = limiter.take(grant, 10)
    assert.deepEqual(refused, {
      accepted: false,
      states: [
        { policy: 'default', quota: 600, windowMs: 300_000, remaining: 580, moreInMs: 300_000 },
        { policy: 'burst', quota: 20, windowMs: 1000, remaining: 0, moreInMs: 1000 },
      ],
      retryInMs: 1000,
      countedAt: clock.us,
    })
    clock.moveUs(1_000_000)
    assert.ok(limiter.take(grant, 10).accepted)
  })

  it('rounds the remaining quota down to whole units', () => {
    const { limiter, grantOf } = gate([withLimit(10, 1000)])
    const [state] = limiter.take(grantOf(withLimit(10, 1000)), 1).states
    assert.equal(state?.remaining, 9)
  })

  it('charges the rest of a cost, or refunds everything if it does not fit', () => {
    const key = withLimit(10, 10_000)
    const { limiter, grantOf, clock } = gate([key])
    const grant = grantOf(key)
    const first = limiter.take(grant, 10)
    assert.ok(limiter.takeMore(grant, 40, 10, first.countedAt).accepted)
    clock.moveUs(4_000_000)
    const second = limiter.take(grant, 10)
    clock.moveUs(1_000_000)
    const refused = limiter.takeMore(grant, 50, 10, second.countedAt)
    assert.equal(refused.accepted, false)
    assert.equal(refused.states[0]?.remaining, 5)
    assert.equal(refused.states[1]?.remaining, 9)
    assert.equal(refused.retryInMs, 5000)
  })

  it('refunds a part of a cost at the time it was counted and keeps the request in the burst', () => {
    const key = withLimit(10, 10_000)
    const { limiter, grantOf, clock } = gate([key])
    const grant = grantOf(key)
    limiter.take(grant, 10)
    clock.moveUs(4_000_000)
    const raised = limiter.takeMore(grant, 80, 10, 0)
    limiter.lower(grant, 60, raised.countedAt)
    const after = limiter.take(grant, 10)
    assert.deepEqual(
      after.states.map(({ remaining }) => remaining),
      [6, 8],
    )
  })

  it('returns the time until the refused cost fits, not until some quota is free', () => {
    const key = withLimit(10, 10_000)
    const { limiter, grantOf, clock } = gate([key])
    const grant = grantOf(key)
    for (let i = 0; i < 10; i++) {
      limiter.take(grant, 10)
      clock.moveUs(200_000)
    }
    const refused = limiter.take(grant, 50)
    assert.equal(refused.states[0]?.moreInMs, 8000)
    assert.equal(refused.retryInMs, 8800)
  })

  it('limits all keys of an account together to five times the default, and returns the smaller remaining quota', () => {
    const keys = Array.from({ length: 7 }, (_, i) => exampleKey(i + 1))
    const { limiter, grantOf, clock } = gate(keys)
    let accepted = 0
    let last = 0
    for (const key of keys) {
      for (let i = 0; i < 600; i++) {
        const answer = limiter.take(grantOf(key), 10)
        if (answer.accepted) accepted++
        last = answer.states[0]!.remaining
        clock.moveUs(51_000)
        if (accepted === 2999 && answer.accepted) assert.equal(last, 1)
      }
    }
    assert.equal(accepted, 3000)
    assert.equal(last, 0)
  })

  it('counts the test keys of an account separately, so that tests do not use up the budget of its live keys', () => {
    const ofKind = (kind: string, number: number) =>
      exampleKey(number, { visibleStart: `fs_${kind}_Ab3d`, hash: exampleKey(number).hash })
    const tests = [1, 2, 3, 4, 5, 6].map((number) => ofKind('test', number))
    const live = ofKind('live', 7)
    const { limiter, grantOf } = gate([...tests, live])
    const accepted = tests.filter((key) => limiter.take(grantOf(key), 6000).accepted)
    assert.equal(accepted.length, 5, 'together they have five times the default, as live keys have')
    assert.equal(limiter.take(grantOf(live), 10).states[0]?.remaining, 599)
  })

  it('does not count a key with its own limit for its account', () => {
    const own = withLimit(1_000_000, 60_000, 1)
    const other = exampleKey(2)
    const { limiter, grantOf } = gate([own, other])
    assert.ok(limiter.take(grantOf(own), 9_999_990).accepted)
    assert.equal(limiter.take(grantOf(other), 10).states[0]?.remaining, 599)
  })

  it('continues the count of a key after its rotation', () => {
    const old = exampleKey(1)
    const next = exampleKey(2, { rotatedFrom: old.id })
    const sibling = exampleKey(3, { rotatedFrom: old.id })
    const { limiter, grantOf } = gate([old, next, sibling])
    limiter.take(grantOf(old), 10)
    limiter.take(grantOf(next), 10)
    assert.equal(limiter.take(grantOf(sibling), 10).states[0]?.remaining, 597)
  })

  it('works after the thread that held the lock has died', () => {
    const { limiter, grantOf, block } = gate([exampleKey(1)])
    const dead = 3
    const grant = grantOf(exampleKey(1))
    for (let at = 0; at < block.meters; at++) {
      const lockAt = (block.regions.meters + at * METER_BYTES) / 4
      takeLock(block.int32, lockAt, dead)
    }
    freeLocksOfDead(block, dead)
    assert.ok(limiter.take(grant, 10).accepted)
  })

  for (const threads of [2, 4]) {
    it(`accepts exactly the quota when ${threads} threads hammer one key`, async () => {
      const quota = 5000
      // Together more than the quota, without any one of them less: each is let in, however the threads are scheduled.
      const tries = (quota * 1.2) / threads
      const limit: Limit = { quota, windowMs: 3_600_000 }
      const { block } = gate([exampleKey(1, { limit })])
      const start = new Int32Array(new SharedArrayBuffer(4))
      const counts = await Promise.all(
        Array.from({ length: threads }, (_, i) =>
          hammer({
            buffer: block.buffer,
            hash: exampleKey(1).hash,
            thread: i + 1,
            threads,
            start,
            tries,
          }),
        ),
      )
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        quota,
      )
      assert.ok(
        counts.every((count) => count > 0),
        `one thread had nothing: ${counts}`,
      )
    })
  }
})

/** Replays a schedule against the limiter and against a plain log of everything that was accepted. */
function checkSchedule(
  { quota, windowMs }: Limit,
  steps: readonly { waitUs: number; costTenths: number; isUndone: boolean }[],
): void {
  const key = withLimit(quota, windowMs)
  const { limiter, grantOf, clock } = gate([key])
  const grant = grantOf(key)
  const log: { atUs: number; cost: number }[] = []
  const usedSince = (us: number) =>
    log.filter(({ atUs }) => atUs > us).reduce((sum, { cost }) => sum + cost, 0)
  const usedAt = (us: number) => usedSince(us - windowMs * 1000)
  for (const { waitUs, costTenths, isUndone } of steps) {
    clock.moveUs(waitUs)
    const answer = limiter.take(grant, costTenths)
    if (!answer.accepted) {
      assert.ok(answer.retryInMs > 0 && answer.retryInMs <= windowMs)
      const slotUs = Math.ceil((windowMs * 1000) / 63)
      const counted = usedSince(clock.us - windowMs * 1000 - slotUs)
      const requests = log.filter(({ atUs }) => atUs > clock.us - windowMs * 1000 - slotUs).length
      assert.ok(counted + costTenths > quota * 10 || requests + 1 > quota, 'refused without need')
      continue
    }
    if (isUndone) limiter.refund(grant, costTenths, answer.countedAt)
    else log.push({ atUs: clock.us, cost: costTenths })
    assert.ok(usedAt(clock.us) <= quota * 10, 'more than the quota in one window')
    assert.ok(answer.states[0]!.remaining * 10 <= quota * 10 - usedAt(clock.us), 'promises more than is left')
  }
  clock.moveUs(windowMs * 1000)
  assert.ok(limiter.take(grant, quota * 10).accepted, 'not all back after a window of rest')
}

/** Takes as fast as it can in a thread of its own; answers how often it was let in. */
function hammer(order: object): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const worker = new Worker(new URL('../../../test/fixtures/unit-taking-thread.ts', import.meta.url), {
    workerData: order,
  })
  worker.once('message', resolve)
  worker.once('error', reject)
  return promise
}
