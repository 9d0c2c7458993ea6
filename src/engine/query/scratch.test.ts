import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HYPHEN_VARIANTS_MAX } from '../../names/reading/hyphenated-words.ts'
import { KNOWN_MAX, MarkPool, OLDEST } from './scratch.ts'

/** Marks one document, and so many more that are only said to be there. */
const marked = (text: string, documents: number) => ({
  text,
  mark(bits: Uint32Array) {
    bits[0] = 1
    return documents
  },
})

test('no marks that one search asks for are forgotten while it asks for the others', () => {
  assert.ok(HYPHEN_VARIANTS_MAX <= KNOWN_MAX - OLDEST)
  const pool = new MarkPool()
  for (let i = 0; i < KNOWN_MAX; i++) pool.live(marked(`before ${i}`, 1000), 32)
  const ways = Array.from({ length: HYPHEN_VARIANTS_MAX }, (_, i) => pool.live(marked(`way ${i}`, 1), 32))
  ways.forEach((way, i) => {
    assert.equal(pool.known(`way ${i}`), way)
    assert.deepEqual([...way.bits], [1, 0])
  })
})
