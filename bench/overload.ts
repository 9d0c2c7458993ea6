/**
 * What becomes of everybody else when there are ten times as many clients as the server has places for, and when a thousand
 * clients are slow on purpose:
 *
 *   node bench/overload.ts <data folder with an imported register> [--seconds 8] [--slow 1000] [--only overload | slow]
 *
 * One server thread on one core, the clients on the other. Normal are as many connections as the thread takes requests in hand
 * (`REQUESTS_IN_FLIGHT_MAX`), each sending its next search when the last one is answered. Times are those of answers 200, as the
 * clients see them, so those of the client's own queue are in them. Needs wrk and taskset.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as passed } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { SETTINGS } from '../src/config/config.ts'
import type { SeenLoad } from './load/closed-loop.ts'
import { makeQueries } from './load/queries.ts'
import { makeKey, need, type Running, residentMiBOf, startService, stop } from './load/service.ts'
import type { SlowEnds } from './load/slow-sockets.ts'
import { type Load, runWrk, writeScript } from './load/wrk.ts'

const PORT = 18_083
const SERVER_CORE = '0'
const LOAD_CORE = '1'
const TIMES_AS_MANY = 10
/** Of those that are not slow, beside the slow ones. */
const OTHERS = 32
const NORMAL = Number(SETTINGS.requestsInFlightMax.defaultValue)
/** Of those that read nothing: each makes the server keep some MB for it. */
const DEAF = '4'
/** Until what those who read nothing asked for is made. */
const SETTLE_MS = 8000
/** After the last request, until memory is looked at. */
const REST_MS = 15_000

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '8' },
    slow: { type: 'string', default: '1000' },
    /** Only one of both: `overload` or `slow`. */
    only: { type: 'string' },
  },
})
const dataDir = resolve(positionals[0] ?? './var')
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-bench-'))
const bodiesFile = join(folder, 'bodies.json')
const script = join(folder, 'load.lua')

/** A process of this folder, on the clients' core. */
function startLoad(file: string, args: readonly string[]) {
  const path = join(import.meta.dirname, 'load', file)
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit']
  return spawn('taskset', ['-c', LOAD_CORE, process.execPath, path, ...args], { stdio })
}

async function closedLoop(connections: number, waits: boolean, key: string): Promise<SeenLoad> {
  const args = [String(PORT), String(connections), options.seconds, waits ? 'yes' : 'no', bodiesFile, key]
  const child = startLoad('closed-loop.ts', args)
  return JSON.parse(await text(child.stdout)) as SeenLoad
}

async function overload(service: Running, key: string): Promise<void> {
  await closedLoop(NORMAL, false, key)
  const startMiB = residentMiBOf(service)
  const rows: [string, SeenLoad][] = [
    ['normal', await closedLoop(NORMAL, false, key)],
    ['ten times as many, who come again at once', await closedLoop(NORMAL * TIMES_AS_MANY, false, key)],
    ['ten times as many, which honour Retry-After', await closedLoop(NORMAL * TIMES_AS_MANY, true, key)],
    ['normal again', await closedLoop(NORMAL, false, key)],
  ]
  await passed(REST_MS)
  const normalMs = rows[0]![1].p99Ms
  console.log(
    '| clients | connections | answers 200/s | p50, ms | p99, ms | p99 to normal | 503/s | without Retry-After | longest wait at the end, ms | other errors |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [name, seen] of rows) {
    const many = name.startsWith('ten') ? NORMAL * TIMES_AS_MANY : NORMAL
    const { requestsPerS, p50Ms, p99Ms, refusedPerS, withoutRetryAfter, oldestMs, errors } = seen
    const times = `${p50Ms.toFixed(0)} | ${p99Ms.toFixed(0)} | ${(p99Ms / normalMs).toFixed(1)}`
    const others = `${Math.round(refusedPerS)} | ${withoutRetryAfter} | ${oldestMs.toFixed(0)} | ${errors}`
    console.log(`| ${name} | ${many} | ${Math.round(requestsPerS)} | ${times} | ${others} |`)
  }
  const endMiB = residentMiBOf(service)
  console.log(`\nMemory of the process: ${startMiB.toFixed(0)} MiB before, ${endMiB.toFixed(0)} MiB after.\n`)
}

async function slowClients(service: Running, key: string): Promise<void> {
  const plan = { script, connections: OTHERS, seconds: Number(options.seconds), core: LOAD_CORE }
  const before = await runWrk(service, plan)
  const slow = startLoad('slow-sockets.ts', [String(PORT), options.slow, DEAF, key])
  const lines = createInterface({ input: slow.stdout })
  await once(lines, 'line')
  const ended = once(lines, 'line')
  // What the slow ones asked for first is made by then.
  await passed(SETTLE_MS)
  const beside = await runWrk(service, plan)
  const ends = JSON.parse(String(await ended)) as SlowEnds[]
  const row = (name: string, { requestsPerS, p50Ms, p99Ms, errors }: Load) =>
    `| ${name} | ${Math.round(requestsPerS)} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} | ${(p99Ms / before.p99Ms).toFixed(1)} | ${errors} |`
  console.log(`| ${OTHERS} connections | req/s | p50, ms | p99, ms | p99 to alone | errors |`)
  console.log('|---|---|---|---|---|---|')
  console.log(row('alone', before))
  console.log(row(`beside ${options.slow} that are slow to send and ${DEAF} that read nothing`, beside))
  console.log('\n| slow in | ended | after, s | answered 408 | left |\n|---|---|---|---|---|')
  for (const { kind, ended: many, left, firstS, lastS, answered408 } of ends)
    console.log(
      `| ${kind} | ${many} | ${firstS.toFixed(0)} to ${lastS.toFixed(0)} | ${answered408} | ${left} |`,
    )
}

need('wrk', 'wrk')
need('taskset', 'util-linux')
const key = makeKey(dataDir)
const service = await startService({ dataDir, port: PORT, threads: 1, cores: SERVER_CORE })
try {
  const bodies = (await makeQueries(service, key)).map((name) => JSON.stringify({ name }))
  writeFileSync(bodiesFile, JSON.stringify(bodies))
  writeScript(script, bodies, key)
  if (options.only !== 'slow') await overload(service, key)
  if (options.only !== 'overload') await slowClients(service, key)
} finally {
  await stop(service)
  rmSync(folder, { recursive: true })
}
