/**
 * HTTP throughput of search as a ratio to a bare `node:http` server that reads and parses the same POST
 * bodies and sends the same bytes, in the same run: one server thread on one core, wrk on the other.
 *
 *   node bench/http.ts <data dir> [--seconds 5] [--rounds 3] [--threads 1] [--query <name>]
 *
 * With `--query` everybody asks for that one name, instead of a mix. Beside the throughput it tells the processor time of a request,
 * which other work on the machine disturbs less.
 *
 * The data folder must hold an imported register. Needs wrk and taskset (installed when root and missing).
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const ROOT = resolve(import.meta.dirname, '..')
const BIN = join(ROOT, 'bin/firmensuche.js')
const SEARCH_PATH = '/api/v1/companies/search/'
const LOAD_CORE = '1'
const CONNECTIONS = [32, 256]
/** An index that must be rebuilt first is waited for. */
const READY_MS_MAX = 120_000

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    threads: { type: 'string', default: '1' },
    query: { type: 'string' },
  },
})
/** One server thread has a core for itself; several share both with the load. */
const SERVER_CORES = options.threads === '1' ? '0' : '0,1'
const dataDir = resolve(positionals[0] ?? './var')

/** Installs a Debian package when its command is missing and this is root. */
function need(command: string, debianPackage: string): void {
  if (spawnSync('which', [command]).status === 0) return
  if (process.getuid?.() !== 0)
    throw new Error(`${command} is missing: install the package ${debianPackage}.`)
  execFileSync('apt-get', ['install', '-y', '-qq', debianPackage], { stdio: 'ignore' })
}

interface Running {
  readonly process: ChildProcess
  readonly url: string
}

/** Starts a server pinned to its core and waits until `isReady` answers. */
async function start(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  port: number,
  path: string,
): Promise<Running> {
  const child = spawn('taskset', ['-c', SERVER_CORES, process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (const endMs = Date.now() + READY_MS_MAX; Date.now() < endMs; ) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    const answer = await fetch(url + path).catch(() => undefined)
    if (answer?.ok) return { process: child, url }
    await new Promise((done) => setTimeout(done, 100))
  }
  child.kill('SIGKILL')
  throw new Error(`${url}${path} does not become ready.`)
}

/** Queries made of real names of the register: whole, without the last word, first word, and the beginning of one. */
async function makeQueries(url: string, headers: Record<string, string>): Promise<string[]> {
  const names: string[] = []
  for (let next = `${url}/api/v1/companies?limit=100`; names.length < 300; ) {
    const answer = await fetch(next, { headers })
    if (!answer.ok) throw new Error(`The list answered ${answer.status}: ${await answer.text()}`)
    const rows = (await answer.json()) as { name: string }[]
    names.push(...rows.map((row) => row.name))
    const cursor = answer.headers.get('x-next-cursor')
    if (cursor === null) break
    next = `${url}/api/v1/companies?limit=100&cursor=${encodeURIComponent(cursor)}`
  }
  return names.map((name, at) => {
    const words = name.split(' ')
    if (at % 4 === 1 && words.length > 1) return words.slice(0, -1).join(' ')
    if (at % 4 === 2) return words[0] as string
    if (at % 4 === 3) return name.slice(0, Math.ceil(name.length * 0.6)).trim() || name
    return name
  })
}

interface Load {
  readonly requestsPerS: number
  /** Processor time of the whole server for one request. */
  readonly cpuUs: number
  readonly p50Ms: string
  readonly p99Ms: string
  readonly errors: number
}

/** What Linux counts the processor time of a process in. */
const TICK_US = 10_000

/** Processor time that a process and its threads have used, in user and kernel mode (`man proc_pid_stat`: utime, stime). */
function cpuUsOf({ process: { pid } }: Running): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_US
}

function runWrk(server: Running, script: string, connections: number): Load {
  const args = [
    '-c',
    LOAD_CORE,
    'wrk',
    '-t1',
    `-c${connections}`,
    `-d${options.seconds}s`,
    '--latency',
    '-s',
    script,
    server.url,
  ]
  const startUs = cpuUsOf(server)
  const text = execFileSync('taskset', args, { encoding: 'utf8' })
  const usedUs = cpuUsOf(server) - startUs
  const read = (pattern: RegExp) => pattern.exec(text)?.[1]
  return {
    requestsPerS: Number(read(/Requests\/sec:\s+([\d.]+)/)),
    cpuUs: usedUs / Number(read(/(\d+) requests in/)),
    p50Ms: read(/^ +50% +(\S+)/m) ?? '?',
    p99Ms: read(/^ +99% +(\S+)/m) ?? '?',
    errors: Number(read(/Non-2xx or 3xx responses: (\d+)/) ?? 0),
  }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] as number

need('wrk', 'wrk')
need('taskset', 'util-linux')
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-bench-'))
const key = JSON.parse(
  execFileSync(
    process.execPath,
    [BIN, 'keys', 'create', '--name', 'bench', '--limit', '10000000/60s', '--json', '--data-dir', dataDir],
    { encoding: 'utf8' },
  ),
) as { key: string; id: string }
const headers = { Authorization: `Bearer ${key.key}`, 'Content-Type': 'application/json' }
const port = 18_080
const service = await start(
  [BIN, 'serve'],
  { DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', THREADS: options.threads, LOG_LEVEL: 'silent' },
  port,
  '/health/ready',
)
let bare: Running | undefined
try {
  const bodies = (options.query ? [options.query] : await makeQueries(service.url, headers)).map((name) =>
    JSON.stringify({ name }),
  )
  const answers: Record<string, string> = {}
  let bytes = 0
  for (const body of bodies) {
    const answer = await fetch(service.url + SEARCH_PATH, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`A search answered ${answer.status}: ${await answer.text()}`)
    answers[JSON.parse(body).name] = await answer.text()
    bytes += answers[JSON.parse(body).name]?.length ?? 0
  }
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers))
  const lua = `local bodies = {\n${bodies.map((body) => JSON.stringify(body)).join(',\n')}\n}
local i = 0
local headers = { ["Authorization"] = "${headers.Authorization}", ["Content-Type"] = "application/json" }
request = function() i = i % #bodies + 1; return wrk.format("POST", "${SEARCH_PATH}", headers, bodies[i]) end\n`
  const script = join(folder, 'load.lua')
  writeFileSync(script, lua)
  bare = await start(
    [join(ROOT, 'bench/bare-server.ts'), join(folder, 'answers.json'), '18081'],
    {},
    18_081,
    '/',
  )
  console.log(
    `${bodies.length} queries, ${Math.round(bytes / bodies.length)} bytes an answer, ${options.threads} thread(s)`,
  )
  console.log(
    '| connections | firmensuche req/s | bare req/s | ratio (median) | µs of processor time / bare | its ratio | p50 / bare | p99 / bare | errors |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const connections of CONNECTIONS) {
    const rounds: { own: Load; other: Load }[] = []
    for (let round = 0; round < Number(options.rounds); round++) {
      rounds.push({
        own: runWrk(service, script, connections),
        other: runWrk(bare, script, connections),
      })
    }
    const ratios = rounds.map(({ own, other }) => own.requestsPerS / other.requestsPerS)
    const middle = rounds[ratios.indexOf(median(ratios))] as { own: Load; other: Load }
    const errors = rounds.reduce((sum, { own }) => sum + own.errors, 0)
    const { own, other } = middle
    const cpuOwn = median(rounds.map((round) => round.own.cpuUs))
    const cpuOther = median(rounds.map((round) => round.other.cpuUs))
    console.log(
      `| ${connections} | ${Math.round(own.requestsPerS)} | ${Math.round(other.requestsPerS)} | ${median(ratios).toFixed(2)} ` +
        `| ${cpuOwn.toFixed(1)} / ${cpuOther.toFixed(1)} | ${(cpuOther / cpuOwn).toFixed(2)} ` +
        `| ${own.p50Ms} / ${other.p50Ms} | ${own.p99Ms} / ${other.p99Ms} | ${errors} |`,
    )
  }
} finally {
  bare?.process.kill()
  service.process.kill('SIGTERM')
  rmSync(folder, { recursive: true })
}
