import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HYPHEN_VARIANTS_MAX } from '../../names/reading/hyphenated-words.ts'
import { CACHED_MAX, EVICTION_CANDIDATES, ScratchPool } from './scratch.ts'

/** Sets one bit and reports this many documents. */
const marked = (text: string, documents: number) => ({
  text,
  setBits(bits: Uint32Array) {
    bits[0] = 1
    return documents
  },
})

test('no bitmap that a search uses is evicted while it requests others', () => {
  assert.ok(HYPHEN_VARIANTS_MAX <= CACHED_MAX - EVICTION_CANDIDATES)
  const scratch = new ScratchPool()
  for (let i = 0; i < CACHED_MAX; i++) scratch.liveBitmap(marked(`before ${i}`, 1000), 32)
  const ways = Array.from({ length: HYPHEN_VARIANTS_MAX }, (_, i) =>
    scratch.liveBitmap(marked(`way ${i}`, 1), 32),
  )
  ways.forEach((way, i) => {
    assert.equal(scratch.cached(`way ${i}`), way)
    assert.deepEqual([...way.bits], [1, 0])
  })
})
