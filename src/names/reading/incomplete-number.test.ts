/** Register numbers with the beginning of a court. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { COURTS, courtName } from './court.ts'
import { incompleteNumber } from './incomplete-number.ts'

test('every beginning of the name of every court completes a number with this court', () => {
  for (const { code, name } of COURTS) {
    for (let i = 1; i <= name.length; i++) {
      const begun = incompleteNumber(`HRB 6684 ${name.slice(0, i)}`)
      assert.equal(begun?.number, 'HRB 6684', name.slice(0, i))
      assert.ok(
        begun.courts.some((court) => courtName(court) === name || court === code),
        name.slice(0, i),
      )
    }
  }
})

test('a court may follow as people type it: without umlaut, after a comma, after "Amtsgericht"', () => {
  for (const text of [
    'hrb 6684 mun',
    'HRB 6684, mün',
    'HRB 6684 Amtsgericht Mün',
    'hrb 6684 muen',
    'HRB6684 ag m',
  ]) {
    const names = incompleteNumber(text)?.courts.map(courtName) ?? []
    assert.ok(names.includes('München'), text)
    assert.ok(!names.includes('Berlin (Charlottenburg)'), text)
  }
})

test('a name, a number without more, a number with a court before it and an unknown court are not completed', () => {
  for (const text of [
    'HRB 6684',
    'hrb 6684 ',
    'Siemens',
    'München HRB 6684 m',
    'HRB 6684 Qxz',
    'Adler 24 m',
    '6684 m',
    '',
  ])
    assert.equal(incompleteNumber(text), undefined, text)
})

test('any text is read', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => void incompleteNumber(text)))
  incompleteNumber('1 '.repeat(250))
  incompleteNumber('a '.repeat(250))
})
