import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { often } from '../../../test/thorough.ts'
import { type CourtCode, courtByCode } from './court.ts'
import type { FormCode } from './legal-form.ts'
import { readName } from './read-name.ts'
import {
  euidOf,
  formatNumber,
  formInRegister,
  formOfRegisterType,
  type GermanKey,
  REGISTER_TYPES,
  type RegisterType,
  readDigits,
  readNumber,
} from './register-number.ts'

/** Courts, type, digits and suffix in one line. */
function line(text: string): string | undefined {
  const number = readNumber(text)
  if (number === undefined) return undefined
  return [number.courtGroups.flat().join('+') || '*', number.type, number.digits, number.suffix]
    .filter((part) => part !== undefined)
    .join(' ')
}

function key(court: string, type: RegisterType, digits: number): GermanKey {
  return { country: 'DE', court: court as CourtCode, type, digits, suffix: '' }
}

test('a number is written as type, digits without leading zeros, suffix', () => {
  assert.equal(formatNumber({ type: 'HRB', digits: 12345, suffix: 'B' }), 'HRB 12345 B')
  assert.equal(formatNumber({ type: 'GnR', digits: 21, suffix: '' }), 'GnR 21')
})

test('every common spelling of a number is read', () => {
  const spellings: Record<string, string[]> = {
    '* HRB 12345': [
      ...[
        'HRB 12345',
        'hrb12345',
        'HRB  12345',
        'HRB 00012345',
        'HRB-12345',
        'HRB: 12345',
        'HRB Nr. 12345',
        'HRB-Nr. 12345',
      ],
      ...[
        'HR B 12345',
        'HR-B 12345',
        'Handelsregister B 12345',
        'Handelsregister Abteilung B Nr. 12345',
        'hrb 12.345',
      ],
      ...['HRB.12345', '(HRB 12345)', '\tHRB 12345 '],
    ],
    '* HRB 12345 B': ['HRB 12345 B', 'hrb12345 b', 'HRB12345B', 'HRB 12345B'],
    '* HRA 7 HL': ['HRA 7 HL', 'hra 7hl'],
    '* GnR 21': ['GnR 21', 'GNR 21', 'gnr21', 'Genossenschaftsregister 21', 'Genossenschaftsregister Nr. 21'],
    '* VR 1': ['VR 1', 'Vereinsregister 1', 'Vereinsregister-Nr. 1'],
    '* PR 44': ['PR 44', 'Partnerschaftsregister 44'],
    '* GsR 306': ['GsR 306', 'Gesellschaftsregister 306'],
    'D2601V HRB 42243': [
      ...[
        'Amtsgericht München HRB 42243',
        'AG München, HRB 42243',
        'HRB 42243 München',
        'HRB 42243 AG München',
      ],
      ...[
        'HRB 42243 Amtsgericht München',
        'HRB 42243, Amtsgericht München',
        'München HRB 42243',
        'Muenchen HRB 42243',
      ],
      ...[
        'HRB 42243 (München)',
        'Handelsregister München HRB 42243',
        'Registergericht München HRB 42243',
        'Mnchen HRB 42243',
      ],
      'eingetragen im Handelsregister des Amtsgerichts München unter HRB 42243',
      'Registergericht: Amtsgericht München, Registernummer: HRB 42243',
      ...['DED2601V.HRB42243', 'ded2601v.hrb42243', 'D2601V_HRB42243', 'd2601v_hrb42243', 'D2601V HRB 42243'],
    ],
    'F1103R HRB 12345 B': [
      ...[
        'HRB 12345 B Charlottenburg',
        'AG Charlottenburg HRB 12345 B',
        'Amtsgericht Charlottenburg (Berlin) HRB 12345 B',
      ],
      ...[
        'Berlin HRB 12345 B',
        'Amtsgericht Berlin-Charlottenburg, HRB 12345 B',
        'HRB 12345 B Charlotenburg',
      ],
      'DEF1103R.HRB12345B',
    ],
    'X1112R HRB 123 FL': [
      'HRB 123 FL Flensburg',
      'Amtsgericht Flensburg HRB 123 FL',
      'X1112R_HRB123FL',
      'Flensburg, HRB 123FL',
    ],
    'X1517R HRA 2069 NO': ['Kiel HRA 2069 NO', 'HRA 2069 NO Kiel', 'HRA No. 2069 NO Kiel'],
    'X1721R HRA 5 MÖ': ['Lübeck HRA 5 MÖ', 'X1721R_HRA5MÖ'],
    'H1101 HRB 123 BHV': ['HRB 123 BHV Bremen', 'HRB 123 Bremen BHV', 'Amtsgericht Bremen HRB 123 BHV'],
    'B8537 HRB 3': ['HRB 3 Ulm', 'Ulm HRB 3'],
    'D4501V HRB 3': ['HRB 3 Hof', 'AG Hof HRB 3'],
    'P2409 HRB 764': ['P2408_P2409_HRB764', 'Amtsgericht Holzminden HRB 764'],
    'W1109 HRB 885': [
      ...['HRB 885 Halle an der Saale', 'HRB 885 des Amtsgerichts Halle an der Saale'],
      ...['im Handelsregister beim Amtsgericht Halle an der Saale HRB 885', 'HRB 885 in Halle (Saale)'],
    ],
    'M1201+G1207 HRB 7': ['Amtsgericht Frankfurt HRB 7'],
    'G1207 HRB 7 FF': ['Frankfurt (Oder) HRB 7 FF'],
  }
  for (const [expected, texts] of Object.entries(spellings)) {
    for (const text of texts) assert.equal(line(text), expected, text)
  }
})

test('spaces in the digits, dots in the type, the type last and the court inside are read', () => {
  const spellings: Record<string, string> = {
    'HRB 501 671': '* HRB 501671',
    'HRB 1 501 671 B': '* HRB 1501671 B',
    'Amtsgericht Freiburg HRB 501\u00a0671': 'B8536+B1204 HRB 501671',
    'H.R.B. 501671': '* HRB 501671',
    'H. R. A. 7': '* HRA 7',
    '501671 HRB': '* HRB 501671',
    '501.671 HRB München': 'D2601V HRB 501671',
    'München 501671 HRB': 'D2601V HRB 501671',
    '12345 B HRB': '* HRB 12345 B',
    'HRB№501671': '* HRB 501671',
    'HRB № 501671': '* HRB 501671',
    'Genossenschaftsregister Freiburg 260008': 'B8536+B1204 GnR 260008',
    'Vereinsregister München 12': 'D2601V VR 12',
    'HRB München 42243': 'D2601V HRB 42243',
    B1204_HRB5: 'B1204 HRB 5',
  }
  for (const [text, expected] of Object.entries(spellings)) assert.equal(line(text), expected, text)
  const names = [
    ...[
      'HRB 50 16',
      'HRB 501 67',
      'HRB 501 6712',
      'HRB 501, 671',
      'HRB 501/671',
      'HRB 1 501 671 222',
      'HRB 501 671 2',
    ],
    ...[
      '24 PR',
      '360 VR',
      '501 671 HRB',
      'PR Berlin 24',
      'VR Nürnberg 2020',
      'HRB Stutgart 5',
      '501.671',
      '501 671',
    ],
  ]
  for (const text of names) assert.equal(line(text), undefined, text)
})

test('a number may name the former court after the one of today, and join its letters by a hyphen', () => {
  const spellings: Record<string, string> = {
    'Tostedt früher Cuxhaven HRA 221': 'P2603 HRA 221',
    'HRA 221 Tostedt (vormals Amtsgericht Cuxhaven)': 'P2603 HRA 221',
    'München vormals Hamburg HRB 12': 'K1101R HRB 12',
    'Göttingen früher Herzberg am Harz (Herzberg/Harz) VR 245': 'P2206 VR 245',
    'VR-1476-HL Lübeck': 'X1721R VR 1476 HL',
    'HRB 12345-B': '* HRB 12345 B',
  }
  for (const [text, expected] of Object.entries(spellings)) assert.equal(line(text), expected, text)
  for (const text of ['Atlantis früher Cuxhaven HRA 221', 'Cuxhaven früher und heute HRA 221'])
    assert.equal(line(text), undefined, text)
})

test('company names that begin like a number stay names', () => {
  const names = [
    ...[
      'VR Bank',
      'VR Bank München',
      'PR 2000 GmbH',
      'HR Bau',
      'HRB Immobilien GmbH',
      'HRB',
      'PR 24 Werbeagentur',
      '12345',
    ],
    ...['Verein VR 12 und mehr', 'HRB 12345 GmbH', 'HRB 1234567890', 'HRB 12 34', 'HRB 123 XY', '', '???'],
    ...['D9999X_HRB1', 'DED9999X.HRB1', 'Amtsgericht Atlantis HRB 1'],
  ]
  for (const text of names) assert.equal(line(text), undefined, text)
})

test('a number has nine digits at most', () => {
  assert.equal(readNumber('HRB 999999999')?.digits, 999_999_999)
  assert.equal(readNumber('HRB 1000000000'), undefined)
  assert.equal(readDigits('999999999'), 999_999_999)
  assert.equal(readDigits('1000000000'), undefined)
})

test('readDigits reads only digits without anything else', () => {
  assert.equal(readDigits(' 0042 '), 42)
  for (const text of ['', '42 b', '4.2', '٤٢', '-1', '1e3']) assert.equal(readDigits(text), undefined)
})

test('a number after the codes of its courts belongs to the former court', () => {
  assert.equal(line('D2601V_HRB42243'), 'D2601V HRB 42243')
  assert.equal(line('P2408_P2409_HRB764'), 'P2409 HRB 764')
  assert.equal(line('N1209V_N1206V_HRB128'), 'N1209V_N1206V HRB 128')
  assert.equal(line('M1103_D3304V_HRB604'), 'M1105 HRB 604')
  assert.equal(line('x1721r_gnr5mö'), 'X1721R GnR 5 MÖ')
  for (const id of ['D9999V_HRB1', 'D2601V_D9999V_HRB1', 'D2601V_HRC1', 'D2601V_HRB1234567890']) {
    assert.equal(line(id), undefined, id)
  }
})

test('the EUID contains the current code of the court', () => {
  const register = key('D2601V', 'HRB', 42243)
  assert.equal(euidOf(register, register.court), 'DED2601V.HRB42243')
  const freiburg = key('B1204', 'HRB', 5)
  assert.equal(euidOf(freiburg, freiburg.court), 'DEB8536.HRB5')
})

test("an EUID of Charlottenburg's HRB has the B that OffeneRegister omits, and is read with and without it", () => {
  const berlin = key('F1103R', 'HRB', 164685)
  assert.equal(euidOf(berlin, berlin.court), 'DEF1103R.HRB164685B')
  assert.equal(euidOf({ ...berlin, suffix: 'B' }, berlin.court), 'DEF1103R.HRB164685B')
  assert.equal(line('DEF1103R.HRB164685B'), 'F1103R HRB 164685 B')
  assert.equal(line('DEF1103R.HRB164685'), 'F1103R HRB 164685')
  const association = key('F1103R', 'VR', 5)
  assert.equal(euidOf(association, association.court), 'DEF1103R.VR5')
})

test('in a register of a single form the register decides the form', () => {
  const read = (form: string) => ({ form: form as FormCode })
  assert.equal(formInRegister('VR', read('GmbH')), 'e.V.')
  assert.equal(formInRegister('GnR', { form: undefined }), 'eG')
  assert.equal(formInRegister('PR', read('PartG mbB')), 'PartG mbB')
  assert.equal(formInRegister('PR', read('GmbH')), 'PartG')
  assert.equal(formInRegister('HRB', read('GmbH')), 'GmbH')
  assert.equal(formInRegister('HRA', { form: undefined }), 'unknown')
  assert.deepEqual(
    REGISTER_TYPES.map((type) => formOfRegisterType(type)),
    [undefined, undefined, 'eG', 'PartG', 'e.V.', 'eGbR'],
  )
})

test('in HRB and HRA a form of another register does not count: the form before it does, or none', () => {
  const forms: [RegisterType, string, string][] = [
    ['HRB', 'Stochastikon GmbH - Prof. Dr. E. v. Collani -', 'GmbH'],
    [
      'HRB',
      'Sächsisches Institut für die Druckindustrie GmbH -Institut des Vereins POLYGRAPH Leipzig e. V. -',
      'GmbH',
    ],
    ['HRB', 'VR Immobilien GmbH (Neubrandenburger Bank eG und Raiffeisenbank Pasewalk-Strasburg eG)', 'GmbH'],
    ['HRA', 'Otto Meyer GmbH & Co. EG Fabrik für Feinmechanik', 'GmbH & Co. KG'],
    ['HRA', 'Gaensslen & Klink KG Betreuungsstelle des Funkberaterring e.V', 'KG'],
    ['HRB', 'Bayerische Imker-Vereinigung eingetragener Verein', 'unknown'],
    ['HRA', 'H. Weeke EG', 'unknown'],
    // An association that trades is kept in HRA.
    ['HRA', 'Islamischer Arbeiterverein e.V.', 'e.V.'],
    ['VR', 'Freunde der Müller GmbH e.V.', 'e.V.'],
    ['GnR', 'Raiffeisen GmbH & Co. Lager eG', 'eG'],
  ]
  for (const [type, name, form] of forms) assert.equal(formInRegister(type, readName(name)), form, name)
})

test('a number formatted by formatNumber, with any court, is read back', () => {
  const number = fc.record({
    type: fc.constantFrom(...REGISTER_TYPES),
    digits: fc.integer({ min: 0, max: 999_999_999 }),
    suffix: fc.constantFrom('', 'B', 'FL', 'BHV'),
  })
  fc.assert(
    fc.property(number, fc.constantFrom('D2601V', 'F1103R', 'B8537', 'X1112R'), (written, code) => {
      const court = courtByCode(code)!
      const read = readNumber(`${formatNumber(written)} Amtsgericht ${court.name}`)!
      assert.deepEqual(
        [read.type, read.digits, read.suffix ?? '', read.courtGroups.flat()],
        [written.type, written.digits, written.suffix, [code as CourtCode]],
      )
    }),
    { numRuns: 2000 },
  )
})

test('the readers never throw', () => {
  const piece = fc.oneof(
    fc.constantFrom('HRB ', '12345', 'VR', ' Amtsgericht ', 'München', '_', '.', 'DE', 'D2601V'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('')
      readNumber(text)
      readDigits(text)
    }),
    { numRuns: often(20_000) },
  )
})
