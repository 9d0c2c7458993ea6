import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { postingList } from '../format/posting-list.ts'
import { BitmapIterator, isCommon } from './bitmap-iterator.ts'

const DOCUMENTS = 200

function bitsOf(documents: readonly number[]): Uint32Array {
  const bits = new Uint32Array((DOCUMENTS >>> 5) + 1)
  for (const document of documents)
    bits[document >>> 5] = (bits[document >>> 5] as number) | (1 << (document & 31))
  return bits
}

test('iterates over documents that are set in both bitmaps, ascending and once each, for any chunk size and any steps', () => {
  const some = fc.uniqueArray(fc.nat(DOCUMENTS - 1))
  const steps = fc.array(fc.nat(DOCUMENTS), { maxLength: 4 })
  fc.assert(
    fc.property(some, some, fc.integer({ min: 1, max: 70 }), steps, (a, b, limit, tos) => {
      const iterator = new BitmapIterator(bitsOf(a), bitsOf(b), DOCUMENTS)
      const chunk = new Uint32Array(limit)
      const found: number[] = []
      for (const to of [...tos.sort((x, y) => x - y), DOCUMENTS + 1]) {
        for (
          let count = iterator.fill(chunk, limit, to);
          count > 0;
          count = iterator.fill(chunk, limit, to)
        ) {
          const documents = [...chunk.subarray(0, count)]
          assert.ok(documents.every((document) => document < to))
          found.push(...documents)
        }
      }
      assert.equal(iterator.next, undefined)
      assert.deepEqual(
        found,
        a.filter((document) => b.includes(document)).sort((x, y) => x - y),
      )
    }),
  )
})

test('a list is common if it has a bitmap and more than one in 128 documents that are not deleted', () => {
  const all = new Uint32Array(8)
  assert.equal(isCommon(postingList(all, 0, 8, 1, all), 8 * 128 - 1), true)
  assert.equal(isCommon(postingList(all, 0, 8, 1, all), 8 * 128), false)
  assert.equal(isCommon(postingList(all, 0, 8, 1), 8), false)
})
