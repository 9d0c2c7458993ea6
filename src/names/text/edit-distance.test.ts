import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance } from './edit-distance.ts'
import { EditPattern } from './edit-pattern.ts'
import { Letters } from './letters.ts'

test('one edit of every kind costs one', () => {
  for (const other of ['Bremn', 'Bremmen', 'Brumen', 'Bermen'])
    assert.equal(editDistance('Bremen', other, 3), 1)
  assert.equal(editDistance('Bremen', 'Bremen', 3), 0)
  assert.equal(editDistance('', 'abc', 3), 3)
})

test('a distance beyond the bound is one more than the bound', () => {
  assert.equal(editDistance('Bremen', 'München', 1), 2)
  assert.equal(editDistance('a', 'abcd', 2), 3)
})

test('the distance equals the plain recursive definition', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 7 }), (a, b, atMost) => {
      assert.equal(editDistance(a, b, atMost), Math.min(recursive(a, b), atMost + 1))
    }),
    { numRuns: 3000 },
  )
})

function recursive(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const swaps = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)
  return Math.min(
    recursive(a.slice(0, -1), b) + 1,
    recursive(a, b.slice(0, -1)) + 1,
    recursive(a.slice(0, -1), b.slice(0, -1)) + (a.at(-1) === b.at(-1) ? 0 : 1),
    swaps ? recursive(a.slice(0, -2), b.slice(0, -2)) + 1 : Number.POSITIVE_INFINITY,
  )
}

test('a pattern has the same distances, also to words longer than its bits', () => {
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ж'), maxLength: 8 }),
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 29, maxLength: 36 }),
  )
  const pattern = new EditPattern()
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 9 }), (a, b, atMost) => {
      pattern.setWord(new Letters().setText(a))
      assert.equal(pattern.distanceTo(new Letters().setText(b), atMost), editDistance(a, b, atMost))
    }),
    { numRuns: 5000 },
  )
})

test('texts of thousands of letters are compared', () => {
  const long = 'ab'.repeat(2000)
  assert.equal(editDistance(`x${long}y`, `y${long}x`, 3), 2)
  assert.equal(editDistance(`x${long}`, `${long}x`, 3), 2)
})
