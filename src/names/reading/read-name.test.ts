import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { often } from '../../../test/thorough.ts'
import { isFormCode } from './legal-form.ts'
import { readName } from './read-name.ts'

/** Text, words as one line (`-` where a hyphen joined), form, status. */
type Row = [text: string, words: string, form?: string, status?: string]

function check(rows: readonly Row[]): void {
  for (const [text, words, form, status] of rows) {
    const name = readName(text)
    assert.deepEqual([line(name.words, name.hyphens), name.form, name.status], [words, form, status], text)
  }
}

function line(words: readonly string[], hyphens: readonly boolean[]): string {
  return words.map((word, i) => word + (i === words.length - 1 ? '' : hyphens[i] ? '-' : ' ')).join('')
}

test('words are folded letters and digits, separated by everything else', () => {
  check([
    ['Walter Benz', 'walter benz'],
    ['"Durand Modelle" Röckefabrikation Gertrud Durand', 'durand modelle roeckefabrikation gertrud durand'],
    ['Karl Krieg, Viehagenturen u. Viehhandlung,', 'karl krieg viehagenturen und viehhandlung'],
    ['3D-Druck 24/7 2.0', '3d-druck 24 7 2 0'],
    ['TCB" TOURISTIK_CENTER BRUCHSAL (Reisebüro)', 'tcb touristik center bruchsal reisebuero'],
    ['* @ !', ''],
    ['', ''],
    ['株式会社 東京', '株式会社 東京'],
    ['Müller🙂Bau', 'mueller bau'],
  ])
})

test('an apostrophe between letters is removed, whatever character it is', () => {
  check([
    ["Jack's Bar", 'jacks bar'],
    ['Käthe´s Stub`n', 'kaethes stubn'],
    ['L’Armée', 'larmee'],
    ["'Rock' 'n' Roll", 'rock n roll'],
  ])
})

test('every way of writing "und" is the same word', () => {
  check([
    ['Müller & Söhne', 'mueller und soehne'],
    ['Müller+Söhne', 'mueller und soehne'],
    ['Müller u. Söhne', 'mueller und soehne'],
    ['Müller u Söhne', 'mueller und soehne'],
    ['Mueller and Soehne', 'mueller und soehne'],
    ['C&A', 'c und a'],
    ['F. u. H. Herrmann', 'f und h herrmann'],
    ['U-Boot Werft', 'u-boot werft'],
    ['A.U. Meier', 'au meier'],
  ])
})

test('dotted initials are joined to one word, with or without spaces', () => {
  check([
    ['A.B.C. Verlag', 'abc verlag'],
    ['A. B. C. Verlag', 'abc verlag'],
    ['H. J. Müller', 'hj mueller'],
    ['H.-J. Müller', 'h-j mueller'],
    ['G E T E C O N', 'g e t e c o n'],
    ['Karl K. e. V.', 'karl k', 'e.V.'],
  ])
})

test('a hyphen joins two words only where it touches both and both are words of the name', () => {
  check([
    ['Müller-Bau', 'mueller-bau'],
    ['Müller - Bau', 'mueller bau'],
    ['Müller–Bau', 'mueller-bau'],
    ['Müller=Bau', 'mueller-bau'],
    ['N=u=R', 'n-u-r'],
    ['Verwaltungs- und Beteiligungs-GmbH', 'verwaltungs und beteiligungs', 'GmbH'],
    ['Verwaltungs-GmbH Nord', 'verwaltungs nord', 'GmbH'],
    ['Dipl.-Ing. Meier', 'dipl-ing meier'],
  ])
})

test('every spelling of a legal form is recognised', () => {
  const spellings: Record<string, string[]> = {
    GmbH: [
      'GmbH',
      'GMBH',
      'G.m.b.H.',
      'G. m. b. H.',
      'GmbH.',
      'Gesellschaft mit beschränkter Haftung',
      'mbH',
      'm.b.H.',
    ],
    gGmbH: ['gGmbH', 'gemeinnützige GmbH', 'gemeinnützige Gesellschaft mbH'],
    UG: [
      'UG (haftungsbeschränkt)',
      'UG',
      'UG haftungsbeschränkt',
      'Unternehmergesellschaft (haftungsbeschränkt)',
    ],
    AG: ['AG', 'A.G.', 'Aktiengesellschaft', 'AKTIENGESELLSCHAFT'],
    SE: ['SE', 'S.E.'],
    KGaA: ['KGaA', 'Kommanditgesellschaft auf Aktien', 'K.G.a.A.'],
    KG: ['KG', 'K.G.', 'Kommanditgesellschaft'],
    OHG: ['OHG', 'oHG', 'o.H.G.', 'offene Handelsgesellschaft'],
    'GmbH & Co. KG': [
      ...[
        'GmbH & Co. KG',
        'GmbH. & Co. KG',
        'GmbH + Co KG',
        'GmbH & Co., KG',
        'GmbH & Co',
        'mbH & Co.KG',
        'GmbH u. Co. KG',
      ],
      ...['GmbH & CoKG', 'GmbH & Cie. KG', 'G.m.b.H. & Co. K.G.', 'GmbH Co. KG', 'GmbH KG'],
      'Gesellschaft mit beschränkter Haftung & Co. Kommanditgesellschaft',
    ],
    'UG & Co. KG': ['UG (haftungsbeschränkt) & Co. KG', 'UG & Co. KG (haftungsbeschränkt)'],
    'AG & Co. KG': ['AG & Co. KG', 'Aktiengesellschaft & Co. Kommanditgesellschaft'],
    'GmbH & Co. OHG': ['GmbH & Co. OHG'],
    'GmbH & Co. KGaA': ['GmbH & Co. KGaA', 'GmbH & Co. Kommanditgesellschaft auf Aktien'],
    'Stiftung & Co. KG': ['Stiftung & Co. KG'],
    'e.K.': [
      'e.K.',
      'e. K.',
      'eK',
      'e.Kfm.',
      'e. Kfr.',
      'e.Kffr.',
      'eingetragener Kaufmann',
      'eingetragene Kauffrau',
    ],
    eG: [
      ...['eG', 'e.G.', 'e. G.', 'EG', 'eGmbH', 'e.G.m.b.H.', 'eGmuH', 'eingetragene Genossenschaft'],
      'eingetragene Genossenschaft mit beschränkter Haftpflicht',
      'eG mit beschränkter Haftpflicht',
    ],
    'e.V.': ['e.V.', 'e. V.', 'eV', 'E.V.', 'e.V', 'eingetragener Verein'],
    PartG: ['PartG', 'Partnerschaftsgesellschaft', 'Partnerschaft'],
    'PartG mbB': [
      'PartG mbB',
      'PartGmbB',
      'mbB',
      'Partnerschaft mbB',
      'Partnerschaftsgesellschaft mit beschränkter Berufshaftung',
    ],
    eGbR: ['eGbR', 'eingetragene Gesellschaft bürgerlichen Rechts'],
    VVaG: ['VVaG', 'V.V.a.G.', 'Versicherungsverein auf Gegenseitigkeit'],
    EWIV: ['EWIV', 'Europäische wirtschaftliche Interessenvereinigung'],
    AöR: ['AöR', 'Anstalt des öffentlichen Rechts'],
    'Ltd.': ['Ltd.', 'Limited', 'LTD'],
    'B.V.': ['B.V.', 'BV', 'b. v.'],
    'S.à r.l.': ['S.à r.l.', 'S. à r. l.', 'Sàrl', 'SARL'],
    'S.A.': ['S.A.', 'SA', 'Société anonyme'],
    EURL: ['EURL', 'E.U.R.L.'],
    SASU: ['SASU'],
    SNC: ['SNC', 'société en nom collectif'],
    SCI: ['SCI', 'société civile immobilière'],
    AS: ['AS', 'Aksjeselskap'],
    ASA: ['ASA', 'allmennaksjeselskap'],
    ENK: ['ENK', 'enkeltpersonforetak'],
    NUF: ['NUF'],
    PLC: ['PLC', 'p.l.c.'],
    LLP: ['LLP', 'Limited Liability Partnership'],
    CIC: ['CIC', 'Community Interest Company'],
    'Inc.': ['Inc.', 'Inc'],
    'Sp. z o.o.': ['Sp. z o.o.', 'sp.z o.o.'],
    'A/S': ['A/S'],
  }
  for (const [form, texts] of Object.entries(spellings)) {
    assert.ok(isFormCode(form), form)
    check(texts.map((text) => [`Nordlicht Handel ${text}`, 'nordlicht handel', form]))
  }
})

test('a form in the middle, before an addition, is found too', () => {
  check([
    ['Walter Beck KG Industrieelektronik', 'walter beck industrieelektronik', 'KG'],
    ['Müller GmbH & Co. Vermietungs-KG', 'mueller vermietungs', 'GmbH & Co. KG'],
    [
      'Recozell Kunststoff GmbH Leichtbauelemente & Co. KG',
      'recozell kunststoff leichtbauelemente',
      'GmbH & Co. KG',
    ],
    ['DT BIOGAS GmbH & Co. KG Horst', 'dt biogas horst', 'GmbH & Co. KG'],
    ['Medilab GmbH-Hausverwaltung', 'medilab hausverwaltung', 'GmbH'],
    ['Molkereigenossenschaft eG Hainichen', 'molkereigenossenschaft hainichen', 'eG'],
    ['Debeka Krankenversicherungsverein a. G. Koblenz', 'debeka krankenversicherungsverein koblenz', 'VVaG'],
    ['Nord Versicherungs-A.G.', 'nord versicherungs', 'AG'],
    ['Beta Inc. Deutsche Niederlassung', 'beta deutsche niederlassung', 'Inc.'],
  ])
})

test('a form word that is part of the name stays a word', () => {
  check([
    ['AG Wohnbau', 'ag wohnbau'],
    ['Aktiengesellschaft Zoologischer Garten', 'aktiengesellschaft zoologischer garten', 'AG'],
    ['KG Allgemeine Leasing', 'kg allgemeine leasing', 'KG'],
    ['Limited Edition', 'limited edition'],
    ['KG Allgemeine Leasing GmbH & Co.', 'kg allgemeine leasing', 'GmbH & Co. KG'],
    ['SE Spezial Electronic SE', 'se spezial electronic', 'SE'],
    ['EK Großeinkauf eG', 'ek grosseinkauf', 'eG'],
    ['Peter Stierstorfer EG-Zerlegebetrieb', 'peter stierstorfer eg-zerlegebetrieb'],
    ['Spa Hotel Norderney', 'spa hotel norderney'],
    ['Kleingartenverein Klattenberg I e.V.', 'kleingartenverein klattenberg i', 'e.V.'],
    ['Autohaus Hörig Königsbrück/Sa.', 'autohaus hoerig koenigsbrueck sa'],
    ['Förderverein der Ev. Kirche e.V.', 'foerderverein der evangelische kirche', 'e.V.'],
  ])
})

test('a text that is only a form keeps its words', () => {
  check([
    ['GmbH', 'gmbh'],
    ['e.V.', 'ev'],
    ['GmbH & Co. KG', 'gmbh und co kg'],
    ['Aktiengesellschaft', 'aktiengesellschaft'],
    ['VAG GmbH', 'vag', 'GmbH'],
  ])
})

test('a form at the end of a compound is split off the name', () => {
  check([
    ['Nord Versicherungs-Aktiengesellschaft', 'nord versicherungs', 'AG'],
    ['Nord Versicherungsaktiengesellschaft', 'nord versicherungs', 'AG'],
    ['Handelsgesellschaft mbH', 'handelsgesellschaft', 'GmbH'],
    ['HandelsgesellschaftmbH', 'handelsgesellschaft', 'GmbH'],
    ['Handelsges. m.b.H.', 'handelsgesellschaft', 'GmbH'],
    ['Verwaltungs-Gesellschaft mbH', 'verwaltungs-gesellschaft', 'GmbH'],
    ['Gesellschaft für Bauten mbH', 'gesellschaft fuer bauten', 'GmbH'],
  ])
})

test('a hyphen before GmbH gives the same name as one before Gesellschaft mbH', () => {
  const rows: [text: string, alternative: string | undefined][] = [
    ['Beer Verwaltungs-GmbH', 'beer verwaltungs-gesellschaft'],
    ['Beer Verwaltungs-Gesellschaft mbH', 'beer verwaltungs'],
    ['Beer Vertriebs-Gesellschaft mit beschränkter Haftung Ulm', 'beer vertriebs ulm'],
    ['Beer Vertriebs-GmbH Ulm', 'beer vertriebs-gesellschaft ulm'],
    ['Beer Verwaltungs-GmbH & Co. KG', 'beer verwaltungs-gesellschaft'],
    ['Beer Verwaltungs GmbH', undefined],
    ['Beer Verwaltungsgesellschaft mbH', undefined],
    ['Beer-Gesellschaft e.V.', undefined],
    ['Gesellschaft mbH', undefined],
  ]
  for (const [text, expected] of rows) {
    const { alternative } = readName(text)
    assert.equal(alternative && line(alternative.words, alternative.hyphens), expected, text)
  }
})

test('typos and scanner errors in a form are repaired', () => {
  check([
    ['Nord Gesellschaft mit beschänkter Haftun', 'nord', 'GmbH'],
    ['Nord Gesellschaftmit beschränkter Haf- tung', 'nord', 'GmbH'],
    ['Nord AktiengeselIschaft', 'nord', 'AG'],
    ['Nord Bau GmbHq', 'nord bau', 'GmbH'],
    ['Nord eingetragen Genosenschaft', 'nord', 'eG'],
    ['Nord G M B H', 'nord', 'GmbH'],
    ['Nord Gesellschaft miit beschränkter Hafting', 'nord', 'GmbH'],
    ['Nord Gesellschaft mit beschränkter aftung', 'nord', 'GmbH'],
    ['Nord HmbH', 'nord', 'GmbH'],
    ['Nord GmnH & Ko. K6', 'nord', 'GmbH & Co. KG'],
    ['Nord UK (haftungsbeschränkt)', 'nord', 'UG'],
    ['Nord gGmbH', 'nord', 'gGmbH'],
    ['Nord eGmbH', 'nord', 'eG'],
    ['Nord & Co. AG', 'nord und co', 'AG'],
    // A word that ends like `mit`, and a company that has nothing to do with liability.
    ['Sea to Summit GmbH', 'sea to summit', 'GmbH'],
    ['Partner mit besonderer Haltung', 'partner mit besonderer haltung'],
  ])
})

test('misread function words and forms are corrected', () => {
  const examples: readonly (readonly [string, string])[] = [
    ['Keil & Mundt 0HG', 'Keil & Mundt OHG'],
    ['Crom Wohnbaugesellschaft rnbH', 'Crom Wohnbaugesellschaft mbH'],
    ['Zander 6mbH', 'Zander GmbH'],
    ['Zander 6esellschaft mit beschränkter Haftung', 'Zander GmbH'],
    ['Zander GmbH & C0. KG', 'Zander GmbH & Co. KG'],
    ['Beteiligungs- urid Verwaltungs-GmbH', 'Beteiligungs- und Verwaltungs-GmbH'],
    ['Verein fiir Kultur e.V.', 'Verein für Kultur e.V.'],
    ['Geschichte cler Psychoanalyse', 'Geschichte der Psychoanalyse'],
    ['Zander mit beschränkter Haftpf1icht eG', 'Zander mit beschränkter Haftpflicht eG'],
    ['Zander ee. V.', 'Zander e.V.'],
    ['Zander O.H.K.', 'Zander O.H.G.'],
    ['Zander offene Handellsgesellschaft', 'Zander offene Handelsgesellschaft'],
    ['Zander GmbH & Coo. KG', 'Zander GmbH & Co. KG'],
    ['Zander Limithed', 'Zander Limited'],
    ['Zander Steuerberatungsgesellschaft mbZ', 'Zander Steuerberatungsgesellschaft mbH'],
  ]
  for (const [misread, printed] of examples) {
    const [a, b] = [readName(misread), readName(printed)]
    assert.deepEqual([a.words, a.form], [b.words, b.form], misread)
  }
})

test('the first word, or a word that may be a name, is not corrected', () => {
  assert.deepEqual(readName('Cler Bau GmbH').words, ['cler', 'bau'])
  assert.deepEqual(readName('Autohaus Cler').words, ['autohaus', 'cler'])
  assert.deepEqual(readName('Zander A6').words, ['zander', 'a6'])
  assert.equal(readName('Zander Partnerschaftsgesellschaft mbB').form, 'PartG mbB')
})

test('of several forms the last one counts, unless the rest is another company', () => {
  check([
    ['Raiffeisenbank Schierling eG, Service GmbH', 'raiffeisenbank schierling eg service', 'GmbH'],
    [
      'Vermögensverwaltungs GmbH vormals Paul Uebel KG',
      'vermoegensverwaltungs vormals paul uebel kg',
      'GmbH',
    ],
    ['Service GmbH des Verbandes Nord e.V.', 'service des verbandes nord ev', 'GmbH'],
    ['Aus- und Fortbildung - eingetragener Verein - (e.V.)', 'aus und fortbildung', 'e.V.'],
  ])
})

test('status words and notes of the register are removed', () => {
  check([
    ['Müller GmbH i.L.', 'mueller', 'GmbH', 'liquidation'],
    ['Müller GmbH i. L. & Co. KG', 'mueller', 'GmbH & Co. KG', 'liquidation'],
    ['Müller GmbH in Liquidation', 'mueller', 'GmbH', 'liquidation'],
    ['Müller GmbH -in Abwicklung-', 'mueller', 'GmbH', 'liquidation'],
    ['Müller KG i. Liqu.', 'mueller', 'KG', 'liquidation'],
    ['Müller GmbH in Insolvenz', 'mueller', 'GmbH', 'insolvency'],
    ['Suhler Maschinenfabrik GmbH i.A. i.L.', 'suhler maschinenfabrik', 'GmbH', 'liquidation'],
    ['Kunststoff-Zentrum in Leipzig im Aufbau', 'kunststoff-zentrum in leipzig'],
    ['Franz Jungbauer GmbH nun AG Ingolstadt HRB 327', 'franz jungbauer', 'GmbH'],
    ['I.L. Immobilien GmbH', 'il immobilien', 'GmbH'],
    ['Il Castello KG', 'il castello', 'KG'],
    ['Gesellschaft für Sanierung und Insolvenz KG', 'gesellschaft fuer sanierung und insolvenz', 'KG'],
  ])
})

test('i.K. and i.I. mean insolvency only right after the form of a company: elsewhere they are a region', () => {
  check([
    ['Holz Sperl GmbH i.K.', 'holz sperl', 'GmbH', 'insolvency'],
    [
      'Wilhelm Knoll Abwicklungs - GmbH & Co. KG i. K.',
      'wilhelm knoll abwicklungs',
      'GmbH & Co. KG',
      'insolvency',
    ],
    ['tow Abwicklungsgesellschaft AG i.I.', 'tow abwicklungsgesellschaft', 'AG', 'insolvency'],
    ['Schützenverein Hausen i.K.', 'schuetzenverein hausen ik'],
    ['Stadtwerke Haslach i.K.', 'stadtwerke haslach ik'],
  ])
})

test('initials that end like a status stay together when spaces separate all of them', () => {
  check([
    ['Institut für Logistik (F. I. L.)', 'institut fuer logistik fil'],
    ['B. I. G. Gentilini GmbH', 'big gentilini', 'GmbH'],
    ['O. I. L. Öl, Erdgas & Mineralien GmbH', 'oil oel erdgas und mineralien', 'GmbH'],
    ['Georg Sommer e. K. i. L.', 'georg sommer', 'e.K.', 'liquidation'],
    ['Hebezeuge GmbH i. A. i. L.', 'hebezeuge', 'GmbH', 'liquidation'],
    ['Karl K. KG i.L.', 'karl k', 'KG', 'liquidation'],
  ])
})

test('abbreviations are written out', () => {
  check([
    ['Gebr. Meier', 'gebrueder meier'],
    ['Gebr Meier Nachf.', 'gebrueder meier nachfolger'],
    ['Apotheke Inh. Karl Weiß', 'apotheke inhaber karl weiss'],
    ['Dt. Bank', 'deutsche bank'],
    ['Deutsches Haus', 'deutsche haus'],
    ['Verw.-Ges. Nord', 'verwaltungs-gesellschaft nord'],
    ['Sankt Georg Apotheke', 'st georg apotheke'],
    ['St. Georg Apotheke', 'st georg apotheke'],
    ['Hotel Frankf./M.', 'hotel frankfurt am main'],
    ['Hotel Frankfurt a.M.', 'hotel frankfurt am main'],
    ['Hotel Frankfurt am Main', 'hotel frankfurt am main'],
    ['Kath. Kirche', 'katholische kirche'],
    ['Ökochem. Werke', 'oekochemische werke'],
    ['Elektrotechn Werke', 'elektrotechn werke'],
    ['Hauptstr. 5', 'hauptstrasse 5'],
  ])
})

test('every text can be read: no word is empty, hyphens stand between words', () => {
  const lone = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code))
  const piece = fc.oneof(
    fc.constantFrom(
      'GmbH',
      ' & Co. ',
      'KG',
      'e.V.',
      'mit beschränkter ',
      'Haftung',
      'u.',
      '-',
      '.',
      ' ',
      'i.L.',
      'Frankf.',
      'nun AG ',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 4 }),
    lone,
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const name = readName(pieces.join(''))
      assert.equal(name.hyphens.length, Math.max(0, name.words.length - 1))
      assert.ok(name.words.every((word) => word !== ''))
      assert.ok(name.form === undefined || isFormCode(name.form))
    }),
    { numRuns: often(100_000) },
  )
})
