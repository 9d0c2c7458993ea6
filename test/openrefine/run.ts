/**
 * Proves that clients of the Reconciliation API can use the service: the core of OpenRefine (Maven) and the Python
 * package reconciler (PyPI), both installed on first use into the cache folder of the user. They reconcile a table, and
 * each row must get the candidates and the certain match that a batch of the API gives it.
 *
 *     node test/openrefine/run.ts
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ENTRIES, importedFolder, type Lifetime, makeKey, ROOT, startServer } from '../journeys/program.ts'
import { javaHome } from '../opensearch/opensearch-server.ts'

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'firmensuche')
/** Version of the core of OpenRefine, as in pom.xml. */
const JARS = join(CACHE, 'openrefine-core-3.9.5')
const VENV = join(CACHE, 'reconciler-0.2.2')
const FOLDER = import.meta.dirname
const ROWS = 200
const BATCH = 100

/** Deep searches end at their end, however busy the machine is; otherwise two of them might differ. */
const UNHURRIED = { DEEP_BUDGET_MS: '10000' }

type Table = readonly (readonly [name: string, city: string])[]

interface BatchRow {
  readonly state: string
  readonly companies: readonly { uuid: string; registration_number: string; register_court: string }[]
}

interface OpenRefineResult {
  readonly rows: readonly {
    judgment: string
    match: string | null
    candidates: readonly string[]
    error: string | null
  }[]
  readonly columns: readonly string[]
  readonly values: Readonly<Record<string, readonly (readonly (string | null)[])[]>>
}

/** Copies the jars to a folder of their own first: what a killed run leaves is not taken for an installation. */
function installJars(): void {
  if (existsSync(JARS)) return
  mkdirSync(CACHE, { recursive: true })
  const unfinished = mkdtempSync(`${JARS}-`)
  const goal = [
    '-f',
    join(FOLDER, 'pom.xml'),
    'dependency:copy-dependencies',
    `-DoutputDirectory=${unfinished}`,
  ]
  execFileSync('mvn', ['-q', '-B', ...goal], { stdio: 'inherit' })
  if (!existsSync(JARS)) renameSync(unfinished, JARS)
  else rmSync(unfinished, { recursive: true })
}

function installReconciler(): void {
  const mark = join(VENV, 'installed')
  if (existsSync(mark)) return
  const shown = { stdio: 'inherit' } as const
  execFileSync('bash', [join(ROOT, 'scripts/install-tools.sh'), 'contract'], shown)
  execFileSync('python3', ['-m', 'venv', '--clear', VENV], shown)
  const pip = ['-q', '--disable-pip-version-check', 'install', '-r', join(FOLDER, 'requirements.txt')]
  execFileSync(join(VENV, 'bin/pip'), pip, shown)
  writeFileSync(mark, '')
}

/** Runs a program with a table as its input, and returns the JSON that it prints. */
async function runWith(table: Table, command: readonly string[]) {
  const child = spawn(command[0]!, command.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.on('error', () => {
    // The exit code tells why it did not read its input.
  })
  child.stdin.end(JSON.stringify(table))
  const [out, complaints, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  assert.equal(code, 0, complaints)
  return JSON.parse(out.trim().split('\n').at(-1)!)
}

function openRefine(table: Table, service: string, { identifierSpace, schemaSpace }: Record<string, string>) {
  const java = join(javaHome() ?? assert.fail('There is no JDK of 21 or later.'), 'bin', 'java')
  const program = ['-cp', `${JARS}/*`, join(FOLDER, 'Reconcile.java')]
  return runWith(table, [
    java,
    ...program,
    service,
    identifierSpace!,
    schemaSpace!,
  ]) as Promise<OpenRefineResult>
}

function reconciler(table: Table, service: string): Promise<readonly [string, string | null, boolean][]> {
  return runWith(table, [join(VENV, 'bin/python'), join(FOLDER, 'reconcile.py'), service])
}

/** Returns what a batch of the API says about each row, deep where nothing was found. */
async function batchRows(url: string, key: string, table: Table): Promise<readonly BatchRow[]> {
  const send = async (rows: Table, deep: boolean): Promise<BatchRow[]> => {
    const body = rows.map(([name, city]) => ({ name, deep, ...(city !== '' && { city }) }))
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await (await fetch(`${url}/api/v1/companies/search/batch`, init)).json()) as BatchRow[]
  }
  const found: BatchRow[] = []
  for (let at = 0; at < table.length; at += BATCH) {
    const part = table.slice(at, at + BATCH)
    const [normal, deep] = [await send(part, false), await send(part, true)]
    found.push(...normal.map((row, i) => (row.state === 'not_found' ? deep[i]! : row)))
  }
  return found
}

/** A table of the names that are imported: every second with a changed letter, every third with its city. */
function sampleTable(): Table {
  const lines = readFileSync(ENTRIES, 'utf8').split('\n').slice(0, ROWS)
  const entries = lines.map((line) => JSON.parse(line))
  return entries.map(({ name, all_attributes: { registered_office: seat = '' } = {} }, i) => [
    i % 2 ? `${name.slice(0, 4)}x${name.slice(4)}` : name,
    i % 3 === 0 ? String(seat) : '',
  ])
}

/** Ends what the script started, in reverse order. */
class Script implements Lifetime {
  readonly #ends: (() => unknown)[] = []
  after(end: () => unknown): void {
    this.#ends.unshift(end)
  }
  async end(): Promise<void> {
    for (const end of this.#ends) await end()
  }
}

async function main(script: Script): Promise<void> {
  installJars()
  installReconciler()
  const folder = await importedFolder(script)
  const { url, complained } = await startServer(script, folder, { ...UNHURRIED, LOG_LEVEL: 'info' })
  const { key } = await makeKey(folder, ['--limit', '1000000/60s'])
  const own = await makeKey(folder, ['--scopes', 'reconcile', '--limit', '1000000/60s'])
  const service = `${url}/api/v1/reconcile/${own.key}`
  const manifest = (await (await fetch(service)).json()) as Record<string, string>
  const table = sampleTable()
  const expected = await batchRows(url, key, table)
  const certain = expected.filter(({ state }) => state === 'found').length

  checkOpenRefine(await openRefine(table, service, manifest), table, expected)
  console.log(`OpenRefine core: ${table.length} rows, ${certain} matched as in a batch, columns added`)

  const byName = new Map(table.map(([name], i) => [name, expected[i]!]))
  const unique: Table = [...byName.keys()].map((name) => table.findLast(([each]) => each === name)!)
  for (const [name, id, match] of await reconciler(unique, service)) {
    const row = byName.get(name)!
    assert.deepEqual([id, match], [row.companies[0]?.uuid ?? null, row.state === 'found'], name)
  }
  console.log(`reconciler: ${unique.length} names, the best candidate and its match as in a batch`)

  await checkWaiting(folder, url, table, manifest)
  assert.match(complained(), /"status":429/, 'the limit was not reached')
  console.log('OpenRefine core: a limit that is used up only makes it wait')
}

function checkOpenRefine(
  { rows, columns, values }: OpenRefineResult,
  table: Table,
  expected: readonly BatchRow[],
): void {
  assert.equal(rows.length, expected.length)
  for (const [i, row] of rows.entries()) {
    const { state, companies } = expected[i]!
    const isFound = state === 'found'
    assert.equal(row.error, null)
    assert.deepEqual(
      row.candidates,
      companies.map(({ uuid }) => uuid),
      table[i]!.join(', '),
    )
    assert.equal(row.match, isFound ? companies[0]!.uuid : null)
    assert.equal(row.judgment, isFound ? 'Matched' : 'None')
    if (!isFound) continue
    const [number, court] = values[companies[0]!.uuid]![0]!
    assert.deepEqual([number, court], [companies[0]!.registration_number, companies[0]!.register_court])
  }
  assert.equal(columns.length, 3)
}

/** Three requests of ten rows where the limit allows one at a time: 429 with `Retry-After` must not be an error. */
async function checkWaiting(
  folder: string,
  url: string,
  table: Table,
  manifest: Record<string, string>,
): Promise<void> {
  const slow = await makeKey(folder, ['--scopes', 'reconcile', '--limit', '60/4s'])
  const part = table.slice(0, 30)
  const { rows } = await openRefine(part, `${url}/api/v1/reconcile/${slow.key}`, manifest)
  for (const { error } of rows) assert.equal(error, null)
}

const script = new Script()
try {
  await main(script)
} finally {
  await script.end()
}
