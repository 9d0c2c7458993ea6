import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readName } from '../reading/read-name.ts'
import { explainsLetters, LETTERS_MAX } from './explained-letters.ts'

const explains = (name: string, text: string) => explainsLetters(readName(name).words, readName(text).words)

test('a name explains the letters that it begins with by the first letters of its next words', () => {
  for (const [name, text] of [
    ['dm-drogerie markt GmbH + Co. KG', 'dm'],
    ['H & M Hennes & Mauritz B.V. & Co. KG', 'h&m'],
    ['H & M Hennes & Mauritz B.V. & Co. KG', 'H und M'],
    ['R+V Raiffeisen und Volksbanken Versicherung AG', 'r + v'],
    ['ADAC Allgemeiner Deutscher Automobil-Club e.V.', 'adac'],
  ] as const)
    assert.ok(explains(name, text), `${name}: ${text}`)
})

test(`at most ${LETTERS_MAX} letters are explained, and at least two`, () => {
  const words = Array.from({ length: LETTERS_MAX + 1 }, () => 'adler')
  for (const [count, isExplained] of [
    [1, false],
    [2, true],
    [LETTERS_MAX, true],
    [LETTERS_MAX + 1, false],
  ] as const) {
    const letters = ['a'.repeat(count)]
    assert.equal(explainsLetters([...letters, ...words], letters), isExplained)
  }
})

test('other names explain nothing: other words, another order, too few words, letters that are not at the beginning', () => {
  for (const [name, text] of [
    ['DM - Stahl GmbH', 'dm'],
    ['dm markt drogerie GmbH', 'dm'],
    ['dm drogerie', 'dm'],
    ['Drogerie Markt dm GmbH', 'dm'],
    ['M & H Hennes & Mauritz KG', 'h&m'],
    ['d Drogerie GmbH', 'd'],
    ['', ''],
  ] as const)
    assert.ok(!explains(name, text), `${name}: ${text}`)
})
