import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sortedOrder } from './radix-sort.ts'

test('sorts by the first key, then the second, and is stable', () => {
  const u32 = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 0xffffffff }))
  fc.assert(
    fc.property(fc.array(fc.tuple(u32, fc.nat(3)), { maxLength: 60 }), (things) => {
      const first = Uint32Array.from(things, ([a]) => a)
      const second = Uint8Array.from(things, ([, b]) => b)
      const expected = things
        .map((item, i) => ({ thing: item, i }))
        .sort((a, b) => a.thing[0] - b.thing[0] || a.thing[1] - b.thing[1] || a.i - b.i)
      assert.deepEqual(
        [...sortedOrder(things.length, [first, second])],
        expected.map(({ i }) => i),
      )
    }),
  )
})

test('sorts many items, for which it uses wider digits, as it sorts few', () => {
  // A Lehmer generator: numbers of 31 bits without order, the same each time.
  let state = 1
  const next = () => {
    state = (state * 48_271) % 0x7fffffff
    return state
  }
  for (const count of [29_999, 30_000, 30_001, 70_000]) {
    const first = Uint16Array.from({ length: count }, () => next() % 700)
    const second = Uint32Array.from({ length: count }, next)
    const expected = Uint32Array.from(first.keys()).sort(
      (a, b) =>
        (first[a] as number) - (first[b] as number) || (second[a] as number) - (second[b] as number) || a - b,
    )
    assert.deepEqual(sortedOrder(count, [first, second]), expected)
  }
})
