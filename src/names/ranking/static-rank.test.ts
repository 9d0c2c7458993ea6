import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FormCode, LEGAL_FORMS } from '../reading/legal-form.ts'
import { readName } from '../reading/read-name.ts'
import { PROMINENCE_MAX, type ProminentFacts, prominenceOf } from './prominence.ts'
import { prominenceIn, staticRankOf } from './static-rank.ts'

function rankOf(text: string, facts: Partial<ProminentFacts> = {}): number {
  const name = readName(text)
  const form = name.form ?? LEGAL_FORMS.at(-1)!.code
  return staticRankOf({ form, sources: [], ...facts }, name, [...text].length)
}

test('the more prominent company comes first, then the shorter name without its form, then the shorter name', () => {
  const ranks = [
    rankOf('Adler Werke GmbH', { subsidiaries: 100, leis: [{ status: 'ISSUED' }] }),
    rankOf('Adler AG'),
    rankOf('Adler Aktiengesellschaft'),
    rankOf('Adler Werke AG'),
    rankOf('Adler Stiftung & Co. KG'),
    rankOf('Adler Werke GmbH', { formerNames: ['Adler GmbH', 'Adler KG'] }),
    rankOf('Adler Werke GmbH', { leis: [{ status: 'ISSUED' }] }),
    rankOf('Adler KG'),
    rankOf('Adler GmbH'),
    rankOf('Adler GmbH & Co. KG'),
    rankOf('Adlerwerke GmbH'),
  ]
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(ranks).size, ranks.length)
})

test('every rank has 16 bits and contains the prominence, from none to the highest', () => {
  const events = Array.from({ length: 9 }, () => ({ kind: 'documents_filed' }))
  const known = { registeredOn: '1800-01-01', sources: [{ asOf: '2026-01-01' }], subsidiaries: 999, events }
  const highest = { ...known, form: 'AG' as FormCode, leis: [{ status: 'ISSUED' }] }
  const lowest = { form: 'GmbH' as FormCode, sources: [] }
  assert.deepEqual([prominenceOf(lowest), prominenceOf(highest)], [0, PROMINENCE_MAX])
  for (const facts of [lowest, highest]) {
    for (const words of [[], ['x'.repeat(9999)], Array<string>(999).fill('ab')]) {
      const rank = staticRankOf(facts, { words }, 9999)
      assert.ok(Number.isInteger(rank) && rank >= 0 && rank < 2 ** 16)
      assert.equal(prominenceIn(rank), prominenceOf(facts))
    }
  }
})
