import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvLine } from './csv-line.ts'

/** RFC 4180 read naively: one line back into its cells. */
function cellsOf(line: string): string[] {
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,"]*))/g)]
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

test('cells with commas, quotes and line breaks are quoted', () => {
  assert.equal(csvLine(['a', 'b,c', 'say "x"', 'l\r\nm', '']), 'a,"b,c","say ""x""","l\r\nm",\r\n')
})

test('a cell that a spreadsheet would execute is written as text', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\uff1d', '\uff0b', '\uff0d', '\uff20']) {
    const [cell] = cellsOf(csvLine([`${start}cmd`]))
    assert.equal(cell, `'${start}cmd`)
  }
  assert.equal(csvLine(['a=b', '1-2', 'a\uff1db']), 'a=b,1-2,a\uff1db\r\n')
})

test('a written table is read back unchanged, except for the mark before formulas', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (cells) => {
      const safe = cells.map((cell) =>
        /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell,
      )
      assert.deepEqual(cellsOf(csvLine(cells)), safe)
    }),
  )
})
