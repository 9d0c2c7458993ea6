/** Pasted text with a company a line, as the page about a watch list reads it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowLines, textOfFile } from '../../dashboard/src/pages/watches/row-lines.ts'

const ID = '5a3c1b2d-1111-4222-8333-444455556666'
const rowsOf = (text: string) => rowLines(text).map(({ row }) => row)

test('a line is a number with its court and a reference, or an id with a reference', () => {
  assert.deepEqual(rowsOf(`HRB 1 München\nHRB 2;Kiel;K-2\nHRB 3;;K-3\n${ID}\n${ID};K-5\n${ID};;K-6`), [
    { registration_number: 'HRB 1 München' },
    { registration_number: 'HRB 2', register_court: 'Kiel', ref: 'K-2' },
    { registration_number: 'HRB 3', ref: 'K-3' },
    { uuid: ID },
    { uuid: ID, ref: 'K-5' },
    { uuid: ID, ref: 'K-6' },
  ])
})

test('semicolons, tabs or commas separate, and quoted cells may contain them', () => {
  assert.deepEqual(rowsOf('HRB 1\tKiel\tA, B\nHRB 2, Kiel, K-2\nHRB 3;"Kiel";"A;B"\n"HRB 4","Kiel","A, B"'), [
    { registration_number: 'HRB 1', register_court: 'Kiel', ref: 'A, B' },
    { registration_number: 'HRB 2', register_court: 'Kiel', ref: 'K-2' },
    { registration_number: 'HRB 3', register_court: 'Kiel', ref: 'A;B' },
    { registration_number: 'HRB 4', register_court: 'Kiel', ref: 'A, B' },
  ])
})

test('blank lines, a byte order mark and a header are left out, and every other line stays as it was written', () => {
  const lines = rowLines('\ufeffRegisternummer;Gericht\r\n\r\nHRB 1;Kiel\rHRB 2;Ulm \n  \n')
  assert.deepEqual(
    lines.map(({ line }) => line),
    ['HRB 1;Kiel', 'HRB 2;Ulm '],
  )
  for (const header of [
    'uuid',
    'ID',
    'Nr.',
    'Nummer',
    'registration_number',
    'HR-Nummer',
    'Handelsregisternr.',
  ])
    assert.equal(rowLines(`${header}\nHRB 1`).length, 1, header)
  assert.equal(rowLines('Muster GmbH\nHRB 1').length, 2, 'a name is no header')
  assert.equal(rowLines('Nummer').length, 1, 'a header alone is a line')
  assert.deepEqual(rowLines(' \n'), [])
})

test('a file is read as UTF-8, or as Windows-1252 if it is none', async () => {
  assert.equal(await textOfFile(new Blob(['HRB 1;München'])), 'HRB 1;München')
  const bytes = Uint8Array.from(Buffer.from('HRB 1;München', 'latin1'))
  assert.equal(await textOfFile(new Blob([bytes])), 'HRB 1;München')
})
