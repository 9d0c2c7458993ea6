/** The contract of every `Limiter`, over one thread or node and over several. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import type { Key, Limit } from '../../src/core/access/key.ts'
import type { KeyGrant, Limiter } from '../../src/core/access/request-ports.ts'
import type { Awaitable } from '../../src/core/awaitable.ts'
import type { Clock } from '../../src/core/ports.ts'
import { often, seed } from '../thorough.ts'
import { exampleKey } from './key-store.ts'

const SCHEDULES = often(10_000, 300)

/** One thread or node: its limiter, and the grants of its keys. */
export interface LimiterNode {
  readonly limiter: Limiter
  grantOf(key: Key): KeyGrant
  /** Enters a key, or its change. */
  put(key: Key): void
}

/** Where limits are counted. */
export interface LimiterPlace {
  /** Opens nodes that know these keys, with empty meters. */
  open(keys: readonly Key[], clock: HandClock): Awaitable<readonly LimiterNode[]>
  /** Checks that what was opened last was counted together. */
  check?(): void
  close(): Awaitable<void>
}

/** A clock that stands still until it is moved. */
export interface HandClock extends Clock {
  readonly us: number
  moveUs(us: number): void
}

/** Returns a clock that stands still. */
export function handClock(): HandClock {
  let nowUs = 5_000_000_000
  return {
    nowMs: () => Math.floor(nowUs / 1000),
    monotonicNs: () => BigInt(nowUs) * 1000n,
    moveUs: (us) => {
      nowUs += us
    },
    get us() {
      return nowUs
    },
  }
}

/** A key with an own limit. */
export const withLimit = (quota: number, windowMs: number, number = 1): Key =>
  exampleKey(number, { limit: { quota, windowMs } })

/** A key of a kind: `live` or `test`. */
const ofKind = (kind: string, number: number) =>
  exampleKey(number, { visibleStart: `fs_${kind}_Ab3d`, hash: exampleKey(number).hash })

interface Step {
  readonly waitUs: number
  readonly costTenths: number
  readonly isUndone: boolean
  readonly node: number
}

/** Registers the tests of a limiter. */
export function limiterContract(
  name: string,
  makePlace: () => Awaitable<LimiterPlace>,
  options: { readonly skip?: string | false } = {},
): void {
  describe(`${name} as a limiter`, options, () => {
    let place: LimiterPlace
    before(async () => {
      place = await makePlace()
    })
    after(() => place?.close())

    /** Opens the nodes; calls go to one after the other. */
    async function open(keys: readonly Key[]) {
      const clock = handClock()
      const nodes = await place.open(keys, clock)
      let calls = 0
      const next = (key: Key) => {
        const node = nodes[calls++ % nodes.length]!
        return [node.limiter, node.grantOf(key)] as const
      }
      return {
        clock,
        nodes,
        take: async (key: Key, costTenths: number) => {
          const [limiter, grant] = next(key)
          return limiter.take(grant, costTenths)
        },
        takeMore: async (key: Key, costTenths: number, tookTenths: number, countedAt: number) => {
          const [limiter, grant] = next(key)
          return limiter.takeMore(grant, costTenths, tookTenths, countedAt)
        },
        refund: async (key: Key, costTenths: number, countedAt: number) => {
          const [limiter, grant] = next(key)
          return limiter.refund(grant, costTenths, countedAt)
        },
        lower: async (key: Key, costTenths: number, countedAt: number) => {
          const [limiter, grant] = next(key)
          return limiter.lower(grant, costTenths, countedAt)
        },
        levels: async (key: Key) => {
          const [limiter, grant] = next(key)
          return limiter.levels(grant)
        },
      }
    }

    it('never accepts more than the quota in any window, and the whole quota after a window without requests', async () => {
      const step = fc.record<Step>({
        waitUs: fc.oneof(
          fc.integer({ min: 0, max: 20_000 }),
          fc.integer({ min: 0, max: 1_500_000 }),
          fc.constantFrom(0, 1, 999_999, 1_000_000, 1_000_001, 15_873, 15_874),
        ),
        costTenths: fc.constantFrom(1, 10, 10, 10, 50, 70),
        isUndone: fc.boolean(),
        node: fc.nat(2),
      })
      const limits = fc.record({
        quota: fc.integer({ min: 1, max: 30 }),
        windowMs: fc.constantFrom(1000, 1000, 1009),
      })
      await fc.assert(
        fc.asyncProperty(limits, fc.array(step, { maxLength: 30 }), (limit, steps) =>
          checkSchedule(place, limit, steps),
        ),
        { numRuns: SCHEDULES, seed: seed() },
      )
    })

    it('counts the burst of requests separately from their cost', async () => {
      const key = exampleKey(1)
      const { take, clock } = await open([key])
      for (let i = 0; i < 20; i++) assert.ok((await take(key, 10)).accepted)
      assert.deepEqual(await take(key, 10), {
        accepted: false,
        states: [
          { policy: 'default', quota: 600, windowMs: 300_000, remaining: 580, moreInMs: 300_000 },
          { policy: 'burst', quota: 20, windowMs: 1000, remaining: 0, moreInMs: 1000 },
        ],
        retryInMs: 1000,
        countedAt: clock.us,
      })
      clock.moveUs(1_000_000)
      assert.ok((await take(key, 10)).accepted)
    })

    it('rounds the remaining quota down to whole units', async () => {
      const key = withLimit(10, 1000)
      const { take } = await open([key])
      const [state] = (await take(key, 1)).states
      assert.equal(state?.remaining, 9)
    })

    it('charges the rest of a cost, or refunds everything if it does not fit', async () => {
      const key = withLimit(10, 10_000)
      const { take, takeMore, clock } = await open([key])
      const first = await take(key, 10)
      assert.ok((await takeMore(key, 40, 10, first.countedAt)).accepted)
      clock.moveUs(4_000_000)
      const second = await take(key, 10)
      clock.moveUs(1_000_000)
      const refused = await takeMore(key, 50, 10, second.countedAt)
      assert.equal(refused.accepted, false)
      assert.equal(refused.states[0]?.remaining, 5)
      assert.equal(refused.states[1]?.remaining, 9)
      assert.equal(refused.retryInMs, 5000)
    })

    it('refunds a part of a cost at the time it was counted and keeps the request in the burst', async () => {
      const key = withLimit(10, 10_000)
      const { take, takeMore, lower, clock } = await open([key])
      await take(key, 10)
      clock.moveUs(4_000_000)
      const raised = await takeMore(key, 80, 10, 0)
      await lower(key, 60, raised.countedAt)
      const after = await take(key, 10)
      assert.deepEqual(
        after.states.map(({ remaining }) => remaining),
        [6, 8],
      )
    })

    it('refunds nothing when the count is older than the window', async () => {
      const key = withLimit(10, 10_000)
      const { take, refund, clock } = await open([key])
      const old = await take(key, 10)
      clock.moveUs(10_500_000)
      await take(key, 50)
      await refund(key, 10, old.countedAt)
      assert.equal((await take(key, 10)).states[0]?.remaining, 4)
    })

    it('returns the time until the refused cost fits, not until some quota is free', async () => {
      const key = withLimit(10, 10_000)
      const { take, clock } = await open([key])
      for (let i = 0; i < 10; i++) {
        await take(key, 10)
        clock.moveUs(200_000)
      }
      const refused = await take(key, 50)
      assert.equal(refused.states[0]?.moreInMs, 8000)
      assert.equal(refused.retryInMs, 8800)
    })

    it('limits all keys of an account together to five times the default, and returns the smaller remaining quota', async () => {
      const keys = Array.from({ length: 7 }, (_, i) => exampleKey(i + 1))
      const { take, clock } = await open(keys)
      let accepted = 0
      let last = 0
      for (const key of keys) {
        for (let i = 0; i < 600; i++) {
          const answer = await take(key, 10)
          if (answer.accepted) accepted++
          last = answer.states[0]!.remaining
          clock.moveUs(51_000)
          if (accepted === 2999 && answer.accepted) assert.equal(last, 1)
        }
      }
      assert.equal(accepted, 3000)
      assert.equal(last, 0)
    })

    it('counts the test keys of an account separately, so that tests do not use up the budget of its live keys', async () => {
      const tests = [1, 2, 3, 4, 5, 6].map((number) => ofKind('test', number))
      const live = ofKind('live', 7)
      const { take } = await open([...tests, live])
      const answers = await Promise.all(tests.map((key) => take(key, 6000)))
      const accepted = answers.filter((answer) => answer.accepted)
      assert.equal(accepted.length, 5, 'together they have five times the default, as live keys have')
      assert.equal((await take(live, 10)).states[0]?.remaining, 599)
    })

    it('does not count a key with its own limit for its account', async () => {
      const own = withLimit(1_000_000, 60_000, 1)
      const other = exampleKey(2)
      const { take } = await open([own, other])
      assert.ok((await take(own, 9_999_990)).accepted)
      assert.equal((await take(other, 10)).states[0]?.remaining, 599)
    })

    it('continues the count of a key after its rotation', async () => {
      const old = exampleKey(1)
      const next = exampleKey(2, { rotatedFrom: old.id })
      const sibling = exampleKey(3, { rotatedFrom: old.id })
      const grandchild = exampleKey(4, { rotatedFrom: next.id })
      const { take } = await open([old, next, sibling, grandchild])
      await take(old, 10)
      await take(next, 10)
      assert.equal((await take(sibling, 10)).states[0]?.remaining, 597)
      assert.equal((await take(grandchild, 10)).states[0]?.remaining, 596)
    })

    it('begins with empty meters when the limit of a key changes', async () => {
      const key = exampleKey(1)
      const { take, nodes } = await open([key])
      await take(key, 10)
      for (const node of nodes) node.put(withLimit(5, 2000))
      assert.deepEqual(
        (await take(key, 20)).states.map(({ quota, remaining }) => [quota, remaining]),
        [
          [5, 3],
          [5, 4],
        ],
      )
    })

    it('returns the use of a key and of its account, and counts nothing', async () => {
      const [one, other] = [exampleKey(1), exampleKey(2)]
      const { take, levels } = await open([one, other])
      await take(one, 15)
      await take(other, 10)
      for (let i = 0; i < 3; i++) {
        assert.deepEqual(await levels(one), [
          { of: 'key', quota: 600, windowMs: 300_000, used: 1.5 },
          { of: 'burst', quota: 20, windowMs: 1000, used: 1 },
          { of: 'account', quota: 3000, windowMs: 300_000, used: 2.5 },
        ])
      }
    })
  })
}

/** Replays a schedule against the limiters and against a plain log of everything that was accepted. */
async function checkSchedule(place: LimiterPlace, limit: Limit, steps: readonly Step[]): Promise<void> {
  const { quota, windowMs } = limit
  const key = withLimit(quota, windowMs)
  const clock = handClock()
  const nodes = await place.open([key], clock)
  const nodeOf = (number: number) => nodes[number % nodes.length]!
  const log: { atUs: number; cost: number }[] = []
  const usedSince = (us: number) =>
    log.filter(({ atUs }) => atUs > us).reduce((sum, { cost }) => sum + cost, 0)
  const usedAt = (us: number) => usedSince(us - windowMs * 1000)
  for (const { waitUs, costTenths, isUndone, node } of steps) {
    clock.moveUs(waitUs)
    const { limiter, grantOf } = nodeOf(node)
    const answer = await limiter.take(grantOf(key), costTenths)
    if (!answer.accepted) {
      assert.ok(answer.retryInMs > 0 && answer.retryInMs <= windowMs)
      const slotUs = Math.ceil((windowMs * 1000) / 63)
      const counted = usedSince(clock.us - windowMs * 1000 - slotUs)
      const requests = log.filter(({ atUs }) => atUs > clock.us - windowMs * 1000 - slotUs).length
      assert.ok(counted + costTenths > quota * 10 || requests + 1 > quota, 'refused without need')
      continue
    }
    if (isUndone) await limiter.refund(grantOf(key), costTenths, answer.countedAt)
    else log.push({ atUs: clock.us, cost: costTenths })
    assert.ok(usedAt(clock.us) <= quota * 10, 'more than the quota in one window')
    assert.ok(answer.states[0]!.remaining * 10 <= quota * 10 - usedAt(clock.us), 'promises more than is left')
  }
  clock.moveUs(windowMs * 1000)
  const { limiter, grantOf } = nodeOf(steps.length)
  assert.ok((await limiter.take(grantOf(key), quota * 10)).accepted, 'not all back after a window of rest')
  place.check?.()
}
