/**
 * Runs the tests, as many files at a time as the machine has processors.
 *
 *   run-tests.ts              every test, with few repetitions; with THOROUGH=1 with all of them, and those of the API once more
 *                             over deferred ports; with LONG=1 with ten times as many and new random input
 *   run-tests.ts FILE…        these files alone
 *
 * A run that does not end (a test that hangs, or leaves a server open) is ended with an error after `RUN_MINUTES_MAX`.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  missingOpenSearch,
  type OpenSearchServer,
  startOpenSearch,
} from '../test/opensearch/opensearch-server.ts'
import { IS_LONG, IS_THOROUGH } from '../test/thorough.ts'

const ROOT = join(import.meta.dirname, '..')
/** Cache of compiled sources: compiling them takes half the time of a start. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled-for-journeys')
const MINUTE_MS = 60_000
/** All tests of a process together; with `LONG=1` they take hours. */
const RUN_MINUTES_MAX = 45
/** Processes at a time; one more where tests start processes and wait for them. */
const PROCESSES = availableParallelism()

/** Files that are run with the same environment. */
interface Pass {
  readonly files: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly minutesMax: number
  /** Files may share a process, which saves loading the same modules for each of them. */
  readonly mayShareProcess?: boolean
}

/** Slow files first, so that the last ones end at about the same time. */
const EVERY = ['test/journeys/*.test.ts', 'test/**/*.test.ts', 'src/**/*.test.ts']

function filesOf(patterns: readonly string[]): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }).toSorted()))]
}

function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8')
}

/** Whether the tests of the file do more with `THOROUGH=1`; those that use axe look at more variants of a page. */
function repeats(file: string): boolean {
  return /^import .*\/(?:thorough|axe)\.ts'$/m.test(textOf(file))
}

/**
 * Whether the file must not share its process. Files outside `journeys` that must not say why in a comment. All
 * repetitions of several files in one process need more memory than a machine has.
 */
function needsOwnProcess(file: string): boolean {
  if (IS_THOROUGH && repeats(file)) return true
  return file.includes('journeys') || /^\/\/ Own process: /m.test(textOf(file))
}

/** Returns the passes of a run, one after the other. */
function passesOf(args: readonly string[]): readonly Pass[] {
  if (args.length > 0) return [{ files: args, minutesMax: 10 }]
  if (IS_LONG) return [{ files: filesOf(EVERY), minutesMax: 120 }]
  const every = { files: filesOf(EVERY), minutesMax: IS_THOROUGH ? 20 : 10, mayShareProcess: true }
  if (!IS_THOROUGH) return [every]
  // Each API test again, with ports that answer later.
  const api = filesOf(['test/api/*.test.ts'])
  return [every, { files: api, env: { DEFERRED_PORTS: '1' }, minutesMax: 20, mayShareProcess: true }]
}

/** Imports the entries of the fixture into a folder that the journeys copy: importing them takes longer than copying. */
function importEntries(env: NodeJS.ProcessEnv): string {
  const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
  const args = ['bin/firmensuche.js', 'import', 'test/fixtures/offeneregister.jsonl', '--data-dir', folder]
  execFileSync(process.execPath, args, { cwd: ROOT, env, stdio: 'pipe' })
  return folder
}

/** Returns the files among the arguments, and those in folders among them. */
function filesIn(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) =>
    statSync(join(ROOT, path)).isDirectory() ? filesOf([`${path}/**/*.test.ts`]) : [path],
  )
}

/** Starts the OpenSearch that several files share; `undefined` if fewer need one, or if there is none here. */
async function openSearchOf(files: readonly string[]): Promise<OpenSearchServer | undefined> {
  const users = filesIn(files).filter((file) => textOf(file).includes('openSearchForTests'))
  return users.length < 2 || missingOpenSearch() !== undefined ? undefined : await startOpenSearch()
}

/** What a process of tests is started with. */
const LIMITED = {
  ...(!IS_LONG && { timeout: RUN_MINUTES_MAX * MINUTE_MS }),
  killSignal: 'SIGKILL',
  cwd: ROOT,
} as const

/** Returns the exit code; says why there is none. */
function codeOf(code: number | null, signal: NodeJS.Signals | null): number {
  if (signal === LIMITED.killSignal)
    console.error(`The tests were killed: after ${RUN_MINUTES_MAX} minutes, or for lack of memory.`)
  return code ?? 1
}

/** Runs the pass: first the files that share a process, then the others. Returns the exit code. */
async function run({ files, env, minutesMax, mayShareProcess = false }: Pass): Promise<number> {
  const options = ['--test', `--test-timeout=${minutesMax * MINUTE_MS}`]
  const own = mayShareProcess ? files.filter(needsOwnProcess) : files
  const environment = { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...env }
  const codes = await runShared(
    files.filter((file) => !own.includes(file)),
    options,
    environment,
  )
  const folder = own.some((file) => file.includes('journeys')) ? importEntries(environment) : undefined
  const openSearch = await openSearchOf(own)
  try {
    const { status, signal } = spawnSync(
      process.execPath,
      [...options, `--test-concurrency=${PROCESSES + 1}`, ...own],
      {
        ...LIMITED,
        env: {
          ...environment,
          ...(folder !== undefined && { IMPORTED_FOLDER: folder }),
          ...(openSearch !== undefined && { OPENSEARCH_TEST_URL: openSearch.url }),
        },
        stdio: 'inherit',
      },
    )
    return Math.max(codeOf(status, signal), ...codes)
  } finally {
    await openSearch?.stop()
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the files in as many processes as there are processors, and prints what each printed when it ends. */
function runShared(
  files: readonly string[],
  options: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<readonly number[]> {
  const shares = Array.from({ length: Math.min(PROCESSES, files.length) }, (_, share) =>
    files.filter((_, i) => i % PROCESSES === share),
  )
  const runs = shares.map(async (share) => {
    const child = spawn(process.execPath, [...options, '--test-isolation=none', ...share], {
      ...LIMITED,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    process.stdout.write(Buffer.concat(output))
    return codeOf(code, signal)
  })
  return Promise.all(runs)
}

// Every pass runs, also after one that failed.
for (const pass of passesOf(process.argv.slice(2))) {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), await run(pass))
}
