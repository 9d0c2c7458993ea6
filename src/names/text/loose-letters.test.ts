import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold, foldLoose } from './fold.ts'
import { LETTERS_MAX, Letters } from './letters.ts'
import { appendLoose } from './loose-letters.ts'

function loose(...words: readonly string[]): Letters {
  const letters = new Letters()
  for (const word of words) appendLoose(new Letters().setText(word), letters)
  return letters
}

function textOf({ codes, length }: Letters): string {
  return String.fromCodePoint(...codes.subarray(0, length))
}

test('the loose letters of words equal foldLoose, word by word', () => {
  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'aeousx'), maxLength: 12 }),
    fc.string({ maxLength: 20 }),
  )
  fc.assert(
    fc.property(fc.array(word, { maxLength: 5 }), (words) => {
      const folded = words.map(fold)
      assert.equal(textOf(loose(...folded)), folded.map(foldLoose).join(''))
    }),
  )
})

test('letters beyond the maximum are cut off and marked as truncated', () => {
  assert.equal(loose('x'.repeat(LETTERS_MAX)).isTruncated, false)
  assert.equal(loose('x'.repeat(LETTERS_MAX), 'x').isTruncated, true)
  assert.equal(loose('x'.repeat(LETTERS_MAX + 1)).isTruncated, true)
})
