import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cologneCode } from './cologne-phonetics.ts'
import { fold } from './fold.ts'

test('the Cologne codes are those of the published examples', () => {
  const codes: [string, string][] = [
    ['Müller-Lüdenscheidt', '65752682'],
    ['Breschnew', '17863'],
    ['Wikipedia', '3412'],
    ['Heinz Classen', '068586'],
    ['Wiener', '367'],
    ['Xaver', '4837'],
    ['Pfeffer', '1337'],
    ['Philipp', '351'],
    ['Christ', '4782'],
    ['Celle', '85'],
    ['Lacke', '54'],
    ['Acht', '042'],
    ['Tsunami', '866'],
    ['Hacker', '047'],
    ['Haus', '08'],
  ]
  for (const [word, code] of codes) assert.equal(cologneCode(fold(word)), code, word)
})

test('words that sound the same have the same code', () => {
  for (const [a, b] of [
    ['Meier', 'Maier'],
    ['Schmidt', 'Schmitt'],
    ['Müller', 'Mueler'],
    ['Fischer', 'Vischer'],
    ['Kramer', 'Cramer'],
  ]) {
    assert.equal(cologneCode(fold(a!)), cologneCode(fold(b!)))
  }
})

test('a word without a sounding letter has an empty code', () => {
  for (const word of ['', '123', 'h', 'фирма']) assert.equal(cologneCode(word), '')
})
