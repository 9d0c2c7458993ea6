/**
 * What the import of each source takes: `firmensuche import` into an empty data folder, in a process of its own.
 *
 *     node bench/import-sources.ts <data folder> [--rows 1000000] [--only xjustiz-si,offeneregister] [--folder <for the made files>]
 *     node bench/import-sources.ts <register file> [--keep <data folder>]
 *
 * The data folder has `offeneregister/*.jsonl.br` and `registerbekanntmachungen/announcements.tsv.gz`; files of the other sources are
 * made with `--rows` rows. Prints a row of a table for each: rows a second until all are stored, also for each second of processor
 * time, which other work on the machine disturbs less; the time until they are searchable; the peak of memory until all rows are
 * stored, and with building the index; and the rejected rows by reason.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { realFolder } from './corpus/material.ts'
import { cpuUsOf } from './load/service.ts'

const ROOT = resolve(import.meta.dirname, '..')
const BIN = join(ROOT, 'bin/firmensuche.js')
const LOOK_MS = 50

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    folder: { type: 'string' },
    keep: { type: 'string' },
  },
})
const data = positionals[0]
if (data === undefined)
  throw new Error('usage: node bench/import-sources.ts <data folder> [--rows …] [--only …]')
const made = options.folder ?? mkdtempSync(join(tmpdir(), 'bench-sources-'))
mkdirSync(made, { recursive: true })
const announcements = join(data, 'registerbekanntmachungen', 'announcements.tsv.gz')

/** The arguments of the import of each source. */
const SOURCES: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'announcements, TSV': async () => [announcements],
  'announcements, JSON': async () => {
    const file = join(made, 'announcements.json')
    execFileSync(process.execPath, [join(ROOT, 'bench/corpus/announcements-json.ts'), announcements, file])
    return [file]
  },
  offeneregister: async () => readdirSync(realFolder(data)).map((name) => join(realFolder(data), name)),
  'openregister.db': () => database('openregister.db'),
  'handelsregister.db': () => database('handelsregister.db'),
  'xjustiz-si': async () => [await printed('si.xml', 'bench/corpus/si-file.ts')],
  gleif: async () => [await printed('lei2.csv', 'bench/gleif-file.ts')],
  'companies-house': () => foreign('companies-house'),
  brreg: () => foreign('brreg'),
  sirene: () => foreign('sirene'),
}

console.log(
  '| source | rows | seconds | rows/s | rows per s of processor time | searchable s later | peak MiB | with index | rejected |',
)
console.log('|---|---|---|---|---|---|---|---|---|')
try {
  if (statSync(data).isFile()) console.log(await measure(basename(data), [data]))
  else await measureSources()
} finally {
  if (options.folder === undefined) rmSync(made, { recursive: true })
}

async function measureSources(): Promise<void> {
  for (const [source, files] of Object.entries(SOURCES))
    if (options.only === undefined || options.only.split(',').some((name) => source.startsWith(name)))
      console.log(await measure(source, await files()))
}

/** A file that a script prints; kept from an earlier run in the same folder. */
async function printed(name: string, script: string): Promise<string> {
  const file = join(made, name)
  if (existsSync(file)) return file
  const child = spawn(process.execPath, [join(ROOT, script), options.rows], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await pipeline(child.stdout, createWriteStream(file))
  return file
}

async function database(name: string): Promise<readonly string[]> {
  if (!existsSync(join(made, name)))
    execFileSync(process.execPath, [
      join(ROOT, 'bench/corpus/offeneregister-databases.ts'),
      ...[data as string, made, '--companies', options.rows],
    ])
  return [join(made, name)]
}

async function foreign(mapping: string): Promise<readonly string[]> {
  const file = join(made, `${mapping}.csv`)
  if (!existsSync(file))
    execFileSync(process.execPath, [join(ROOT, 'bench/corpus/foreign-files.ts'), made, options.rows])
  return [file, '--mapping', join(ROOT, 'data/mappings', `${mapping}.yaml`)]
}

async function measure(source: string, args: readonly string[]): Promise<string> {
  const dataDir = options.keep ?? mkdtempSync(join(tmpdir(), 'bench-import-'))
  const child = spawn(process.execPath, [BIN, 'import', ...args, '--json', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const look = () => ({ mib: peakMiBOf(child.pid!), cpuS: cpuUsOf({ process: child }) / 1e6 })
  let [stored, last] = [look(), look()]
  const looking = setInterval(() => {
    const seen = child.exitCode === null ? look() : last
    // A process that has ended has no memory.
    if (seen.mib > 0) last = seen
  }, LOOK_MS)
  let done: Readonly<Record<string, unknown>> = {}
  for await (const line of createInterface(child.stdout)) {
    done = JSON.parse(line)
    // Told when all rows are stored.
    if (done.step === 'indexing') stored = look()
  }
  clearInterval(looking)
  if (child.exitCode === null) await once(child, 'exit')
  if (options.keep === undefined) rmSync(dataDir, { recursive: true })
  const {
    rows,
    import_ms: importMs,
    index_ms: indexMs,
    reasons,
  } = done as {
    rows: number
    import_ms: number
    index_ms: number
    reasons: Readonly<Record<string, number>>
  }
  const rejected = Object.entries(reasons).map(([reason, count]) => `${reason} ${count.toLocaleString('en')}`)
  const whole = (value: number) => Math.round(value).toLocaleString('en')
  const cells = [
    ...[source, whole(rows), (importMs / 1000).toFixed(1), whole(rows / (importMs / 1000))],
    ...[whole(rows / stored.cpuS), (indexMs / 1000).toFixed(1), whole(stored.mib), whole(last.mib)],
    rejected.join(', ') || '0',
  ]
  return `| ${cells.join(' | ')} |`
}

/** The most memory that a process has used (`VmHWM`). */
function peakMiBOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
