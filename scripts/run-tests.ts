/**
 * Runs the tests, as many files at a time as the machine has processors.
 *
 *   run-tests.ts              every guarantee once, in some minutes; with THOROUGH=1 all tests with all repetitions; with LONG=1
 *                             with ten times as many and new random input, and those of the API once more over deferred ports
 *   run-tests.ts FILE…        these files alone
 *
 * The files share one PostgreSQL, one browser and one OpenSearch. A process of tests that prints nothing for
 * `SILENT_MINUTES_MAX` (a test that hangs, or leaves a server open) is ended with an error.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { NO_BROWSER, startBrowserForAll } from '../test/fixtures/chromium.ts'
import { NO_POSTGRES, startPostgresForAll } from '../test/fixtures/postgres.ts'
import { missingOpenSearch, startOpenSearch } from '../test/opensearch/opensearch-server.ts'
import { IS_LONG, IS_THOROUGH } from '../test/thorough.ts'

const ROOT = join(import.meta.dirname, '..')
/** Cache of compiled sources: compiling them takes half the time of a start. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled-for-journeys')
const MINUTE_MS = 60_000
/** Longest time that a test may take, in minutes; a machine that does other work is many times slower than an idle one. */
const TEST_MINUTES_MAX = IS_LONG ? 120 : 20
/** Longest time without a result, in minutes: a file may begin and end with what is no test. */
const SILENT_MINUTES_MAX = TEST_MINUTES_MAX + 10
/** Processes at a time; one more where tests start processes and wait for them. */
const PROCESSES = availableParallelism()

/** Files that are run with the same environment. */
interface Pass {
  readonly files: readonly string[]
  readonly env?: NodeJS.ProcessEnv
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

/** Whether the tests of the file do more with `THOROUGH=1`. */
function repeats(file: string): boolean {
  return /^import .*\/thorough\.ts'$/m.test(textOf(file))
}

/**
 * Whether the file must not share its process. Files outside `journeys` that must not say why in a comment. All
 * repetitions of several files in one process need more memory than a machine has.
 */
function needsOwnProcess(file: string): boolean {
  if (IS_THOROUGH && repeats(file)) return true
  return file.includes('journeys') || /^\/\/ Own process: /m.test(textOf(file))
}

/** Whether all tests of the file are left out but in the thorough run. */
function isThorough(file: string): boolean {
  return /^\/\/ Thorough: /m.test(textOf(file))
}

/** Returns the passes of a run, one after the other. */
function passesOf(args: readonly string[]): readonly Pass[] {
  if (args.length > 0) return [{ files: args }]
  const files = filesOf(EVERY)
  if (!IS_THOROUGH) return [{ files: files.filter((file) => !isThorough(file)), mayShareProcess: true }]
  if (!IS_LONG) return [{ files, mayShareProcess: true }]
  // Each API test again, with ports that answer later.
  return [{ files }, { files: filesOf(['test/api/*.test.ts']), env: { DEFERRED_PORTS: '1' } }]
}

/** A file system in memory, and the free space that the tests need of it, in bytes. */
const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 6e9

/**
 * Makes a folder for temporary files: in memory where there is room, because databases wait for the disk at each change, and no
 * file of a test has to outlive the machine.
 */
function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(hasMemory() ? MEMORY : tmpdir(), 'firmensuche-tests-'))
  // PostgreSQL is another user.
  chmodSync(folder, 0o755)
  return folder
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const mount = /^\S+ \/dev\/shm \S+ (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1] ?? 'noexec'
    return bavail * bsize >= MEMORY_BYTES_MIN && !mount.split(',').includes('noexec')
  } catch {
    return false
  }
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

/** What the files of a run share, and what ends it. */
interface Shared {
  readonly env: NodeJS.ProcessEnv
  readonly stop: () => unknown
}

/** Starts the servers that several of the files need, where there are programs for them. */
async function startShared(paths: readonly string[], env: NodeJS.ProcessEnv): Promise<readonly Shared[]> {
  const files = filesIn(paths)
  const needs = (text: string) => files.filter((file) => textOf(file).includes(text)).length > 1
  const shared: Shared[] = []
  // Tests use it over fixtures, too; it starts in two seconds.
  if (files.length > 1 && NO_POSTGRES === false)
    shared.push({ env: await startPostgresForAll(), stop: () => {} })
  if (needs('/browser.ts') && NO_BROWSER === false) shared.push(await startBrowserForAll())
  if (needs('openSearchForTests') && missingOpenSearch() === undefined) {
    const server = await startOpenSearch()
    shared.push({ env: { OPENSEARCH_TEST_URL: server.url }, stop: () => server.stop() })
  }
  if (files.some((file) => file.includes('journeys'))) {
    const folder = importEntries(env)
    shared.push({
      env: { IMPORTED_FOLDER: folder },
      stop: () => rmSync(folder, { recursive: true, force: true }),
    })
  }
  return shared
}

/** Runs the pass: the files that share a process first, then the others. Returns the exit code. */
async function run({ files, env, mayShareProcess = false }: Pass): Promise<number> {
  const own = mayShareProcess ? files.filter(needsOwnProcess) : files
  const together = files.filter((file) => !own.includes(file))
  const environment = { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...env }
  const shared = await startShared(files, environment)
  Object.assign(environment, ...shared.map((one) => one.env))
  try {
    const shares = Array.from({ length: Math.min(PROCESSES, together.length) }, (_, share) =>
      together.filter((_, i) => i % PROCESSES === share),
    )
    const sharing = shares.map((share) => runFiles(share, ['--test-isolation=none'], environment))
    // When one of them has ended, a processor is free.
    if (sharing.length > 0) await Promise.race(sharing)
    const others = own.length === 0 ? 0 : runFiles(own, [`--test-concurrency=${PROCESSES + 1}`], environment)
    return Math.max(...(await Promise.all([others, ...sharing])))
  } finally {
    for (const { stop } of shared) await stop()
  }
}

/** Runs files in a process, and prints what it prints; results of another process do not get between its own. */
async function runFiles(
  files: readonly string[],
  options: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const limit = `--test-timeout=${TEST_MINUTES_MAX * MINUTE_MS}`
  const child = spawn(process.execPath, ['--test', limit, ...options, ...files], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const silent = setTimeout(() => {
    console.error(`The tests were ended: they printed nothing for ${SILENT_MINUTES_MAX} minutes.`)
    child.kill('SIGKILL')
  }, SILENT_MINUTES_MAX * MINUTE_MS)
  const output: Buffer[] = []
  const isAlone = !options.includes('--test-isolation=none')
  child.stdout.on('data', (chunk: Buffer) => {
    silent.refresh()
    if (isAlone) process.stdout.write(chunk)
    else output.push(chunk)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  clearTimeout(silent)
  process.stdout.write(Buffer.concat(output))
  return code ?? 1
}

const temporary = makeTemporaryFolder()
process.env.TMPDIR = temporary
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
// Every pass runs, also after one that failed.
for (const pass of passesOf(process.argv.slice(2))) {
  process.exitCode = Math.max(Number(process.exitCode ?? 0), await run(pass))
}
