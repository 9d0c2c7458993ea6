import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { often } from '../../../test/thorough.ts'
import { fold, foldLoose, foldWhole } from './fold.ts'

test('letters that count as the same fold to the same text', () => {
  const same: [string, string][] = [
    ['Müller', 'mueller'],
    ['MÜLLER', 'mueller'],
    ['Mu\u0308ller', 'mueller'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Æther Øl Ålborg', 'aether ol alborg'],
    ['Café Łódź', 'cafe lodz'],
    ['Şişli İstanbul', 'sisli istanbul'],
    ['ﬁrma Ｆｉｒｍａ', 'firma firma'],
    ['10 m²', '10 m2'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Ёлка', 'елка'],
    ['e. V. & Co.', 'e. v. & co.'],
    ['', ''],
  ]
  for (const [text, folded] of same) assert.equal(fold(text), folded)
})

test('a spacing accent is an apostrophe and not a space', () => {
  assert.equal(fold('Bring´s Großmarkt'), "bring's grossmarkt")
})

test('marks and vowels of other scripts stay', () => {
  assert.equal(fold('हिन्दी'), 'हिन्दी')
  assert.equal(fold('한국'), '한국')
})

test('folding is idempotent and never throws', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const once = fold(text)
      assert.equal(fold(once), once)
    }),
    { numRuns: often(20_000) },
  )
})

test('folding every single character is idempotent', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const once = fold(String.fromCodePoint(code))
    if (fold(once) !== once) assert.fail(`U+${code.toString(16)}`)
  }
})

test('composed and decomposed texts fold to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(fold(text.normalize('NFD')), fold(text.normalize('NFC')))
    }),
    { numRuns: often(20_000) },
  )
})

test('the loose form of a word is the same with and without umlaut dots', () => {
  assert.equal(foldLoose(fold('Müller')), foldLoose('muller'))
  assert.equal(foldLoose(fold('Größe')), foldLoose('grose'))
  assert.equal(foldLoose(fold('Bäcker')), 'backer')
  assert.notEqual(foldLoose('maier'), foldLoose('meier'))
})

test('a whole value folds to words and single spaces', () => {
  assert.equal(foldWhole('  Frankfurt (Oder) '), 'frankfurt oder')
  assert.equal(foldWhole('Weiden i.d.OPf.'), 'weiden i d opf')
  assert.equal(foldWhole('…'), '')
})

/** Generates texts of whole characters, of any code points, and of lone surrogates. */
function anyText(): fc.Arbitrary<string> {
  const lone = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code))
  return fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.oneof(lone, fc.string({ maxLength: 2 })) }),
  )
}
