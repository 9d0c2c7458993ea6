/** The SQLite databases of OffeneRegister, read as files. */
import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import BetterSqlite from 'better-sqlite3'
import { hostileFile } from '../../../../test/fixtures/hostile-files.ts'
import {
  type JsonEntry,
  type NoticedRows,
  writeFlatDatabase,
  writeNoticesDatabase,
} from '../../../../test/fixtures/offeneregister-databases.ts'
import { zipOf } from '../../../../test/fixtures/zip.ts'
import { FileFault, type ReadOptions, type Row } from '../../../core/ingest/entry-source.ts'
import type { RegisterEntry } from '../../../core/ingest/register-entry.ts'
import { registerFiles } from '../entry-source.ts'
import { openUnpackedDatabase, VALUE_BYTES_MAX } from '../files/database-file.ts'
import { FILE_START, faultOfError } from '../files/file-faults.ts'
import { inspectFile } from '../inspect-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'databases-'))
after(() => rmSync(folder, { recursive: true }))

const LINES = readFileSync(
  resolve(import.meta.dirname, '../../../../test/fixtures/offeneregister.jsonl'),
  'utf8',
)
const ENTRIES: readonly JsonEntry[] = LINES.trim()
  .split('\n')
  .flatMap((line) => {
    try {
      return [JSON.parse(line) as JsonEntry]
    } catch {
      return []
    }
  })
  .filter((entry) => typeof entry?.name === 'string' && typeof entry.company_number === 'string')

let files = 0
function newPath(end = '.db'): string {
  files += 1
  return join(folder, `${files}${end}`)
}

/** Makes a new folder that of temporary files until the end of the test. */
function ownTemporaryFolder(test: TestContext): string {
  const own = mkdtempSync(join(folder, 'temporary-'))
  const { TMPDIR: before = tmpdir() } = process.env
  process.env.TMPDIR = own
  test.after(() => {
    process.env.TMPDIR = before
  })
  return own
}

async function rowsOf(path: string, how: ReadOptions = {}): Promise<Row[]> {
  const rows: Row[] = []
  for await (const batch of registerFiles().read(path, how)) rows.push(...batch.rows)
  return rows
}

async function entriesOf(path: string, how: ReadOptions = {}): Promise<RegisterEntry[]> {
  return (await rowsOf(path, how)).flatMap((row) => ('entry' in row ? [row.entry] : []))
}

async function faultOf(path: string, how: ReadOptions = {}): Promise<FileFault> {
  const fault = await rowsOf(path, how).then(
    () => assert.fail('the file was read'),
    (error: unknown) => error,
  )
  assert.ok(fault instanceof FileFault, String(fault))
  return fault
}

describe('the flat database of OffeneRegister', () => {
  it('has the same entries as the JSON Lines, whatever its tables refer to and whether they are indexed', async () => {
    const path = newPath('.jsonl')
    writeFileSync(path, ENTRIES.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    const expected = await entriesOf(path)
    assert.ok(expected.some(({ formerNames }) => formerNames.length > 0))
    assert.ok(expected.some(({ formerNumbers }) => formerNumbers.length > 0))
    for (const reference of ['id', 'number'] as const) {
      for (const isIndexed of [false, true]) {
        const database = newPath()
        writeFlatDatabase(database, ENTRIES, {
          reference,
          isIndexed,
          nameColumn: isIndexed ? 'name' : 'company_name',
        })
        assert.deepEqual(await entriesOf(database), expected, `${reference} ${isIndexed}`)
        assert.equal((await inspectFile(database)).format, 'offeneregister-sqlite')
      }
    }
  })

  it('is read compressed, and no unpacked copy stays', async (test) => {
    const path = newPath()
    writeFlatDatabase(path, ENTRIES)
    const expected = await entriesOf(path)
    const [gz, zip] = [newPath('.db.gz'), newPath('.zip')]
    writeFileSync(gz, gzipSync(readFileSync(path)))
    writeFileSync(zip, zipOf({ name: 'openregister.db', bytes: readFileSync(path) }))
    const copies = ownTemporaryFolder(test)
    assert.deepEqual(await entriesOf(gz), expected)
    assert.deepEqual(await entriesOf(zip), expected)
    assert.deepEqual(readdirSync(copies), [])
  })

  it('is refused if it unpacks to more than the limit', async () => {
    const path = newPath()
    writeFlatDatabase(path, ENTRIES)
    const bytes = readFileSync(path)
    const opened = await openUnpackedDatabase(chunks(bytes), bytes.length)
    assert.ok(opened.hasTable('company', ['name']))
    await opened.close()
    await assert.rejects(openUnpackedDatabase(chunks(bytes), bytes.length - 1), /unpacks_too_large/)
  })

  it('stays as it is, and without people', async () => {
    const path = newPath()
    writeFlatDatabase(path, [
      { company_number: 'D2601V_HRB1', name: 'A GmbH', officers: [{ name: 'Erika Mustermann' }] },
    ])
    const before = readFileSync(path)
    const rows = await rowsOf(path)
    assert.equal(rows.length, 1)
    assert.ok(!JSON.stringify(rows).includes('Mustermann'))
    assert.deepEqual(readFileSync(path), before)
  })

  it('rejects a row for its own reason and reads the others', async () => {
    const path = newPath()
    writeFlatDatabase(path, [
      { company_number: 'D2601V_HRB1', name: '' },
      { company_number: '', name: 'B GmbH' },
      { company_number: 'D2601V_HRB3', name: Buffer.from('C GmbH') },
      { company_number: 'D2601V_HRB4', name: 'D'.repeat(VALUE_BYTES_MAX) },
      { company_number: 'D2601V_HRB5', name: 'E'.repeat(VALUE_BYTES_MAX + 1) },
      { company_number: 'D2601V_HRB6', name: 'F GmbH' },
    ])
    const rows = await rowsOf(path)
    assert.deepEqual(
      rows.map((row) => ('reason' in row ? row.reason : 'entry')),
      ['name_missing', 'number_missing', 'field_type', 'entry', 'line_too_long', 'entry'],
    )
    assert.deepEqual(
      rows.map(({ line }) => line),
      [1, 2, 3, 4, 5, 6],
    )
  })

  it('reads no view, virtual table or generated column in place of a table', async () => {
    const { source } = {
      source: 'company_number, name, current_status, registered_office, registered_address, retrieved_at',
    }
    for (const schema of [
      `CREATE TABLE t (${source}); CREATE VIEW company AS SELECT * FROM t`,
      `CREATE VIRTUAL TABLE company USING fts5(${source})`,
      `CREATE TABLE company (${source}, PRIMARY KEY (company_number)) WITHOUT ROWID`,
      `CREATE TABLE company (${source.replace('name,', "name AS ('A GmbH'),")})`,
    ]) {
      const path = newPath()
      new BetterSqlite(path).exec(schema).close()
      assert.equal((await faultOf(path)).reason, 'foreign_database', schema)
    }
  })
})

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
}

describe('a database that cannot be read', () => {
  it('is told as a fault of the file', async () => {
    const foreign = newPath()
    new BetterSqlite(foreign).exec('CREATE TABLE companies (name)').close()
    const whole = newPath()
    writeFlatDatabase(
      whole,
      Array.from({ length: 500 }, (_, i) => ({ company_number: `D2601V_HRB${i}`, name: `A ${i}` })),
    )
    const [cut, short, torn] = [newPath(), newPath(), newPath()]
    copyFileSync(whole, cut)
    truncateSync(cut, readFileSync(whole).length - 8192)
    writeFileSync(short, readFileSync(whole).subarray(0, 50))
    const bytes = readFileSync(whole)
    writeFileSync(torn, bytes.fill(0xff, 8192, 16_384))
    assert.equal((await faultOf(foreign)).reason, 'foreign_database')
    assert.match((await faultOf(foreign)).message, /not one of OffeneRegister/)
    for (const path of [cut, short, torn]) assert.equal((await faultOf(path)).reason, 'database_damaged')
  })

  it('is told as a lack of room, with the folder, if it cannot be unpacked there', () => {
    const fault = faultOfError('openregister.db.gz', { code: 'ENOSPC' }, FILE_START)
    assert.equal(fault.reason, 'no_space')
    assert.ok(fault.message.includes(tmpdir()))
  })

  it('is not read as another format, and another file not as a database', async () => {
    const path = newPath()
    writeFlatDatabase(path, ENTRIES)
    const text = newPath('.jsonl')
    writeFileSync(text, LINES)
    for (const format of ['offeneregister', 'xjustiz-si', 'gleif-csv', 'offeneregister-2022'] as const)
      assert.equal((await faultOf(path, { format })).reason, 'foreign_database', format)
    assert.equal((await faultOf(text, { format: 'offeneregister-sqlite' })).reason, 'foreign_database')
    assert.equal((await entriesOf(path, { format: 'offeneregister-sqlite' })).length, ENTRIES.length)
  })
})

const COMPANIES: readonly NoticedRows[] = [
  {
    id: 'H1101_HRB1,D2601V_HRB42243',
    lastSeen: '2021-05-04',
    names: [
      ['Weser Stahl GmbH', '2010-01-05'],
      ['Weser Stahlbau GmbH', '2015-01-01'],
      ['Isar Stahlbau GmbH', '2018-02-03'],
    ],
    addresses: [
      ['Alte Str. 1, 28195 Bremen', '28195 Bremen', '2010-01-05'],
      ['Neue Str. 2, 80331 München', '80331 München', '2018-02-03'],
    ],
    numbers: [
      ['H1101_HRB1', '2010-01-05'],
      ['D2601V_HRB42243', '2018-02-03'],
    ],
  },
  {
    id: 'H1101_HRB2',
    dissolved: '2019-11-04',
    names: [['Hansa Druck GmbH', '2006-01-01']],
    numbers: [['H1101_HRB2', '2006-01-01']],
  },
  { id: 'H1101_HRB3', numbers: [['H1101_HRB3', '2006-01-01']] },
  { id: 'H1101_HRB4', names: [['Ohne Nummer GmbH', '2006-01-01']] },
]

describe('the database of OffeneRegister 2022', () => {
  it('tells what was published last, and what was before with its last day', async () => {
    const path = newPath()
    writeNoticesDatabase(path, COMPANIES)
    assert.equal((await inspectFile(path)).format, 'offeneregister-2022')
    const rows = await rowsOf(path)
    const entries = rows.flatMap((row) => ('entry' in row ? [row.entry] : []))
    const number = (court: string, digits: number) => ({
      country: 'DE',
      court,
      type: 'HRB',
      digits,
      suffix: '',
    })
    assert.deepEqual(entries[0], {
      source: 'offeneregister-2022',
      sourceKey: 'H1101_HRB1,D2601V_HRB42243',
      number: { register: number('D2601V', 42243), court: 'D2601V' },
      name: 'Isar Stahlbau GmbH',
      status: 'active',
      statusWord: '',
      seat: 'München',
      address: 'Neue Str. 2, 80331 München',
      registeredOn: null,
      formerNames: [
        { name: 'Weser Stahl GmbH', until: '2015-01-01' },
        { name: 'Weser Stahlbau GmbH', until: '2018-02-03' },
      ],
      formerNumbers: [{ register: number('H1101', 1), until: '2018-02-03' }],
      asOf: '2021-05-04',
    })
    assert.deepEqual(
      [entries[1]?.status, entries[1]?.statusWord, entries[1]?.seat],
      ['removed', 'dissolved', ''],
    )
    assert.deepEqual(
      rows.map((row) => ('reason' in row ? row.reason : 'entry')),
      ['entry', 'entry', 'name_missing', 'number_missing'],
    )
    assert.ok(!JSON.stringify(rows).includes('Mustermann'))
  })
})

describe('a hostile database', () => {
  const rowsOf = async (name: string) => {
    const path = newPath()
    writeFileSync(path, hostileFile(name))
    const counts: number[] = []
    for await (const { rows } of registerFiles().read(path)) counts.push(rows.length)
    return counts.filter((count) => count > 0)
  }

  it('is refused if a company has far too many rows of another table', async () => {
    await assert.rejects(
      rowsOf('names-of-a-company.db'),
      /\.db was not read after row 0: the next ones have far too many rows in the table names\. The rows before are valid\.$/,
    )
  })

  it('is read in smaller pages if its values are long', async () => {
    const pages = await rowsOf('long-values.db')
    assert.deepEqual([pages.length, pages.reduce((sum, rows) => sum + rows)], [2, 260])
  })
})
