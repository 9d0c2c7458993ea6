import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { TermInterner } from './term-interner.ts'

const words = fc.array(
  fc.oneof(fc.string({ maxLength: 3 }), fc.string({ unit: 'grapheme', maxLength: 12 })),
  {
    maxLength: 300,
  },
)

test('equal words get one number, different words different ones, in the order of their first occurrence', () => {
  fc.assert(
    fc.property(words, (texts) => {
      const table = new TermInterner()
      const numbers = texts.map((text) => table.numberOf(text))
      const distinct = [...new Set(texts)]
      assert.deepEqual(
        numbers,
        texts.map((text) => distinct.indexOf(text)),
      )
      assert.equal(table.length, distinct.length)
    }),
  )
})

test('words are sorted by their bytes', () => {
  fc.assert(
    fc.property(words, (texts) => {
      const table = new TermInterner()
      for (const text of texts) table.numberOf(text)
      const distinct = [...new Set(texts)]
      const byBytes = distinct.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      assert.deepEqual(
        [...table.sorted()].map((number) => distinct[number]),
        byBytes,
      )
    }),
  )
})

test('numbers stay the same when the table grows', () => {
  const table = new TermInterner()
  const count = 100_000
  for (let i = 0; i < count; i++) assert.equal(table.numberOf(`word ${i}`), i)
  for (let i = 0; i < count; i += 997) assert.equal(table.numberOf(`word ${i}`), i)
  assert.equal(table.length, count)
})
