import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FOREIGN_NUMBER_CHARS_MAX, foreignIdentity, readForeignNumber } from './foreign-number.ts'

test('a British number has eight characters, with its letters and leading zeros', () => {
  for (const [text, number] of [
    ['00445790', '00445790'],
    ['445790', '00445790'],
    ['sc 123456', 'SC123456'],
    ['SC1234', 'SC001234'],
    ['R0000001', 'R0000001'],
    ['IP12345R', 'IP12345R'],
  ]) {
    assert.equal(readForeignNumber('GB', text!), number)
  }
  for (const text of ['', '0', '00000000', 'SC', '123456789', 'HRB 12345', 'SC1234567']) {
    assert.equal(readForeignNumber('GB', text), undefined, text)
  }
})

test('a Norwegian number and a SIREN have nine digits, of which the last one checks the others', () => {
  assert.equal(readForeignNumber('NO', '923 609 016'), '923609016')
  assert.equal(readForeignNumber('NO', '923609017'), undefined)
  assert.equal(readForeignNumber('NO', '92360901'), undefined)
  assert.equal(readForeignNumber('FR', '552 032 534'), '552032534')
  assert.equal(readForeignNumber('FR', '552032535'), undefined)
  assert.equal(readForeignNumber('FR', '000000000'), undefined)
})

test('an Austrian number has its letters, whether they were written or not', () => {
  for (const text of ['FN 56247  t', '56247t', 'FN056247T'])
    assert.equal(readForeignNumber('AT', text), 'FN 56247T', text)
  for (const text of ['56247', 'FN 1234567a', 'FN 0a', 'HRB 1'])
    assert.equal(readForeignNumber('AT', text), undefined, text)
})

test('a number of another country is a text with a digit, as written in upper case', () => {
  assert.equal(readForeignNumber('CH', ' che-107.787.577 '), 'CHE-107.787.577')
  for (const text of [
    '',
    'unbekannt',
    '"1"',
    '1;2',
    '-1',
    '1-',
    '1\\',
    'x'.repeat(FOREIGN_NUMBER_CHARS_MAX) + 1,
  ])
    assert.equal(readForeignNumber('CH', text), undefined, text)
  assert.equal(
    readForeignNumber('CH', '1'.repeat(FOREIGN_NUMBER_CHARS_MAX))?.length,
    FOREIGN_NUMBER_CHARS_MAX,
  )
})

test('a number that was read needs no escape in JSON, and reading it again changes nothing', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789ABcÖß -./"\\\n\u0000東'), maxLength: 12 })
  fc.assert(
    fc.property(
      text,
      fc.constantFrom('GB' as const, 'NO' as const, 'FR' as const, 'CH' as const),
      (written, country) => {
        const number = readForeignNumber(country, written)
        if (number === undefined) return
        assert.equal(JSON.stringify(number), `"${number}"`)
        assert.equal(readForeignNumber(country, number), number)
        assert.match(foreignIdentity(number), /\d/)
      },
    ),
    { numRuns: 20_000 },
  )
})
