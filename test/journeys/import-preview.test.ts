// Thorough: previews of imports; import-inspect.test.ts looks at a file before an import.
/** What an import would read: `--dry-run`, `--format`, and the recognised format in the output of an import. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { inlineRows, workbookOf } from '../fixtures/workbook.ts'
import { ENTRIES, importedFolder, ONE_THREAD, ROOT, run, startServer, temporaryFolder } from './program.ts'

const MAPPING = `
source: partners
title: Business partners
columns: {id: Nr, name: Firma, number: Register, court: Gericht, seat: Ort}
`
const ROWS = [
  ['Nr', 'Firma', 'Register', 'Gericht', 'Ort'],
  ['1', 'Blaubär Spedition GmbH', 'HRB 4711', 'München', 'Garching'],
  ['2', 'Möwennest Reederei', '', '', 'Kiel'],
  ['3', 'Ohne Gericht GmbH', 'HRB 12', '', 'Ulm'],
]

function filesIn(test: TestContext): { csv: string; xlsx: string; mapping: string; folder: string } {
  const folder = temporaryFolder(test)
  const pathOf = (name: string) => join(folder, name)
  writeFileSync(pathOf('p.csv'), Buffer.from(ROWS.map((cells) => `${cells.join(';')}\n`).join(''), 'latin1'))
  writeFileSync(pathOf('p.xlsx'), workbookOf([{ name: 'Kunden', rows: inlineRows(ROWS) }]))
  writeFileSync(pathOf('p.yaml'), MAPPING)
  return { csv: pathOf('p.csv'), xlsx: pathOf('p.xlsx'), mapping: pathOf('p.yaml'), folder }
}

const lastJson = (out: string) => JSON.parse(out.trim().split('\n').at(-1)!)

describe('an import with --dry-run', () => {
  it('shows what would be imported from a table, and stores nothing', async (test) => {
    const { csv, xlsx, mapping, folder } = filesIn(test)
    const dataDir = join(folder, 'var')
    const done = await run(['import', csv, xlsx, '--mapping', mapping, '--dry-run', '--data-dir', dataDir])
    assert.equal(done.code, 0, done.err)
    assert.match(
      done.out,
      /^6 rows read: 4 would be imported, 2 rejected \(number_unreadable 2\)\. Nothing was stored\.$/m,
    )
    assert.match(done.out, /^1 file read as table \(CSV, windows-1252, separator ";"\)\.$/m)
    assert.match(done.out, /^1 file read as table \(XLSX, sheet "Kunden"\)\.$/m)
    assert.match(done.out, /^Blaubär Spedition GmbH +HRB 4711 +München +DE +GmbH +unknown +Garching/m)
    assert.match(done.out, /^Möwennest Reederei +id 2 /m)
    assert.match(done.out, /^4 +number_unreadable +3;Ohne Gericht GmbH;HRB 12;;Ulm$/m)
    assert.equal(existsSync(dataDir), false)
  })

  it('shows the first ten companies of a register beside a running server, which does not change', async (test) => {
    const dataDir = await importedFolder(test)
    await startServer(test, dataDir, ONE_THREAD)
    const before = await run(['status', '--json', '--data-dir', dataDir])
    const done = await run(['import', ENTRIES, '--dry-run', '--json', '--data-dir', dataDir])
    assert.equal(done.code, 0, done.err)
    const preview = lastJson(done.out)
    assert.deepEqual([preview.step, preview.dry_run], ['done', true])
    assert.equal(preview.rows, readFileSync(ENTRIES, 'utf8').trim().split('\n').length)
    assert.equal(preview.good + preview.rejected, preview.rows)
    assert.equal(preview.companies.length, 10)
    assert.deepEqual(preview.formats, [
      { files: 1, format: 'offeneregister', kind: null, encoding: null, separator: null, sheet: null },
    ])
    const after = await run(['status', '--json', '--data-dir', dataDir])
    assert.equal(JSON.parse(after.out).sequence, JSON.parse(before.out).sequence)
  })

  it('ends like the import would: with a sentence and 4 if it would fail', async (test) => {
    const { csv, folder } = filesIn(test)
    const mapping = join(folder, 'm.yaml')
    writeFileSync(mapping, 'source: partners\ntitle: P\ncolumns: {name: Firma, number: Ort}\n')
    const rejected = await run(['import', csv, '--mapping', mapping, '--dry-run'])
    assert.equal(rejected.code, 4)
    assert.match(rejected.err, /An import would fail: 3 of 3 rows were rejected: 3 have a register number/)
    const missing = await run(['import', join(folder, 'none.csv'), '--mapping', mapping, '--dry-run'])
    assert.equal(missing.code, 4)
    assert.match(missing.err, /there is no such file[\s\S]*Nothing would be imported/)
    const refused = await run(['import', csv, '--dry-run', '--rejects', join(folder, 'r')])
    assert.equal(refused.code, 2)
    assert.match(refused.err, /--dry-run stores nothing: leave out --rejects\./)
  })

  it('of a workbook without a mapping says what is missing', async (test) => {
    const { xlsx } = filesIn(test)
    const done = await run(['import', xlsx, '--dry-run'])
    assert.equal(done.code, 4)
    assert.match(done.err, /is a table, which needs a mapping of its columns \(--mapping\)/)
  })
})

describe('an import with --format', () => {
  it('reads the file as this format, whatever its content, and says what it was read as', async (test) => {
    const folder = temporaryFolder(test)
    const file = join(folder, 'two.jsonl')
    const lines = readFileSync(ENTRIES, 'utf8').split('\n').slice(0, 2)
    // The last field is one by which relationships of GLEIF are recognised.
    writeFileSync(file, `${JSON.stringify({ ...JSON.parse(lines[0]!), StartNode: 'x' })}\n${lines[1]}\n`)
    const at = ['--data-dir', join(folder, 'var')]
    const recognised = await run(['import', file, '--dry-run'])
    assert.match(recognised.out, /read as gleif-parents-json/)
    const forced = await run(['import', file, '--format', 'offeneregister', '--json', ...at])
    assert.equal(forced.code, 0, forced.err)
    const result = lastJson(forced.out)
    assert.equal(result.good, 2)
    assert.deepEqual(
      result.formats.map(({ format, files }: { format: string; files: number }) => [format, files]),
      [['offeneregister', 1]],
    )
  })

  it('refuses an unknown name with all names, and a table without a mapping', async () => {
    const help = await run(['import', '--help'])
    const unknown = await run(['import', ENTRIES, '--format', 'csv'])
    assert.equal(unknown.code, 2)
    const names = /one of (.*)\.$/m.exec(unknown.err)?.[1]?.split(', ') ?? []
    assert.ok(names.includes('gleif-csv') && names.includes('table'), unknown.err)
    const words = help.out.replaceAll(/\s+/g, ' ')
    assert.ok(words.includes(names.join(', ')), words)
    const table = await run(['import', ENTRIES, '--format', 'table'])
    assert.equal(table.code, 2)
    assert.match(table.err, /A table needs a mapping/)
    const both = await run([
      'import',
      ENTRIES,
      '--format',
      'gleif-csv',
      '--mapping',
      join(ROOT, 'data/mappings/brreg.yaml'),
    ])
    assert.match(both.err, /--mapping is for tables/)
  })
})

describe('an import of a workbook', () => {
  it('in a running server says the sheet that was read', async (test) => {
    const { xlsx, mapping, folder } = filesIn(test)
    const dataDir = join(folder, 'var')
    const first = await run(['import', ENTRIES, '--data-dir', dataDir])
    assert.match(first.out, /^1 file read as offeneregister\.$/m)
    await startServer(test, dataDir, ONE_THREAD)
    const done = await run(['import', xlsx, '--mapping', mapping, '--data-dir', dataDir])
    assert.equal(done.code, 0, done.err)
    assert.match(done.out, /^3 rows read: 2 companies new/)
    assert.match(done.out, /^1 file read as table \(XLSX, sheet "Kunden"\)\.$/m)
  })
})
