import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { CourtCode } from '../../names/reading/court.ts'
import type { RegisterType } from '../../names/reading/register-number.ts'
import { germanKey } from '../../names/reading/register-number.ts'
import type { SourceId } from '../company/company.ts'
import { readAddress } from './read-address.ts'
import { readEntry, tidy } from './read-entry.ts'
import { type EntryNumber, NAME_CHARS_MAX, type RegisterEntry } from './register-entry.ts'

const MUNICH = 'D2601V' as CourtCode

function number(type: RegisterType, digits: number, court = MUNICH): EntryNumber {
  return { register: { country: 'DE', court, type, digits, suffix: '' }, court: MUNICH }
}

function entry(change: Partial<RegisterEntry> = {}): RegisterEntry {
  return {
    source: 'offeneregister' as SourceId,
    sourceKey: 'D2601V_HRB42243',
    number: number('HRB', 42_243),
    name: 'Muster GmbH',
    status: 'active',
    statusWord: 'currently registered',
    seat: 'München',
    address: '',
    registeredOn: null,
    formerNames: [],
    formerNumbers: [],
    asOf: '2018-05-01',
    ...change,
  }
}

function read(change: Partial<RegisterEntry>) {
  const company = readEntry(entry(change))
  assert.ok(typeof company !== 'string', String(company))
  return company
}

describe('an entry becomes a company', () => {
  it('with the number of the court that assigned it, at the court that keeps it today', () => {
    const { register, court } = read({ number: number('HRB', 764, 'P2409' as CourtCode) })
    const { court: numbered, type, digits } = germanKey(register)
    assert.deepEqual([court, numbered, type, digits], [MUNICH, 'P2409', 'HRB', 764])
  })

  it('of another country or of a list, with the form of its name, or else of the code that the source tells', () => {
    const court = '' as CourtCode
    const british = { country: 'GB', type: 'foreign', number: 'SC123456' } as const
    const listed = { country: 'NO', type: 'list', source: 'customers', id: '1' } as const
    for (const [register, name, elfCode, form] of [
      [british, 'ACME LIMITED', undefined, 'Ltd.'],
      [british, 'ACME', 'H0PO', 'Ltd.'],
      [british, 'ACME PLC', 'H0PO', 'PLC'],
      [listed, 'Adler AS', undefined, 'AS'],
      [listed, 'Adler', 'XXXX', 'unknown'],
    ] as const) {
      assert.equal(read({ name, number: { register, court }, elfCode }).form, form, `${name} ${elfCode}`)
    }
  })

  it('with collapsed blanks and composed letters in its names', () => {
    const company = read({
      name: '  Mu\u0308ller\t &  So\u0308hne  GmbH ',
      formerNames: ['A  B', 'A B', '', 'Müller & Söhne GmbH'].map((name) => ({ name, until: null })),
    })
    assert.equal(company.name, 'Müller & Söhne GmbH')
    assert.deepEqual(company.formerNames, [{ name: 'A B', until: null }])
  })

  it('with the status of the source, or of the name if the source says registered', () => {
    for (const [registered, name, status] of [
      ['active', 'Muster GmbH', 'active'],
      ['active', 'Muster GmbH in Liquidation', 'liquidation'],
      ['active', 'Muster GmbH in Insolvenz', 'insolvency'],
      ['removed', 'Muster GmbH', 'removed'],
      ['removed', 'Muster GmbH i.L.', 'removed'],
      ['unknown', 'Muster GmbH', 'unknown'],
      ['unknown', 'Muster GmbH i.L.', 'unknown'],
    ] as const) {
      assert.equal(read({ status: registered, name }).status, status, `${registered} ${name}`)
    }
  })

  it('without a seat if the source has a note about a moved seat there', () => {
    for (const seat of [
      'Sitz verlegt nach Konstanz (Amtsgericht Freiburg i. Br., HRB 710300)',
      'Sitz verlegt nach: Uttenweiler (Amtsgericht Ulm HRA 720798)',
      'Sitz verlegt; nun Freiburg im Breisgau (Amtsgericht Freiburg i.Br. HRA 703536)',
      'Sitz verlegt, jetzt: Karlsruhe (Amtsgericht Mannheim HRA 701993)',
      'Sitzverlegt nach Mainz (Amtsgericht Mainz HRA 40034)',
      'Sitz velegt nach Laichingen (Amtsgericht Ulm, HRB 729920)',
      'Der Sitz ist verlegt nach Ettlingen (Amtsgericht Karlsruhe HRA 1192 E)',
      'Sitz von Ludwigsburg nach Bergheim (Amtsgericht Köln HRB 75950) verlegt',
      'Niederlassung verlegt nach Köln (Amtsgericht Köln, HRA 30224)',
      'Magdeburg, wohin der Sitz von Winterfeld verlegt ist.',
      'Die Eintragung des Sitzes Söhrewald und der Sitzverlegung nach Söhrewald von Amts wegen gelöscht.',
    ]) {
      assert.equal(read({ seat }).seat, '', seat)
    }
    for (const seat of [
      'Leverkusen',
      'Sitzenroda',
      'Velen',
      'Emmerich, jetzt Kleve',
      'Balingen (AG Stuttgart)',
    ]) {
      assert.equal(read({ seat }).seat, seat)
    }
  })

  it('with the form in its name, or else the form of its register, or else unknown', () => {
    for (const [type, name, form] of [
      ['HRB', 'Muster GmbH', 'GmbH'],
      ['VR', 'Sportfreunde', 'e.V.'],
      ['GnR', 'Winzer', 'eG'],
      ['PR', 'Müller und Partner', 'PartG'],
      ['HRA', 'Gustav Wissel', 'unknown'],
    ] as const) {
      assert.equal(read({ number: number(type, 1), name }).form, form, name)
    }
  })

  it('with its former numbers, the latest first', () => {
    const former = (digits: number, until: string | null) => ({
      register: number('HRB', digits).register,
      until,
    })
    const formerNumbers = [former(1, null), former(2, '2017-01-08'), former(3, '2019-01-08')]
    assert.deepEqual(
      read({ formerNumbers }).formerNumbers.map(({ register, until }) => [germanKey(register).digits, until]),
      [
        [3, '2019-01-08'],
        [2, '2017-01-08'],
        [1, null],
      ],
    )
  })

  it('or is rejected with a reason', () => {
    assert.equal(readEntry(entry({ name: ' \t ' })), 'name_missing')
    assert.equal(readEntry(entry({ sourceKey: '', number: undefined })), 'number_missing')
    assert.equal(readEntry(entry({ number: undefined })), 'number_unreadable')
    assert.equal(typeof readEntry(entry({ name: 'x'.repeat(NAME_CHARS_MAX) })), 'object')
    assert.equal(readEntry(entry({ name: 'x'.repeat(NAME_CHARS_MAX + 1) })), 'name_too_long')
    assert.equal(
      readEntry(entry({ formerNames: [{ name: 'x'.repeat(NAME_CHARS_MAX + 1), until: null }] })),
      'name_too_long',
    )
  })
})

describe('tidy', () => {
  it('gives one well-formed spelling without control characters, and is idempotent', () => {
    const naive = (text: string): string =>
      [...text.toWellFormed().normalize('NFC')]
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for
        .map((c) => (/[\s\u0000-\u001f\u007f-\u009f]/.test(c) ? ' ' : c))
        .join('')
        .split(' ')
        .filter((word) => word !== '')
        .join(' ')
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(fc.constantFrom(' ', '\t', 'a', 'ü', 'u\u0308', '\u0000', '\ud800'), fc.string()),
        }),
        (text) => {
          assert.equal(tidy(text), naive(text))
          assert.equal(tidy(tidy(text)), tidy(text))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('handles a text of 100,000 words', () => {
    const text = `${'wort '.repeat(100_000)}\t`
    assert.equal(tidy(text), 'wort '.repeat(100_000).trim())
  })
})

describe('an address line', () => {
  it('gives postcode and city if it ends with both, and stays unchanged', () => {
    for (const [line, postcode, city] of [
      ['Am Bückle 3, 79804 Dogern.', '79804', 'Dogern'],
      ['c/o Enes Yavuz, Hannemannstraße 77, 12347 Berlin', '12347', 'Berlin'],
      ['Friedrich-Rolle-Straße 10, 61350 Bad Homburg v. d. Höhe.', '61350', 'Bad Homburg v. d. Höhe'],
      ['Kartoffelweg 1, 92318 Neumarkt i.d.OPf.', '92318', 'Neumarkt i.d.OPf.'],
      ['Vom-Stein-Straße 38, 03046 Cottbus..', '03046', 'Cottbus'],
      ['Karl-Marx-Straße 29, 15537 Grünheide (Mark).', '15537', 'Grünheide (Mark)'],
      ['P 4, 6, 68161 Mannheim.', '68161', 'Mannheim'],
      ['Hauptstr.', null, null],
      ['wie vorher angegeben.', null, null],
      ['Schweiz, 8001 Zürich', null, null],
    ] as const) {
      assert.deepEqual(readAddress(line), { text: line, postcode, city }, line)
    }
  })

  it('ends before text that is not an address, and is null if nothing is left', () => {
    assert.deepEqual(readAddress('Weg 1, 03159 Döbern Vertretungsregelung: Jeder allein.'), {
      text: 'Weg 1, 03159 Döbern',
      postcode: '03159',
      city: 'Döbern',
    })
    assert.equal(readAddress(''), null)
  })
})
