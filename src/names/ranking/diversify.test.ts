import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { often } from '../../../test/thorough.ts'
import { diversifiedScores, type RelatedName } from './diversify.ts'
import { RELATED_SCORE_MIN, STEPS_PER_POINT } from './rank.ts'

const name = (score: number, words: string, ...matched: number[]): RelatedName => ({ score, words, matched })

test('a name that shows another part of the query comes before further names of a part that is shown', () => {
  // Query: Christel Wiegand Schlosserei Lüftungsbau.
  const names = [
    name(36, 'meyer schlosserei lüftungsbau', 2, 3),
    name(34, 'bohlen schlosserei lüftungsbau', 2, 3),
    name(33.5, 'zach schlosserei lüftungsbau', 2, 3),
    name(33.25, 'christel wiegand vermietungen', 0, 1),
  ]
  assert.deepEqual(diversifiedScores(names), [36, 33, 31.875, 33.25])
})

test('a name loses no points while a word that it matches is not shown', () => {
  const names = [name(36, 'adler werk', 0, 1), name(35, 'adler und falke', 0, 2), name(34, 'falke', 2)]
  assert.deepEqual(diversifiedScores(names), [36, 35, 33])
})

test('further companies with the same words follow other names', () => {
  const names = [name(35, 'thiel', 0), name(35, 'thiel', 0), name(33, 'thiel szyja', 0)]
  assert.deepEqual(diversifiedScores(names), [35, 30.375, 32])
})

test('names that match no word, such as initials, keep their scores', () => {
  assert.deepEqual(diversifiedScores([name(30, 'abc'), name(30, 'abd')]), [30, 30])
})

test('no score falls below the lowest of related names, and no name there is none', () => {
  assert.deepEqual(diversifiedScores([name(20, 'adler', 0), name(20, 'adler', 0)]), [20, 20])
  assert.deepEqual(diversifiedScores([]), [])
})

const names = fc.array(
  fc.record({
    score: fc
      .integer({ min: RELATED_SCORE_MIN * STEPS_PER_POINT, max: 49 * STEPS_PER_POINT })
      .map((steps) => steps / STEPS_PER_POINT),
    words: fc.constantFrom('a', 'b', 'c', 'd'),
    matched: fc.subarray([0, 1, 2, 3]),
  }),
  { maxLength: 30 },
)

/** The same by the plain rule: all names are looked at each time. */
function plainScores(names: readonly RelatedName[]): readonly number[] {
  const scores: number[] = []
  const taken: RelatedName[] = []
  const isRepeat = (at: number) => names.slice(0, at).some(({ words }) => words === names[at]!.words)
  const scoreNow = (at: number) => {
    const { score, matched } = names[at]!
    const counts = matched.map((word) => taken.filter((other) => other.matched.includes(word)).length)
    return score - (isRepeat(at) ? 3 : 0) - Math.log2(1 + (counts.length === 0 ? 0 : Math.min(...counts)))
  }
  while (taken.length < names.length) {
    const left = names.map((_, at) => at).filter((at) => scores[at] === undefined)
    const best = left.reduce((a, b) => (scoreNow(b) > scoreNow(a) ? b : a))
    scores[best] = Math.max(RELATED_SCORE_MIN, Math.floor(scoreNow(best) * STEPS_PER_POINT) / STEPS_PER_POINT)
    taken.push(names[best]!)
  }
  return scores
}

test('the scores are those of the plain rule', () => {
  fc.assert(
    fc.property(names, (unordered) => {
      const ordered = unordered.toSorted((a, b) => b.score - a.score)
      assert.deepEqual(diversifiedScores(ordered), plainScores(ordered))
    }),
    { numRuns: often(500) },
  )
})
