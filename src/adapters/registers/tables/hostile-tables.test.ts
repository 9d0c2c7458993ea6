/** Bad input as CSV: good rows are kept, bad rows are counted, and what ends the reading is said. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { FileFault } from '../../../core/ingest/entry-source.ts'
import { readEntry } from '../../../core/ingest/read-entry.ts'
import { registerFiles } from '../entry-source.ts'
import { LINE_BYTES_MAX } from '../files/line-splitter.ts'

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
