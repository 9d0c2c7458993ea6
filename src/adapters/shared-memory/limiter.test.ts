import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { exampleKey } from '../../../test/contracts/key-store.ts'
import { handClock, withLimit } from '../../../test/contracts/limiter.ts'
import type { Key, Limit } from '../../core/access/key.ts'
import { freeLocksOfDead } from './free-locks.ts'
import { SharedKeyRing } from './key-ring.ts'
import { SharedKeyWriter } from './key-writer.ts'
import { SharedLimiter } from './limiter.ts'
import { takeLock } from './lock.ts'
import { createSharedBlock, METER_BYTES } from './shared-block.ts'

const SIZE = { keysMax: 64, metersMax: 192, addressesMax: 8 }

function gate(keys: readonly Key[], nodes?: () => number) {
  const clock = handClock()
  const block = createSharedBlock(SIZE, 1)
  const writer = new SharedKeyWriter(block)
  for (const key of keys) writer.put(key, 0)
  const ring = new SharedKeyRing(block, { clock })
  const limiter = new SharedLimiter(block, 1, { clock }, nodes)
  return { block, limiter, grantOf: (key: Key) => ring.find(key.hash)! }
}

describe('the limiter', () => {
  it('accepts its share of a limit if several nodes share it, and shows clients the whole limit', () => {
    const key = withLimit(100, 10_000)
    let nodes = 3
    const { limiter, grantOf } = gate([key], () => nodes)
    const grant = grantOf(key)
    const answer = limiter.take(grant, 330)
    assert.deepEqual([answer.accepted, answer.states[0]?.quota, answer.states[0]?.remaining], [true, 100, 0])
    assert.equal(limiter.take(grant, 10).retryInMs, 10_000)
    nodes = 1
    assert.equal(limiter.take(grant, 10).states[0]?.remaining, 66)
  })

  it('accepts one unit of a limit that is smaller than the number of nodes', () => {
    const key = withLimit(2, 10_000)
    const { limiter, grantOf } = gate([key], () => 3)
    assert.ok(limiter.take(grantOf(key), 10).accepted)
    assert.equal(limiter.take(grantOf(key), 10).accepted, false)
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
