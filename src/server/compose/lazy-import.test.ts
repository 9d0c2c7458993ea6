import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lazyPort } from './lazy-import.ts'

class Counter {
  #count = 0
  async add(by: number): Promise<number> {
    this.#count += by
    return this.#count
  }
}

test('a lazy port is loaded once by the first calls and answers like the loaded port', async () => {
  let loads = 0
  const counter = lazyPort(async () => {
    loads++
    return new Counter()
  })
  assert.equal(loads, 0)
  assert.deepEqual(await Promise.all([counter.add(1), counter.add(2)]), [1, 3])
  assert.equal(await counter.add(3), 6)
  assert.equal(loads, 1)
})

test('a failed load is repeated by the next call', async () => {
  let loads = 0
  const counter = lazyPort(async () => {
    loads++
    if (loads === 1) throw new Error('not today')
    return new Counter()
  })
  await assert.rejects(counter.add(1), /not today/)
  assert.equal(await counter.add(1), 1)
})

test('awaiting or inspecting a lazy port does not load it', async () => {
  let loads = 0
  const counter = lazyPort(async () => {
    loads++
    return new Counter()
  })
  assert.equal(await counter, counter)
  assert.equal(typeof (counter as unknown as Record<symbol, unknown>)[Symbol.toPrimitive], 'undefined')
  assert.equal(loads, 0)
})
