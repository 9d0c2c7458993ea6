import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  composedForm,
  FORM_SPELLINGS,
  type FormCode,
  formDifference,
  formsLike,
  isFormCode,
  LEGAL_FORMS,
  UNKNOWN_FORM,
} from './legal-form.ts'

test('the list is closed: every code once, the unknown one too, each with a German and an English name', () => {
  const codes = LEGAL_FORMS.map((form) => form.code)
  assert.equal(new Set(codes).size, codes.length)
  for (const code of [
    'GmbH',
    'UG',
    'AG',
    'SE',
    'KGaA',
    'KG',
    'OHG',
    'GmbH & Co. KG',
    'UG & Co. KG',
    'AG & Co. KG',
  ]) {
    assert.ok(isFormCode(code), code)
  }
  for (const code of ['e.K.', 'eG', 'e.V.', 'PartG', 'PartG mbB', 'eGbR', 'VVaG', 'EWIV', UNKNOWN_FORM]) {
    assert.ok(isFormCode(code), code)
  }
  for (const code of ['gmbh', 'GmbH & Co KG', '', 'constructor']) assert.ok(!isFormCode(code), code)
  for (const form of LEGAL_FORMS) assert.ok(form.name.de !== '' && form.name.en !== '', form.code)
})

test('official codes have their official format', () => {
  for (const { code, xunternehmen, iso20275 } of LEGAL_FORMS) {
    if (xunternehmen !== undefined) assert.match(xunternehmen, /^\d{6}$/, code)
    if (iso20275 !== undefined) assert.match(iso20275, /^[A-Z0-9]{4}$/, code)
  }
})

test('the kind of a German form is its main group of XUnternehmen', () => {
  const kinds: Readonly<Record<string, string>> = {
    ...{ 1: 'partnership', 21: 'association', 22: 'corporation', 23: 'foundation', 24: 'public' },
    ...{ 25: 'cooperative', 26: 'public', 29: 'corporation', 4: 'sole trader' },
  }
  const groups = new Set<string>()
  for (const { code, kind, xunternehmen } of LEGAL_FORMS) {
    if (xunternehmen === undefined) continue
    const group = xunternehmen.slice(0, xunternehmen.startsWith('2') ? 2 : 1)
    groups.add(group)
    assert.equal(kind, kinds[group], code)
  }
  assert.deepEqual([...groups].toSorted(), Object.keys(kinds).toSorted())
})

test('forms of one kind differ less than forms of two', () => {
  const difference = (asked: string | undefined, form: string) =>
    formDifference(asked as FormCode | undefined, form as FormCode)
  assert.equal(difference('KG', 'KG'), 0)
  assert.equal(difference(undefined, 'KG'), 0)
  assert.equal(difference('KG', 'OHG'), 1)
  assert.equal(difference('OHG', 'GmbH & Co. KG'), 1)
  assert.equal(difference('GmbH', 'UG'), 1)
  assert.equal(difference('KG', 'GmbH'), 2)
  assert.equal(difference('KG', 'e.K.'), 2)
  assert.equal(difference('GmbH', UNKNOWN_FORM), 2)
  assert.deepEqual(formsLike('eG' as FormCode), ['SCE'])
  assert.deepEqual(formsLike('NUF' as FormCode), [])
})

test('every spelling belongs to a code of the list, and none to two', () => {
  const owners = new Map<string, FormCode>()
  for (const { code, text, place } of FORM_SPELLINGS) {
    assert.ok(isFormCode(code))
    const key = `${text.toLowerCase()} ${place}`
    assert.ok(owners.get(key) === undefined || owners.get(key) === code, key)
    owners.set(key, code)
  }
})

test('a limited partnership combines with its general partner', () => {
  const form = (text: string): FormCode => text as FormCode
  assert.equal(composedForm(form('GmbH'), form('KG')), 'GmbH & Co. KG')
  assert.equal(composedForm(form('gGmbH'), form('KG')), 'GmbH & Co. KG')
  assert.equal(composedForm(form('AG'), form('OHG')), 'AG & Co. OHG')
  assert.equal(composedForm(form('KG'), form('GmbH')), undefined)
  for (const { code } of LEGAL_FORMS) {
    const parts = / & Co\. /.test(code) ? code.split(' & Co. ') : undefined
    if (parts) assert.equal(composedForm(form(parts[0]!), form(parts[1]!)), code)
  }
})
