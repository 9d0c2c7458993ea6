import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AttemptCounter, NAMES_MAX } from './attempt-limits.ts'

const LIMIT = { max: 3, windowMs: 1000 }

test('of any window the maximum is allowed and no more; then exactly what is out of the window', () => {
  const counter = new AttemptCounter(LIMIT)
  for (const atMs of [0, 400, 900]) {
    assert.equal(counter.waitMs('a', atMs), 0)
    counter.note('a', atMs)
  }
  assert.equal(counter.waitMs('a', 900), 100)
  assert.equal(counter.waitMs('a', 999), 1)
  assert.equal(counter.waitMs('a', 1000), 0)
  assert.equal(counter.waitMs('b', 900), 0)
})

test('what is taken back counts as if it had not been', () => {
  const counter = new AttemptCounter(LIMIT)
  for (const atMs of [0, 0, 0]) counter.note('a', atMs)
  assert.ok(counter.waitMs('a', 1) > 0)
  counter.takeBack('a', 0)
  assert.equal(counter.waitMs('a', 1), 0)
  counter.takeBack('a', 7)
  counter.takeBack('z', 0)
  counter.note('a', 1)
  assert.ok(counter.waitMs('a', 1) > 0)
})

test('an endless row of names takes no endless memory: the one that was counted longest ago is forgotten', () => {
  const counter = new AttemptCounter({ max: 1, windowMs: 1e9 })
  counter.note('first', 0)
  counter.note('second', 0)
  for (let i = 0; i < NAMES_MAX - 1; i++) counter.note(`name ${i}`, 1)
  assert.equal(counter.waitMs('first', 2), 0)
  assert.ok(counter.waitMs('second', 2) > 0)
})

test('over any schedule no window ever holds more than the maximum, and none is refused without need', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 }), (gaps) => {
      const counter = new AttemptCounter(LIMIT)
      const allowed: number[] = []
      let nowMs = 0
      for (const gap of gaps) {
        nowMs += gap
        const inWindow = allowed.filter((atMs) => atMs > nowMs - LIMIT.windowMs).length
        assert.equal(counter.waitMs('a', nowMs) === 0, inWindow < LIMIT.max)
        if (counter.waitMs('a', nowMs) > 0) continue
        counter.note('a', nowMs)
        allowed.push(nowMs)
      }
    }),
    { numRuns: 2000 },
  )
})
