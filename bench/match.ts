/**
 * `firmensuche match` with a list of noisy rows: how fast it is, how often the companies are the right ones, and what it does to
 * the searches of a service on the same machine and data folder.
 *
 *     node bench/match.ts <data folder with an imported register> [--rows 100000] [--beside-rows 20000] [--rate 200] [--quiet-s 20]
 *
 * Works on a copy of the folder. The rows are made from its companies: 40 % names as they are, the rest with every kind of noise of
 * bench/relevance, some names that nobody has; 60 % have the seat of the company, 10 % that of another one.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openCompanyWriter } from '../src/adapters/sqlite/companies/write/company-writer.ts'
import { dataFiles } from '../src/server/data-folder.ts'
import { makeList } from './lists/made-list.ts'
import { readTimed, type TimedSearch } from './load/open-loop.ts'
import { makeQueries } from './load/queries.ts'
import { makeKey, type Running, startService, stop } from './load/service.ts'
import { areNamesakes } from './relevance/plain-name.ts'
import type { JudgedQuery } from './relevance/query.ts'

const BIN = resolve(import.meta.dirname, '../bin/firmensuche.js')
const PORT = 18_093
const THREADS = 2
const JOB_POLL_MS = 250
const STATES = ['found', 'ambiguous', 'possible', 'not_found', 'invalid'] as const

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '100000' },
    'beside-rows': { type: 'string', default: '20000' },
    rate: { type: 'string', default: '200' },
    'quiet-s': { type: 'string', default: '20' },
  },
})
const [from] = positionals
if (from === undefined) throw new Error('usage: node bench/match.ts <data folder> [--rows 100000]')

const folder = mkdtempSync(join(tmpdir(), 'bench-match-'))
try {
  for (const name of ['companies', 'index'] as const)
    copyFileSync(dataFiles(from)[name], dataFiles(folder)[name], constants.COPYFILE_FICLONE)
  // Migrates a store of an earlier version.
  openCompanyWriter(dataFiles(folder).companies, Date.now()).close()
  const list = makeList(folder, Number(options.rows))
  writeFileSync(join(folder, 'list.csv'), list.csv)
  const head = list.csv.split('\r\n').slice(0, Number(options['beside-rows']) + 1)
  writeFileSync(join(folder, 'short.csv'), `${head.join('\r\n')}\r\n`)
  for (const flags of [[], ['--normal']]) await measureAlone(list.queries, flags)
  await measureBeside()
} finally {
  rmSync(folder, { recursive: true })
}

/** Runs the command; returns the seconds of the process and the objects of the written rows. */
async function match(
  file: string,
  flags: readonly string[],
): Promise<{ s: number; rows: readonly Matched[] }> {
  const output = join(folder, 'matched.jsonl')
  const startMs = performance.now()
  const args = [BIN, 'match', join(folder, file), '-o', output, '--data-dir', folder, ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  if (code !== 0) throw new Error(`firmensuche match ended with ${code}: ${said}`)
  const s = (performance.now() - startMs) / 1000
  const rows = readFileSync(output, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Matched)
  rmSync(output)
  return { s, rows }
}

interface Matched {
  readonly match_state: (typeof STATES)[number]
  readonly match_uuid: string | null
  readonly match_name: string | null
}

async function measureAlone(queries: readonly JudgedQuery[], flags: readonly string[]): Promise<void> {
  const { s, rows } = await match('list.csv', flags)
  const pairs = queries.map((query, i) => ({ query, row: rows[i] as Matched }))
  const found = pairs.filter(({ row }) => row.match_state === 'found')
  const meant = pairs.filter(({ query }) => query.target !== undefined)
  const states = STATES.map((state) => `${state} ${rows.filter((row) => row.match_state === state).length}`)
  console.log(
    `\n${flags.join(' ') || 'deep'}: ${rows.length} rows in ${s.toFixed(1)} s = ${Math.round(rows.length / s)} rows/s, start of the process and reading of the index included`,
  )
  console.log(`states: ${states.join(', ')}`)
  console.log(
    `precision of found: ${share(found, isRight)}; recall: ${share(meant, (pair) => pair.row.match_state === 'found' && isRight(pair))} found and right, ${share(meant, isRight)} with the right company first in any state`,
  )
  console.log('\n| kind | rows | found | right of found | right first |\n|---|---|---|---|---|')
  const kinds = Object.entries(Object.groupBy(pairs, ({ query }) => query.kind))
  for (const [kind, all = []] of kinds) {
    const ofKind = all.filter(({ row }) => row.match_state === 'found')
    console.log(
      `| ${kind} | ${all.length} | ${share(all, ({ row }) => row.match_state === 'found')} | ${share(ofKind, isRight)} | ${share(all, isRight)} |`,
    )
  }
}

/** A namesake is as right as the one meant, but for numbers. */
function isRight({
  query: { target, kind },
  row,
}: {
  readonly query: JudgedQuery
  readonly row: Matched
}): boolean {
  if (target === undefined || row.match_uuid === null) return false
  if (row.match_uuid === target.uuid) return true
  return !kind.startsWith('number') && areNamesakes(row.match_name ?? '', target.name)
}

function share<T>(all: readonly T[], test: (one: T) => boolean): string {
  return all.length === 0 ? '–' : `${((100 * all.filter(test).length) / all.length).toFixed(1)} %`
}

/** Measures the searches of a service before and while a list is matched beside it, by the command and by a job. */
async function measureBeside(): Promise<void> {
  const key = makeKey(folder)
  const service = await startService({ dataDir: folder, port: PORT, threads: THREADS })
  try {
    const names = await makeQueries(service, key)
    const bodies = join(folder, 'bodies.json')
    writeFileSync(bodies, JSON.stringify(names.map((name) => JSON.stringify({ name }))))
    await timed(service, bodies, key, wait(5000))
    const quietMs = Number(options['quiet-s']) * 1000
    const first = await timed(service, bodies, key, wait(quietMs))
    for (const [how, begin] of [
      ['the command', async () => (await match('short.csv', [])).s],
      ['a job of the service', () => runJob(service, key)],
    ] as const) {
      const run = begin()
      const beside = await timed(service, bodies, key, run)
      const s = await run
      // Before and after: other work on the machine counts little then.
      const last = await timed(service, bodies, key, wait(quietMs))
      tell(`${how}, beside a service`, s, { quiet: [...first, ...last], beside })
    }
  } finally {
    await stop(service)
  }
}

/** Sends the short list as a job; resolves to the seconds until its end. */
async function runJob({ url }: Running, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  const startMs = performance.now()
  const sent = await fetch(`${url}/api/v1/matches?deep=true`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: readFileSync(join(folder, 'short.csv')),
  })
  if (sent.status !== 202) throw new Error(`the list was answered with ${sent.status}: ${await sent.text()}`)
  const place = new URL(sent.headers.get('location') as string, url)
  for (;;) {
    await wait(JOB_POLL_MS)
    const job = (await (await fetch(place, { headers })).json()) as { state: string }
    if (job.state === 'failed') throw new Error(JSON.stringify(job))
    if (job.state === 'done') return (performance.now() - startMs) / 1000
  }
}

function tell(
  what: string,
  s: number,
  searches: { readonly quiet: readonly TimedSearch[]; readonly beside: readonly TimedSearch[] },
): void {
  const rows = Number(options['beside-rows'])
  const quiet = searches.quiet.toSorted((a, b) => a.ms - b.ms)
  const { beside } = searches
  const [before, during] = [at(quiet, 0.99), at(beside, 0.99)]
  console.log(
    `\n${what} with ${THREADS} threads and ${options.rate} searches/s: ${rows} rows in ${s.toFixed(1)} s = ${Math.round(rows / s)} rows/s`,
  )
  console.log(
    `searches: quiet p50 ${at(quiet, 0.5).toFixed(1)} p99 ${before.toFixed(1)} ms (${quiet.length}), while matching p50 ${at(beside, 0.5).toFixed(1)} p99 ${during.toFixed(1)} ms (${beside.length}) = ${(during / before).toFixed(2)} ×; not answered with 200: ${[...quiet, ...beside].filter(({ status }) => status !== 200).length}`,
  )
}

async function timed(
  { url }: Running,
  bodies: string,
  key: string,
  work: Promise<unknown>,
): Promise<readonly TimedSearch[]> {
  const args = [join(import.meta.dirname, 'load/open-loop.ts'), url, options.rate, bodies, key]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = text(child.stdout)
  await work
  child.kill('SIGTERM')
  return readTimed(await lines).toSorted((a, b) => a.ms - b.ms)
}

function at(sorted: readonly TimedSearch[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.ms ?? 0
}
