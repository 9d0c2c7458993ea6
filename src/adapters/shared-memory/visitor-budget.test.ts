import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { VISITOR_COSTS, visitorLimitOf } from '../../core/access/visitor-limit.ts'
import { createSharedBlock } from './shared-block.ts'
import { SharedVisitorBudget } from './visitor-budget.ts'

const MINUTE_US = 60_000_000

function budget() {
  let nowUs = 1e9
  const clock = { nowMs: () => nowUs / 1000, monotonicNs: () => BigInt(nowUs) * 1000n }
  const block = createSharedBlock({ keysMax: 1, metersMax: 3, addressesMax: 64 }, 12_345)
  const perThread = [1, 2].map((thread) => new SharedVisitorBudget(block, thread, { clock }))
  const moveUs = (us: number) => {
    nowUs += us
  }
  return { one: perThread[0]!, other: perThread[1]!, moveUs, nowUs: () => nowUs }
}

const visitor = visitorLimitOf('192.0.2.1', undefined, 30)

describe('the visitor budget', () => {
  it('admits 30 searches a minute over all threads, and the 31st when the first is a minute old', () => {
    const { one, other, moveUs } = budget()
    for (let i = 0; i < 30; i++) {
      assert.ok((i % 2 === 0 ? one : other).take(visitor, VISITOR_COSTS.search).accepted)
      moveUs(1_000_000)
    }
    assert.deepEqual(refusal(one.take(visitor, VISITOR_COSTS.search)), 30_000)
    moveUs(29_999_000)
    assert.deepEqual(refusal(other.take(visitor, VISITOR_COSTS.search)), 1)
    moveUs(1000)
    assert.ok(one.take(visitor, VISITOR_COSTS.search).accepted)
  })

  it('counts each network separately, and an account independently of its network', () => {
    const { one } = budget()
    const two = visitorLimitOf('2001:db8::1', undefined, 1)
    assert.ok(one.take(two, 10).accepted)
    assert.ok(!one.take(visitorLimitOf('2001:db8::2', undefined, 1), 10).accepted)
    assert.ok(one.take(visitorLimitOf('2001:db8:0:1::1', undefined, 1), 10).accepted)
    assert.equal(visitorLimitOf('192.0.2.1', 'acc_1' as never, 1).client, 'account:acc_1')
    assert.equal(visitorLimitOf('192.0.2.1', 'acc_1' as never, 1).quotaTenths, 1200)
  })

  it('refunds the unit of the admission if the rest of a deep search does not fit', () => {
    const { one, moveUs } = budget()
    for (let i = 0; i < 27; i++) one.take(visitor, VISITOR_COSTS.search)
    moveUs(1_000_000)
    const gate = one.take(visitor, VISITOR_COSTS.search)
    assert.ok(gate.accepted)
    const rest = one.takeMore(visitor, 40, 10, gate.countedAt)
    assert.equal(refusal(rest), 59_000)
    for (let i = 0; i < 3; i++) assert.ok(one.take(visitor, VISITOR_COSTS.search).accepted)
    assert.ok(!one.take(visitor, VISITOR_COSTS.search).accepted)
  })

  it('takes back what a refunded request counted, and no more if that was above the quota', () => {
    const { one, other } = budget()
    const poor = visitorLimitOf('192.0.2.1', undefined, 2)
    const gate = one.take(poor, 10)
    const whole = one.takeMore(poor, 40, 10, gate.countedAt)
    assert.ok(whole.accepted)
    one.refund(poor, 50, whole.countedAt)
    assert.ok(other.take(poor, 20).accepted)
    assert.ok(!one.take(poor, 1).accepted)
  })

  it('admits one deep search a minute if it costs more than the quota', () => {
    const { one, moveUs } = budget()
    const poor = visitorLimitOf('192.0.2.1', undefined, 2)
    const gate = one.take(poor, 10)
    assert.ok(one.takeMore(poor, 40, 10, gate.countedAt).accepted)
    assert.ok(!one.take(poor, 1).accepted)
    moveUs(MINUTE_US)
    assert.ok(one.take(poor, 20).accepted)
  })

  it('never counts more than the quota in any minute, for any sequence of requests', () => {
    const visit = fc.record({
      afterUs: fc.integer({ min: 0, max: 20_000_000 }),
      cost: fc.constantFrom(1, 10, 50),
      thread: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(visit, { maxLength: 120 }), (visits) => {
        const { one, other, moveUs, nowUs } = budget()
        const counted: { atUs: number; cost: number }[] = []
        for (const { afterUs, cost, thread } of visits) {
          moveUs(afterUs)
          if ((thread ? one : other).take(visitor, cost).accepted) counted.push({ atUs: nowUs(), cost })
          const recent = counted.filter(({ atUs }) => atUs > nowUs() - MINUTE_US)
          assert.ok(recent.reduce((sum, one) => sum + one.cost, 0) <= visitor.quotaTenths)
        }
      }),
    )
  })
})

function refusal(answer: { readonly accepted: boolean; readonly retryInMs: number }): number {
  assert.equal(answer.accepted, false)
  return answer.retryInMs
}
