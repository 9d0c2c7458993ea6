import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SharedAddressBudget } from './address-budget.ts'
import { createSharedBlock } from './shared-block.ts'

const ADDRESSES_MAX = 64

function budget(failuresPerMinute: number) {
  let nowUs = 1e9
  const clock = { nowMs: () => nowUs / 1000, monotonicNs: () => BigInt(nowUs) * 1000n }
  const block = createSharedBlock({ keysMax: 1, metersMax: 3, addressesMax: ADDRESSES_MAX }, 12_345)
  const perThread = [1, 2].map(
    (thread) => new SharedAddressBudget(block, thread, failuresPerMinute, { clock }),
  )
  const moveMs = (ms: number) => {
    nowUs += ms * 1000
  }
  return { one: perThread[0]!, other: perThread[1]!, moveMs }
}

describe('the budget of failed authentications', () => {
  it('makes an address wait after its 20th failure in a minute, over all threads', () => {
    const { one, other, moveMs } = budget(20)
    for (let i = 0; i < 20; i++) {
      assert.equal(one.waitMs('192.0.2.1'), 0)
      const thread = i % 2 === 0 ? one : other
      thread.count('192.0.2.1')
      moveMs(1000)
    }
    assert.equal(one.waitMs('192.0.2.1'), 40_000)
    assert.equal(other.waitMs('192.0.2.1'), 40_000)
    assert.equal(one.waitMs('192.0.2.2'), 0)
    moveMs(39_999)
    assert.equal(one.waitMs('192.0.2.1'), 1)
    moveMs(1)
    assert.equal(one.waitMs('192.0.2.1'), 0)
  })

  it('does not limit failures if the setting is 0', () => {
    const { one } = budget(0)
    for (let i = 0; i < 1000; i++) one.count('192.0.2.1')
    assert.equal(one.waitMs('192.0.2.1'), 0)
  })

  it('forgets the address with the oldest failure if there are too many, and never the one that fails now', () => {
    const { one, moveMs } = budget(1)
    for (let i = 0; i < ADDRESSES_MAX * 20; i++) {
      const address = `10.0.${i >> 8}.${i & 255}`
      one.count(address)
      assert.ok(one.waitMs(address) > 0)
      moveMs(1)
    }
    assert.equal(one.waitMs('10.0.0.0'), 0)
  })
})
