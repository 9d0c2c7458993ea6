import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ZONES } from '../format/layout.ts'
import { postingList } from '../format/posting-list.ts'
import { BitmapIterator, isCommon } from './bitmap-iterator.ts'

const DOCUMENTS = 200

function bitsOf(documents: readonly number[]): Uint32Array {
  const bits = new Uint32Array((DOCUMENTS >>> 5) + 1)
  for (const document of documents)
    bits[document >>> 5] = (bits[document >>> 5] as number) | (1 << (document & 31))
  return bits
}

test('iterates over documents that are set in both bitmaps, ascending and once each, for any zone, chunk size and steps', () => {
  const some = fc.uniqueArray(fc.nat(DOCUMENTS - 1))
  const steps = fc.array(fc.nat(DOCUMENTS), { maxLength: 4 })
  const zoneStart = fc.constantFrom(0, 1, 31, 32, 77)
  fc.assert(
    fc.property(some, some, zoneStart, fc.integer({ min: 1, max: 70 }), steps, (a, b, from, limit, tos) => {
      const iterator = new BitmapIterator(bitsOf(a), bitsOf(b), from, from + DOCUMENTS)
      const chunk = new Uint32Array(limit)
      const found: number[] = []
      for (const to of [...tos.sort((x, y) => x - y), DOCUMENTS + 1].map((step) => from + step)) {
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
        a
          .filter((document) => b.includes(document))
          .map((document) => from + document)
          .sort((x, y) => x - y),
      )
    }),
  )
})

test('a list is common in a zone if it has a bitmap there and more than one in 128 of its documents', () => {
  const all = new Uint32Array(8)
  const live = postingList(all, 0, 8, 1, all)
  assert.equal(isCommon(live, ZONES.live, 8 * 128 - 1), true)
  assert.equal(isCommon(live, ZONES.live, 8 * 128), false)
  assert.equal(isCommon(live, ZONES.removed, 8), false)
  assert.equal(isCommon(postingList(all, 0, 8, 1, undefined, all), ZONES.removed, 8), true)
  assert.equal(isCommon(postingList(all, 0, 8, 1, all, all), ZONES.former, 8), false)
  assert.equal(isCommon(postingList(all, 0, 8, 1), ZONES.live, 8), false)
})
