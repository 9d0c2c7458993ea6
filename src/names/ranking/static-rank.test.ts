import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEGAL_FORMS } from '../reading/legal-form.ts'
import { readName } from '../reading/read-name.ts'
import { PROMINENCE_MAX, prominenceOf, staticRankOf } from './static-rank.ts'

function rankOf(text: string): number {
  const name = readName(text)
  return staticRankOf(name.form ?? LEGAL_FORMS.at(-1)!.code, name, [...text].length)
}

test('the more prominent form comes first, then the shorter name without its form, then the shorter name', () => {
  const ordered = [
    'Adler AG',
    'Adler Aktiengesellschaft',
    'Adler Werke AG',
    'Adler Stiftung & Co. KG',
    'Adler KG',
    'Adler GmbH',
    'Adler GmbH & Co. KG',
    'Adlerwerke GmbH',
  ]
  const ranks = ordered.map(rankOf)
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(ranks).size, ranks.length)
})

test('every form has a prominence, and every rank has 16 bits', () => {
  for (const { code } of LEGAL_FORMS) {
    assert.ok(prominenceOf(code) >= 0 && prominenceOf(code) <= PROMINENCE_MAX, code)
    for (const words of [[], ['x'.repeat(9999)], Array<string>(999).fill('ab')]) {
      const rank = staticRankOf(code, { words }, 9999)
      assert.ok(Number.isInteger(rank) && rank >= 0 && rank < 2 ** 16, code)
    }
  }
})
