/** Bad input as CSV: good rows are kept, bad rows are counted, and what ends the reading is said. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { createGunzip } from 'node:zlib'
import { hostileFile } from '../../../../test/fixtures/hostile-files.ts'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { readEntry } from '../../../core/ingest/read-entry.ts'
import { registerFiles } from '../entry-source.ts'
import { LINE_BYTES_MAX } from '../files/line-splitter.ts'
import { CHUNK_BYTES } from '../files/unpack.ts'
import { openTable } from './read-table.ts'
import { COLUMNS_MAX, HEADER_CHARS_MAX, ROW_CELLS_MAX } from './table.ts'

const MAPPING = 'source: list\ntitle: List\ncolumns: {id: Nr, name: Firma, seat: Ort}\n'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'csv-'))
  writeFileSync(join(folder, 'mapping.yaml'), MAPPING)
})
after(() => rmSync(folder, { recursive: true }))

async function read(content: string | Buffer): Promise<{ rows: unknown[]; fault?: FileFault }> {
  const path = join(folder, 'list.csv')
  writeFileSync(path, content)
  const rows: unknown[] = []
  try {
    for await (const batch of registerFiles().read(path, { mapping: join(folder, 'mapping.yaml') })) {
      for (const row of batch.rows) {
        const company = 'entry' in row ? readEntry(row.entry) : 'reason' in row ? row.reason : 'parent'
        rows.push(typeof company === 'string' ? company : [company.name, company.seat])
      }
    }
    return { rows }
  } catch (fault) {
    assert.ok(fault instanceof FileFault, String(fault))
    return { rows, fault }
  }
}

test('a quote that is never closed ends the reading with the row before it', async () => {
  const rest = '2;B GmbH;Ulm\n'.repeat(200_000)
  const { rows, fault } = await read(`Nr;Firma;Ort\n1;A GmbH;Ulm\n2;"B GmbH;Ulm\n${rest}`)
  assert.deepEqual(rows, [['A GmbH', 'Ulm']])
  assert.equal(fault?.reason, 'malformed')
  assert.match(fault.message, /list\.csv is malformed after line 2: a quote is never closed/)
})

test('a quote that is never closed in the last, short part of a file is said, too', async () => {
  const { rows, fault } = await read('Nr;Firma;Ort\n1;A GmbH;Ulm\n2;"B GmbH;Ulm\n3;C GmbH;Ulm\n')
  assert.deepEqual(rows, [['A GmbH', 'Ulm']])
  assert.equal(fault?.reason, 'malformed')
})

test('a record of the longest length is read, and a longer one ends the reading', async () => {
  const withCell = (chars: number) =>
    `Nr;Firma;Ort\n1;A GmbH;Ulm\n2;B GmbH;"${'x'.repeat(chars)}"\n3;C GmbH;Ulm\n`
  const fitting = await read(withCell(LINE_BYTES_MAX - 100))
  assert.deepEqual([fitting.rows.length, fitting.fault], [3, undefined])
  const { rows, fault } = await read(withCell(LINE_BYTES_MAX + 1))
  assert.deepEqual([rows, fault?.reason], [[['A GmbH', 'Ulm']], 'malformed'])
})

test('NUL characters are read as blanks', async () => {
  const { rows } = await read('Nr;Firma;Ort\n1;A\0GmbH\0;\0Ulm\n2;\0;Ulm\n')
  assert.deepEqual(rows, [['A GmbH', 'Ulm'], 'name_missing'])
})

test('rows in another encoding than the start of the file are rejected, and the others are kept', async () => {
  const good = Buffer.from(`Nr;Firma;Ort\n${'1;Müller GmbH;Köln\n'.repeat(20_000)}`)
  const { rows } = await read(
    Buffer.concat([good, Buffer.from('2;Möwe GmbH;Köln\n', 'latin1'), Buffer.from('3;Möwe GmbH;Köln\n')]),
  )
  assert.equal(rows.length, 20_002)
  assert.deepEqual(rows.slice(-3), [['Müller GmbH', 'Köln'], 'not_utf8', ['Möwe GmbH', 'Köln']])
})

test('random bytes are no companies, and never more than a sentence', async () => {
  let seed = 7
  for (let run = 0; run < 50; run++) {
    const bytes = Buffer.alloc(3000)
    for (let i = 0; i < bytes.length; i++) {
      seed = (seed * 48_271) % 2_147_483_647
      bytes[i] = seed % 256
    }
    const { fault } = await read(
      Buffer.concat([run % 2 === 0 ? Buffer.from('Nr;Firma;Ort\n') : bytes.subarray(0, 0), bytes]),
    )
    if (fault !== undefined) assert.match(fault.message, /list\.csv.*\.$/)
  }
})

/** Reads a hostile file to its refusal; returns the unpacked bytes that were read before it. */
async function readHostile(name: string): Promise<{ bytes: number; message: string }> {
  const counted = { bytes: 0 }
  try {
    const { records } = await openTable({ path: name, chunks: unpacked(name, counted) }, {})
    for await (const _ of records ?? []);
  } catch (fault) {
    assert.ok(fault instanceof FileFault, String(fault))
    return { bytes: counted.bytes, message: fault.message }
  }
  return assert.fail('read to its end')
}

async function* unpacked(name: string, counted: { bytes: number }): AsyncGenerator<Buffer> {
  const packed = Readable.from([hostileFile(name)])
  for await (const chunk of packed.pipe(createGunzip({ chunkSize: CHUNK_BYTES }))) {
    counted.bytes += chunk.length
    yield chunk
  }
}

for (const [name, line] of [
  ['cells.csv.gz', 0],
  ['cells-of-a-row.csv.gz', 2],
  ['cells.tsv.gz', 2],
  ['quoted-cells.csv.gz', 2],
  ['open-quote.csv.gz', 2],
] as const)
  test(`${name} is refused after some 4 of its 190 MiB`, async () => {
    const { bytes, message } = await readHostile(name)
    assert.match(
      message,
      new RegExp(`^${name} is malformed after line ${line}: .*too many cells or characters`),
    )
    assert.ok(bytes < 5 * LINE_BYTES_MAX, `${bytes} bytes`)
  })

test('a record of the most cells is a row that does not fit, and one more ends the reading', async () => {
  const withCells = (count: number) => `Nr;Firma;Ort\n1;A GmbH;Ulm\n${';'.repeat(count - 1)}\n2;B GmbH;Ulm\n`
  const fitting = await read(withCells(ROW_CELLS_MAX))
  assert.deepEqual(fitting, { rows: [['A GmbH', 'Ulm'], 'field_type', ['B GmbH', 'Ulm']] })
  const { rows, fault } = await read(withCells(ROW_CELLS_MAX + 1))
  assert.deepEqual([rows, fault?.reason, fault?.line], [[['A GmbH', 'Ulm']], 'malformed', 2])
})

test('empty lines are no record, however many there are', async () => {
  const { rows } = await read(`Nr;Firma;Ort\n${'\n'.repeat(5 * LINE_BYTES_MAX)}1;A GmbH;Ulm\n`)
  assert.deepEqual(rows, [['A GmbH', 'Ulm']])
})

test('an object whose fields stand for far more columns than a table has is rejected', async () => {
  const { rows } = await openTable(
    { path: 'a.jsonl', chunks: Readable.from([hostileFile('long-prefix.jsonl')]) },
    {},
  )
  const faults: unknown[] = []
  for await (const batch of rows) faults.push(...batch.map((row) => 'fault' in row && row.fault))
  assert.deepEqual(faults, ['field_type'])
})

test('an object has the most columns, and one more is rejected', async () => {
  const withFields = (count: number, chars = 3) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, i) => [String(i).padStart(chars), 1])),
    )
  const faultOf = async (line: string) => {
    const { rows } = await openTable({ path: 'a.jsonl', chunks: Readable.from([Buffer.from(line)]) }, {})
    for await (const [row] of rows) if (row !== undefined) return 'fault' in row ? row.fault : 'read'
    return 'nothing'
  }
  assert.equal(await faultOf(withFields(COLUMNS_MAX)), 'read')
  assert.equal(await faultOf(withFields(COLUMNS_MAX + 1)), 'field_type')
  const prefixed = (chars: number) => `{"${'k'.repeat(chars)}":{"a":1,"b":1}}`
  assert.equal(await faultOf(prefixed(HEADER_CHARS_MAX / 2 - 2)), 'read')
  assert.equal(await faultOf(prefixed(HEADER_CHARS_MAX / 2 - 1)), 'field_type')
})

test('short rows of many columns are made in parts', async () => {
  const { rows: parts } = await openTable(
    {
      path: 'a.csv',
      chunks: Readable.from([Buffer.from(`${';'.repeat(COLUMNS_MAX - 1)}\n${'A\n'.repeat(10_000)}`)]),
    },
    { separator: ';' },
  )
  let [most, rows] = [0, 0]
  for await (const part of parts) {
    most = Math.max(most, part.length)
    rows += part.length
  }
  assert.deepEqual([most, rows], [100, 10_000])
})
