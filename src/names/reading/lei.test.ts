import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLei } from './lei.ts'

test('an LEI is read in any case, also in groups of four', () => {
  for (const text of ['851WYGNLUQLFZBSYGB56', '851wygnluqlfzbsygb56', ' 851W YGNL UQLF ZBSY GB56 '])
    assert.equal(readLei(text), '851WYGNLUQLFZBSYGB56')
})

test('a text whose check digits are wrong, or that is longer or shorter, is no LEI', () => {
  for (const text of [
    '851WYGNLUQLFZBSYGB57',
    '581WYGNLUQLFZBSYGB56',
    '851WYGNLUQLFZBSYGB5',
    '851WYGNLUQLFZBSYGB566',
    '851WYGNLUQLFZBSYGB5Ü',
    '851WYGNLUQLFZBSYG B56',
    'Commerzbank Aktiengesellschaft',
    '',
  ])
    assert.equal(readLei(text), undefined, text)
})
