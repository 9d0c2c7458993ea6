/**
 * Sends requests that Schemathesis generates from the OpenAPI document to a server, and checks every response
 * against the document: `node scripts/check-contract.ts [requests] [seed]`. Creates a virtual environment of
 * Python 3.10 or newer once. The exit code is the number of findings, at most 100.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMetrics } from '../test/fixtures/prometheus-text.ts'
import { BIN, cleanEnv, ENTRIES, makeKey, ROOT, run } from '../test/journeys/program.ts'

const REQUESTS_DEFAULT = 10_000
/** Examples of each operation in one run; further requests are sent in further runs with other seeds. */
const EXAMPLES_MAX = 340
const CODE_MAX = 100
const SEED_MAX = 1_000_000
const MS_PER_S = 1000
/** Bearer token for the metrics of the server. */
const METRICS_TOKEN = randomUUID()
/** Minimum share of requests that must succeed. Refusals are checked too, but they all come from a few lines. */
const SHARE_ANSWERED_MIN = 0.3
const CONTRACT = join(ROOT, 'test/contract')
const VENV = join(ROOT, 'node_modules/.cache/schemathesis')

/** The report of one run of Schemathesis. */
interface Report {
  readonly complete: boolean
  readonly operations: { readonly total: number; readonly tested: number; readonly errored: number }
  readonly test_cases: {
    readonly generated: number
    readonly unique_failures: number
    readonly errored: number
  }
  readonly errors: readonly unknown[]
}

/** Recreates the environment if the list of packages has changed; returns the path of the program. */
function installSchemathesis(): string {
  const wanted = join(CONTRACT, 'requirements.txt')
  const mark = join(VENV, 'installed')
  const hash = createHash('sha256').update(readFileSync(wanted)).digest('hex')
  const program = join(VENV, 'bin/st')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return program
  const shown = { stdio: 'inherit' } as const
  execFileSync('bash', [join(ROOT, 'scripts/install-tools.sh'), 'contract'], shown)
  execFileSync('python3', ['-m', 'venv', '--clear', VENV], shown)
  const pip = ['-q', '--disable-pip-version-check', 'install', '--no-deps', '-r', wanted]
  execFileSync(join(VENV, 'bin/pip'), pip, shown)
  writeFileSync(mark, hash)
  return program
}

interface Setup {
  readonly server: ChildProcess
  readonly url: string
  readonly key: string
}

/** A server over the entries of the tests, and a key that meets no limit. */
async function openSetup(folder: string): Promise<Setup> {
  const imported = await run(['import', ENTRIES, '--data-dir', folder])
  if (imported.code !== 0) throw new Error(imported.err)
  const { key } = await makeKey(folder, ['--limit', '10000000/60s'])
  const server = spawn(process.execPath, [BIN, 'serve', '--data-dir', folder], {
    env: cleanEnv({ PORT: '0', THREADS: '2', AUTH_FAILURES_PER_MIN: '0', METRICS_TOKEN }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const url = /answers at (http:\S+) /.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
  }
  server.once('close', () => reject(new Error(`the server ended: ${output}`)))
  return { server, url: await promise, key }
}

/** Runs Schemathesis over the whole document; prints its findings. */
function runSchemathesis(program: string, setup: Setup, folder: string, seed: number): Promise<Report> {
  const report = join(folder, `report-${seed}.json`)
  const options = [
    ...[
      '--config-file',
      join(CONTRACT, 'schemathesis.toml'),
      '--no-color',
      'run',
      `${setup.url}/openapi.json`,
    ],
    // checks.py has the excluded one with an exception; `all` would overrule the file of settings.
    ...['--checks', 'all', '--exclude-checks', 'ensure_resource_availability'],
    ...['--phases', 'examples,coverage,fuzzing,stateful'],
    ...['--max-examples', String(EXAMPLES_MAX), '--seed', String(seed), '--warnings', 'off'],
    ...['--report', 'json', '--report-json-path', report],
  ]
  const { promise, resolve, reject } = Promise.withResolvers<Report>()
  const settings = {
    cwd: folder,
    env: {
      ...process.env,
      CONTRACT_KEY: setup.key,
      CONTRACT_CHECKS: join(CONTRACT, 'checks.py'),
      PYTHONDONTWRITEBYTECODE: '1',
    },
    maxBuffer: 1e9,
  }
  execFile(program, options, settings, (fault, out, err) => {
    if (fault) process.stdout.write(`${out}${err}\n`)
    if (existsSync(report)) resolve(JSON.parse(readFileSync(report, 'utf8')) as Report)
    else reject(new Error('Schemathesis made no report'))
  })
  return promise
}

/** Returns the number of findings, with errors of the run itself and untested operations. */
function findingsOf({ complete, operations, test_cases: cases, errors }: Report): number {
  const untested = operations.total - operations.tested
  return cases.unique_failures + cases.errored + errors.length + untested + (complete ? 0 : 1)
}

/** Returns the share of all requests that succeeded: they passed the guard and the validation. */
async function shareAnswered({ url }: Setup): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const answers = readMetrics(await answer.text()).get('firmensuche_requests_total')?.samples ?? []
  const count = (isCounted: (code: string) => boolean) =>
    answers.reduce((sum, { labels, value }) => sum + (isCounted(labels.code ?? '') ? value : 0), 0)
  return count((code) => code === '2xx' || code === '3xx') / count(() => true)
}

/** Runs until the wanted number of requests was sent; returns the findings. */
async function check(setup: Setup, folder: string, requestsWanted: number, firstSeed: number) {
  const program = installSchemathesis()
  let requests = 0
  let findings = 0
  for (let seed = firstSeed; requests < requestsWanted; seed++) {
    const report = await runSchemathesis(program, setup, folder, seed)
    const { generated } = report.test_cases
    console.log(`seed ${seed}: ${generated} requests, ${findingsOf(report)} findings`)
    if (generated === 0) throw new Error('Schemathesis sent no request')
    requests += generated
    findings += findingsOf(report)
  }
  const share = await shareAnswered(setup)
  if (share < SHARE_ANSWERED_MIN) findings++
  return { findings, requests, percent: Math.round(100 * share) }
}

const requestsWanted = Number(process.argv[2] ?? REQUESTS_DEFAULT)
const firstSeed = Number(process.argv[3] ?? Date.now() % SEED_MAX)
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
const startMs = performance.now()
const setup = await openSetup(folder)
try {
  const { findings, requests, percent } = await check(setup, folder, requestsWanted, firstSeed)
  const seconds = Math.round((performance.now() - startMs) / MS_PER_S)
  console.log(`${findings} findings in ${requests} requests, ${percent} % of them successful; ${seconds} s`)
  process.exitCode = Math.min(findings, CODE_MAX)
} finally {
  setup.server.kill('SIGTERM')
  await once(setup.server, 'close')
  rmSync(folder, { recursive: true, force: true })
}
