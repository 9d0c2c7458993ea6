import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance } from './edit-distance.ts'
import { CORRECTABLE_WORD, editsAt, editsInTerm } from './word-edits.ts'

const word = fc.string({ unit: fc.constantFrom(...'abc'), minLength: 1, maxLength: 7 })

function editsOf(of: string, isPrefix: boolean): readonly string[] {
  return Array.from({ length: of.length + 1 }, (_, at) => editsAt(of, at, isPrefix)).flat()
}

test('the edits of a word are all words one edit apart, each once', () => {
  fc.assert(
    fc.property(word, word, (a, b) => {
      const edits = editsOf(a, false)
      assert.equal(new Set(edits).size, edits.length)
      assert.ok(edits.every((edited) => editDistance(a, edited, 2) === 1))
      assert.equal(edits.includes(b), editDistance(a, b, 2) === 1)
    }),
  )
})

test('the edits of a prefix are those of a word but for a longer or shorter end', () => {
  fc.assert(
    fc.property(word, (prefix) => {
      const edits = editsOf(prefix, true)
      const others = editsOf(prefix, false).filter(
        (edited) => !edited.startsWith(prefix) && edited !== prefix.slice(0, -1),
      )
      assert.deepEqual(new Set(edits), new Set(others))
    }),
  )
})

test('of the edits of a word or prefix, those in a term are found from the term', () => {
  fc.assert(
    fc.property(word, word, fc.boolean(), (a, term, isPrefix) => {
      const expected = editsOf(a, isPrefix).filter((edited) =>
        isPrefix ? term.startsWith(edited) : term === edited,
      )
      // A prefix that the term starts with needs no edit.
      const isAsTyped = isPrefix && term.startsWith(a)
      assert.deepEqual(new Set(editsInTerm(a, term, isPrefix)), new Set(isAsTyped ? [] : expected))
    }),
  )
})

test('words of three to forty letters are corrected, none with digits or other letters', () => {
  for (const text of ['simens', 'bmw', 'a'.repeat(40)]) assert.match(text, CORRECTABLE_WORD)
  for (const text of ['', 'ab', 'a'.repeat(41), 'abc1', '1234', 'ελλάς'])
    assert.doesNotMatch(text, CORRECTABLE_WORD)
})
