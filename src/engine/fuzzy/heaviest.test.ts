import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { heaviest } from './heaviest.ts'

describe('the heaviest documents', () => {
  it('are all documents in their order if there are no more than wanted', () => {
    assert.deepEqual(heaviest([7, 3, 5], 3, [7, 3, 5]), [7, 3, 5])
    assert.deepEqual(heaviest([7, 3, 5], 2, [7, 3, 5]), [7, 5])
  })

  it('are those of the highest weights, and of equal weights the first by number', () => {
    const document = fc.integer({ min: 0, max: 2 ** 32 - 1 })
    // Weights are sums of logarithms, some of them equal.
    const weight = fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4)
    fc.assert(
      fc.property(
        fc.uniqueArray(document),
        fc.array(weight, { minLength: 1 }),
        fc.nat(),
        (all, weights, n) => {
          const most = n % (all.length + 2)
          const byDocument = new Map(all.map((one, i) => [one, weights[i % weights.length] as number]))
          const weightOf = (one: number) => byDocument.get(one) as number
          const sorted = all.toSorted((a, b) => weightOf(b) - weightOf(a) || a - b)
          const found = heaviest(all, most, all.map(weightOf)).toSorted(
            (a, b) => weightOf(b) - weightOf(a) || a - b,
          )
          assert.deepEqual(found, sorted.slice(0, most))
        },
      ),
    )
  })
})
