/**
 * Checks the export for FollowTheMoney with the model of that project: `node scripts/check-export.ts`. Exports the
 * sample and a GLEIF file, and fails for each value that the model refuses or changes when it reads the entities.
 * Creates a virtual environment of Python 3.11 or newer with the package followthemoney once; pip may have to
 * compile one of its dependencies with a C++ compiler and libicu-dev.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { csvOf, LEI_COLUMNS, leiCells, numberedLei } from '../test/fixtures/gleif-files.ts'
import { BIN, cleanEnv, ROOT, run } from '../test/journeys/program.ts'

const PACKAGE = 'followthemoney==4.11.2'
const VENV = join(ROOT, 'node_modules/.cache/followthemoney')
const SAMPLE = join(ROOT, 'data/sample/offeneregister-sample-100k.jsonl.br')
const LEIS = 50

/** Creates the environment if it is not there; returns the path of its Python. */
function installModel(): string {
  const python = join(VENV, 'bin/python')
  const mark = join(VENV, PACKAGE)
  if (existsSync(mark)) return python
  const shown = { stdio: 'inherit' } as const
  execFileSync('bash', [join(ROOT, 'scripts/install-tools.sh'), 'contract'], shown)
  execFileSync('python3', ['-m', 'venv', '--clear', VENV], shown)
  execFileSync(join(VENV, 'bin/pip'), ['-q', '--disable-pip-version-check', 'install', PACKAGE], shown)
  writeFileSync(mark, '')
  return python
}

async function importInto(dataDir: string, folder: string): Promise<void> {
  const leis = Array.from({ length: LEIS }, (_, i) =>
    leiCells({
      lei: numberedLei(i),
      name: `Beispiel ${i} GmbH`,
      authority: 'RA000242',
      number: `HRB ${90_000 + i}`,
    }),
  )
  const gleif = join(folder, 'lei2.csv')
  writeFileSync(gleif, csvOf(LEI_COLUMNS, leis))
  const { code, err } = await run(['import', SAMPLE, gleif, '--data-dir', dataDir])
  if (code !== 0) throw new Error(err)
}

/** Exports all companies into the checking program; returns its report. */
async function check(python: string, dataDir: string): Promise<string> {
  const args = [BIN, 'export', '--format', 'ftm', '--data-dir', dataDir]
  const exporting = spawn(process.execPath, args, { env: cleanEnv(), stdio: ['ignore', 'pipe', 'ignore'] })
  const checking = spawn(python, [join(ROOT, 'test/export/check_ftm.py')], {
    env: cleanEnv({ PYTHONDONTWRITEBYTECODE: '1' }),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  exporting.stdout.pipe(checking.stdin)
  const [report, [exported], [checked]] = await Promise.all([
    text(checking.stdout),
    once(exporting, 'close'),
    once(checking, 'close'),
  ])
  process.exitCode = exported === 0 && checked === 0 ? 0 : 1
  return report
}

const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
try {
  const python = installModel()
  const dataDir = join(folder, 'var')
  await importInto(dataDir, folder)
  console.log((await check(python, dataDir)).trim())
} finally {
  rmSync(folder, { recursive: true, force: true })
}
