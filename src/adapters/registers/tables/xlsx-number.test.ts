import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtInFormat, numberText, readNumberFormat } from './xlsx-number.ts'

const textOf = (raw: string, code: string, isFrom1904 = false) =>
  numberText(raw, readNumberFormat(code), isFrom1904)

test('a number is written as a person wrote it, without exponent and without rests of binary fractions', () => {
  const written: readonly (readonly [string, string])[] = [
    ['1067', '1067'],
    ['42243.0', '42243'],
    ['4.2243E+4', '42243'],
    ['9.23609016E8', '923609016'],
    ['1.23E+21', '1230000000000000000000'],
    ['0.30000000000000004', '0.3'],
    ['-7', '-7'],
    ['', ''],
    ['n/a', 'n/a'],
  ]
  for (const [raw, text] of written) assert.equal(textOf(raw, 'General'), text)
})

test('a format of zeros fills a number with zeros', () => {
  assert.equal(textOf('1067', '00000'), '01067')
  assert.equal(textOf('123456', '00000'), '123456')
  assert.equal(textOf('1.5', '00000'), '1.5')
  assert.equal(textOf('5', '0'), '5')
})

test('a format of days, months, years or times makes a date', () => {
  for (const code of ['dd.mm.yyyy', 'yyyy\\-mm\\-dd', '[$-407]d. mmmm yyyy;@', 'm/d/yy', '"am" dd.mm.yyyy'])
    assert.equal(textOf('36518', code), '1999-12-24', code)
  assert.equal(textOf('36518.5', 'dd.mm.yyyy hh:mm'), '1999-12-24 12:00:00')
  assert.equal(textOf('0.75', '[h]:mm'), '18:00:00')
  for (const id of [14, 22, 45]) assert.equal(builtInFormat(id).kind, 'date')
})

test('letters in texts, colours and escapes of a format make no date', () => {
  for (const code of [
    'General',
    '#,##0 "days"',
    '[Red]0.00',
    '0.00E+00',
    '_-* #,##0\\ \\d_-',
    '[$-407]0',
    '@',
  ])
    assert.equal(textOf('36518', code), '36518', code)
  for (const id of [0, 1, 13, 23, 49]) assert.equal(builtInFormat(id).kind, 'plain')
})

test('both calendars of Excel are read, with the day that 1900 did not have', () => {
  const dates: readonly (readonly [string, string])[] = [
    ['1', '1900-01-01'],
    ['59', '1900-02-28'],
    ['61', '1900-03-01'],
    ['2958465', '9999-12-31'],
    ['2958466', '2958466'],
    ['-1', '-1'],
  ]
  for (const [raw, text] of dates) assert.equal(textOf(raw, 'yyyy-mm-dd'), text)
  assert.equal(textOf('0', 'yyyy-mm-dd', true), '1904-01-01')
  assert.equal(textOf('35056', 'yyyy-mm-dd', true), '1999-12-24')
})
