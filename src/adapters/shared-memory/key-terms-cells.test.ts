import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import { exampleKey } from '../../../test/contracts/key-store.ts'
import { readNetwork } from '../../core/access/network.ts'
import { startOf } from './key-table.ts'
import { loadTerms, storeTerms, TERMS_AT, termsVersion } from './key-terms-cells.ts'
import { SharedKeyWriter } from './key-writer.ts'
import { createSharedBlock } from './shared-block.ts'

const THREAD = new URL('../../../test/fixtures/terms-thread.ts', import.meta.url)
const THREADS = 3
const CHANGES = 15_000

/** As many networks as the number says; all of them have it in them, and so has the end. */
function termsOf(number: number) {
  const addresses = Array.from(
    { length: number % 11 },
    (_, i) => readNetwork(`2001:db8:${number.toString(16)}:${i + 1}::/64`)!,
  )
  return { endsAtMs: number, slot: number, addresses }
}

describe('terms of a key in shared memory', () => {
  it(`are read consistently by ${THREADS} threads during ${CHANGES} changes`, async () => {
    const block = createSharedBlock({ keysMax: 10, metersMax: 30, addressesMax: 8 }, 1)
    const key = exampleKey(1)
    new SharedKeyWriter(block).put(key, 0)
    const start = startOf(block, 0)
    storeTerms(block, start, termsOf(1))
    const signs = new Int32Array(new SharedArrayBuffer(8))
    const order = { buffer: block.buffer, hash: key.hash, signs }
    const threads = Array.from({ length: THREADS }, () => new Worker(THREAD, { workerData: order }))
    const told = threads.map((thread) => once(thread, 'message'))
    for (let here = Atomics.load(signs, 0); here < THREADS; here = Atomics.load(signs, 0)) {
      await Atomics.waitAsync(signs, 0, here).value
    }
    for (let i = 1; i <= CHANGES; i++) storeTerms(block, start, termsOf(i % 4096))
    Atomics.store(signs, 1, 1)
    for (const [{ reads, torn, seen }] of await Promise.all(told)) {
      assert.ok(seen > 10, `saw ${seen} of the changes in ${reads} reads: the test proves nothing`)
      assert.equal(torn, 0)
    }
  })

  it('have another version after every change, never an odd one', () => {
    const block = createSharedBlock({ keysMax: 10, metersMax: 30, addressesMax: 8 }, 1)
    const start = block.regions.keys
    const before = termsVersion(block, start)
    storeTerms(block, start, termsOf(10))
    assert.equal(termsVersion(block, start), before + 2)
    assert.equal(block.int32[(start + TERMS_AT) / 4], before + 2)
  })

  it('stay unchanged and readable if new terms cannot be written', () => {
    const block = createSharedBlock({ keysMax: 10, metersMax: 30, addressesMax: 8 }, 1)
    const start = block.regions.keys
    storeTerms(block, start, termsOf(10))
    const before = termsVersion(block, start)
    assert.throws(() => storeTerms(block, start, { ...termsOf(7), endsAtMs: 0.5 }), RangeError)
    assert.equal(termsVersion(block, start), before)
    assert.deepEqual(loadTerms(block, start), termsOf(10))
  })
})
