import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { mayContainBigram, writeBigramFilter } from './bigram-filter.ts'

/** Names as the section `forward` has them: word × 2, + 1 when a hyphen follows. */
function forwardOf(names: readonly (readonly number[])[]) {
  const forwardStarts = new Uint32Array(names.length + 1)
  names.forEach((words, i) => {
    forwardStarts[i + 1] = (forwardStarts[i] as number) + words.length
  })
  return { forward: Uint32Array.from(names.flat(), (word, i) => word * 2 + (i % 2)), forwardStarts }
}

const names = fc.array(fc.array(fc.nat(1000), { maxLength: 6 }), { maxLength: 60 })

describe('the bigram filter', () => {
  it('accepts all bigrams of any names', () => {
    fc.assert(
      fc.property(names, (words) => {
        const sections = writeBigramFilter(forwardOf(words))
        for (const name of words) {
          for (let i = 1; i < name.length; i++)
            assert.ok(mayContainBigram(sections, name[i - 1] as number, name[i] as number))
        }
      }),
    )
  })

  it('rejects nine of ten other pairs, even where no bigram occurs twice', () => {
    const sections = writeBigramFilter(
      forwardOf(Array.from({ length: 10_000 }, (_, i) => [i, i + 1, i + 20_000])),
    )
    let wrong = 0
    for (let i = 0; i < 10_000; i++) wrong += mayContainBigram(sections, i + 1, i) ? 1 : 0
    assert.ok(wrong <= 1000, `${wrong} of 10,000`)
  })

  it('rejects every pair where there are no names', () => {
    assert.equal(mayContainBigram(writeBigramFilter(forwardOf([])), 0, 0), false)
  })
})
