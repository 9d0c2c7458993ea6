import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexedCompanies } from '../../../test/fixtures/indexed-companies.ts'
import { CORRECTIONS_MAX, KNOWN_WORDS_MAX } from '../../names/likeness/corrections.ts'
import { buildIndexImage } from '../build/index-builder.ts'
import type { IndexReader } from '../format/index-reader.ts'
import { openIndex } from '../format/index-reader.ts'
import { correctionsOf } from './corrections.ts'

function readerOver(...names: readonly string[]): IndexReader {
  return openIndex(buildIndexImage([indexedCompanies(names)], { snapshotNumber: 1, sequence: 1, nowMs: 1 }))
}

/** More words with the same beginning than are compared one by one. */
const MANY = Array.from(
  { length: 300 },
  (_, i) => `Siem${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) | 0))}qq`,
)

for (const [title, others] of [
  ['few', []],
  ['many', MANY],
] as const) {
  const reader = readerOver('Siemens AG', 'Volkswagen Leasing GmbH', 'Metallbau Müller-Bau KG', ...others)
  const corrected = (text: string) => correctionsOf([reader], text)

  test(`a typo in a word or in the prefix at the end is corrected, among ${title} words`, () => {
    for (const typo of ['simens', 'seimens', 'siemenss', 'siemwns', 'iemens', 'siemen']) {
      // The last one is as typed, a prefix.
      assert.equal(corrected(typo).includes('siemens'), typo !== 'siemen', typo)
    }
    assert.deepEqual(corrected('volkswgen le'), ['volkswagen le'])
    assert.deepEqual(corrected('volkswagen laes'), ['volkswagen leas'])
    assert.deepEqual(corrected('metalbau muller-bau kg'), [])
    assert.deepEqual(corrected('metalbau mueller-bau kg'), ['metallbau mueller-bau KG'])
  })

  test(`a text that is too short, no word, a number or wrong twice has no corrections, among ${title} words`, () => {
    for (const text of ['', 's', 'si', 'zi', '!?', '-', '1234', 'simens 1234x', 'smns', 'simens volkswgn'])
      assert.deepEqual(corrected(text), [], text)
  })
}

test('a word that occurs is only corrected to one with many times as many names', () => {
  const names = ['Muller', ...Array.from({ length: 8 }, (_, i) => `Müller ${'abcdefgh'[i]}`)]
  const reader = readerOver(...names)
  assert.deepEqual(correctionsOf([reader], 'muller'), ['mueller'])
  assert.deepEqual(correctionsOf([reader], 'mueller'), [])
})

test('the likeliest correction comes first: an easy confusion, then what more names have', () => {
  const reader = readerOver('Maier', 'Mater', 'Mazer', 'Mazer Bau', 'Mazer Holz', 'Mazer Stahl')
  assert.equal(correctionsOf([reader], 'maxer')[0], 'mazer')
  assert.equal(correctionsOf([readerOver('Mager', 'Maier', 'Mader')], 'mayer')[0], 'maier')
})

test('words of base and delta count together', () => {
  const [base, delta] = [readerOver('Siemens AG', 'Bau GmbH'), readerOver('Simons GmbH', 'Simens Ost')]
  assert.deepEqual(correctionsOf([base, delta], 'simans').toSorted(), ['simens', 'simons'])
  assert.deepEqual(correctionsOf([base], 'simens'), ['siemens'])
})

test(`however long the text, at most ${CORRECTIONS_MAX} corrections are made, of ${KNOWN_WORDS_MAX} known words`, () => {
  const words = Array.from({ length: 60 }, (_, i) => `${'abcdefghij'[i % 10]}${'klmnop'[(i / 10) | 0]}stuv`)
  const near = words.flatMap((word) => [
    `${word}x`,
    `${word}y x`,
    `${word}y y`,
    `${word}y z`,
    `${word}y xx`,
    `${word}y zz`,
  ])
  const reader = readerOver(...words, ...near)
  const text = words.join(' ')
  const corrections = correctionsOf([reader], text)
  assert.ok(corrections.length > 0 && corrections.length <= CORRECTIONS_MAX)
  for (const correction of corrections) {
    const changed = correction.split(' ').flatMap((word, i) => (word === words[i] ? [] : [i]))
    assert.ok(changed.length === 1 && changed.every((at) => at >= words.length - KNOWN_WORDS_MAX))
  }
  for (const long of ['a'.repeat(500), 'ab '.repeat(166), `${'siemens '.repeat(62)}x`, 'x-'.repeat(250)])
    assert.ok(correctionsOf([reader], long).length <= CORRECTIONS_MAX)
})
