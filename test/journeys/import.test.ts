/** Register files on the disk into the companies file, as an import runs: the real reader, rules and store. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import BetterSqlite from 'better-sqlite3'
import { registerFiles } from '../../src/adapters/registers/entry-source.ts'
import { rejectFile } from '../../src/adapters/registers/files/reject-file.ts'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../../src/adapters/sqlite/companies/write/company-writer.ts'
import { systemClock } from '../../src/adapters/system/clock.ts'
import type { Company } from '../../src/core/company/company.ts'
import { BATCH_COMPANIES, type ImportResult, importFiles } from '../../src/core/ingest/import-files.ts'
import type { ImportProgress } from '../../src/core/ingest/import-run.ts'
import { BRIEF, often } from '../thorough.ts'

const SAMPLE = new URL('../../data/sample/offeneregister-sample-100k.jsonl.br', import.meta.url)
/** More than three batches, so that a kill can fall between them. */
const ENTRIES = 35_000
const KILLS = often(6, 2)
/** The numbers of reported steps before a kill. */
const KILL_STEPS = [1, 2, 4]

describe('importing files', () => {
  let folder: string
  let database: string
  let lines: string[]
  let runs = 0

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'import-'))
    // Every third entry, so that all courts and both ends of the alphabet are there.
    lines = brotliDecompressSync(readFileSync(SAMPLE))
      .toString()
      .split('\n')
      .filter((line, i) => line !== '' && i % 3 !== 2)
      .slice(0, ENTRIES)
  })
  beforeEach(() => {
    database = join(folder, `companies-${++runs}.sqlite`)
  })
  after(() => rmSync(folder, { recursive: true }))

  const put = (name: string, bytes: string | Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }

  async function run(
    ...files: string[]
  ): Promise<{ result: ImportResult; steps: ImportProgress[]; rejects: unknown[] }> {
    const companies = openCompanyWriter(database, 1)
    const rejectsPath = join(folder, `rejects-${runs}.jsonl`)
    const rejects = rejectFile(rejectsPath)
    const steps: ImportProgress[] = []
    const needs = {
      entrySource: registerFiles(),
      companyWriter: companies,
      clock: systemClock,
      rejectLog: rejects,
    }
    const importing = importFiles(needs, files)
    let step = await importing.next()
    for (; !step.done; step = await importing.next()) steps.push(step.value)
    rejects.close()
    companies.close()
    const written = step.value.rejected === 0 ? '' : readFileSync(rejectsPath, 'utf8').trim()
    return {
      result: step.value,
      steps,
      rejects: written === '' ? [] : written.split('\n').map((line) => JSON.parse(line)),
    }
  }

  /** What an import that nobody disturbs stores; the same for all that are killed. */
  let undisturbed: ReturnType<typeof stored> | undefined

  async function storedUndisturbed(file: string): Promise<ReturnType<typeof stored>> {
    database = join(folder, 'undisturbed.sqlite')
    await run(file)
    return stored()
  }

  /** What is stored, in the order of the ids and without the times of the import. */
  function stored(path = database): Omit<Company, 'updatedAtMs'>[] {
    const store = openCompanyStore(path)
    const companies = [...store.readAll(5000)].flat().map(({ updatedAtMs: _, ...facts }) => facts)
    store.close()
    return companies.sort((a, b) => (a.uuid < b.uuid ? -1 : 1))
  }

  it('stores every entry of the sample, changes nothing the second time, and reports its progress', async () => {
    const file = put('sample.jsonl', `${lines.join('\n')}\n`)
    const first = await run(file)
    assert.equal(first.result.rows, ENTRIES)
    assert.equal(first.result.good, ENTRIES)
    assert.deepEqual([first.result.rejected, first.result.faults], [0, []])
    assert.equal(first.steps.length, Math.ceil(ENTRIES / BATCH_COMPANIES))
    assert.ok(
      first.steps.every((step) => step.file === file && step.rowsPerS > 0 && step.leftMs !== undefined),
    )
    assert.equal(first.steps.at(-1)!.bytesDone, first.steps.at(-1)!.bytesTotal)

    const before = stored()
    assert.equal(before.length, first.result.created)
    const second = await run(file)
    assert.equal(second.result.unchanged, ENTRIES)
    assert.deepEqual([second.result.created, second.result.changed], [0, 0])
    assert.deepEqual(stored(), before)
  })

  it('stores the same companies for any order of the files', { skip: BRIEF }, async () => {
    const parts = [0, 1, 2].map((n) =>
      put(`part-${n}.jsonl`, lines.filter((_, i) => i % 3 === n && i < 9000).join('\n')),
    )
    await run(...parts)
    const before = stored()
    database = join(folder, 'other-order.sqlite')
    await run(parts[2]!, parts[0]!)
    await run(parts[1]!)
    assert.deepEqual(stored(), before)
  })

  it('stores the valid rows between invalid ones, and writes the invalid ones to the reject file', async () => {
    const file = put(
      'mixed.jsonl',
      Buffer.concat([
        Buffer.from(`${lines[0]}\n{"company_number": \n${lines[1]}\n`),
        Buffer.from(`{"company_number": "K1101R_HRB1", "name": "M\u00fcller"}\n`, 'latin1'),
        Buffer.from(`{"company_number": "K1101R_HRB2"}\n${lines[2]}\n${'x'.repeat(1_100_000)}\n`),
        Buffer.from('{"company_number": "nowhere 7", "name": "X GmbH"}\n'),
      ]),
    )
    const { result, rejects } = await run(file)
    assert.deepEqual([result.rows, result.good, result.created, result.rejected], [8, 3, 3, 5])
    assert.deepEqual(
      rejects.map((reject) => {
        const { file: from, line, reason } = reject as { file: string; line: number; reason: string }
        return [from, line, reason]
      }),
      [
        [file, 2, 'broken_json'],
        [file, 4, 'not_utf8'],
        [file, 5, 'name_missing'],
        [file, 7, 'line_too_long'],
        [file, 8, 'number_unreadable'],
      ],
    )
    assert.equal((rejects[3] as { text: string }).text, 'x'.repeat(1000))
  })

  it('stores the rows before a fault in a file, and continues with the next file', async () => {
    const packed = gzipSync(lines.slice(0, 3000).join('\n'))
    const cut = put('cut.jsonl.gz', packed.subarray(0, packed.length >> 1))
    const good = put('good.jsonl', `${lines[5000]}\n`)
    const missing = join(folder, 'none.jsonl')
    const { result } = await run(missing, cut, good)
    assert.deepEqual(
      result.faults.map(({ file, reason }) => [file, reason]),
      [
        [missing, 'missing'],
        [cut, 'truncated'],
      ],
    )
    assert.equal(result.good, result.faults[1]!.line + 1)
    assert.equal(stored().length, result.created)
    assert.ok(result.created > 100)
  })

  it('imports the files of a folder in the order of their paths, and reports those that cannot be read', async () => {
    mkdirSync(join(folder, 'daily', '2025-02'), { recursive: true })
    const day = (announcements: readonly object[]) => JSON.stringify({ announcements })
    const announced = { amtsgericht: 'Amtsgericht Siegen', registernummer: 'HRB 7', company_seat: 'Siegen' }
    const first = put(
      'daily/2025-02/1.json',
      day([{ ...announced, date: '2025-02-01', company_name: 'Alt GmbH' }]),
    )
    put('daily/2025-02/2.json', day([]))
    const empty = put('daily/3.json', '')
    const last = put('daily/4.json', day([{ ...announced, date: '2025-02-04', company_name: 'Neu GmbH' }]))
    const { result, steps } = await run(join(folder, 'daily'))
    assert.deepEqual(
      result.faults.map(({ file, reason }) => [file, reason]),
      [[empty, 'empty']],
    )
    assert.deepEqual([steps[0]?.file, steps.at(-1)?.file], [first, last])
    const [company, ...others] = stored()
    assert.deepEqual(
      [company?.name, company?.formerNames, others],
      ['Neu GmbH', [{ name: 'Alt GmbH', until: '2025-02-01' }], []],
    )
  })

  for (let kill = 1; kill <= KILLS; kill++) {
    const killAt = KILL_STEPS[kill % KILL_STEPS.length]!
    it(`keeps complete batches when killed at step ${killAt} (${kill} of ${KILLS}), and completes when run again`, {
      skip: BRIEF,
    }, async () => {
      const file = put('sample.jsonl', `${lines.join('\n')}\n`)
      const done = await importAndKill(database, file, killAt)

      const db = new BetterSqlite(database)
      assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
      db.close()
      const { result } = await run(file)
      assert.equal(result.rows, ENTRIES)
      assert.ok(result.unchanged >= done, `${result.unchanged} of ${done} acknowledged entries were there`)

      const killed = stored()
      undisturbed ??= await storedUndisturbed(file)
      assert.deepEqual(killed, undisturbed)
    })
  }
})

/** Kills the import after `steps` reported steps, and returns the number of entries reported as stored. */
async function importAndKill(database: string, file: string, steps: number): Promise<number> {
  const script = fileURLToPath(new URL('./import-entries.ts', import.meta.url))
  const child = spawn(process.execPath, [script, database, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const text of child.stdout) {
    output += text
    if (output.split('\n').length > steps) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return Number(output.split('\n')[steps - 1])
}
