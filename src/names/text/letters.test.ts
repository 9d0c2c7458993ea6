import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LETTERS_MAX, Letters } from './letters.ts'

test('a word has the same letters as text and as UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const asText = new Letters().setText(text)
      const bytes = Buffer.from(`xx${text}yy`)
      const asBytes = new Letters().setUtf8(bytes, 2, bytes.length - 2)
      const points = [...text].map((char) => char.codePointAt(0))
      for (const letters of [asText, asBytes]) {
        assert.deepEqual([...letters.codes.subarray(0, letters.length)], points.slice(0, LETTERS_MAX))
        assert.equal(letters.isTruncated, points.length > LETTERS_MAX)
      }
      assert.equal(asText.equals(asBytes), points.length <= LETTERS_MAX)
    }),
    { numRuns: 2000 },
  )
})

test('a lone surrogate is a letter', () => {
  const letters = new Letters().setText('a\ud800')
  assert.deepEqual([...letters.codes.subarray(0, letters.length)], [0x61, 0xd800])
})

test('words with different letters are not equal', () => {
  assert.ok(!new Letters().setText('ab').equals(new Letters().setText('ac')))
  assert.ok(!new Letters().setText('ab').equals(new Letters().setText('abc')))
})
