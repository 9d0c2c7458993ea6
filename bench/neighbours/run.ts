/**
 * The same names and the same queries for this search and for what somebody could pick instead, side by side: SQLite FTS5, PostgreSQL,
 * Tantivy, MiniSearch. Each in a process of its own, one after the other. Writes all figures as JSON and a page in Markdown.
 *
 *     node bench/neighbours/run.ts <folder of *.jsonl.br> [options]
 *
 *     --companies N    the first N companies only
 *     --queries N      queries of a kind (200)
 *     --seconds N      time for one kind of queries; who is slower is asked fewer (20)
 *     --truth FOLDER   pairs of spellings that others collected, as in bench/relevance
 *     --seed N         other companies, other noise (1)
 *     --work FOLDER    where databases are built and kept for the next run (a new temporary folder, removed at the end)
 *     --only a,b       only neighbours with these short names
 *     --again a,b      ask only these again; of the others take the answers that the last run left in the work folder
 *     --again-seconds N  time for these (the same); `--again none` only writes the page anew
 *     --page FILE      where the page goes (docs/neighbours.md); its figures beside it as .json
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measuredEnv } from '../large-pages.ts'
import type { Answers, Task } from './ask-one.ts'
import { ranksOf } from './figures.ts'
import { pageOf, type Run } from './make-page.ts'
import { writeNames } from './names-file.ts'
import { type Entry, NEIGHBOURS } from './neighbours.ts'
import { writeQueries } from './query-sets.ts'

/** MiniSearch needs several gigabytes for a million names. */
const HEAP_MB = 12_000
/** Nobody takes longer to build or to ask. */
const PROCESS_MS_MAX = 3_600_000

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    companies: { type: 'string', default: 'Infinity' },
    queries: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    truth: { type: 'string' },
    seed: { type: 'string', default: '1' },
    work: { type: 'string' },
    only: { type: 'string' },
    again: { type: 'string' },
    'again-seconds': { type: 'string' },
    page: { type: 'string', default: resolve(import.meta.dirname, '../../docs/neighbours.md') },
  },
})
const folder = positionals[0]
if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')
const work = options.work === undefined ? mkdtempSync(join(tmpdir(), 'neighbours-')) : resolve(options.work)
mkdirSync(work, { recursive: true })
// PostgreSQL's user must come through to its own folder.
chmodSync(work, 0o755)
try {
  run(folder)
} finally {
  if (options.work === undefined) rmSync(work, { recursive: true, force: true })
}

function run(from: string): void {
  const namesPath = join(work, 'names.tsv')
  const companies = writeNames(from, namesPath, Number(options.companies))
  const wanted = NEIGHBOURS.filter(
    ({ key }) => options.only === undefined || options.only.split(',').includes(key),
  ).filter(canRun)
  const built = wanted.filter((entry) => !entry.keepsFiles || build(entry, namesPath))
  const queriesPath = join(work, `queries-${options.seed}-${options.queries}.json`)
  const source = { folder: from, truth: options.truth, indexPath: join(work, 'firmensuche.index') }
  const queries = writeQueries(
    { ...source, count: Number(options.queries), seed: Number(options.seed) },
    queriesPath,
  )
  const results = new Map<string, Answers>()
  for (const { key, title } of built) {
    console.log(`${title}: asking`)
    const answers = asked({ ...taskFor(key, namesPath), queriesPath, resultPath: answersPath(key) })
    if (answers === undefined) continue
    results.set(key, { ...answers, buildMs: answers.buildMs ?? buildMsOf(key) })
    // After each, so that a run that is broken off has told something.
    const entries = wanted.filter((entry) => results.has(entry.key))
    const ranks = ranksOf(queries, results, namesPath)
    const command = commandLine()
    writePage({ entries, results, ranks, queries, companies, command, secondsAKind: Number(options.seconds) })
  }
}

/** Prints why a product cannot run here. */
function canRun({ missing }: Entry): boolean {
  const reason = missing?.()
  if (reason !== undefined) console.log(reason)
  return reason === undefined
}

function writePage(of: Run): void {
  const { page, figures } = pageOf(of)
  writeFileSync(options.page, page)
  writeFileSync(options.page.replace(/(\.md)?$/, '.json'), `${JSON.stringify(figures, rounded, 2)}\n`)
}

/** Four digits tell enough. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}

/** Asks, or takes what an earlier run was answered. */
function asked(task: Task): Answers | undefined {
  const isKept = options.again !== undefined && !options.again.split(',').includes(task.key)
  if (isKept && existsSync(task.resultPath))
    return JSON.parse(readFileSync(task.resultPath, 'utf8')) as Answers
  return perform<Answers>(task)
}

function answersPath(key: string): string {
  return join(work, `${key}.answers-${options.seed}-${options.queries}.json`)
}

/**
 * Builds in a process of its own, so that memory measured later is that of searching; what an earlier run left is kept. Answers whether it
 * can be asked.
 */
function build({ key, title }: Entry, namesPath: string): boolean {
  console.log(`${title}: building`)
  const built = perform<{ buildMs?: number }>(taskFor(key, namesPath))
  if (built?.buildMs !== undefined) writeFileSync(notePath(key), JSON.stringify(built))
  return built !== undefined
}

/** How long building took, in this run or in the one that left the files. */
function buildMsOf(key: string): number | undefined {
  if (!existsSync(notePath(key))) return undefined
  return (JSON.parse(readFileSync(notePath(key), 'utf8')) as { buildMs: number }).buildMs
}

function notePath(key: string): string {
  return join(work, `${key}.built.json`)
}

function taskFor(key: string, namesPath: string): Task {
  const resultPath = join(work, `${key}.result.json`)
  return {
    key,
    folder: work,
    namesPath,
    queriesPath: undefined,
    resultPath,
    secondsAKind: Number(
      options.again === undefined ? options.seconds : (options['again-seconds'] ?? options.seconds),
    ),
    isAgain: options.again !== undefined,
  }
}

/** `undefined`: it failed, which it has told itself; the others go on. */
function perform<T>(task: Task): T | undefined {
  rmSync(task.resultPath, { force: true })
  const words = ['--expose-gc', `--max-old-space-size=${HEAP_MB}`, join(import.meta.dirname, 'ask-one.ts')]
  // The same for all: who gains from large pages has them.
  const limits = { stdio: 'inherit', timeout: PROCESS_MS_MAX, env: measuredEnv() } as const
  const { status } = spawnSync(process.execPath, [...words, JSON.stringify(task)], limits)
  if (status === 0) return JSON.parse(readFileSync(task.resultPath, 'utf8')) as T
  console.log(`${task.key} failed and is left out.`)
  return undefined
}

/** As it can be told: folders of this machine are left out. */
function commandLine(): string {
  const words = ['node bench/neighbours/run.ts', '<folder>']
  const { companies, queries, seconds, seed, truth, only } = options
  for (const [name, value] of Object.entries({ companies, queries, seconds, seed, only })) {
    if (value !== undefined && value !== 'Infinity') words.push(`--${name} ${value}`)
  }
  return truth === undefined ? words.join(' ') : `${words.join(' ')} --truth <folder of pairs>`
}
