import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { ANNOUNCEMENTS_JSON } from './announcements-json.ts'

const ANNOUNCEMENT = {
  date: '2025-02-03',
  original_text: 'Löschungsankündigung\nErika Mustermann "]}',
  type: 'Löschungsankündigung',
  amtsgericht: 'Amtsgericht Siegen',
  registernummer: 'VR 5621',
  company_name: 'Verein der Beispiele e.V.',
  company_seat: 'Wenden',
  former_amtsgericht: 'Olpe',
  details: 'Erika Mustermann',
}

async function rowsOf(text: string, chunkBytes = 64) {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) =>
    bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  )
  return (await Array.fromAsync(ANNOUNCEMENTS_JSON.rows({ path: 'x', chunks: Readable.from(chunks) }))).flat()
}

async function entriesOf(...elements: readonly unknown[]) {
  const rows = await rowsOf(JSON.stringify({ date: '2025-02-03', announcements: elements }, null, 1))
  return rows.map((row) => ('entry' in row ? row.entry : 'reason' in row && row.reason))
}

test('the file of a day and a plain list are recognised, and files of other sources are not', () => {
  const day = JSON.stringify({ date: '2025-02-03', announcements: [ANNOUNCEMENT] }, null, 2)
  assert.ok(ANNOUNCEMENTS_JSON.recognises(day))
  assert.ok(ANNOUNCEMENTS_JSON.recognises(`\ufeff\n${JSON.stringify([ANNOUNCEMENT])}`))
  assert.ok(ANNOUNCEMENTS_JSON.recognises('{"date":"2025-02-02","announcements":[]}'))
  assert.ok(!ANNOUNCEMENTS_JSON.recognises('{"company_number":"D2601V_HRB1","name":"A GmbH"}'))
  assert.ok(!ANNOUNCEMENTS_JSON.recognises('{"name":"A GmbH","amtsgericht":"Siegen"}\n{"name":"B GmbH"}'))
  assert.ok(!ANNOUNCEMENTS_JSON.recognises('court\t"amtsgericht": "x"'))
})

test('an announcement tells name, seat, number and both courts, and no status', async () => {
  const [entry] = await entriesOf(ANNOUNCEMENT)
  assert.ok(typeof entry === 'object')
  assert.match(entry.sourceKey, /^\w+_\w+_VR5621$/)
  assert.deepEqual(
    [entry.name, entry.seat, entry.status, entry.asOf],
    ['Verein der Beispiele e.V.', 'Wenden', 'unknown', '2025-02-03'],
  )
})

test('the suffix of a number is read with and without a blank before it', async () => {
  const berlin = {
    ...ANNOUNCEMENT,
    amtsgericht: 'Amtsgericht Berlin (Charlottenburg)',
    former_amtsgericht: '',
  }
  const keys = await entriesOf(
    { ...berlin, registernummer: 'HRB 98807 B' },
    { ...berlin, registernummer: 'HRB 98807B' },
    { ...berlin, registernummer: 'HRB 98807' },
  )
  assert.deepEqual(
    keys.map((entry) => typeof entry === 'object' && entry.sourceKey),
    ['F1103R_HRB98807B', 'F1103R_HRB98807B', 'F1103R_HRB98807'],
  )
})

test('rows are the same for any size of the chunks, and have the lines on which they begin', async () => {
  const text = JSON.stringify({ announcements: [ANNOUNCEMENT, 7, ANNOUNCEMENT] }, null, 1)
  const rows = await rowsOf(text)
  assert.deepEqual(await rowsOf(text, 1), rows)
  assert.deepEqual(
    rows.map(({ line }) => line),
    [3, 14, 15],
  )
})

test('an invalid announcement is rejected with its reason, and the others are read', async () => {
  const reasons = await entriesOf(
    { ...ANNOUNCEMENT, company_name: '' },
    { ...ANNOUNCEMENT, registernummer: undefined },
    { ...ANNOUNCEMENT, registernummer: 'without number' },
    { ...ANNOUNCEMENT, amtsgericht: 'Amtsgericht Atlantis' },
    { ...ANNOUNCEMENT, company_seat: ['Wenden'] },
    null,
    [ANNOUNCEMENT],
  )
  assert.deepEqual(reasons, [
    'name_missing',
    'number_missing',
    'number_unreadable',
    'number_unreadable',
    'field_type',
    'not_an_object',
    'not_an_object',
  ])
})

test('a document that ends too early rejects its last announcement and keeps the ones before', async () => {
  const rows = await rowsOf(JSON.stringify([ANNOUNCEMENT, ANNOUNCEMENT]).slice(0, -40))
  assert.deepEqual(
    rows.map((row) => ('reason' in row ? row.reason : 'entry')),
    ['entry', 'broken_json'],
  )
})

test('texts of announcements, which name people, are neither in entries nor in rejected rows', async () => {
  const rows = await rowsOf(
    JSON.stringify([ANNOUNCEMENT, { ...ANNOUNCEMENT, company_name: '' }, ANNOUNCEMENT]).slice(0, -30),
  )
  assert.equal(rows.length, 3)
  assert.doesNotMatch(JSON.stringify(rows), /Mustermann/)
})

test('an announcement is an event on its day, and never a status, a former number or the same company as another', async () => {
  const types = [
    'Löschungsankündigung',
    'Registerbekanntmachung nach dem Umwandlungsgesetz',
    'Einreichung neuer Dokumente',
    'Sonstige Registerbekanntmachung',
    'Löschung',
  ]
  const details = 'Die Gesellschaft ist als übertragender Rechtsträger mit der B GmbH (HRB 8) verschmolzen.'
  const entries = await entriesOf(...types.map((type) => ({ ...ANNOUNCEMENT, type, details })))
  assert.deepEqual(
    entries.map((entry) => typeof entry === 'object' && entry.events),
    ['removal_announced', 'transformation', 'documents_filed', 'announcement', 'announcement'].map((kind) => [
      { kind, date: '2025-02-03' },
    ]),
  )
  for (const entry of entries) {
    assert.ok(typeof entry === 'object')
    assert.deepEqual(
      [entry.status, entry.statusWord, entry.formerNumbers, entry.sameAs, entry.registeredOn],
      ['unknown', '', [], undefined, null],
    )
  }
})

test('an announcement without a valid day or without a type has no event', async () => {
  const entries = await entriesOf({ ...ANNOUNCEMENT, type: undefined }, { ...ANNOUNCEMENT, date: '3.2.2025' })
  assert.deepEqual(
    entries.map((entry) => typeof entry === 'object' && entry.events),
    [undefined, undefined],
  )
})
