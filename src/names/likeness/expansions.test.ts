import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold } from '../text/fold.ts'
import { EXPANSIONS_MAX, expansionsOf, likenessWithExpansions } from './expansions.ts'
import { SOUND_COST_MAX } from './word-likeness.ts'

const meant = (asked: string, isUnknown = true) =>
  expansionsOf(fold(asked), isUnknown).map(({ word }) => word)

test('a word is also what it may abbreviate, without being written out', () => {
  for (const [asked, word] of [
    ['Compagnie', 'co'],
    ['Co', 'compagnie'],
    ['Int', 'internationale'],
    ['Ing', 'ingenieur'],
    ['Gebro', 'gebrueder'],
    ['Hausverw', 'hausverwaltung'],
  ] as const)
    assert.ok(meant(asked).includes(word), asked)
})

test('a company or a form that was written onto a word comes off', () => {
  assert.ok(meant('Eisenbahngesellschaft', false).includes('eisenbahn'))
  assert.ok(meant('Vertriebsgesellschaft', false).includes('vertrieb'))
  assert.ok(meant('BockmayeroHG').includes('bockmayer'))
  assert.deepEqual(meant('Gesellschaft'), [])
  assert.deepEqual(meant('Aktiengesellschaft', false), [], 'a form, not shares with their company')
  assert.deepEqual(meant('Kommanditgesellschaft', false), [])
  assert.deepEqual(meant('Baugesellschaft'), [], 'what is left is too short to tell anything')
})

test('two places that a scanner misread are read as printed', () => {
  for (const [asked, printed] of [
    ['5chrnitt', 'Schmitt'],
    ['Büiovv', 'Bülow'],
    ['Miil1er', 'Müller'],
    ['Frennclenverkehr', 'Fremdenverkehr'],
    ['Eqori', 'Egon'],
  ] as const)
    assert.ok(meant(asked).includes(fold(printed)), asked)
})

test('only a word that no name has is taken for a misread or joined one', () => {
  for (const asked of ['Schrnitt5', '5chrnitt', 'BockmayeroHG', 'Hausverw'])
    assert.deepEqual(meant(asked, false), [], asked)
})

test('what a word may mean is less like it than any slip', () => {
  assert.equal(likenessWithExpansions('eisenbahngesellschaft', 'eisenbahn', false)?.kind, 'abbreviation')
  assert.equal(
    likenessWithExpansions('eisenbahngesellschaft', 'eisenbahngesellschaften', false)?.kind,
    'spelling',
  )
  assert.ok((likenessWithExpansions('compagnie', 'co', false)?.cost ?? 0) >= SOUND_COST_MAX)
})

test('a word of any letters means no more than 300 others', () => {
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
  assert.ok(meant('rnmicl1v0ernmicl1v0e1111').length > 60, 'many, but bounded')
})
