/**
 * Runs the tests, as many files at a time as the machine has processors.
 *
 *   run-tests.ts              every test, with few repetitions
 *   run-tests.ts FILE…        these files alone
 *   run-tests.ts thorough     the tests that repeat, with all their repetitions, and those of the API over deferred ports
 *   run-tests.ts long         every test, with ten times as many and new random input (LONG=1)
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Cache of compiled sources: compiling them takes half the time of a start. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled-for-journeys')
const MINUTE_MS = 60_000

/** One run of the test runner. */
interface Pass {
  readonly files: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly minutesMax: number
}

/** Slow files first, so that the last ones end at about the same time. */
const EVERY = ['test/journeys/*.test.ts', 'test/**/*.test.ts', 'src/**/*.test.ts']

function filesOf(patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).toSorted()))]
}

/** Whether the tests of the file do more in `npm run test:thorough`; those that use axe look at more variants of a page. */
function repeats(file: string): boolean {
  return /^import .*\/(?:thorough|axe)\.ts'$/m.test(readFileSync(join(ROOT, file), 'utf8'))
}

/** Returns the passes of a run, each of which starts the test runner once. */
function passesOf(args: readonly string[]): readonly Pass[] {
  if (args[0] === 'long') return [{ files: filesOf(EVERY), env: { LONG: '1' }, minutesMax: 120 }]
  if (args[0] === 'thorough') {
    return [
      { files: filesOf(EVERY).filter(repeats), env: { THOROUGH: '1' }, minutesMax: 20 },
      // Each API test again, with ports that answer later.
      { files: filesOf(['test/api/*.test.ts']), env: { DEFERRED_PORTS: '1' }, minutesMax: 20 },
    ]
  }
  return [{ files: args.length > 0 ? args : filesOf(EVERY), minutesMax: 10 }]
}

/** Imports the entries of the fixture into a folder that the journeys copy: importing them takes longer than copying. */
function importEntries(env: NodeJS.ProcessEnv): string {
  const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
  const args = ['bin/firmensuche.js', 'import', 'test/fixtures/offeneregister.jsonl', '--data-dir', folder]
  execFileSync(process.execPath, args, { cwd: ROOT, env, stdio: 'pipe' })
  return folder
}

function run({ files, env, minutesMax }: Pass): number {
  const options = [
    '--test',
    `--test-timeout=${minutesMax * MINUTE_MS}`,
    `--test-concurrency=${availableParallelism()}`,
  ]
  const needsEntries = files.some((file) => file.includes('journeys'))
  const environment = { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...env }
  const folder = needsEntries ? importEntries(environment) : undefined
  try {
    const { status } = spawnSync(process.execPath, [...options, ...files], {
      cwd: ROOT,
      env: { ...environment, ...(folder !== undefined && { IMPORTED_FOLDER: folder }) },
      stdio: 'inherit',
    })
    return status ?? 1
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

// Every pass runs, also after one that failed.
process.exitCode = Math.max(...passesOf(process.argv.slice(2)).map(run))
