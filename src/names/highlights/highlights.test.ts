import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { often } from '../../../test/thorough.ts'
import { readName } from '../reading/read-name.ts'
import { HighlightQuery } from './highlight-query.ts'
import { highlightsIn, highlightsOf } from './highlights.ts'
import { readPlacedName } from './placed-name.ts'

/** Returns the name with each range in brackets. */
function marked(query: string, name: string, isSimilar = false): string {
  const points = [...name]
  let text = ''
  let at = 0
  for (const [start, end] of highlightsIn(new HighlightQuery(query), name, isSimilar)) {
    text += `${points.slice(at, start).join('')}[${points.slice(start, end).join('')}]`
    at = end
  }
  return text + points.slice(at).join('')
}

function checkMarks(rows: readonly (readonly [query: string, marks: string])[], isSimilar: boolean): void {
  for (const [query, marks] of rows)
    assert.equal(marked(query, marks.replace(/[[\]]/g, ''), isSimilar), marks, query)
}

test('each word of the query that is in the name is marked, in any order', () => {
  checkMarks(
    [
      ['carl zeiss', '[Carl] [Zeiss] Energie GmbH'],
      ['energie ZEISS', 'Carl [Zeiss] [Energie] GmbH'],
      ['zeiss optik', 'Carl [Zeiss] Energie GmbH'],
      ['müller', '[Müller] & Müller AG'],
      ['müller & müller', '[Müller] [&] [Müller] AG'],
      ['x & y', '[X] [und] [Y] AG'],
      ['studio 54', '[Studio] [54] GmbH'],
    ],
    false,
  )
})

test('a prefix marks only the letters typed', () => {
  checkMarks(
    [
      ['zeiss ener', 'Carl [Zeiss] [Ener]gie GmbH'],
      ['jack', "[Jack]'s Burger"],
      ['jacksb', '[Jack’s-B]urger'],
      ['jaeg', '[Jäg]er GmbH'],
      ['bau', 'Bauer [Bau] GmbH'],
      ['baue', '[Baue]r Bauern GmbH'],
      ['gesells', 'Handels [Ges]. Nord KG'],
    ],
    false,
  )
})

test('words that a hyphen joins are marked as a whole', () => {
  checkMarks(
    [
      ['müller-bau', '[Müllerbau] GmbH'],
      ['müllerbau', '[Müller-Bau] GmbH'],
      ['müllerb', '[Müller-B]au GmbH'],
      ['a-b c', '[AB] [C] Werk'],
      ['ab-c', '[A-BC] Werk'],
      ['müller bau', '[Müller]-[Bau] GmbH'],
    ],
    false,
  )
})

test('words that a dot joins are marked as a whole', () => {
  checkMarks(
    [
      ['eon', '[E.ON] Energie GmbH'],
      ['e.on', '[E].[ON] Energie GmbH'],
      ['bookingcom', '[booking.com] Deutschland GmbH'],
    ],
    false,
  )
})

test('letters that fold to others are marked by their own place', () => {
  checkMarks(
    [
      ['jäger', '[Jaeger] OHG'],
      ['grosse strasse', '[Große] [Straße] e.V.'],
      ['müller', 'X [Mu\u0308ller] AG'],
      ['finanz', '𝒜 [ﬁnanz] AG'],
      ['𝒜𝒷', '[𝒜𝒷]𝒸 GmbH'],
      ['ΣΊΣΥΦΟΣ', '[Σίσυφος] Ltd'],
    ],
    false,
  )
})

test('abbreviations, initials with dots and places that are written out are marked as they stand', () => {
  checkMarks(
    [
      ['handelsgesellschaft müller', '[Müller] [Handelsges]. mbH'],
      ['frankfurt am main', 'Stadt [Frankfurt]/[M]. GmbH'],
      ['abc bau', '[A.B.C]. [Bau] GmbH'],
      ['musterversicherung', '[Musterversicherung]saktiengesellschaft'],
    ],
    false,
  )
})

test('the legal form is marked if the query has the same one', () => {
  checkMarks(
    [
      ['carl zeiss gmbh', '[Carl] [Zeiss] Energie [GmbH]'],
      ['carl zeiss ag', '[Carl] [Zeiss] Energie GmbH'],
      ['adler gesellschaft mit beschränkter haftung', '[Adler] [GmbH]'],
      ['müller bau gmbh & co kg', '[Müller] [GmbH & Co]. [Bau] [KG]'],
      ['müller handelsgesellschaft mbh', '[Müller] [Handelsgesellschaft][mbH]'],
      ['versicherungs ag', '[Versicherungs]-[AG]'],
      ['keil 0HG', '[Keil] & Mundt [0HG]'],
      ['adler gm', '[Adler] [Gm]bH'],
      ['adler gesellschaft mit b', '[Adler] [Gesellschaft mit b]eschränkter Haftung'],
    ],
    false,
  )
})

test('misspelt words, words of the same sound, and words split or joined are marked as a whole', () => {
  checkMarks(
    [
      ['karl zeis', '[Carl] [Zeiss] Energie GmbH'],
      ['meyer', '[Maier] & Söhne'],
      ['metallbau schmidt', '[Metall Bau] [Schmitt] AG'],
      ['metall bau', '[Metallbau] AG'],
      ['forum', '[F. O. R. U. M]. GmbH'],
      ['forum', '[F. O. R]. [U]. [M] GmbH'],
      ['ostseefischerei und nordseefischerei', '[Ostsee]- [und] [Nordseefischerei] eG'],
      ['hausverw', '[Hausverwaltung] Nord'],
      ['BayWa r.e. Energieprojekte GmbH', '[BayWa] [r.e]. Wind [GmbH]'],
    ],
    true,
  )
  assert.equal(marked('karl ceis', 'Carl Zeiss Energie GmbH', false), 'Carl Zeiss Energie GmbH')
})

test('initials mark the first letters, and a name of initials is marked as a whole', () => {
  checkMarks(
    [
      ['bmw', '[B]ayerische [M]otoren [W]erke AG'],
      ['jur', '[J]äger [U]nd [R]ößler'],
      ['bayerische motoren werke ag', '[BMW] [AG]'],
    ],
    true,
  )
})

test('a hit by number has no marks, and a current name that shares nothing with a former one has none', () => {
  const query = new HighlightQuery('Adler Automaten')
  const hit = { matchedName: 'Adler Automaten GmbH', record: { name: 'Zander AG' } }
  assert.deepEqual(highlightsOf(query, { ...hit, kind: 'number', matchedOn: 'number' }), {
    matchedName: [],
    name: [],
  })
  assert.deepEqual(highlightsOf(query, { ...hit, kind: 'former', matchedOn: 'former_name' }), {
    matchedName: [
      [0, 5],
      [6, 15],
    ],
    name: [],
  })
})

const PIECES = [
  ...['Müller', 'MÜLLER', 'Mu\u0308ller', 'Bau', 'bau-', '-', '–', ' ', '  ', '&', '+', 'u.', '.', "'", '’'],
  ...['GmbH', '& Co. KG', 'mbH', 'mit beschänkter Haf- tung', 'aktiengesellschaft', 'e. V.', 'ee.V.', 'i.L.'],
  ...[
    'Frankfurt/M.',
    'Ges.',
    'gebr',
    'F. O. R. U. M.',
    '0HG',
    'ß',
    'ẞ',
    'ﬁ',
    'İ',
    'K',
    'Σ',
    '𝒜',
    '\ud800',
    '\udc00',
  ],
  ...[
    '한',
    '\u1112\u1161\u11ab',
    'ㅁￂ',
    'ｶﾞ',
    '´',
    '¨',
    '\u0301',
    '½',
    '10',
    'nun AG Ingolstadt HRA 1',
    '\u200d',
    '👩‍💻',
  ],
]
const POINTS_MAX = 500
const text = fc
  .oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: POINTS_MAX }),
  )
  .map((all) => [...all].slice(0, POINTS_MAX).join(''))

test('ranges lie in the name, are sorted, and neither empty nor overlapping, for random texts', () => {
  fc.assert(
    fc.property(text, text, fc.boolean(), (queryText, name, isPart) => {
      const query = new HighlightQuery(isPart ? [...name].slice(0, queryText.length).join('') : queryText)
      let before = 0
      for (const [start, end] of highlightsIn(query, name, true)) {
        assert.ok(start >= before && end > start && end <= [...name].length, `${start} ${end}`)
        before = end
      }
    }),
    { numRuns: often(20_000) },
  )
})

test('a name is read with places as without them, for random texts that fold letter by letter', () => {
  fc.assert(
    fc.property(text, (name) => {
      const placed = readPlacedName(name)
      const { words, form, companyForm } = readName(name.toWellFormed())
      assert.deepEqual(placed.words, words)
      assert.deepEqual(
        placed.forms,
        [form, companyForm].filter((code) => code !== undefined),
      )
    }),
    { numRuns: often(5_000) },
  )
})

test('a query of 250 words finds its marks in a name of 250 words, with and without hyphens', () => {
  for (const between of [' ', '-']) {
    const name = Array.from({ length: 250 }, (_, i) => 'abcdefg'[i % 7]).join(between)
    assert.equal(highlightsIn(new HighlightQuery(name), name, true).length, 250)
  }
})
