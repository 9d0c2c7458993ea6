import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NameTier, SortKey, Tier } from './rank.ts'
import {
  blockAScore,
  blockBKind,
  blockBScore,
  compareSortKeys,
  kindOfTier,
  nameReasons,
  nameScore,
} from './rank.ts'

test('every tier of docs/search.md has its kind and score', () => {
  const classes: readonly (readonly [Tier, number, string, number, number?])[] = [
    [1, 0, 'number', 100],
    [2, 0, 'exact', 100],
    [3, 0, 'form', 95],
    [4, 0, 'form', 90],
    [5, 0, 'words', 88],
    [6, 1, 'words', 85],
    [6, 2, 'words', 74],
    [6, 3, 'words', 73],
    [6, 16, 'words', 60],
    [6, 900, 'words', 60],
    [7, 0, 'prefix', 80, 2],
    [7, 0, 'prefix', 74, 3],
    [7, 1, 'prefix', 73, 1],
    [7, 24, 'prefix', 50],
    [7, 25, 'prefix', 50],
    [8, 0, 'number', 50],
  ]
  for (const [tier, step, kind, score, untyped = 0] of classes) {
    const found = [kindOfTier(tier), blockAScore(tier, step, untyped)]
    assert.deepEqual(found, [kind, score], `tier ${tier}, step ${step}, ${untyped} letters`)
  }
})

test('in block B an equal name of a removed company keeps its score, a former name never reaches it, and no score is below 50', () => {
  for (const tier of [2, 3, 4] as const) {
    assert.equal(blockBScore('removed', tier, 0), nameScore(tier, 0, 0))
    assert.ok(blockBScore('former', tier, 0) < blockBScore('removed', tier, 0))
  }
  for (const tier of [5, 6, 7] as NameTier[]) {
    for (let extra = 0; extra < 100; extra++) {
      const score = blockBScore('former', tier, extra)
      assert.ok(score >= 50 && score <= 83, `tier ${tier}, ${extra} extra words: ${score}`)
      assert.ok(blockBScore('former', tier, extra + 1) <= score)
    }
  }
  assert.equal(blockBKind('removed', 4), 'form')
  assert.equal(blockBKind('removed', 5), 'former')
  assert.equal(blockBKind('former', 2), 'former')
})

test('sort keys compare field by field', () => {
  const key: SortKey = { tier: 6, step: 2, otherForm: 0, inactive: 0, staticRank: 9, uuid: 'b' }
  const later: Partial<SortKey>[] = [
    { tier: 7, step: 0 },
    { step: 3 },
    { otherForm: 1 },
    { otherForm: 2 },
    { inactive: 1 },
    { staticRank: 10 },
    { uuid: 'c' },
  ]
  for (const change of later) {
    assert.ok(compareSortKeys(key, { ...key, ...change }) < 0, JSON.stringify(change))
    assert.ok(compareSortKeys({ ...key, ...change }, key) > 0, JSON.stringify(change))
  }
  assert.equal(compareSortKeys(key, { ...key }), 0)
})

test('the reasons say what differs from the query', () => {
  assert.deepEqual(nameReasons(2, 0, false), ['same_name'])
  assert.deepEqual(nameReasons(4, 0, true), ['same_name', 'other_form'])
  assert.deepEqual(nameReasons(6, 3, true), ['extra_words', 'other_form'])
  assert.deepEqual(nameReasons(7, 0, false), ['prefix'])
  assert.deepEqual(nameReasons(7, 1, false), ['prefix', 'extra_words'])
})
