import assert from 'node:assert/strict'
import { test } from 'node:test'
import data from '../data/elf-codes.json' with { type: 'json' }
import { formOfElf } from './elf-code.ts'
import { isFormCode, LEGAL_FORMS } from './legal-form.ts'

test('a code has the form of its country’s law', () => {
  for (const [code, form] of [
    ...[
      ['2HBR', 'GmbH'] as const,
      ['8Z6G', 'KG'] as const,
      ['AXSB', 'GmbH'] as const,
      ['MVII', 'AG'] as const,
    ],
    ...[
      ['H0PO', 'Ltd.'] as const,
      ['B6ES', 'PLC'] as const,
      ['Z0EY', 'LLP'] as const,
      ['17R0', 'CIC'] as const,
    ],
    ...[
      ['YI42', 'AS'] as const,
      ['IQGE', 'ASA'] as const,
      ['EXD7', 'ENK'] as const,
      ['4ZRR', 'NUF'] as const,
    ],
    ...[['QVPB', 'S.A.'] as const, ['6CHY', 'S.A.S.'] as const, ['V9QP', 'S.à r.l.'] as const],
    ...[['JN2P', 'EURL'] as const, ['LARO', 'SASU'] as const, ['h1u2 ', 'SNC'] as const],
  ]) {
    assert.equal(formOfElf(code), form, code)
  }
  for (const code of ['', '8888', '9999', 'XXXX', 'GmbH']) assert.equal(formOfElf(code), undefined, code)
})

test('every form of the list is one that the service distinguishes, and no code has two', () => {
  for (const form of Object.keys(data.forms)) assert.ok(isFormCode(form), form)
  const codes = Object.values(data.forms).flatMap((list) => list.split(' '))
  assert.equal(new Set(codes).size, codes.length)
  assert.ok(codes.every((code) => /^[0-9A-Z]{4}$/.test(code)))
})

test('the code that a form shows leads back to it or to its main form', () => {
  for (const { code, iso20275 } of LEGAL_FORMS) {
    const form = iso20275 && formOfElf(iso20275)
    if (form !== undefined && form !== '')
      assert.ok(code.endsWith(form) || code === 'GbR' || form === code, code)
  }
})
