import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AttemptCounter, NAMES_MAX, SIGN_IN_PER_ADDRESS } from './attempt-limits.ts'

const LIMIT = { max: 3, windowMs: 1000 }

test('any window allows the maximum number of attempts; afterwards exactly the attempts that left the window are allowed again', () => {
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

test('an attempt that is taken back does not count', () => {
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

test('memory is bounded for any number of names: the name counted longest ago is removed', () => {
  const counter = new AttemptCounter({ max: 1, windowMs: 1e9 })
  counter.note('first', 0)
  counter.note('second', 0)
  for (let i = 0; i < NAMES_MAX - 1; i++) counter.note(`name ${i}`, 1)
  assert.equal(counter.waitMs('first', 2), 0)
  assert.ok(counter.waitMs('second', 2) > 0)
})

test('10,000 wrong passwords for invented addresses do not reset the count of an address that is being guessed', () => {
  for (const count of [SIGN_IN_PER_ADDRESS.max - 1, SIGN_IN_PER_ADDRESS.max]) {
    const counter = new AttemptCounter(SIGN_IN_PER_ADDRESS)
    for (let i = 0; i < count; i++) counter.note('guessed', 0)
    for (let i = 0; i < 10_000; i++) counter.note(`name ${i}`, 1)
    if (count < SIGN_IN_PER_ADDRESS.max) counter.note('guessed', 1)
    assert.ok(counter.waitMs('guessed', 2) > 0)
  }
})

test('names below their limit are removed before names at their limit', () => {
  const counter = new AttemptCounter({ max: 2, windowMs: 1000, namesMax: 3 })
  for (const name of ['full', 'full', 'below', 'a', 'b', 'c', 'd']) counter.note(name, 0)
  assert.ok(counter.waitMs('full', 1) > 0)
  counter.note('below', 1)
  assert.equal(counter.waitMs('below', 1), 0)
  counter.note('d', 1)
  assert.ok(counter.waitMs('d', 1) > 0)
})

test('if all names are at their limit, the one counted longest ago is removed', () => {
  const counter = new AttemptCounter({ max: 2, windowMs: 1000, namesMax: 3 })
  for (const name of ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']) counter.note(name, 0)
  assert.equal(counter.waitMs('a', 1), 0)
  for (const name of ['b', 'c', 'd']) assert.ok(counter.waitMs(name, 1) > 0, name)
})

test('a name whose attempts have expired is removed before one with attempts in the window', () => {
  const counter = new AttemptCounter({ max: 2, windowMs: 1000, namesMax: 3 })
  for (const name of ['over', 'over']) counter.note(name, 0)
  for (const name of ['a', 'b', 'c']) counter.note(name, 1000)
  for (const name of ['a', 'b', 'c']) counter.note(name, 1001)
  for (const name of ['a', 'b', 'c']) assert.ok(counter.waitMs(name, 1002) > 0, name)
})

test('for any schedule no window has more than the maximum, and no attempt is refused below it', () => {
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
