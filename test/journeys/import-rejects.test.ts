/** Rejected rows of an import, and how they are reported. */
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import { REJECT_FILE_BYTES_MAX, REJECT_TEXT_CHARS_MAX } from '../../src/core/ingest/register-entry.ts'
import { BRIEF } from '../thorough.ts'
import { importedFolder, ONE_THREAD, run, sampleLines, startServer, temporaryFolder } from './program.ts'
import { mixedFile } from './rejected-rows.ts'

/** The permissions of a file, as `chmod` writes them. */
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('rejected rows of an import', () => {
  it('make an import failed if they are the majority: with counts, explained reasons and the path of the reject file', async (test) => {
    const folder = temporaryFolder(test)
    const at = ['--data-dir', join(folder, 'var')]
    const file = mixedFile(join(folder, 'mixed.jsonl'), 2, 6)
    const output = await run(['import', file, ...at], {}, folder)
    assert.equal(output.code, 4, output.err)
    const [, reasons, path] = /^6 rows were rejected \((.*)\): (.*)$/m.exec(output.out) ?? []
    assert.equal(reasons, 'number_unreadable 5, broken_json 1')
    assert.match(
      output.err,
      /^The import failed: 6 of 8 rows were rejected: 5 have a register number that cannot be parsed, or an unknown court \(number_unreadable\); 1 are not valid JSON \(broken_json\)\./m,
    )

    assert.equal(dirname(path!), join(folder, 'var', 'rejects'))
    assert.match(path!, /\d{4}-\d\d-\d\dT[\d-]+Z-mixed\.jsonl$/)
    assert.equal(readFileSync(path!, 'utf8').trim().split('\n').length, 6)
    assert.deepEqual([modeOf(dirname(path!)), modeOf(path!)], ['700', '600'])
    assert.deepEqual(readdirSync(folder).sort(), ['mixed.jsonl', 'var'])

    const json = await run(['import', file, '--json', ...at], {}, folder)
    const done = JSON.parse(json.out.trim().split('\n').at(-1)!)
    assert.deepEqual([done.rejected, done.mostly_rejected], [6, true])
    assert.deepEqual(Object.entries(done.reasons), [
      ['number_unreadable', 5],
      ['broken_json', 1],
    ])
    assert.notEqual(done.rejects, path, 'an earlier file stays as it is')
  })

  it('are reported without a warning if they are fewer than the accepted rows', async (test) => {
    const folder = temporaryFolder(test)
    const file = mixedFile(join(folder, 'mixed.jsonl'), 2, 1)
    const output = await run(['import', file, '--data-dir', join(folder, 'var')], {}, folder)
    assert.match(output.out, /^1 row was rejected \(broken_json 1\): .*\/var\/rejects\/.*-mixed\.jsonl$/m)
    assert.equal(output.code, 0)
    assert.doesNotMatch(output.err, /failed/)
    const clean = mixedFile(join(folder, 'clean.jsonl'), 2, 0)
    const json = await run(['import', clean, '--json', '--data-dir', join(folder, 'other')])
    const done = JSON.parse(json.out.trim().split('\n').at(-1)!)
    assert.deepEqual([done.rejected, done.rejects, done.mostly_rejected], [0, null, false])
    assert.equal(readdirSync(join(folder, 'other')).includes('rejects'), false)
  })

  it('are written to the file of --rejects, or else to the data folder of the importing server', {
    skip: BRIEF,
  }, async (test) => {
    const folder = temporaryFolder(test)
    const dataDir = await importedFolder(test)
    await startServer(test, dataDir, ONE_THREAD)
    const file = mixedFile(join(folder, 'mixed.jsonl'), 1, 3)
    const rejectsOf = async (...more: string[]): Promise<string> => {
      const output = await run(['import', file, '--json', ...more, '--data-dir', dataDir], {}, folder)
      return JSON.parse(output.out.trim().split('\n').at(-1)!).rejects
    }
    assert.equal(await rejectsOf('--rejects', 'mine.jsonl'), join(folder, 'mine.jsonl'))
    assert.equal(modeOf(join(folder, 'mine.jsonl')), '600')
    assert.equal(dirname(await rejectsOf()), join(dataDir, 'rejects'))
  })

  it('are left out of a full reject file, and the command and operators are told how many', {
    skip: BRIEF,
  }, async (test) => {
    const folder = temporaryFolder(test)
    const dataDir = join(folder, 'var')
    const file = join(folder, 'broken.jsonl')
    const rows = Math.floor(REJECT_FILE_BYTES_MAX / REJECT_TEXT_CHARS_MAX)
    writeFileSync(
      file,
      `${sampleLines(1)}\n${`{"company_number": ${'x'.repeat(REJECT_TEXT_CHARS_MAX)}\n`.repeat(rows)}`,
    )
    const { out, err } = await run(['import', file, '--data-dir', dataDir], {}, folder)
    const path = /^67,108 rows were rejected \(broken_json 67,108\): (.*)$/m.exec(out)![1]!
    assert.ok(statSync(path).size > REJECT_FILE_BYTES_MAX - 2 * REJECT_TEXT_CHARS_MAX)
    const written = readFileSync(path, 'utf8').trim().split('\n').length
    const sentence = `${(rows - written).toLocaleString('en')} rejected rows are not in the reject file, which has at most 64 MiB.`
    assert.ok(err.includes(sentence), err)
    const store = openCompanyStore(join(dataDir, 'companies.sqlite'))
    const [record] = store.imports(1)
    store.close()
    assert.equal(record?.said, sentence)
  })

  it('are kept for the last 20 imports with rejects, and other files in the folder are not deleted', {
    skip: BRIEF,
  }, async (test) => {
    const folder = temporaryFolder(test)
    const rejects = join(folder, 'var', 'rejects')
    mkdirSync(rejects, { recursive: true, mode: 0o700 })
    const old = Array.from({ length: 21 }, (_, i) => `2020-01-01T00-00-${10 + i}-000Z-old.jsonl`)
    for (const name of [...old, 'notes.jsonl']) writeFileSync(join(rejects, name), '')
    const file = mixedFile(join(folder, 'mixed.jsonl'), 1, 1)
    await run(['import', file, '--data-dir', join(folder, 'var')])
    const kept = readdirSync(rejects).sort()
    assert.equal(kept.length, 21)
    assert.deepEqual(kept.slice(0, 19), old.slice(2))
    assert.match(kept[19]!, /-mixed\.jsonl$/)
    assert.equal(kept[20], 'notes.jsonl')
  })
})
