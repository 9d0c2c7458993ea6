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

/** Returns the effective count of a word in `own` names when the index has these other words. */
function effective(word: string, own: number, others: Readonly<Record<string, number>>): number {
  const like = Object.entries(others).flatMap(([other, names]) => {
    const likeness = wordLikeness(word, other)
    return likeness === undefined ? [] : [[likeness, names] as const]
  })
  return effectiveCount(own, like, NAMES)
}

test('rarer words weigh more; articles and typos of forms weigh little', () => {
  assert.ok(wordWeight('zander', 3, NAMES) > wordWeight('bau', 30_000, NAMES))
  assert.ok(wordWeight('und', 3, NAMES) < wordWeight('zander', 3, NAMES) / 2)
  assert.ok(isMisspeltForm('gmbi'))
  assert.ok(wordWeight('gmbi', 0, 2 ** 31) <= FORM_TYPO_WEIGHT_MAX)
})

test('a rare word counts as often as the frequent one that is one edit, or cheap edits, away', () => {
  assert.equal(effective('gesellschft', 2, { gesellschaft: 90_000 }), 90_000)
  // Two edits, but scanner confusions in a long word.
  assert.equal(effective('handwerkervverrnittlung', 0, { handwerkerwermittlung: 500 }), 500)
  assert.equal(effective('zandre', 2, { sander: 90_000 }), 2)
  assert.equal(effective('gesellschft', RARE_NAMES_MAX, { gesellschaft: 90_000 }), RARE_NAMES_MAX)
})

test('a word that occurs in no name is counted as often as its expansion', () => {
  const abbreviation = { kind: 'abbreviation', edits: 1, cost: 40 } as const
  assert.equal(effectiveCount(0, [[abbreviation, 5000]], NAMES), 5000)
  assert.equal(effectiveCount(1, [[abbreviation, 5000]], NAMES), 1)
})

test('a word without any similar word counts as one in two thousand names', () => {
  assert.equal(effective('qxzvw', 0, { zander: 10 }), NAMES / 2000)
})
