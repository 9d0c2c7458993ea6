import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { often } from '../../../../test/thorough.ts'
import { courtByCode } from '../../../names/reading/court.ts'
import { parseSourceKey } from './source-key.ts'

test('an id contains the register key and the court that keeps the entry today', () => {
  assert.deepEqual(parseSourceKey('D2601V_HRB42243'), {
    register: { country: 'DE', court: 'D2601V', type: 'HRB', digits: 42243, suffix: '' },
    court: 'D2601V',
  })
  assert.deepEqual(parseSourceKey('P2408_P2409_HRB764'), {
    register: { country: 'DE', court: 'P2409', type: 'HRB', digits: 764, suffix: '' },
    court: 'P2408',
  })
  assert.equal(parseSourceKey('X1721R_GnR5MÖ')?.register.suffix, 'MÖ')
  for (const id of [
    '',
    'D2601V',
    'HRB 1',
    'D9999V_HRB1',
    'D2601V_HRB',
    'D2601V_HRC1',
    'D2601V_HRB1234567890',
  ]) {
    assert.equal(parseSourceKey(id), undefined, id)
  }
})

test('the code of a court with the same name, used by mistake in the source, is corrected', () => {
  // Fürth in the Odenwald went to Darmstadt, Langen near Bremerhaven to Tostedt; the source has the codes of Bavaria and Hesse.
  assert.equal(parseSourceKey('M1103_D3304V_HRB604')?.register.court, 'M1105')
  assert.equal(parseSourceKey('P2613_M1112_HRA966')?.register.court, 'P2608')
  assert.equal(parseSourceKey('M1114_M1112_HRA966')?.register.court, 'M1112')
})

test('the same number of a former court and of its successor are two register keys', () => {
  const grimmen = parseSourceKey('N1209V_N1206V_HRB128')!
  const rostock = parseSourceKey('N1206V_HRB128')!
  assert.equal(grimmen.register.court, 'N1209V_N1206V')
  assert.notEqual(grimmen.register.court, rostock.register.court)
  assert.equal(courtByCode(grimmen.register.court)?.name, 'Rostock')
  // Here every double entry is the same company.
  assert.equal(parseSourceKey('U1206_U1308_HRB12754')?.register.court, 'U1308')
})

test('parsing an id never throws', () => {
  const piece = fc.oneof(
    fc.constantFrom('HRB', 'HRB ', '12345', '_', '.', 'DE', 'D2601V', 'D2601V_', 'P2408_P2409_'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      parseSourceKey(pieces.join(''))
    }),
    { numRuns: often(20_000) },
  )
})
