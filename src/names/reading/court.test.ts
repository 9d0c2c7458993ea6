import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  COURTS,
  type CourtCode,
  courtByCode,
  courtGroupsByText,
  courtName,
  courtsByText,
  newestCourt,
  numberCourt,
  oldestCourt,
  relatedCourts,
  typedNumberCourt,
} from './court.ts'

const code = (text: string): CourtCode => text as CourtCode
/** Returns the courts of all groups. */
const allCourtsByText = (text: string): readonly CourtCode[] => courtGroupsByText(text).flat()

test('every court has a unique code, a name, a state, and a known successor if any', () => {
  assert.equal(new Set(COURTS.map((court) => court.code)).size, COURTS.length)
  assert.ok(COURTS.length > 400)
  for (const court of COURTS) {
    assert.match(court.code, /^[A-Z]\d{4}[A-Z]?$/)
    assert.ok(court.name !== '' && !/amtsgericht/i.test(court.name), court.code)
    assert.match(court.state, /^[A-Z]{2}$/)
    if (court.successor) assert.ok(courtByCode(court.successor)?.active, court.code)
    else assert.ok(court.active || court.code === 'B1204', court.code)
  }
})

test('a court is found by code, name and alias, with or without "Amtsgericht"', () => {
  const texts: Record<string, string[]> = {
    D2601V: [
      'D2601V',
      'd2601v',
      'München',
      'Muenchen',
      'MÜNCHEN',
      'Amtsgericht München',
      'AG München',
      'Munich',
    ],
    F1103R: [
      ...[
        'Charlottenburg',
        'Berlin',
        'Berlin (Charlottenburg)',
        'Charlottenburg (Berlin)',
        'Amtsgericht Charlottenburg',
      ],
      ...['Berlin-Charlottenburg', 'AG Berlin Charlottenburg', 'F1103'],
    ],
    M1201: ['Frankfurt am Main', 'Frankfurt/Main', 'Frankfurt a.M.', 'Frankfurt a. M.', 'AG Frankfurt/M'],
    G1207: ['Frankfurt (Oder)', 'Frankfurt/Oder', 'Frankfurt an der Oder'],
    T3104V: [
      'Ludwigshafen',
      'Ludwigshafen am Rhein',
      'Ludwigshafen a.Rhein (Ludwigshafen)',
      'Ludwigshafen a. Rh.',
    ],
    K1101R: ['Hamburg', 'Registergericht Hamburg'],
    D3508V: ['Weiden', 'Weiden i. d. OPf.', 'Weiden in der Oberpfalz'],
    M1202: ['Bad Homburg', 'Bad Homburg v.d.H.', 'Bad Homburg v. d. Höhe'],
    P3210: ['Oldenburg', 'Oldenburg (Oldenburg)'],
    'B8536 B1204': ['B8536', 'B1204', 'b1204', 'Freiburg', 'Freiburg i. Br.', 'Freiburg im Breisgau'],
    'D3304V M1105': ['Fürth'],
    'M1112 P2608': ['Langen'],
    'W1109 R2104': ['Halle'],
    V1111: ['St. Ingbert', 'Sankt Ingbert'],
  }
  for (const [codes, spellings] of Object.entries(texts)) {
    for (const text of spellings) assert.equal(allCourtsByText(text).join(' '), codes, text)
  }
})

test('a misspelling gives the nearest court', () => {
  assert.deepEqual(allCourtsByText('Charlotenburg'), ['F1103R'])
  assert.deepEqual(allCourtsByText('Amtsgericht Stutgart'), ['B8534'])
  assert.deepEqual(allCourtsByText('Munchen'), ['D2601V'])
  assert.deepEqual(allCourtsByText('Düsseldrof'), ['R1101'])
  // Three letters are too few to guess, and Essen is not Hessen's anything.
  assert.deepEqual(allCourtsByText('Uml'), [])
  assert.deepEqual(allCourtsByText('Atlantis'), [])
  assert.deepEqual(allCourtsByText(''), [])
})

test('umlauts count loose or as written, whichever is nearer; of equally near courts the one nearer as written wins', () => {
  assert.deepEqual(allCourtsByText('Boren'), allCourtsByText('Borken'))
  assert.deepEqual(allCourtsByText('Hannoer'), allCourtsByText('Hannover'))
  assert.deepEqual(allCourtsByText('Müncuen'), allCourtsByText('München'))
})

test('a misspelling that is equally near to several courts gives each of them', () => {
  const both = [courtsByText('München'), courtsByText('Hann. Münden')].sort()
  assert.deepEqual([...courtGroupsByText('Müncen')].sort(), both)
  assert.ok(allCourtsByText('Hmburg').includes('K1101R' as CourtCode))
})

test('courtsByText finds a court by code, name or alias, never by a misspelling', () => {
  assert.deepEqual(courtsByText('AG München'), ['D2601V'])
  assert.deepEqual(courtsByText('muenchen'), ['D2601V'])
  assert.deepEqual(courtsByText('d2601v'), ['D2601V'])
  assert.deepEqual(courtsByText('B8536'), ['B8536', 'B1204'])
  for (const text of ['Kiew', 'Charlotenburg', 'Munchen', 'Atlantis', ''])
    assert.deepEqual(courtsByText(text), [], text)
  assert.deepEqual(allCourtsByText('Kiew'), ['X1517R'])
})

test('a name may have two edits from eight letters on, one from four on', () => {
  assert.deepEqual(allCourtsByText('Wuppetral'), ['R1608'])
  assert.deepEqual(allCourtsByText('Wupperall'), ['R1608'])
  assert.deepEqual(allCourtsByText('Klewe'), ['R1304'])
  assert.deepEqual(allCourtsByText('Klewo'), [])
})

test('an unknown code is its own name', () => {
  assert.equal(courtName('D2601V'), 'München')
  assert.equal(courtName('Z9999'), 'Z9999')
  assert.equal(courtByCode('Z9999'), undefined)
  assert.equal(courtByCode('D2601V_Z9999'), undefined)
})

test('a court that was only renumbered is one court', () => {
  assert.equal(oldestCourt(code('B8536')), 'B1204')
  assert.equal(oldestCourt(code('B1204')), 'B1204')
  assert.equal(newestCourt(code('B1204')), 'B8536')
  assert.equal(oldestCourt(code('D2601V')), 'D2601V')
  assert.deepEqual(relatedCourts(code('B8536')), ['B1204'])
  assert.deepEqual(relatedCourts(code('B1204')), ['B8536'])
})

test('merged courts lead to the successor and back, not to its other predecessors', () => {
  assert.deepEqual(relatedCourts(code('P2409')), ['P2408'])
  const hildesheim = relatedCourts(code('P2408'))
  for (const former of ['P2401', 'P2403', 'P2404', 'P2407', 'P2409', 'P2410', 'P2411']) {
    assert.ok(hildesheim.includes(code(former)), former)
  }
  assert.ok(!hildesheim.includes(code('P2408')))
  assert.deepEqual(relatedCourts(code('R1105')), ['R1101'])
  assert.ok(relatedCourts(code('Y1206')).includes(code('Y1105')))
  assert.ok(relatedCourts(code('N1206V')).includes(code('N1209V_N1206V')))
  assert.ok(!relatedCourts(code('N1206V')).includes(code('N1209V')))
  assert.deepEqual(relatedCourts(code('Z9999')), [])
})

test('a number belongs to the former court, unless that court still assigns numbers itself', () => {
  assert.equal(numberCourt(code('P2408'), code('P2409')), 'P2409')
  assert.equal(numberCourt(code('H1101'), code('H1102')), 'H1102')
  assert.equal(numberCourt(code('H1101'), code('H1101')), 'H1101')
  assert.equal(numberCourt(code('M1203'), code('M1202')), 'M1203_M1202')
  assert.equal(typedNumberCourt(code('M1203'), code('M1202')), 'M1203_M1202')
  assert.equal(numberCourt(code('D2601V'), code('K1101R')), 'D2601V_K1101R')
  assert.equal(typedNumberCourt(code('D2601V'), code('K1101R')), 'K1101R', 'a pair that no entry has')
})
