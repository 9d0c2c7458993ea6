import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HYPHEN_VARIANTS_MAX } from '../../names/reading/hyphenated-words.ts'
import { ZONES } from '../format/layout.ts'
import { CACHED_MAX, EVICTION_CANDIDATES, ScratchPool } from './scratch.ts'

/** Sets one bit and reports this many documents. */
const marked = (text: string, documents: number) => ({
  text,
  setBits(bits: Uint32Array) {
    bits[0] = 1
    return documents
  },
})

for (const zone of [ZONES.live, ZONES.removed] as const) {
  test(`no bitmap of zone ${zone} that a search uses is evicted while it requests others`, () => {
    assert.ok(HYPHEN_VARIANTS_MAX <= CACHED_MAX[zone] - EVICTION_CANDIDATES[zone])
    const scratch = new ScratchPool()
    for (let i = 0; i < CACHED_MAX[zone]; i++) {
      scratch.cachedBitmap(marked(`before ${i}`, 1000), zone, 0, 32)
    }
    const ways = Array.from({ length: HYPHEN_VARIANTS_MAX }, (_, i) =>
      scratch.cachedBitmap(marked(`way ${i}`, 1), zone, 0, 32),
    )
    ways.forEach((way, i) => {
      assert.equal(scratch.cached(`way ${i}`, zone), way)
      assert.deepEqual([...way.bits], [1, 0])
    })
  })
}
