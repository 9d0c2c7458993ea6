import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { gallop, listOf, markLists, uniteLists } from './posting-list.ts'

const ascending = (values: readonly number[]) => Uint32Array.from([...new Set(values)].sort((a, b) => a - b))

test('galloping finds the first place that is not smaller, from any start', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300)), fc.nat(300), fc.nat(50), (values, document, from) => {
      const all = ascending(values)
      const start = Math.min(from, all.length)
      const naive = all.findIndex((value, i) => i >= start && value >= document)
      assert.equal(gallop(all, start, all.length, document), naive < 0 ? all.length : naive)
    }),
    { numRuns: 2000 },
  )
})

test('uniting lists gives every document of the range once, sorted or as bits', () => {
  const lists = fc.array(fc.array(fc.nat(3000), { maxLength: 900, size: 'max' }), { maxLength: 4 })
  fc.assert(
    fc.property(lists, fc.nat(3000), fc.nat(3000), (all, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const sorted = all.map(ascending).map((list) => listOf(list, 0, list.length))
      const expected = ascending(all.flat()).filter((document) => document >= from && document < to)
      const united = uniteLists(sorted, from, to)
      assert.deepEqual(united.all.slice(united.from, united.to), expected)
      const bits = new Uint32Array(((to - from) >>> 5) + 1)
      assert.equal(markLists(sorted, bits, from, to), expected.length)
      const marked = Array.from({ length: to - from }, (_, i) => i).filter(
        (i) => ((bits[i >>> 5] as number) >>> (i & 31)) & 1,
      )
      assert.deepEqual(
        marked.map((i) => from + i),
        [...expected],
      )
    }),
    { numRuns: 500 },
  )
})
