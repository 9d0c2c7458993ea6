import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Letters } from '../text/letters.ts'
import { editCost } from './edit-cost.ts'

const costOf = (a: string, b: string) => editCost(new Letters().setText(a), new Letters().setText(b))

test('each edit has the cost of its kind', () => {
  const costs: [string, string, number][] = [
    ['bremen', 'bremen', 0],
    // An ordinary edit; one in the first letter.
    ['bremen', 'brxmen', 10],
    ['bremen', 'brelmen', 10],
    ['bremen', 'xbremen', 15],
    ['bremen', 'lremen', 15],
    // A neighbouring key, a near sound, a transposition, a silent h.
    ['bremen', 'brwmen', 8],
    ['bremen', 'bramen', 7],
    ['bremen', 'bermen', 6],
    ['bremen', 'rbemen', 11],
    ['bremen', 'brehmen', 5],
    // A doubled letter, ss and s, the dots of an umlaut.
    ['bremen', 'bremmen', 4],
    ['gross', 'gros', 2],
    ['mueller', 'muller', 2],
    ['baecker', 'becker', 3],
    // Two spellings, two scanner confusions.
    ['philipp', 'filipp', 3],
    ['carl', 'karl', 3],
    ['stadt', 'stat', 3],
    ['modern', 'modem', 4],
    ['clara', 'dara', 4],
    ['b0sch', 'bosch', 4],
    ['ha2e', 'haze', 4],
    ['bur6', 'burg', 4],
    ['marina', 'manna', 4],
    ['hund', 'hiind', 4],
    // Less common scanner confusions.
    ['kirche', 'kirehe', 6],
    ['schuh', 'schub', 6],
    // Another digit.
    ['1860', '1850', 20],
    ['1860', '186', 20],
  ]
  for (const [a, b, cost] of costs) assert.equal(costOf(a, b), cost, `${a} ${b}`)
})

test('the cost is symmetric, 0 only for equal words, and at most a substitution, insertion or deletion for each letter', () => {
  const word = fc.string({ unit: fc.constantFrom(...'aeouhtpckrnmlsdz10ж'), maxLength: 8 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      const cost = costOf(a, b)
      assert.equal(cost, costOf(b, a))
      assert.equal(cost === 0, a === b)
      assert.ok(cost <= 25 * Math.max(a.length, b.length))
    }),
    { numRuns: 5000 },
  )
})
