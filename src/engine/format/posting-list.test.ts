import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  gallop,
  intersectPostings,
  postingList,
  setBitsOfLists,
  unitePostings,
  within,
} from './posting-list.ts'

const ascending = (values: readonly number[]) => Uint32Array.from([...new Set(values)].sort((a, b) => a - b))

test('galloping finds the first document that is not smaller, from any start', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300)), fc.nat(300), fc.nat(50), (values, document, from) => {
      const documents = ascending(values)
      const start = Math.min(from, documents.length)
      const expected = documents.findIndex((value, i) => i >= start && value >= document)
      assert.equal(
        gallop(documents, start, documents.length, document),
        expected < 0 ? documents.length : expected,
      )
    }),
    { numRuns: 2000 },
  )
})

test('a list within a range has the documents of the range, and its word', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(300)), fc.nat(310), fc.nat(310), (values, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const documents = ascending(values)
      const list = within(postingList(documents, 0, documents.length, 7), from, to)
      assert.deepEqual(
        [...documents.subarray(list.from, list.to)],
        [...documents].filter((document) => document >= from && document < to),
      )
      assert.equal(list.word, 7)
    }),
  )
})

test('an intersection of lists has the documents that are in all of them', () => {
  const lists = fc.array(fc.array(fc.nat(60), { maxLength: 50 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(lists, (documents) => {
      const sorted = documents.map(ascending).map((list) => postingList(list, 0, list.length))
      const expected = ascending(documents[0] ?? []).filter((one) =>
        documents.every((list) => list.includes(one)),
      )
      assert.deepEqual(intersectPostings(sorted), [...expected])
    }),
  )
})

test('a union of lists has every document of the range once, as a sorted list or as a bitmap', () => {
  const lists = fc.array(fc.array(fc.nat(3000), { maxLength: 900, size: 'max' }), { maxLength: 4 })
  fc.assert(
    fc.property(lists, fc.nat(3000), fc.nat(3000), (documents, one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const sorted = documents.map(ascending).map((list) => postingList(list, 0, list.length))
      const expected = ascending(documents.flat()).filter((document) => document >= from && document < to)
      const united = unitePostings(sorted, from, to)
      assert.deepEqual(united.documents.slice(united.from, united.to), expected)
      const bits = new Uint32Array(((to - from) >>> 5) + 1)
      assert.equal(setBitsOfLists(sorted, bits, from, to), expected.length)
      const set = Array.from({ length: to - from }, (_, i) => i).filter(
        (i) => ((bits[i >>> 5] as number) >>> (i & 31)) & 1,
      )
      assert.deepEqual(
        set.map((i) => from + i),
        [...expected],
      )
    }),
    { numRuns: 500 },
  )
})
