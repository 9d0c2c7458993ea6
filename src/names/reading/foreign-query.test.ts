import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRY_CODES } from './country.ts'
import { foreignSearchKey, readBareNumber, readForeignQuery } from './foreign-query.ts'
import { readNumber } from './register-number.ts'

test('a number with its country is read with and without blanks, signs and leading zeros', () => {
  for (const [text, country, key] of [
    ['SC123456', 'GB', 'SC123456'],
    ['sc 123456', 'GB', 'SC123456'],
    ['GB 00445790', 'GB', '445790'],
    ['UK 445790', 'GB', '445790'],
    ['Company No. 00445790', 'GB', '445790'],
    ['NO 923609016', 'NO', '923609016'],
    ['NO 923 609 016 MVA', 'NO', '923609016'],
    ['Org.nr. 923 609 016', 'NO', '923609016'],
    ['FR 552 032 534', 'FR', '552032534'],
    ['SIREN 552032534', 'FR', '552032534'],
    ['RCS Paris 552 032 534', 'FR', '552032534'],
    ['CH CHE-107.787.577', 'CH', 'CHE107787577'],
    ['che-107.787.577 MWST', 'CH', 'CHE107787577'],
    ['FN 56247t', 'AT', 'FN56247T'],
    ['AT FN 56247 t', 'AT', 'FN56247T'],
    ['IN U65999DL2010PTC123456', 'IN', 'U65999DL2010PTC123456'],
  ] as const) {
    assert.deepEqual(readForeignQuery(text), { country, key }, text)
    assert.equal(readNumber(text), undefined, text)
  }
})

test('names, German numbers and numbers with a wrong check digit are no foreign number', () => {
  for (const text of [
    ...['Studio 54', 'IT 2000', 'NO 1 Bar', 'SE 2000 Bau GmbH', 'Studio 1234567 GmbH', 'AG 12345', ''],
    ...['FN 12 B', 'NO 923609017', 'FR 552 032 535', 'DE 123456', '00445790', 'GB GmbH 123456 Bau'],
  ]) {
    assert.equal(readForeignQuery(text), undefined, text)
  }
  for (const country of COUNTRY_CODES) assert.equal(readForeignQuery(`${country} Bau 2000`), undefined)
})

test('digits alone, in groups of three, and digits with letters but no blanks, may be a number of any country', () => {
  assert.deepEqual(readBareNumber('00445790'), { key: '445790' })
  assert.deepEqual(readBareNumber(' 923609016 '), { key: '923609016' })
  assert.deepEqual(readBareNumber('552 032 534'), { key: '552032534' })
  assert.deepEqual(readBareNumber('CHE-107.787.577'), { key: 'CHE107787577' })
  for (const text of ['Studio54', 'Adler', '1 2', '552 03 534', '-1', '', 'x'.repeat(40) + 123456])
    assert.equal(readBareNumber(text), undefined, text)
})

test('leading zeros of the digits do not count', () => {
  assert.equal(foreignSearchKey('SC001234'), foreignSearchKey('SC1234'))
  assert.equal(foreignSearchKey('00445790'), '445790')
  assert.equal(foreignSearchKey('0'), '0')
  assert.notEqual(foreignSearchKey('10'), foreignSearchKey('1'))
})
