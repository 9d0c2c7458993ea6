/**
 * HTTP throughput of search as a ratio to a bare `node:http` server that reads and parses the same POST bodies and sends the same
 * bytes with the same number of threads, in the same run; wrk has a core for itself.
 *
 *   node bench/http.ts <data folder>… [--seconds 4] [--rounds 3] [--threads 1,2] [--connections 32,256] [--query <name>]
 *
 * One row of a table for each folder, number of threads and of connections. A folder holds an imported register;
 * `bench/corpus/store.ts` makes one of any size. Its index is built by the first start. With `--query` everybody asks for that
 * one name, instead of a mix. Beside the throughput it tells the processor time of a request, which other work on the machine
 * disturbs less. Needs wrk and taskset (installed when root and missing).
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { answersTo, makeQueries } from './load/queries.ts'
import { makeKey, need, type Running, SEARCH_PATH, startBare, startService, stop } from './load/service.ts'
import { type Load, runWrk, writeScript } from './load/wrk.ts'

const LOAD_CORE = '1'
const PORT = 18_080
const BARE_PORT = 18_081

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    threads: { type: 'string', default: '1,2' },
    connections: { type: 'string', default: '32,256' },
    query: { type: 'string' },
  },
})
const numbersOf = (list: string) => list.split(',').map(Number)
const seconds = Number(options.seconds)
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-bench-'))
const script = join(folder, 'load.lua')
const answersFile = join(folder, 'answers.json')

interface Round {
  readonly own: Load
  readonly bare: Load
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

/** One thread has a core for itself; several share both with the load, ours and the bare ones alike. */
const coresFor = (threads: number) => (threads === 1 ? '0' : '0,1')

async function measure(dataDir: string, threads: number): Promise<void> {
  const key = makeKey(dataDir)
  const cores = coresFor(threads)
  const service = await startService({ dataDir, port: PORT, threads, cores })
  let bare: Running | undefined
  try {
    const names = options.query === undefined ? await makeQueries(service, key) : [options.query]
    const answers = await answersTo(service, key, names)
    writeFileSync(answersFile, JSON.stringify(answers))
    writeScript(
      script,
      names.map((name) => JSON.stringify({ name })),
      key,
    )
    bare = await startBare(answersFile, BARE_PORT, threads, cores)
    const bytes = names.reduce((sum, name) => sum + Buffer.byteLength(answers[name]!), 0) / names.length
    const label = `${(await companiesOf(service, key)).toLocaleString('en')} | ${Math.round(bytes)} | ${threads}`
    // Not told: for the first ten thousands of requests V8 still compiles, which would be in the first row alone.
    for (const server of [service, bare])
      await runWrk(server, { script, connections: 64, seconds, core: LOAD_CORE })
    for (const connections of numbersOf(options.connections)) {
      const rounds: Round[] = []
      for (let round = 0; round < Number(options.rounds); round++) {
        const plan = { script, connections, seconds, core: LOAD_CORE }
        rounds.push({ own: await runWrk(service, plan), bare: await runWrk(bare, plan) })
      }
      console.log(`| ${label} | ${connections} | ${rowOf(rounds)} |`)
    }
  } finally {
    if (bare !== undefined) await stop(bare)
    await stop(service)
  }
}

/** The round whose ratio is the middle one; processor times are medians of their own, errors those of all rounds. */
function rowOf(rounds: readonly Round[]): string {
  const ratios = rounds.map(({ own, bare }) => own.requestsPerS / bare.requestsPerS)
  const { own, bare } = rounds[ratios.indexOf(median(ratios))]!
  const [cpuOwn, cpuBare] = [median(rounds.map((r) => r.own.cpuUs)), median(rounds.map((r) => r.bare.cpuUs))]
  const count = (value: number) => Math.round(value).toLocaleString('en')
  return [
    count(own.requestsPerS),
    count(bare.requestsPerS),
    `**${median(ratios).toFixed(2)}**`,
    `${cpuOwn.toFixed(0)} / ${cpuBare.toFixed(0)} = ${(cpuBare / cpuOwn).toFixed(2)}`,
    `${own.p50Ms.toFixed(1)} / ${bare.p50Ms.toFixed(1)}`,
    `${own.p99Ms.toFixed(1)} / ${bare.p99Ms.toFixed(1)}`,
    `${rounds.reduce((sum, round) => sum + round.own.errors, 0)}`,
  ].join(' | ')
}

/** Of all its data sets. */
async function companiesOf({ url }: Running, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/v1/sources`, { headers: { Authorization: `Bearer ${key}` } })
  const sets = (await answer.json()) as { rows: number }[]
  return sets.reduce((sum, { rows }) => sum + rows, 0)
}

need('wrk', 'wrk')
need('taskset', 'util-linux')
console.log(`Asked for ${options.query ?? 'a mix of names'}, ${SEARCH_PATH}; firmensuche / bare\n`)
console.log(
  '| companies | bytes an answer | threads | connections | req/s | bare req/s | ratio | µs of processor time / bare | p50 / bare, ms | p99 / bare, ms | errors |',
)
console.log('|---|---|---|---|---|---|---|---|---|---|---|')
try {
  for (const dataDir of positionals.length > 0 ? positionals : ['./var'])
    for (const threads of numbersOf(options.threads)) await measure(resolve(dataDir), threads)
} finally {
  rmSync(folder, { recursive: true })
}
