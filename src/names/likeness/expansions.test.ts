import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold } from '../text/fold.ts'
import { EXPANSIONS_MAX, expansionsOf, likenessWithExpansions } from './expansions.ts'
import { SOUND_COST_MAX } from './word-likeness.ts'

const expansions = (word: string, isUnknown = true) =>
  expansionsOf(fold(word), isUnknown).map(({ word }) => word)

test('an uncertain or misspelt abbreviation expands to its word', () => {
  for (const [text, word] of [
    ['Compagnie', 'co'],
    ['Co', 'compagnie'],
    ['Int', 'internationale'],
    ['Ing', 'ingenieur'],
    ['Gebro', 'gebrueder'],
    ['Hausverw', 'hausverwaltung'],
  ] as const)
    assert.ok(expansions(text).includes(word), text)
})

test('an attached company or form is removed', () => {
  assert.ok(expansions('Eisenbahngesellschaft', false).includes('eisenbahn'))
  assert.ok(expansions('Vertriebsgesellschaft', false).includes('vertrieb'))
  assert.ok(expansions('BockmayeroHG').includes('bockmayer'))
  assert.deepEqual(expansions('Gesellschaft'), [])
  assert.deepEqual(expansions('Aktiengesellschaft', false), [], 'a form, not shares with their company')
  assert.deepEqual(expansions('Kommanditgesellschaft', false), [])
  assert.deepEqual(expansions('Baugesellschaft'), [], 'the rest is too short')
})

test('a word misread in two places expands to the printed one', () => {
  for (const [word, printed] of [
    ['5chrnitt', 'Schmitt'],
    ['Büiovv', 'Bülow'],
    ['Miil1er', 'Müller'],
    ['Frennclenverkehr', 'Fremdenverkehr'],
    ['Eqori', 'Egon'],
  ] as const)
    assert.ok(expansions(word).includes(fold(printed)), word)
})

test('only a word that occurs in no name is taken for a misread or joined one', () => {
  for (const word of ['Schrnitt5', '5chrnitt', 'BockmayeroHG', 'Hausverw'])
    assert.deepEqual(expansions(word, false), [], word)
})

test('an expansion is less similar than any word with an edit', () => {
  assert.equal(likenessWithExpansions('eisenbahngesellschaft', 'eisenbahn', false)?.kind, 'abbreviation')
  assert.equal(
    likenessWithExpansions('eisenbahngesellschaft', 'eisenbahngesellschaften', false)?.kind,
    'spelling',
  )
  assert.ok((likenessWithExpansions('compagnie', 'co', false)?.cost ?? 0) >= SOUND_COST_MAX)
})

test('a word of any letters has at most 300 expansions', () => {
  assert.ok(EXPANSIONS_MAX < 300)
  const letters = fc.string({ unit: fc.constantFrom(...'rnmicl1v0e'), maxLength: 500 })
  const shortLetters = fc.string({ unit: fc.constantFrom(...'rnmicl1v0e'), maxLength: 30 })
  fc.assert(
    fc.property(
      fc.oneof(letters, shortLetters),
      fc.constantFrom('', 'gesellschaft', 'ohg', 'verw'),
      (text, end) => {
        assert.ok(expansionsOf(text + end, true).length <= EXPANSIONS_MAX)
      },
    ),
  )
  assert.ok(expansions('rnmicl1v0ernmicl1v0e1111').length > 60, 'many, but bounded')
})
