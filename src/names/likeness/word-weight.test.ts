import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordLikeness } from './word-likeness.ts'
import {
  effectiveCount,
  FORM_TYPO_WEIGHT_MAX,
  isMisspeltForm,
  RARE_NAMES_MAX,
  wordWeight,
} from './word-weight.ts'

const NAMES = 1_000_000

/** How frequent a word is that stands in `own` names, where the index knows these others. */
function meant(word: string, own: number, others: Readonly<Record<string, number>>): number {
  const like = Object.entries(others).flatMap(([other, names]) => {
    const likeness = wordLikeness(word, other)
    return likeness === undefined ? [] : [[likeness, names] as const]
  })
  return effectiveCount(own, like, NAMES)
}

test('the rarer a word, the more it weighs; articles and slips of forms tell little', () => {
  assert.ok(wordWeight('zander', 3, NAMES) > wordWeight('bau', 30_000, NAMES))
  assert.ok(wordWeight('und', 3, NAMES) < wordWeight('zander', 3, NAMES) / 2)
  assert.ok(isMisspeltForm('gmbi'))
  assert.ok(wordWeight('gmbi', 0, 2 ** 31) <= FORM_TYPO_WEIGHT_MAX)
})

test('a rare word is as frequent as the frequent one that it is an edit, or a cheap slip, away from', () => {
  assert.equal(meant('gesellschft', 2, { gesellschaft: 90_000 }), 90_000)
  // Two edits, but pictures of other letters in a long word.
  assert.equal(meant('handwerkervverrnittlung', 0, { handwerkerwermittlung: 500 }), 500)
  assert.equal(meant('zandre', 2, { sander: 90_000 }), 2)
  assert.equal(meant('gesellschft', RARE_NAMES_MAX, { gesellschaft: 90_000 }), RARE_NAMES_MAX)
})

test('a word that no name has is as frequent as what it may stand for', () => {
  const abbreviation = { kind: 'abbreviation', edits: 1, cost: 40 } as const
  assert.equal(effectiveCount(0, [[abbreviation, 5000]], NAMES), 5000)
  assert.equal(effectiveCount(1, [[abbreviation, 5000]], NAMES), 1)
})

test('a word that nothing is like counts as standing in one of two thousand names', () => {
  assert.equal(meant('qxzvw', 0, { zander: 10 }), NAMES / 2000)
})
