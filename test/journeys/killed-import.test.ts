/** Imports that are killed at any point, in the command or in the server: nothing acknowledged is lost, and repeating completes them. */
// Thorough: kills at many moments; server.test.ts has one of an import.
import assert from 'node:assert/strict'
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import BetterSqlite from 'better-sqlite3'
import { openCompanyStore } from '../../src/adapters/sqlite/companies/read/company-store.ts'
import { courtName } from '../../src/names/reading/court.ts'
import { csvOf, LEI_COLUMNS, leiCells, numberedLei } from '../fixtures/gleif-files.ts'
import { often, seed } from '../thorough.ts'
import { exported, importAndKill, killShare } from './kill-import.ts'
import { type Lifetime, run, sampleLines, temporaryFolder, wholeFile } from './program.ts'

/** Two batches, so that a kill can fall between them. */
const ROWS = 12_000
/** Companies that are stored before, so that rows join, rename and move some. */
const STORED = 2000
const RUNS = often(10, 2)
const FIRST_SEED = seed()
const SOURCE_COUNT = 4

const MAPPING = `
source: partners
title: Business partners
columns: {id: Nr, name: Firma, number: Registernummer, court: Amtsgericht, seat: Ort}
as_of: 2026-01-02
`
const ANNOUNCED =
  'announcement_date\ttype\tstate\tcourt\tformer_court\tregister_type\tregister_number\tnumber_suffix\tcompany_name\tseat\tlegal_form\tentry_date'

/** A register entry of the sample. */
interface Sampled {
  readonly court: string
  readonly type: string
  readonly digits: string
  readonly name: string
}

/** Writes the files of an import and returns its arguments. `lines`: those of the register. */
type Write = (folder: string, rows: readonly Sampled[], lines: readonly string[]) => readonly string[]

/** The imports of sources. */
const SOURCES: Readonly<Record<string, Write>> = {
  announcements: (folder, rows) => {
    const lines = rows.map(({ court, type, digits, name }, i) =>
      [
        '2026-01-02',
        'Löschungsankündigung',
        '',
        court,
        '',
        type,
        digits,
        '',
        renamed(name, i),
        'Ulm',
        '',
        '',
      ].join('\t'),
    )
    return [put(folder, 'announcements.tsv', [ANNOUNCED, ...lines].join('\n'))]
  },
  GLEIF: (folder, rows) => {
    const cells = rows.map(({ type, digits, name }, i) =>
      leiCells({
        lei: numberedLei(i),
        name: renamed(name, i),
        number: `${type} ${digits}`,
        authority: 'RA000242',
      }),
    )
    return [put(folder, 'lei2.csv', csvOf(LEI_COLUMNS, cells))]
  },
  'own file': (folder, rows) => {
    const cells = rows.map(({ court, type, digits, name }, i) => [
      `${i}`,
      renamed(name, i),
      `${type} ${digits}`,
      court,
      'Ulm',
    ])
    const columns = ['Nr', 'Firma', 'Registernummer', 'Amtsgericht', 'Ort']
    return [put(folder, 'list.csv', csvOf(columns, cells)), '--mapping', put(folder, 'list.yaml', MAPPING)]
  },
  'complete snapshot': (folder, _rows, lines) => {
    const twoThirds = lines.filter((_, i) => i % 3 !== 0).slice(0, ROWS)
    return [put(folder, 'snapshot.jsonl', twoThirds.join('\n')), '--full-snapshot', '--yes-really']
  },
}

function renamed(name: string, i: number): string {
  return i % 2 === 0 ? name : `Neu ${name}`
}

function put(folder: string, name: string, text: string): string {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

function sampled(line: string): readonly Sampled[] {
  const { company_number, name } = JSON.parse(line) as { company_number: string; name: string }
  const [, code, type, digits] = /^([A-Z]\d{4}[A-Z]?)_(HR[AB])(\d+)$/.exec(company_number) ?? []
  return code === undefined ? [] : [{ court: courtName(code), type: type!, digits: digits!, name }]
}

/** What an import that nobody disturbs takes and stores. */
interface Undisturbed {
  readonly ms: number
  readonly exported: readonly string[]
}

describe('an import that is killed', () => {
  const file = wholeFile()
  let template: string
  let files: string
  let rows: readonly Sampled[]
  let lines: readonly string[]
  const undisturbed = new Map<string, Undisturbed>()

  before(async () => {
    files = temporaryFolder(file)
    template = join(files, 'template')
    lines = sampleLines(2 * ROWS)
    const some = put(
      files,
      'some.jsonl',
      lines.filter((_, i) => i % Math.floor(lines.length / STORED) === 0).join('\n'),
    )
    assert.equal((await run(['import', some, '--data-dir', template])).code, 0)
    rows = lines.flatMap(sampled).slice(0, ROWS)
    assert.equal(rows.length, ROWS)
  })

  async function undisturbedOf(
    test: Lifetime,
    source: string,
    args: readonly string[],
  ): Promise<Undisturbed> {
    const known = undisturbed.get(source)
    if (known !== undefined) return known
    const dataDir = copyOf(test, template)
    const startMs = performance.now()
    const { code, err } = await run(['import', ...args, '--data-dir', dataDir])
    assert.equal(code, 0, err)
    const measured = { ms: performance.now() - startMs, exported: exportedFrom(dataDir) }
    assert.ok(measured.exported.length > ROWS / 2)
    undisturbed.set(source, measured)
    return measured
  }

  for (let i = 0; i < RUNS; i++) {
    const [source, write] = Object.entries(SOURCES)[i % SOURCE_COUNT]!
    const inServer = (i + Math.floor(i / SOURCE_COUNT)) % 2 === 1
    const share = killShare(FIRST_SEED + i)
    const after = `${Math.round(share * 100)} % of its time, seed ${FIRST_SEED + i}`
    it(`(${source}, in the ${inServer ? 'server' : 'command'}, after ${after}) is completed by repeating the command`, async (test) => {
      const args = write(files, rows, lines)
      const whole = await undisturbedOf(test, source, args)
      const dataDir = copyOf(test, template)
      const acknowledged = await importAndKill(test, args, dataDir, { inServer, ms: whole.ms * share })
      test.diagnostic(`${acknowledged} rows acknowledged`)
      const db = new BetterSqlite(join(dataDir, 'companies.sqlite'))
      assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
      db.close()
      const again = await run(['import', ...args, '--json', '--data-dir', dataDir])
      assert.equal(again.code, 0, again.err)
      const { unchanged } = JSON.parse(again.out.trim().split('\n').at(-1)!)
      assert.ok(unchanged >= acknowledged, `${unchanged} of ${acknowledged} acknowledged rows were there`)
      assert.deepEqual(exportedFrom(dataDir), whole.exported)
      const status = JSON.parse((await run(['status', '--json', '--data-dir', dataDir])).out)
      assert.equal(status.index.sequence, status.sequence)
    })
  }
})

function copyOf(test: Lifetime, folder: string): string {
  const copy = temporaryFolder(test)
  cpSync(folder, copy, { recursive: true })
  return copy
}

function exportedFrom(dataDir: string): readonly string[] {
  const store = openCompanyStore(join(dataDir, 'companies.sqlite'))
  const sources = store.sources()
  const companies = [...store.readAll(5000)].flat()
  store.close()
  return exported(companies, sources)
}
