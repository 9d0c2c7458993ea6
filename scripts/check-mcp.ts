/**
 * Checks the tools for assistants with the protocol's own programs: `node scripts/check-mcp.ts`. The conformance suite
 * runs every scenario that each revision requires, and fails for any check that is not in
 * `test/mcp/expected-failures.ts`, and for any there that passes. The Inspector calls each tool over HTTP and over
 * standard input, in both revisions. Both are installed into a temporary folder from the registry of npm. The exit
 * code is the number of findings, at most 100.
 */
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BIN,
  cleanEnv,
  importedFolder,
  type Lifetime,
  makeKey,
  startServer,
} from '../test/journeys/program.ts'
import {
  EXPECTED_FAILURES,
  REVISIONS,
  type Revision,
  UNSCORED_SCENARIOS,
} from '../test/mcp/expected-failures.ts'

const PACKAGES = [
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector@2.12.0',
]
const CODE_MAX = 100
/** Sent by the Inspector: a tool, its arguments, and a text that its result contains. */
const CALLS: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['search_companies', { name: 'Adler', limit: 1 }, '"total"'],
  ['get_company', { uuid: '234079ef-d242-59dd-8bb0-9a1e8a7e42c9' }, 'DEW1215.HRB214664'],
  ['match_companies', { rows: [{ name: 'Adler GmbH', city: 'Hettstedt' }] }, '"found"'],
  ['search', { query: 'Adlar GmbH' }, '"results"'],
  ['fetch', { id: '234079ef-d242-59dd-8bb0-9a1e8a7e42c9' }, 'HRB 214664, Stendal'],
]

interface CheckResult {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function runProgram(file: string, args: readonly string[], cwd: string): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const options = { cwd, env: cleanEnv({ HOME: cwd }), maxBuffer: 1e8 }
  const child = execFile(process.execPath, [file, ...args], options, (_fault, out, err) =>
    resolve({ code: child.exitCode, out, err }),
  )
  child.stdin?.end()
  return promise
}

/** Installs the programs; returns the paths of their scripts. */
function installPrograms(folder: string): { readonly conformance: string; readonly inspector: string } {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const install = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES]
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const binOf = (name: string, program: string) => {
    const root = join(folder, 'node_modules/@modelcontextprotocol', name)
    const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly bin: Readonly<Record<string, string>>
    }
    return join(root, bin[program]!)
  }
  return {
    conformance: binOf('conformance', 'conformance'),
    inspector: binOf('inspector', 'mcp-inspector'),
  }
}

/** A proxy that adds the key to every request: the suite has no option for headers. */
async function keyAddingProxy(url: string, key: string): Promise<Server> {
  const proxy = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` }
    const passed = request(`${url}${incoming.url}`, { method: incoming.method, headers }, (response) => {
      answer.writeHead(response.statusCode!, response.headers)
      response.pipe(answer)
    })
    passed.once('error', () => answer.destroy())
    incoming.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return proxy
}

/** Runs the suite for one revision; returns its findings as sentences, and how many checks passed. */
async function checkConformance(conformance: string, url: string, revision: Revision, folder: string) {
  const results = join(folder, `results-${revision}`)
  const ended = await runProgram(
    conformance,
    ['server', '--url', url, '--requirements', revision, '-o', results],
    folder,
  )
  const files = readdirSync(results, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('checks.json'))
    .filter((name) => !UNSCORED_SCENARIOS.some((unscored) => unscored.test(name)))
  const checks = files.flatMap(
    (name) => JSON.parse(readFileSync(join(results, name), 'utf8')) as CheckResult[],
  )
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length
  if (passed === 0) throw new Error(`no check of ${revision} passed: ${ended.out}${ended.err}`)
  const expected = EXPECTED_FAILURES[revision]
  const failed = checks.filter(({ status }) => status === 'FAILURE')
  const unexpected = failed
    .filter(({ id }) => !Object.hasOwn(expected, id))
    .map(({ id, errorMessage }) => `${revision}: ${id} failed: ${errorMessage}`)
  const outdated = Object.keys(expected)
    .filter((id) => !failed.some((check) => check.id === id))
    .map((id) => `${revision}: ${id} is expected to fail, but does not`)
  console.log(`${revision}: ${passed} checks passed, ${failed.length} failed`)
  return [...unexpected, ...outdated]
}

/** Lists and calls the tools with the Inspector over one connection; returns its findings as sentences. */
async function checkWithInspector(
  inspector: string,
  target: readonly string[],
  name: string,
  folder: string,
) {
  const findings: string[] = []
  const call = async (args: readonly string[], contains: string) => {
    const { code, out, err } = await runProgram(inspector, ['--cli', ...target, ...args], folder)
    if (code !== 0 || !out.includes(contains))
      findings.push(`${name}: ${args.join(' ')}: code ${code}: ${out}${err}`)
  }
  for (const era of ['legacy', 'modern']) {
    const shared = ['--protocol-era', era]
    // Strict: a schema that some clients cannot read is an error.
    await call([...shared, '--method', 'tools/list', '--strict'], 'match_companies')
    for (const [tool, args, contains] of CALLS) {
      const json = JSON.stringify(args)
      await call(
        [...shared, '--method', 'tools/call', '--tool-name', tool, '--tool-args-json', json],
        contains,
      )
    }
  }
  return findings
}

async function check(lifetime: Lifetime, folder: string): Promise<readonly string[]> {
  const programs = installPrograms(folder)
  const data = await importedFolder(lifetime)
  const { key } = await makeKey(data, ['--limit', '10000000/60s'])
  const { url } = await startServer(lifetime, data, { THREADS: '1' })
  const proxy = await keyAddingProxy(url, key)
  lifetime.after(() => proxy.close())
  const { port } = proxy.address() as AddressInfo
  const findings: string[] = []
  for (const revision of REVISIONS) {
    const through = `http://127.0.0.1:${port}/api/v1/mcp`
    findings.push(...(await checkConformance(programs.conformance, through, revision, folder)))
  }
  const http = [`${url}/api/v1/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`]
  const stdio = [process.execPath, BIN, 'mcp', '--data-dir', data]
  findings.push(...(await checkWithInspector(programs.inspector, http, 'over HTTP', folder)))
  findings.push(...(await checkWithInspector(programs.inspector, stdio, 'over standard input', folder)))
  return findings
}

const ends: (() => unknown)[] = []
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
try {
  const findings = await check({ after: (end) => void ends.push(end) }, folder)
  for (const finding of findings) console.log(finding)
  console.log(`${findings.length} findings`)
  process.exitCode = Math.min(findings.length, CODE_MAX)
} finally {
  for (const end of ends.toReversed()) await end()
  rmSync(folder, { recursive: true, force: true })
}
