import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { exampleKey } from '../../../test/contracts/key-store.ts'
import { type HandClock, handClock, withLimit } from '../../../test/contracts/limiter.ts'
import { NO_REDIS, RedisProcess } from '../../../test/fixtures/redis-server.ts'
import { often, seed } from '../../../test/thorough.ts'
import type { Key } from '../../core/access/key.ts'
import type { LimitAnswer, Limiter } from '../../core/access/request-ports.ts'
import { SharedKeyCountings } from '../shared-memory/key-countings.ts'
import { SharedKeyRing } from '../shared-memory/key-ring.ts'
import { SharedKeyWriter } from '../shared-memory/key-writer.ts'
import { readLimitTraffic, SharedLimitTrafficMeter } from '../shared-memory/limit-traffic.ts'
import { SharedLimiter } from '../shared-memory/limiter.ts'
import { createSharedBlock } from '../shared-memory/shared-block.ts'
import { systemClock } from '../system/clock.ts'
import { openRedisLimiter } from './limiter.ts'

const SIZE = { keysMax: 64, metersMax: 192, addressesMax: 8 }
const NODES = 3
/** So long that no answer is late, however busy the machine is. */
const PATIENT_MS = 60_000
/** Limit for an answer that a test holds back and waits for. */
const HELD_BACK_MS = 1000

/** A node that has been started; with a hand clock it counts at that time. */
async function startNode(
  t: Pick<TestContext, 'after'>,
  url: string,
  keys: readonly Key[],
  { hand, answerMsMax = PATIENT_MS }: { readonly hand?: HandClock; readonly answerMsMax?: number } = {},
) {
  const block = createSharedBlock(SIZE, 1)
  const writer = new SharedKeyWriter(block)
  for (const key of keys) writer.put(key, 0)
  const clock = hand ?? systemClock
  const ring = new SharedKeyRing(block, { clock })
  const changed: string[] = []
  let waiting = Promise.withResolvers<void>()
  const change = (to: string) => {
    // A loss is told at each attempt.
    if (changed.at(-1) !== to) changed.push(to)
    waiting.resolve()
    waiting = Promise.withResolvers<void>()
  }
  const alone = new SharedLimiter(block, 1, { clock }, () => NODES)
  const { server, limiter } = openRedisLimiter(url, {
    clock: systemClock,
    countings: new SharedKeyCountings(block),
    alone,
    traffic: new SharedLimitTrafficMeter(block, 2),
    answerMsMax,
    outage: { failed: () => change('lost'), succeeded: () => change('reached') },
    ...(hand && { nowUs: () => hand.us }),
  })
  t.after(() => server.close())
  await server.start()
  return {
    limiter,
    block,
    changed,
    grantOf: (key: Key) => ring.find(key.hash)!,
    traffic: () => readLimitTraffic(block),
    /** Resolves when the server is reached, or lost. */
    async until(to: 'reached' | 'lost') {
      while (server.isReached !== (to === 'reached')) await waiting.promise
    },
  }
}

async function startRedis(t: Pick<TestContext, 'after'>, options: readonly string[] = []) {
  const redis = await RedisProcess.start(options)
  t.after(() => redis.remove())
  return redis
}

describe('a limiter over Redis', { skip: NO_REDIS }, () => {
  it('answers every call as the limiter in memory does', async (t) => {
    const redis = await startRedis(t)
    const keys = [
      exampleKey(1),
      exampleKey(2),
      withLimit(5, 1009, 3),
      exampleKey(4, { rotatedFrom: exampleKey(1).id }),
    ]
    const call = fc.record({
      waitUs: fc.oneof(
        fc.integer({ min: 0, max: 300_000 }),
        fc.constantFrom(0, 1, 1_000_000, 16_016, 301_000_000),
      ),
      key: fc.nat(keys.length - 1),
      costTenths: fc.constantFrom(1, 10, 10, 30, 50, 2500),
      what: fc.constantFrom('take', 'take', 'take', 'takeMore', 'refund', 'lower', 'levels'),
      count: fc.nat(5),
    })
    const check = async (calls: readonly (typeof call extends fc.Arbitrary<infer Call> ? Call : never)[]) => {
      await redis.run('FLUSHALL')
      const clock = handClock()
      const node = await startNode(t, redis.url, keys, { hand: clock })
      const inMemory = new SharedLimiter(node.block, 3, { clock })
      // The counts of the latest calls, to undo them.
      const counts: number[] = [0]
      for (const { waitUs, key, costTenths, what, count } of calls) {
        clock.moveUs(waitUs)
        const grant = node.grantOf(keys[key]!)
        const countedAt = counts.at(-1 - (count % counts.length))!
        const run = (limiter: Limiter) => {
          if (what === 'take') return limiter.take(grant, costTenths)
          if (what === 'takeMore') return limiter.takeMore(grant, costTenths, 10, countedAt)
          return what === 'levels' ? limiter.levels(grant) : limiter[what](grant, costTenths, countedAt)
        }
        const answer = await run(node.limiter)
        assert.deepEqual(answer, await run(inMemory), what)
        if (what === 'take') counts.push((answer as LimitAnswer).countedAt)
      }
      assert.equal(node.traffic().fallBacks, 0)
    }
    await fc.assert(fc.asyncProperty(fc.array(call, { maxLength: 60 }), check), {
      numRuns: often(1000),
      seed: seed(),
    })
  })

  it('never accepts more than the quota in any window of the clock of the server, with three nodes at once', async (t) => {
    const redis = await startRedis(t)
    const [quota, windowMs] = [50, 200]
    const key = withLimit(quota, windowMs)
    const nodes = await Promise.all(Array.from({ length: NODES }, () => startNode(t, redis.url, [key])))
    const acceptedAtUs: number[] = []
    const endsAtMs = systemClock.nowMs() + often(100) * windowMs
    const takeUntilEnd = async ({ limiter, grantOf }: (typeof nodes)[number]) => {
      while (systemClock.nowMs() < endsAtMs) {
        const answer = await limiter.take(grantOf(key), 10)
        assert.ok(answer.countedAt > 0, 'not counted in Redis')
        if (answer.accepted) acceptedAtUs.push(answer.countedAt)
      }
    }
    await Promise.all(nodes.flatMap((node) => [takeUntilEnd(node), takeUntilEnd(node)]))
    acceptedAtUs.sort((a, b) => a - b)
    assert.ok(acceptedAtUs.length > 2 * quota, `${acceptedAtUs.length} accepted: too few windows`)
    const crowded = acceptedAtUs.filter((us, i) => acceptedAtUs[i + quota]! < us + windowMs * 1000)
    assert.deepEqual(crowded, [])
  })

  it('counts on a server in cluster mode, where all meters of a script must be in one hash slot', async (t) => {
    const redis = await startRedis(t, ['--cluster-enabled', 'yes'])
    assert.equal(await redis.run('CLUSTER ADDSLOTSRANGE 0 16383'), '+OK')
    const key = exampleKey(1)
    const { limiter, grantOf, until, traffic } = await startNode(t, redis.url, [key])
    await until('reached')
    for (const remaining of [599, 598]) {
      assert.equal((await limiter.take(grantOf(key), 10)).states[0]?.remaining, remaining)
    }
    assert.equal(traffic().fallBacks, 0)
  })

  it('lets Redis delete every meter a minute after its window', async (t) => {
    const redis = await startRedis(t)
    const key = exampleKey(1)
    const { limiter, grantOf } = await startNode(t, redis.url, [key])
    const { countedAt } = await limiter.take(grantOf(key), 10)
    await limiter.takeMore(grantOf(key), 40, 10, countedAt)
    await limiter.refund(grantOf(key), 10, countedAt)
    const name = `"firmensuche:{live ${key.account}}`
    for (const [meter, seconds] of [
      [`${key.id}:600/300000"`, 360],
      [`${key.id}:burst:20/1000"`, 61],
      ['account:3000/300000"', 360],
    ]) {
      const left = Number((await redis.run(`PTTL ${name}:${meter}`)).slice(1)) / 1000
      assert.ok(left > Number(seconds) - 60 && left <= Number(seconds), `${meter} is kept for ${left} s`)
    }
    assert.equal(await redis.run('DBSIZE'), ':4', 'these and the probe')
  })

  it('lets every node accept its share while the server is gone, says so once, and counts there again afterwards', async (t) => {
    const redis = await startRedis(t)
    const key = withLimit(10, 3_600_000)
    const nodes = await Promise.all(Array.from({ length: NODES }, () => startNode(t, redis.url, [key])))
    const accepted = async () => {
      const answers = nodes.flatMap(({ limiter, grantOf }) =>
        Array.from({ length: 10 }, () => limiter.take(grantOf(key), 10)),
      )
      return (await Promise.all(answers)).filter((answer) => answer.accepted).length
    }
    await redis.kill()
    assert.equal(await accepted(), 9, 'three nodes with a third of ten each')
    for (const { traffic, changed } of nodes) {
      assert.deepEqual([traffic().lost, traffic().fallBacks], [1, 10])
      assert.deepEqual(changed, ['reached', 'lost'])
    }
    await redis.startAgain()
    await Promise.all(nodes.map((node) => node.until('reached')))
    assert.equal(await accepted(), 10)
    for (const { traffic, changed } of nodes) {
      const { reached, lost, fallBacks, roundTrips } = traffic()
      assert.deepEqual([reached, lost, fallBacks], [1, 0, 10])
      assert.equal(
        roundTrips.counts.reduce((sum, count) => sum + count, 0),
        10,
      )
      assert.deepEqual(changed, ['reached', 'lost', 'reached'])
    }
  })

  it('undoes each count where it was made, whatever has happened to the server since', async (t) => {
    const redis = await startRedis(t)
    const key = withLimit(30, 3_600_000)
    const node = await startNode(t, redis.url, [key], { answerMsMax: HELD_BACK_MS })
    const { limiter } = node
    const grant = node.grantOf(key)
    const remaining = async () => (await limiter.takeMore(grant, 0, 0, 0)).states[0]?.remaining
    const counted = await limiter.take(grant, 40)
    redis.hang()
    const alone = await limiter.take(grant, 40)
    assert.deepEqual([counted.states[0]?.remaining, alone.states[0]?.remaining], [26, 6])
    // Lost with the server: it stays counted there.
    await limiter.refund(grant, 40, counted.countedAt)
    assert.equal((await limiter.takeMore(grant, 10, 10, counted.countedAt)).states[0]?.remaining, 5)
    assert.equal((await limiter.takeMore(grant, 100, 40, counted.countedAt)).accepted, false)
    assert.equal(await remaining(), 5)
    await limiter.lower(grant, 10, alone.countedAt)
    assert.equal(await remaining(), 6)
    redis.goOn()
    await node.until('reached')
    await limiter.refund(grant, 30, alone.countedAt)
    const raised = await limiter.takeMore(grant, 10, 10, alone.countedAt)
    assert.equal(raised.states[0]?.remaining, 8, 'raised where the count is')
    // The call without an answer was counted as well when the server went on.
    assert.equal(await remaining(), 22)
    await limiter.refund(grant, 40, counted.countedAt)
    assert.equal(await remaining(), 26)
  })

  describe('whose server has its clock set back', () => {
    let redis: RedisProcess
    before(async () => {
      redis = await RedisProcess.start()
    })
    after(() => redis?.remove())

    const node = async (t: TestContext, number: number) => {
      const clock = handClock()
      const key = withLimit(10, 1000, number)
      const { limiter, grantOf } = await startNode(t, redis.url, [key], { hand: clock })
      return { clock, take: (costTenths: number) => limiter.take(grantOf(key), costTenths) }
    }

    it('by less than the window accepts no more than the quota until the clock has caught up', async (t) => {
      const { clock, take } = await node(t, 1)
      assert.ok((await take(100)).accepted)
      clock.moveUs(-999_999)
      assert.deepEqual([(await take(1)).accepted, (await take(1)).retryInMs], [false, 1000])
      clock.moveUs(1_999_998)
      assert.equal((await take(1)).accepted, false)
      clock.moveUs(1)
      assert.ok((await take(100)).accepted)
    })

    it('by more than the window does not refuse until the clock has caught up', async (t) => {
      const { clock, take } = await node(t, 2)
      assert.ok((await take(100)).accepted)
      clock.moveUs(-1_000_001)
      assert.ok((await take(100)).accepted)
    })
  })
})
