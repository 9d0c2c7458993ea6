/** Families of spellings that are the same name: both texts of a row are read alike. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readName } from './read-name.ts'

/** A text, and the same name in its usual spelling. */
type Pair = readonly [text: string, usual: string]

function assertSame(pairs: readonly Pair[]): void {
  for (const [text, usual] of pairs) {
    const [a, b] = [readName(text), readName(usual)]
    assert.deepEqual([a.words, a.hyphens, a.form], [b.words, b.hyphens, b.form], text)
  }
}

test('a form or Nachf. that is glued to the word before it is read as if there were a space', () => {
  assertSame([
    ['Julius Schlichternachfl.', 'Julius Schlichter Nachfolger'],
    ['Otto KarbachNachf', 'Otto Karbach Nachf.'],
    ['Rottweilerheimeingetragene Genossenschaft', 'Rottweilerheim eG'],
    [
      'Pohl-Göns 1891eingetragene Genossenschaft mit beschränkter Haftpflicht',
      'Pohl-Göns 1891 eingetragene Genossenschaft mit beschränkter Haftpflicht',
    ],
    ['Turnfreunde Krummwinkeleingetragener Verein', 'Turnfreunde Krummwinkel e.V.'],
    ['Tischlerei Rumpelstedteingetragene Kauffrau', 'Tischlerei Rumpelstedt e.K.'],
    ['Zwirn, Möbelhausoffene Handelsgesellschaft', 'Zwirn, Möbelhaus OHG'],
    ['Zwirn Verwaltungsunternehmergesellschaft (haftungsbeschränkt)', 'Zwirn Verwaltungs UG'],
  ])
})

test('a word that only ends like a glued form keeps its letters', () => {
  for (const [text, last] of [
    ['Zwirn Unlimited', 'unlimited'],
    ['Verein für Städtepartnerschaft', 'staedtepartnerschaft'],
    ['Zwirn Rechtsanwaltspartnerschaft', 'rechtsanwaltspartnerschaft'],
    ['Haus der Unternehmensnachfolger', 'unternehmensnachfolger'],
    ['Zwirn Generalunternehmergesellschaft', 'generalunternehmergesellschaft'],
    ['Die offene', 'offene'],
  ] as const)
    assert.equal(readName(text).words.at(-1), last, text)
})

test('a form of several words is a form without its spaces, too', () => {
  assertSame([
    ['Zwirn eingetrageneGenossenschaft', 'Zwirn eG'],
    ['Zwirn offeneHandelsgesellschaft', 'Zwirn OHG'],
    ['Zwirn UGhaftungsbeschränkt', 'Zwirn UG (haftungsbeschränkt)'],
    ['Zwirn GesellschaftmitbeschränkterHaftung', 'Zwirn GmbH'],
    ['Zwirn KommanditgesellschaftaufAktien', 'Zwirn KGaA'],
  ])
})

test('a word of a form with a space at any place is one word', () => {
  const forms = ['Gesellschaft mbH', 'Aktiengesellschaft', 'Kommanditgesellschaft', 'Partnerschaft']
  for (const form of [...forms, 'Partnerschaftsgesellschaft']) {
    const { length } = form.split(' ')[0] as string
    const cuts = Array.from({ length: length - 1 }, (_, i) => i + 1)
    assertSame(cuts.map((at) => [`Zunder ${form.slice(0, at)} ${form.slice(at)}`, `Zunder ${form}`]))
  }
  assertSame([
    ['Zunder UG (haftungsbeschrä nkt) Nord', 'Zunder UG (haftungsbeschränkt) Nord'],
    ['Zunder GmbH & Co. Kommanditgesellsc haft', 'Zunder GmbH & Co. KG'],
    ['Zunder eingetragene Genossen schaft', 'Zunder eG'],
  ])
})

test('a word with a space after its abbreviated beginning is one word', () => {
  assertSame([
    ['Zunder Vertr iebsgesellschaft mbH', 'Zunder Vertriebsgesellschaft mbH'],
    ['Gebr üder Zunder', 'Gebrüder Zunder'],
    ['Zunder Nachf olger', 'Zunder Nachfolger'],
    ['Zunder Grundst ücksverwaltung', 'Zunder Grundstücksverwaltung'],
    ['Zunder Str assenbau', 'Zunder Strassenbau'],
    ['Zunder Vertr. Nord', 'Zunder Vertriebs Nord'],
  ])
})

test('initials are one word with dots, with dots and spaces, and before a hyphen', () => {
  assertSame([
    ['F. O. R. U. M. Verlag GmbH', 'FORUM Verlag GmbH'],
    ['F.O.R.U.M. Verlag GmbH', 'FORUM Verlag GmbH'],
    ['M. A. U. S. OHG', 'MAUS OHG'],
    ['G. A. U. S. S. System-Software GmbH', 'GAUSS System-Software GmbH'],
    ['K.W.S.-Massivbau GmbH', 'KWS-Massivbau GmbH'],
    ['A.B.C-Verlag', 'ABC-Verlag'],
  ])
})

test('a u. between few initials, after a form or between names is und', () => {
  assertSame([
    ['F. u. H. Herrmann', 'F. und H. Herrmann'],
    ['H. u. H.L. Koch', 'H. und H.L. Koch'],
    ['Herrmann G. m. b. H. u. Co. KG', 'Herrmann GmbH & Co. KG'],
    ['K.-H. u. M. Zander', 'K.-H. und M. Zander'],
    ['H.-J. Müller', 'H-J Müller'],
  ])
})

test('SE & Co. and a body are one form in every spelling', () => {
  for (const [text, form] of [
    ['SE & Co KG', 'SE & Co. KG'],
    ['SE&Co.KG', 'SE & Co. KG'],
    ['SE und Co. KG', 'SE & Co. KG'],
    ['SE & Co.', 'SE & Co. KG'],
    ['S.E. + Co. K.G.', 'SE & Co. KG'],
    ['SE & Cie. KGaA', 'SE & Co. KGaA'],
    ['SE + Co. KG aA', 'SE & Co. KGaA'],
    ['SE & Co. Kommanditgesellschaft auf Aktien', 'SE & Co. KGaA'],
    ['SE & Co. oHG', 'SE & Co. OHG'],
    ['Stiftung & Co KGaA', 'Stiftung & Co. KGaA'],
  ] as const) {
    const name = readName(`Rumpf ${text}`)
    assert.deepEqual([name.words, name.form], [['rumpf'], form], text)
  }
})

test('every abbreviation of a registered sole trader is e.K.', () => {
  const abbreviations = [
    'e.Kfm.',
    'e. Kfm',
    'eKfm',
    'e.Kfr.',
    'e. Kfr',
    'e.Kffr.',
    'e.Kaufm.',
    'e.-K.',
    'e - K',
  ]
  const adjectives = ['eingetragener', 'eingetragene', 'eingetr.', 'eing.']
  const men = ['Kaufmann', 'Kfm.', 'Kaufm.']
  const women = ['Kauffrau', 'Kfr.', 'Kffr.']
  const written = adjectives.flatMap((adjective) => {
    const nouns = adjective.endsWith('er') ? men : adjective.endsWith('e') ? women : [...men, ...women]
    return nouns.map((noun) => `${adjective} ${noun}`)
  })
  for (const text of [...abbreviations, ...written, 'eingetr. Einzelkaufmann', 'e.K.fm.']) {
    const name = readName(`Lumpazi ${text}`)
    assert.deepEqual([name.words, name.form], [['lumpazi'], 'e.K.'], text)
  }
})

test('a plus sign without spaces is und', () => {
  assertSame([
    ['hestomed+helbig GmbH', 'Hestomed & Helbig GmbH'],
    ['UT+T Plan', 'UT und T Plan'],
  ])
})

test('quotes of every kind around a name or a word of it are not part of the name', () => {
  const quotes = ['„“', '„”', '“”', '""', '«»', '»«', '‹›', '›‹', "''", '‘’', '‚‘', '`´', '``', '＂＂']
  for (const quote of [...quotes.map(([open, close]) => [open, close]), [',,', "''"], ['""', '""']]) {
    const [open, close] = quote
    assertSame([
      [`${open}Grantlhuber${close} Bau GmbH`, 'Grantlhuber Bau GmbH'],
      [`${open}Grantlhuber Bau${close} GmbH`, 'Grantlhuber Bau GmbH'],
      [`${open}Grantlhuber Bau GmbH${close}`, 'Grantlhuber Bau GmbH'],
      [`Bau ${open}Grantlhuber${close}, Nord`, 'Bau Grantlhuber Nord'],
    ])
  }
})

test('a dot directly between two words is read like a hyphen', () => {
  assertSame([
    ['E.ON Energie GmbH', 'E-ON Energie GmbH'],
    ['vis.eon GmbH', 'vis-eon GmbH'],
    ['booking.com B.V.', 'booking-com B.V.'],
  ])
})

test('a dot after a title, an initial, a number or a form only separates words', () => {
  assertSame([
    ['Dr.Müller', 'Dr. Müller'],
    ['H.Müller', 'H. Müller'],
    ['Fa.Müller', 'Fa. Müller'],
    ['Inh.Meyer', 'Inh. Meyer'],
    ['Dipl.-Ing.Zwirn', 'Dipl.-Ing. Zwirn'],
    ['1.FC Zwirn e.V.', '1. FC Zwirn e.V.'],
    ['Zwirn & Co.Gesellschaft mit beschränkter Haftung', 'Zwirn & Co. Gesellschaft mit beschränkter Haftung'],
    ['Zwirn KG.Spedition', 'Zwirn KG. Spedition'],
  ])
})
