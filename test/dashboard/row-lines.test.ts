/** Pasted text with a company a line, as the page about a watch list reads it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rowLines, textOfFile, withLines } from '../../dashboard/src/pages/watches/row-lines.ts'

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

test('tabs, semicolons or commas separate, and quoted cells may contain them', () => {
  const lines = [
    'HRB 1\tKiel\tA, B; C',
    'HRB 2, Kiel, K-2',
    'HRB 3;"Kiel";"A;B"',
    '"HRB 4","Kiel","A, B"',
    'HRB 5,Kiel,"A; B"',
    'HRB 6;Kiel;"A\tB"',
  ]
  assert.deepEqual(rowsOf(lines.join('\n')), [
    { registration_number: 'HRB 1', register_court: 'Kiel', ref: 'A, B; C' },
    { registration_number: 'HRB 2', register_court: 'Kiel', ref: 'K-2' },
    { registration_number: 'HRB 3', register_court: 'Kiel', ref: 'A;B' },
    { registration_number: 'HRB 4', register_court: 'Kiel', ref: 'A, B' },
    { registration_number: 'HRB 5', register_court: 'Kiel', ref: 'A; B' },
    { registration_number: 'HRB 6', register_court: 'Kiel', ref: 'A\tB' },
  ])
})

test('blank lines, a byte order mark and a header are left out, and every other line stays as it was written, with its number', () => {
  const lines = rowLines('\ufeffRegisternummer;Gericht\r\n\r\nHRB 1;Kiel\rHRB 2;Ulm \n  \n')
  assert.deepEqual(
    lines.map(({ number, line }) => [number, line]),
    [
      [3, 'HRB 1;Kiel'],
      [4, 'HRB 2;Ulm '],
    ],
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

test('lines of a file go below those that are there, without the header of the file', () => {
  const file = '\ufeffNummer;Gericht\r\nHRB 2;Ulm\r\n\r\nHRB 3;Kiel\r\n'
  assert.equal(withLines('HRB 1;Kiel\n', file), 'HRB 1;Kiel\nHRB 2;Ulm\nHRB 3;Kiel')
  assert.equal(withLines('HRB 1;Kiel', 'HRB 2;Ulm'), 'HRB 1;Kiel\nHRB 2;Ulm')
  assert.equal(withLines(' \n', file), file, 'an empty field gets the file as it is')
})

test('a file is read as UTF-16 with its mark, as UTF-8, or as Windows-1252 if it is neither', async () => {
  const text = 'HRB 1;München'
  const wide = Buffer.from(`\ufeff${text}`, 'utf16le')
  for (const bytes of [
    wide,
    Buffer.from(wide).swap16(),
    Buffer.from(`\ufeff${text}`),
    Buffer.from(text),
    Buffer.from(text, 'latin1'),
  ])
    assert.equal(await textOfFile(new Blob([Uint8Array.from(bytes)])), text, bytes.toString('hex'))
})

test('a file that contains no text, such as a workbook, is refused', async () => {
  const workbook = readFileSync(join(import.meta.dirname, '../fixtures/lists/customers.xlsx'))
  for (const bytes of [workbook, Buffer.from('HRB 1', 'utf16le')])
    assert.equal(await textOfFile(new Blob([Uint8Array.from(bytes)])), undefined)
})
