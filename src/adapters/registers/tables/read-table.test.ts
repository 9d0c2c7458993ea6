import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { LINE_BYTES_MAX } from '../files/line-splitter.ts'
import { openTable, type TableOptions } from './read-table.ts'
import { COLUMNS_MAX, type TableRow } from './table.ts'

/** The file in chunks of some bytes, so that letters and quotes are cut. */
function chunksOf(bytes: Buffer, size = 7): Readable {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size))
  return Readable.from(chunks)
}

async function read(content: string | Buffer, options: TableOptions = {}, size?: number) {
  const rows: TableRow[] = []
  const chunks = chunksOf(Buffer.from(content), size)
  const table = await openTable({ path: 'list.csv', chunks }, options)
  let fault: FileFault | undefined
  try {
    for await (const batch of table.rows) rows.push(...batch)
  } catch (error) {
    assert.ok(error instanceof FileFault, String(error))
    fault = error
  }
  return { table, rows, fault, cells: rows.map((row) => ('cells' in row ? { ...row.cells } : row.fault)) }
}

describe('reading tables', () => {
  it('recognises comma, semicolon, tab and bar as separators', async () => {
    for (const separator of [',', ';', '\t', '|']) {
      const { table, cells } = await read(`Firma${separator}Ort\nAdler GmbH${separator}Köln\n`, {}, 1000)
      assert.equal(table.separator, separator)
      assert.deepEqual(cells, [{ Firma: 'Adler GmbH', Ort: 'Köln' }])
    }
  })

  it('recognises UTF-8, UTF-16 and Windows-1252, with and without a byte order mark', async () => {
    const text = 'Firma;Ort\r\nMüller & Söhne GmbH;Köln\r\n'
    const wide = Buffer.from(text, 'utf16le')
    const files: [string, Buffer][] = [
      ['utf-8', Buffer.from(text)],
      ['utf-8', Buffer.from(`\ufeff${text}`)],
      ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['utf-16le', wide],
      ['utf-16be', Buffer.from(wide).swap16()],
      ['windows-1252', Buffer.from(text, 'latin1')],
    ]
    for (const [encoding, bytes] of files) {
      const { table, cells } = await read(bytes, {}, 1000)
      assert.equal(table.encoding, encoding)
      assert.deepEqual(cells, [{ Firma: 'Müller & Söhne GmbH', Ort: 'Köln' }], encoding)
    }
  })

  it('takes the encoding and the separator that are given', async () => {
    const { cells } = await read(Buffer.from('Firma,x;Ort\nA,B;C\n'), { separator: ';', encoding: 'utf-8' })
    assert.deepEqual(cells, [{ 'Firma,x': 'A,B', Ort: 'C' }])
  })

  it('reads quoted cells with separators, quotes and line ends, and tells the line of each row', async () => {
    const { rows, cells } = await read('Firma,Ort\n"Adler, ""Alt"" GmbH","Bad\nTölz"\nB GmbH,Ulm\n', {
      separator: ',',
    })
    assert.deepEqual(cells[0], { Firma: 'Adler, "Alt" GmbH', Ort: 'Bad\nTölz' })
    assert.deepEqual(
      rows.map(({ line }) => line),
      [3, 4],
    )
  })

  it('reads a quote inside a tab-separated cell as a letter', async () => {
    const { cells } = await read('Firma\tOrt\n"Alte Post GmbH\tUlm\n', { separator: '\t' })
    assert.deepEqual(cells, [{ Firma: '"Alte Post GmbH', Ort: 'Ulm' }])
  })

  it('fills missing cells, and rejects a row with more cells than the header or with invalid bytes', async () => {
    const invalid = Buffer.concat([
      Buffer.from('Firma;Ort\nA;Köln\nB\nC;D;E\n'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from(';F\n'),
    ])
    const { cells } = await read(invalid, { encoding: 'utf-8', separator: ';' })
    assert.deepEqual(cells, [{ Firma: 'A', Ort: 'Köln' }, { Firma: 'B', Ort: '' }, 'field_type', 'not_utf8'])
  })

  it('keeps the rows before a quote that is never closed, and says after which line', async () => {
    const { cells, fault } = await read(
      `Firma,Ort\nA,Ulm\n"B,${'x'.repeat(3 * LINE_BYTES_MAX)}`,
      { separator: ',' },
      65_536,
    )
    assert.deepEqual(cells, [{ Firma: 'A', Ort: 'Ulm' }])
    assert.deepEqual([fault?.reason, fault?.line], ['malformed', 2])
  })

  it('accepts a header of the most columns, and refuses one more', async () => {
    const header = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`).join(',')
    assert.equal((await read(`${header(COLUMNS_MAX)}\nA\n`, { separator: ',' })).rows.length, 1)
    assert.equal(
      (await read(`${header(COLUMNS_MAX + 1)}\nA\n`, { separator: ',' })).fault?.reason,
      'malformed',
    )
  })

  it('reads JSON Lines, with the fields of nested objects as columns of their own', async () => {
    const line = { name: 'Adler GmbH', address: { city: 'Köln', geo: null }, tags: ['a', 'b'], id: 7 }
    const { table, cells } = await read(`${JSON.stringify(line)}\nnonsense\n[1]\n`, {}, 1000)
    assert.equal(table.kind, 'jsonl')
    assert.deepEqual(cells, [
      { name: 'Adler GmbH', 'address.city': 'Köln', tags: 'a\nb', id: '7' },
      'broken_json',
      'not_an_object',
    ])
  })

  it('never takes a column as a property of every object', async () => {
    const { rows } = await read('__proto__,Firma\nA,B\n', { separator: ',' })
    assert.ok('cells' in rows[0]!)
    assert.deepEqual(Object.entries(rows[0].cells), [
      ['__proto__', 'A'],
      ['Firma', 'B'],
    ])
    assert.equal(rows[0].cells.toString, undefined)
  })
})
