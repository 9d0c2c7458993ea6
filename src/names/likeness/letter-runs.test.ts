import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CHANCE_LETTERS, CommonParts } from './letter-runs.ts'

/** The longest run of letters that both have, by trying all. */
function longestRun(a: string, b: string): number {
  for (let length = Math.min(a.length, b.length); length > 0; length--)
    for (let from = 0; from + length <= a.length; from++)
      if (b.includes(a.slice(from, from + length))) return length
  return 0
}

test('finds every word with more than three letters in a row in common, and their number', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ü', '文'), maxLength: 14 })
  fc.assert(
    fc.property(fc.array(word, { maxLength: 40 }), fc.array(word, { maxLength: 5 }), (words, others) => {
      const parts = new CommonParts(words)
      for (const other of [...others, ...others]) {
        const expected = words
          .map((one, at) => ({ at, letters: longestRun(one, other) }))
          .filter(({ letters }) => letters > CHANCE_LETTERS)
        assert.deepEqual(parts.of(other), expected)
      }
    }),
  )
})
