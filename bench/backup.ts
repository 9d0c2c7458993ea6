/**
 * Backups beside a server that answers: how long `backup`, `verify` and `restore` take, and what searches notice of it.
 *
 *     node bench/backup.ts <data folder with an imported register> [--rate 200] [--quiet-s 20] [--rounds 3] [--changes 20000]
 *
 * Works on a copy of the folder. A process of its own sends searches at a fixed rate. Each of the first backups is between two quiet
 * spans, so that other work on the machine shows; all steps are compared with all quiet spans. The last backup is made while `--changes` companies are imported: how large the write-ahead log becomes. The
 * exports of the folder and of the restored one must be equal byte for byte. At the end a server is started on the restored
 * folder, with the index of the backup and without it.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../src/adapters/sqlite/companies/write/company-writer.ts'
import { dataFiles } from '../src/server/data-folder.ts'
import { changedEntries } from './load/changed-entries.ts'
import { readTimed, type TimedSearch } from './load/open-loop.ts'
import { makeQueries } from './load/queries.ts'
import { makeKey, startService, stop } from './load/service.ts'

const BIN = resolve(import.meta.dirname, '../bin/firmensuche.js')
const PORT = 18_093
const THREADS = 2
const MEGA = 1e6
const POLL_MS = 50
const QUIET = 'quiet'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rate: { type: 'string', default: '200' },
    'quiet-s': { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
    changes: { type: 'string', default: '20000' },
  },
})
const from = positionals[0]
if (from === undefined) throw new Error('usage: node bench/backup.ts <data folder> [--rate 200]')

const folder = mkdtempSync(join(tmpdir(), 'bench-backup-'))
const dataDir = join(folder, 'data')
const restored = join(folder, 'restored')
const file = join(folder, 'backup.fsb')
const spans: { readonly step: string; readonly from: number; readonly to: number; readonly note: string }[] =
  []
try {
  prepare(from)
  const timed = await measureAll()
  print(timed)
  await measureRestored()
} finally {
  rmSync(folder, { recursive: true })
}

function prepare(source: string): void {
  mkdirSync(dataDir, { mode: 0o700 })
  for (const name of ['companies', 'accounts', 'counters', 'index', 'secret'] as const)
    if (existsSync(dataFiles(source)[name])) cpSync(dataFiles(source)[name], dataFiles(dataDir)[name])
  openCompanyWriter(dataFiles(dataDir).companies, Date.now()).close()
}

async function measureAll(): Promise<readonly TimedSearch[]> {
  const store = openCompanyStore(dataFiles(dataDir).companies)
  const changed = join(folder, 'changed.jsonl')
  writeFileSync(changed, `${changedEntries(store, Number(options.changes)).join('\n')}\n`)
  store.close()
  const key = makeKey(dataDir)
  const service = await startService({ dataDir, port: PORT, threads: THREADS })
  const bodies = join(folder, 'bodies.json')
  const names = await makeQueries(service, key)
  writeFileSync(bodies, JSON.stringify(names.map((name) => JSON.stringify({ name }))))
  const load = startLoad(service.url, bodies, key)
  try {
    await wait(Number(options['quiet-s']) * 500)
    const backup = ['backup', file, '--force', '--data-dir', dataDir]
    for (let round = 0; round < Number(options.rounds); round++) {
      await measureQuiet()
      await measure(
        'backup',
        () => command(backup),
        () => `${megabytes(file)} MB`,
      )
    }
    await measure('verify', () => command(['verify', file]))
    await measure('verify --checksums', () => command(['verify', file, '--checksums']))
    await measure('restore', () => command(['restore', file, '--data-dir', restored]))
    await compareExports()
    await measureQuiet()
    const importing = ['import', changed, '--data-dir', dataDir]
    await measure(`import of ${options.changes} changed`, () => command(importing))
    // Changes again.
    const renamed = readFileSync(changed, 'utf8').replaceAll('"Neu ', '"Anders ').replaceAll('2030', '2031')
    writeFileSync(changed, renamed)
    await measure('backup during such an import', () => Promise.all([command(backup), command(importing)]))
    return await load.end()
  } finally {
    await load.end()
    await stop(service)
  }
}

/** Times a step; `note` is what is told of it beside the largest write-ahead log. */
async function measure(
  step: string,
  work: () => Promise<unknown>,
  note: () => string = () => '',
): Promise<void> {
  const start = nowMs()
  let walBytes = 0
  const watching = setInterval(() => {
    const wal = statSync(`${dataFiles(dataDir).companies}-wal`, { throwIfNoEntry: false })
    walBytes = Math.max(walBytes, wal?.size ?? 0)
  }, POLL_MS)
  const result = await work()
  clearInterval(watching)
  const peak = peakOf(result)
  const notes = [note(), peak === 0 ? '' : `${peak} MiB peak`, `log ${Math.round(walBytes / MEGA)} MB`]
  spans.push({ step, from: start, to: nowMs(), note: notes.filter(Boolean).join(', ') })
}

function measureQuiet(): Promise<void> {
  return measure(QUIET, () => wait(Number(options['quiet-s']) * 1000))
}

function peakOf(result: unknown): number {
  return typeof result === 'object' && result !== null && 'peakMiB' in result ? Number(result.peakMiB) : 0
}

/** Runs a command; resolves with the most memory that it used. */
async function command(args: readonly string[]): Promise<{ readonly peakMiB: number }> {
  const child = spawn(process.execPath, [BIN, ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
  let peakMiB = 0
  const watching = setInterval(() => {
    const path = `/proc/${child.pid}/status`
    const status = existsSync(path) ? readFileSync(path, 'utf8') : ''
    peakMiB = Math.max(peakMiB, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024))
  }, POLL_MS)
  const [code] = await once(child, 'exit')
  clearInterval(watching)
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`)
  return { peakMiB }
}

async function compareExports(): Promise<void> {
  const [before, after] = [await digestOf(dataDir), await digestOf(restored)]
  if (before !== after) throw new Error('The exports differ.')
  console.log(`Exports of both folders: SHA-256 ${before}.`)
}

async function digestOf(of: string): Promise<string> {
  const child = spawn(process.execPath, [BIN, 'export', '--format', 'ndjson', '--data-dir', of], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const hash = createHash('sha256')
  for await (const chunk of child.stdout) hash.update(chunk)
  return hash.digest('hex')
}

/** The time to the first answer of a server on the restored folder. */
async function measureRestored(): Promise<void> {
  for (const what of ['with the index of the backup', 'without it']) {
    const start = nowMs()
    const service = await startService({ dataDir: restored, port: PORT, threads: THREADS })
    console.log(`Restored server, ${what}: answers after ${((nowMs() - start) / 1000).toFixed(1)} s.`)
    await stop(service)
    rmSync(dataFiles(restored).index, { force: true })
  }
}

function startLoad(url: string, bodies: string, key: string) {
  const args = [join(import.meta.dirname, 'load/open-loop.ts'), url, options.rate, bodies, key]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = text(child.stdout)
  return {
    async end(): Promise<readonly TimedSearch[]> {
      child.kill()
      return readTimed((await lines).replace(/[^\n]*$/, ''))
    },
  }
}

function print(timed: readonly TimedSearch[]): void {
  console.log('| step | s | searches | p50 ms | p99 ms | longest ms | p99 / quiet | not answered | |')
  console.log('|---|---|---|---|---|---|---|---|---|')
  const p99Of = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  const within = (start: number, end: number) => timed.filter(({ sentMs }) => sentMs >= start && sentMs < end)
  const quietSpans = spans.filter(({ step }) => step === QUIET)
  const quiet = p99Of(sortedTimes(quietSpans.flatMap((span) => within(span.from, span.to))))
  for (const { step, from: start, to, note } of spans) {
    const searches = within(start, to)
    const times = sortedTimes(searches)
    const failed = searches.filter(({ status }) => status !== 200).length
    const ms = [times[times.length >> 1], p99Of(times), times.at(-1)].map((one) => one?.toFixed(2))
    const cells = [step, ((to - start) / 1000).toFixed(1), searches.length, ...ms]
    console.log(`| ${[...cells, (p99Of(times) / quiet).toFixed(2), failed, note].join(' | ')} |`)
  }
}

function sortedTimes(searches: readonly TimedSearch[]): readonly number[] {
  return searches.map(({ ms }) => ms).sort((a, b) => a - b)
}

function megabytes(path: string): number {
  return Math.round(statSync(path).size / MEGA)
}

function nowMs(): number {
  return performance.timeOrigin + performance.now()
}

function wait(forMs: number): Promise<void> {
  return new Promise((done) => setTimeout(done, forMs))
}
