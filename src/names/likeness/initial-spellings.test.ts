import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { editDistance } from '../text/edit-distance.ts'
import { AND } from './compound-splits.ts'
import {
  INITIAL_PLACES_MAX,
  initialSpellings,
  REST_LETTERS_MIN,
  RUN_LETTERS_MAX,
  RUN_LETTERS_MIN,
} from './initial-spellings.ts'

const spellingsOf = (query: string) => initialSpellings(query.split(' '))

test('a short word may stand for initials around an und, and the reverse', () => {
  for (const [query, name, edits] of [
    ['g und k zeitarbeit', 'gekozeitarbeit', 2],
    ['g und k zeitarbeit', 'gkhzeitarbeit', 1],
    ['s und f logistik', 'hflogistik', 1],
    ['f und w wohnungsbau', 'wtwohnungsbau', 2],
    ['bama formenbau', 'bundmformenbau', 2],
    ['wri import', 'wundfimport', 2],
    ['bbs motorrad', 'bundsmotorrad', 1],
    ['ps immobilien', 'pundpimmobilien', 1],
    ['motorrad bbs', 'motorradbunds', 1],
  ] as const)
    assert.equal(spellingsOf(query).get(name), edits, `${query}: ${name}`)
})

test('initials in a row and a short word may differ by a letter', () => {
  for (const [query, name] of [
    ['pisa projekt', 'psaprojekt'],
    ['p s a projekt', 'pisaprojekt'],
    ['e w o wohnbau', 'uwowohnbau'],
    ['g e r m o immobilien', 'gemoimmobilien'],
  ] as const)
    assert.equal(spellingsOf(query).get(name), 1, `${query}: ${name}`)
})

test('no spelling has the same letters as the query, with or without the und', () => {
  for (const query of ['g und k zeitarbeit', 'gk zeitarbeit', 'p s a projekt', 'psa projekt'])
    for (const same of [query, query.replace(' und ', '')])
      assert.equal(spellingsOf(query).has(same.replaceAll(' ', '')), false, query)
  assert.equal(spellingsOf('gk zeitarbeit').has('gundkzeitarbeit'), false)
})

test('words of forms, articles, digits and long words stand for no initials', () => {
  for (const query of ['der verein', 'ag vereine', '24 vereine', 'verein norden', 'a vereine', 'a b vereine'])
    assert.equal(spellingsOf(query).size, 0, query)
})

test(`the other words have at least ${REST_LETTERS_MIN} letters`, () => {
  const around = (letters: number) => initialSpellings(['1', 'g', AND, 'k', '1'.repeat(letters - 1)])
  assert.equal(around(REST_LETTERS_MIN - 1).size, 0)
  assert.ok(around(REST_LETTERS_MIN).size > 0)
})

test(`words and initials of ${RUN_LETTERS_MIN} to ${RUN_LETTERS_MAX} letters may lack one`, () => {
  const hasLess = (letters: number, separator: string) => {
    const word = 'bcdfgh'.slice(0, letters)
    return spellingsOf(`${[...word].join(separator)} zeitarbeit`).has(`${word.slice(1)}zeitarbeit`)
  }
  for (const separator of ['', ' ']) {
    assert.deepEqual(
      [RUN_LETTERS_MIN - 1, RUN_LETTERS_MIN, RUN_LETTERS_MAX, RUN_LETTERS_MAX + 1].map((letters) =>
        hasLess(letters, separator),
      ),
      [false, true, true, false],
    )
  }
})

test(`other spellings are made of the first ${INITIAL_PLACES_MAX} places only`, () => {
  const words = ['bcd', 'zeitarbeit', 'fgh', 'montage', 'klm'].slice(0, 2 * INITIAL_PLACES_MAX + 1)
  const without = (at: number) => words.with(at, (words[at] as string).slice(1)).join('')
  const spellings = initialSpellings(words)
  assert.deepEqual(
    [0, 2, 4].map((at) => spellings.has(without(at))),
    [true, true, false],
  )
})

test('a spelling differs from the query by one place, and by no more letters than it says', () => {
  const initial = fc.constantFrom('a', 'b', 'u', '7', 'ü')
  const short = fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'k'), minLength: 2, maxLength: 6 })
  const word = fc.oneof(initial, short, fc.constantFrom(AND, 'logistik', 'der'))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (words) => {
      const letters = words.join('')
      for (const [text, edits] of initialSpellings(words)) {
        assert.notEqual(text, letters)
        assert.ok(editDistance(letters, text, letters.length) <= edits + AND.length, `${words}: ${text}`)
      }
    }),
  )
})
