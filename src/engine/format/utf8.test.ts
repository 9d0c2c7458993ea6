import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { utf8Of, writeUtf8 } from './utf8.ts'

/** Any UTF-16 units, lone surrogates included. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
  fc
    .array(fc.integer({ min: 0xd7f0, max: 0xe00f }), { maxLength: 9 })
    .map((units) => String.fromCharCode(...units)),
)

test('a text is encoded as by TextEncoder, lone surrogates included', () => {
  fc.assert(
    fc.property(texts, fc.nat({ max: 9 }), (text, at) => {
      const bytes = new Uint8Array(at + text.length * 3)
      const end = writeUtf8(text, bytes, at)
      assert.deepEqual(bytes.subarray(at, end), new TextEncoder().encode(text))
      assert.deepEqual(utf8Of(text), new TextEncoder().encode(text))
    }),
    { numRuns: 2000 },
  )
})

test('every code point is encoded as by TextEncoder', () => {
  const bytes = new Uint8Array(6)
  for (let point = 0; point <= 0x10ffff; point++) {
    const text = String.fromCodePoint(point)
    const end = writeUtf8(text, bytes, 0)
    if (Buffer.from(text).compare(bytes, 0, end) !== 0) assert.fail(`U+${point.toString(16)}`)
  }
})
