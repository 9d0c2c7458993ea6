import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { hostileFile } from '../../../test/fixtures/hostile-files.ts'
import { inlineRows, workbookOf } from '../../../test/fixtures/workbook.ts'
import { FileFault } from '../../core/ingest/entry-source.ts'
import type { ListOptions } from '../../core/matching/customer-list.ts'
import { findColumns } from '../../core/matching/match-columns.ts'
import { openCustomerList } from './customer-list.ts'
import { LINE_BYTES_MAX } from './files/line-splitter.ts'
import { COLUMNS_MAX, HEADER_CHARS_MAX } from './tables/table.ts'

const LISTS = resolve(import.meta.dirname, '../../../test/fixtures/lists')
const PLAIN: ListOptions = { hasNoHeader: false }

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'lists-'))
})
after(() => rmSync(folder, { recursive: true }))

/** Returns the list of a file, and its rows from `from` on. */
async function read(path: string, options: ListOptions = PLAIN, from = 0) {
  const list = await openCustomerList(path, options)
  return { list, rows: (await Array.fromAsync(list.rows(from))).flat() }
}

function written(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const isFault = (reason: string) => (error: unknown) => error instanceof FileFault && error.reason === reason

describe('a list of customers', () => {
  const files = [
    ['excel-de.csv', 'windows-1252', ';', true],
    ['unicode-text.tsv', 'utf-16le', '\t', true],
    ['customers.xlsx', '', '', true],
    ['customers.jsonl', 'utf-8', '', false],
  ] as const
  for (const [name, encoding, separator, isForExcel] of files)
    it(`is read from ${name} by its content, with all rows, columns and umlauts`, async () => {
      const { list, rows } = await read(join(LISTS, name))
      assert.deepEqual([list.encoding, list.separator, list.isForExcel], [encoding, separator, isForExcel])
      assert.equal(list.rowCount, 6)
      assert.equal(rows.length, 6)
      assert.equal(list.header.length, 8 + (name === 'customers.jsonl' ? 1 : 0))
      const { columns } = findColumns(list.header, list.firstRows)
      const cell = (row: number, places: readonly number[]) => rows[row]?.cells[places[0] as number] ?? ''
      assert.equal(cell(0, columns.name), 'Adler Automaten GmbH')
      assert.equal(cell(2, columns.name), 'Schützenverein Adler')
      assert.equal(cell(2, columns.city), 'Altensteig')
      assert.equal(cell(5, columns.number), 'Freiburg GnR 21')
    })

  it('is recognised as a workbook although its name ends in .csv', async () => {
    const bytes = workbookOf([{ name: 'Liste', rows: inlineRows([['Firma'], ['Adler']]) }])
    const { list, rows } = await read(written('book.csv', bytes))
    assert.deepEqual([list.kind, list.header, rows], ['xlsx', ['Firma'], [{ cells: ['Adler'] }]])
  })

  it('keeps cells as they are, also more of them than the header has, and columns of the same name', async () => {
    const { list, rows } = await read(written('wide.csv', 'Firma,Firma\n Adler ,b,c\n"x, ""y"""\n'))
    assert.deepEqual(list.header, ['Firma', 'Firma', ''])
    assert.deepEqual(rows, [{ cells: [' Adler ', 'b', 'c'] }, { cells: ['x, "y"'] }])
  })

  it('has names for its columns if its first row is a row', async () => {
    const { list, rows } = await read(written('bare.csv', 'Adler;Ulm\nFalke;Kiel\n'), { hasNoHeader: true })
    assert.deepEqual([list.header, list.rowCount, rows.length], [['Column 1', 'Column 2'], 2, 2])
  })

  it('of one column, of 100 columns and with a row of nearly the longest length is read', async () => {
    const one = await read(written('one.csv', 'Firma\nAdler\n\nFalke\n'))
    assert.deepEqual(one.rows, [{ cells: ['Adler'] }, { cells: ['Falke'] }])
    const names = Array.from({ length: 100 }, (_, i) => `c${i}`)
    const wide = await read(written('100.csv', `${names.join(';')}\n${names.join(';')}\n`))
    assert.deepEqual(wide.rows, [{ cells: names }])
    const long = 'x'.repeat(LINE_BYTES_MAX - 100)
    const { rows } = await read(written('long.csv', `Firma,Text\nAdler,${long}\n`))
    assert.equal(rows[0]?.cells[1], long)
  })

  it('with a row that is too long, a quote that is never closed or too many columns is refused as a whole', async () => {
    const refused = async (content: string) =>
      assert.rejects(openCustomerList(written('bad.csv', content), PLAIN), isFault('malformed'))
    await refused(`Firma,Text\nAdler,${'x'.repeat(LINE_BYTES_MAX + 1)}\n`)
    await refused('Firma,Ort\nAdler,Ulm\n"Falke,Kiel\nBussard,Ulm\n')
    await refused(`${'a,'.repeat(COLUMNS_MAX)}b\n1\n`)
    await refused(`Firma\n${'a,'.repeat(COLUMNS_MAX)}b\n`)
    const limit = await read(written('limit.csv', `${'a,'.repeat(COLUMNS_MAX - 1)}b\n1\n`))
    assert.equal(limit.list.header.length, COLUMNS_MAX)
  })

  it('that is empty, has a header only, or is missing is refused', async () => {
    await assert.rejects(openCustomerList(written('empty.csv', ''), PLAIN), isFault('empty'))
    await assert.rejects(openCustomerList(written('head.csv', 'Firma,Ort\n'), PLAIN), isFault('empty'))
    await assert.rejects(openCustomerList(join(folder, 'none.csv'), PLAIN), isFault('missing'))
    execFileSync('mkfifo', [join(folder, 'pipe.csv')])
    await assert.rejects(openCustomerList(join(folder, 'pipe.csv'), PLAIN), isFault('not_a_file'))
  })

  it('that is a JSON list is refused with the way to change it', async () => {
    const path = written('list.json', '[\n  {"name": "Adler"}\n]')
    await assert.rejects(openCustomerList(path, PLAIN), /is a JSON list\. Write one object per line/)
  })

  it('whose first umlaut comes late is read as Windows-1252 if it is no UTF-8', async () => {
    const start = `Firma;Ort\n${'Adler;Ulm\n'.repeat(100_000)}`
    const { list, rows } = await read(written('late.csv', Buffer.from(`${start}Müller;Köln\n`, 'latin1')))
    assert.equal(list.encoding, 'windows-1252')
    assert.deepEqual(rows.at(-1), { cells: ['Müller', 'Köln'] })
  })

  it('of JSON Lines has the fields of all objects, and keeps lines that are none', async () => {
    const { list, rows } = await read(
      written('l.jsonl', '{"name":"Adler"}\n{"name":"Falke","x":{"city":"Ulm"}}\n{"name\n[1]\n'),
    )
    assert.deepEqual(list.header, ['name', 'x.city'])
    assert.deepEqual(
      rows.map(({ cells, fault }) => [cells, fault]),
      [
        [['Adler', ''], undefined],
        [['Falke', 'Ulm'], undefined],
        [[], 'syntax'],
        [[], 'type'],
      ],
    )
    assert.equal(rows[2]?.text, '{"name')
  })

  it('can be read again from any row', async () => {
    for (const name of ['excel-de.csv', 'customers.xlsx', 'customers.jsonl']) {
      const { rows } = await read(join(LISTS, name))
      for (const from of [1, 5, 6]) {
        const rest = await read(join(LISTS, name), PLAIN, from)
        assert.deepEqual(rest.rows, rows.slice(from), `${name} from ${from}`)
      }
    }
  })
})

describe('a hostile list', () => {
  it('is refused at its place if its columns are too many, or their names too long', async () => {
    const faultOf = (name: string, content: string | Buffer) =>
      read(written(name, content)).then(
        () => '',
        (fault: Error) => fault.message,
      )
    const wide = (count: number) => `Firma;Ort\nA;Ulm\n${';'.repeat(count - 1)}\n`
    assert.equal(await faultOf('wide.csv', wide(COLUMNS_MAX)), '')
    assert.match(await faultOf('wide.csv', wide(COLUMNS_MAX + 1)), /wide\.csv is malformed after line 2:/)
    const names = (chars: number) => `{"a":1}\n{"${'k'.repeat(chars - 1)}":1}\n`
    assert.equal(await faultOf('names.jsonl', names(HEADER_CHARS_MAX / 2)), '')
    const longer = `{"b${'k'.repeat(HEADER_CHARS_MAX / 2)}":1}\n`
    assert.match(
      await faultOf('names.jsonl', names(HEADER_CHARS_MAX / 2) + longer),
      /names\.jsonl is malformed after line 2:/,
    )
  })

  it('may have the most cells, each row as wide as the widest, and not one more', async () => {
    const lists = [
      ['cells.csv', 'A;B\n1\n2;3\n4\n'],
      ['cells.jsonl', '{"A":1}\n{"A":2,"B":3}\n{"A":4}\n'],
    ] as const
    for (const [name, text] of lists) {
      const path = written(name, text)
      assert.equal((await openCustomerList(path, { ...PLAIN, cellsMax: 6 })).rowCount, 3)
      await assert.rejects(openCustomerList(path, { ...PLAIN, cellsMax: 5 }), isFault('unpacks_too_large'))
    }
  })

  it('is refused before it is unpacked if it is a database', async () => {
    await assert.rejects(
      read(written('list.csv', hostileFile('zeros.db.gz'))),
      /list\.csv is an SQLite database\. Export what you need as CSV\.$/,
    )
  })

  it('makes short rows of many fields in parts', async () => {
    const list = await openCustomerList(
      written('short.jsonl', hostileFile('short-rows-of-many-fields.jsonl').subarray(0, 200_000)),
      PLAIN,
    )
    let most = 0
    for await (const rows of list.rows(0)) most = Math.max(most, rows.length)
    assert.equal(most, 100)
  })
})
