import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { csvCells, csvLine } from './csv-line.ts'

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

test('a list keeps its separator, and negative and telephone numbers as they are', () => {
  assert.equal(csvCells(['-12,50', '+49 89 123-0', '-', '+1+cmd'], ';'), "-12,50;+49 89 123-0;-;'+1+cmd\r\n")
  assert.equal(
    csvCells(['=1+1', '@a', '\uff1d1', 'a;b', 'say "x"', 'l\nm'], ';'),
    `'=1+1;'@a;'\uff1d1;"a;b";"say ""x""";"l\nm"\r\n`,
  )
  assert.equal(csvCells(['a,b', '|'], '|'), 'a,b|"|"\r\n')
})

test('between tabs, cells have no quotes and no tabs', () => {
  assert.equal(csvCells(['say "x"', 'a\tb', 'l\r\nm', '=1'], '\t'), `say "x"\ta b\tl m\t'=1\r\n`)
})
