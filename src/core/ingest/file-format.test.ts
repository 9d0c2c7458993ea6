import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORMAT_NAMES, FormatCounts, readFormatName } from './file-format.ts'

test('a format is read by its name, and any other text is refused with all names', () => {
  for (const name of FORMAT_NAMES) assert.equal(readFormatName(name, name === 'table'), name)
  for (const text of ['csv', '', 'GLEIF-CSV', 'table '])
    assert.throws(() => readFormatName(text, false), {
      code: 'invalid_request',
      message: new RegExp(`is not a format\\. It must be one of .*${FORMAT_NAMES.join(', ')}`),
    })
})

test('only a table has a mapping', () => {
  assert.throws(() => readFormatName('table', false), /needs a mapping/)
  assert.throws(() => readFormatName('gleif-csv', true), /--mapping is for tables/)
})

test('files are counted by format, encoding, separator and sheet', () => {
  const counts = new FormatCounts()
  const table = { kind: 'csv', encoding: 'utf-8', separator: ';', sheet: '' } as const
  for (const separator of [';', ',', ';']) counts.add({ format: 'table', table: { ...table, separator } })
  counts.add({ format: 'offeneregister' })
  assert.deepEqual(
    counts.list().map(({ files, format }) => [format, files]),
    [
      ['table', 2],
      ['table', 1],
      ['offeneregister', 1],
    ],
  )
})
