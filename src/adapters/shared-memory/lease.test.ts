import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exampleKey } from '../../../test/contracts/key-store.ts'
import { Failure } from '../../core/failure.ts'
import { SharedKeyRing } from './key-ring.ts'
import { SharedKeyWriter } from './key-writer.ts'
import { nodesOf, SharedLease } from './lease.ts'
import { createSharedBlock, viewSharedBlock } from './shared-block.ts'

const NS_A_S = 1_000_000_000n

test('a thread finds keys while the lease of the node holds, none afterwards, and needs no lease if the server is alone', () => {
  const block = createSharedBlock({ keysMax: 4, metersMax: 12, addressesMax: 8 }, 1)
  const key = exampleKey(1)
  new SharedKeyWriter(block).put(key, 0)
  let nowNs = 1_000_000n * NS_A_S
  const clock = { nowMs: () => 1, monotonicNs: () => nowNs }
  const ring = new SharedKeyRing(viewSharedBlock(block.buffer), { clock })
  assert.equal(ring.find(key.hash)?.id, key.id, 'alone')
  assert.equal(ring.lease(), 'none')
  const lease = new SharedLease(block, clock)
  lease.holdUntil(nowNs + 9n * NS_A_S)
  nowNs += 9n * NS_A_S - 1n
  assert.equal(ring.find(key.hash)?.id, key.id)
  assert.deepEqual([ring.lease(), lease.isHeld], ['held', true])
  nowNs += 1n
  assert.deepEqual([ring.lease(), lease.isHeld], ['over', false])
  assert.throws(
    () => ring.find(key.hash),
    (error) => error instanceof Failure && error.code === 'service_unavailable',
  )
  assert.throws(() => ring.find(exampleKey(2).hash), Failure, 'also for a key that it does not know')
  lease.holdUntil(nowNs + NS_A_S)
  assert.equal(ring.find(key.hash)?.id, key.id, 'the next heartbeat renews it')
})

test('the number of nodes is one until a node says otherwise', () => {
  const block = createSharedBlock({ keysMax: 4, metersMax: 12, addressesMax: 8 }, 1)
  assert.equal(nodesOf(block), 1)
  new SharedLease(block, { monotonicNs: () => 0n }).shareWith(3)
  assert.equal(nodesOf(viewSharedBlock(block.buffer)), 3)
})
