/** Places of keys that ended are given to new ones. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { numberedKey, PLACES_SIGNS } from '../../../test/fixtures/numbered-key.ts'
import type { Key } from '../../core/access/key.ts'
import { Failure } from '../../core/failure.ts'
import { findPlace } from './key-index.ts'
import { SharedKeyRing } from './key-ring.ts'
import { SharedKeyWriter } from './key-writer.ts'
import { createSharedBlock, viewSharedBlock } from './shared-block.ts'

const THREAD = new URL('../../../test/fixtures/places-thread.ts', import.meta.url)
const REST_MS = 600_000
const PLACES = 8
const clock = { nowMs: () => 0, monotonicNs: () => 0n }

function board() {
  const block = createSharedBlock({ keysMax: PLACES, metersMax: 3 * PLACES, addressesMax: 8 }, 1)
  return {
    block,
    writer: new SharedKeyWriter(block),
    ring: new SharedKeyRing(viewSharedBlock(block.buffer), { clock }),
  }
}

describe('places of keys', () => {
  it('are reused for any number of keys, and no secret ever gets the grant of another key', () => {
    const { writer, ring } = board()
    const lasting = [1, 2, 3].map((number) => numberedKey(number))
    for (const key of lasting) writer.put(key, 0)
    const places = lasting.map(({ hash }) => ring.peek(hash)!.place)
    const check = (key: Key, isEnded: boolean) => {
      const grant = ring.peek(key.hash)
      if (grant === undefined) return assert.ok(isEnded, 'only who has ended is forgotten')
      assert.deepEqual([grant.id, grant.account], [key.id, key.account])
      assert.equal(grant.endsAtMs === 0, isEnded)
    }
    for (let i = 1; i <= 2000; i++) {
      const nowMs = i * 2 * REST_MS
      const key = numberedKey(10 + i)
      writer.put(key, nowMs)
      check(key, false)
      writer.put({ ...key, revokedAtMs: nowMs + 1 }, nowMs + 1)
      for (let before = Math.max(1, i - 12); before <= i; before++) check(numberedKey(10 + before), true)
    }
    for (const key of lasting) check(key, false)
    assert.deepEqual(
      lasting.map(({ hash }) => ring.peek(hash)!.place),
      places,
    )
  })

  it('are not reused within ten minutes after the end of their key; without a free place a new key is refused', () => {
    const { writer, ring } = board()
    for (let i = 0; i < PLACES; i++) writer.put(numberedKey(i, i < 2 ? { endsAtMs: 1000 + i } : {}), 0)
    const next = numberedKey(99)
    const isFull = (error: unknown) => error instanceof Failure && error.code === 'service_unavailable'
    assert.throws(() => writer.checkRoom(next, REST_MS + 999), isFull)
    assert.throws(() => writer.put(next, REST_MS + 999), isFull)
    assert.equal(ring.peek(numberedKey(0).hash)?.endsAtMs, 1000)
    writer.checkRoom(next, REST_MS + 1000)
    writer.put(next, REST_MS + 1000)
    assert.equal(ring.peek(next.hash)?.id, next.id)
    assert.equal(ring.peek(numberedKey(0).hash), undefined)
    assert.equal(ring.peek(numberedKey(1).hash)?.endsAtMs, 1001, 'the one that ended first makes room')
    writer.put(numberedKey(0, { endsAtMs: 1000, name: 'renamed' }), REST_MS + 1001)
    assert.equal(ring.peek(numberedKey(0).hash), undefined, 'who was forgotten takes no place from others')
  })

  it('start without the last use and the usage of the previous key', () => {
    const { writer, ring } = board()
    for (let i = 0; i < PLACES; i++) writer.put(numberedKey(i, { endsAtMs: 1, lastUsedAtMs: 60_000 }), 0)
    const next = numberedKey(99)
    writer.put(next, 2 * REST_MS)
    assert.equal(ring.usedAtMs(next.hash), undefined)
    assert.equal(writer.newUses().has(next.id), false)
  })

  it('give no grant to a reader that found its key there just before the place was reused', () => {
    const { block, writer, ring } = board()
    for (let i = 0; i < PLACES; i++) writer.put(numberedKey(i, { endsAtMs: 1 }), 0)
    const next = numberedKey(99)
    writer.put(next, 2 * REST_MS)
    assert.equal(ring.peek(next.hash)?.place, 0)
    // The moment stands still: the old hash is still seen, the rest is the new key's already.
    const at = findHash(block.bytes, next.hash)
    block.bytes.set(numberedKey(0).hash, at)
    assert.equal(findPlace(block, numberedKey(0).hash), 0)
    assert.equal(ring.peek(numberedKey(0).hash), undefined)
  })

  it('are read consistently by a thread while they are reused', async (t) => {
    const { block, writer } = board()
    const signs = new Int32Array(new SharedArrayBuffer(PLACES_SIGNS.count * 4))
    const workerData = { buffer: block.buffer, signs, reach: 2 * PLACES }
    const thread = new Worker(THREAD, { workerData })
    t.after(() => thread.terminate())
    const told = once(thread, 'message')
    const hasSeen = (sign: number) => Atomics.load(signs, sign) >= 2000
    for (let i = 0; !hasSeen(PLACES_SIGNS.known) || !hasSeen(PLACES_SIGNS.unknown); i++) {
      const nowMs = i * 2 * REST_MS
      writer.put(numberedKey(i, { endsAtMs: nowMs + 1 }), nowMs)
      Atomics.store(signs, PLACES_SIGNS.newest, i)
      if (i % 1000 === 0) await turn()
    }
    Atomics.store(signs, PLACES_SIGNS.isOver, 1)
    assert.deepEqual(await told, [0])
  })
})

function findHash(bytes: Uint8Array, hash: Uint8Array): number {
  return Buffer.from(bytes.buffer).indexOf(hash)
}
