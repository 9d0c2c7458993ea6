/** The program as a user has it: processes, their output, and a server that is stopped when the test ends. */

import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'

/** The pause between two looks at what is awaited: without one, looking takes a processor of its own. */
export const POLL_MS = 20

/** The root folder of the repository. */
export const ROOT = resolve(import.meta.dirname, '../..')
/** The executable. */
export const BIN = join(ROOT, 'bin/firmensuche.js')
/** Makes a Node say that it is an old one. */
const OLD_NODE =
  'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.0.0"}})'
/** The executable in an old Node, which starts the project's own as a child. */
export const OLD_NODE_COMMAND = [process.execPath, '--import', OLD_NODE, BIN] as const
/** A few hundred real entries. */
export const ENTRIES = join(ROOT, 'test/fixtures/offeneregister.jsonl')
const SAMPLE = join(ROOT, 'data/sample/offeneregister-sample-100k.jsonl.br')
/** Where Node keeps what it made of our sources: a third of the time of a short command is reading them. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled-for-journeys')

/** Returns an environment without settings. */
export function cleanEnv(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env
  return { PATH, HOME, NODE_COMPILE_CACHE: COMPILED, ...more }
}

/** The exit code and the output of a command. */
export interface Output {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs a command to its end; a code other than 0 is an answer, not an error. */
export function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd: string = tmpdir(),
): Promise<Output> {
  const { promise, resolve: done } = Promise.withResolvers<Output>()
  const options = { env: cleanEnv(env), cwd, maxBuffer: 1e8 }
  const child = execFile(process.execPath, [BIN, ...args], options, (_error, out, err) => {
    done({ code: child.exitCode, out, err })
  })
  return promise
}

/** Runs a command, and sends the signal when stderr contains a text. */
export async function stopWhen(
  test: Lifetime,
  args: readonly string[],
  tells: RegExp,
  signal: 'SIGINT' | 'SIGTERM',
): Promise<Output> {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: cleanEnv({ PORT: '0', THREADS: '2' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  atEnd(test, () => child.kill('SIGKILL'))
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
    // Once: a second one could meet a process that has ended its work and hears no more.
    if (!child.killed && tells.test(err)) child.kill(signal)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

/** What a server, a folder or a page lives as long as: a test, or all tests of a file. */
export interface Lifetime {
  after(end: () => unknown): void
}

/** Returns the lifetime of what the tests of a file share. Call it at the top of the file. */
export function wholeFile(): Lifetime {
  const ends: (() => unknown)[] = []
  after(async () => {
    for (const end of ends) await end()
  })
  return { after: (end) => void ends.push(end) }
}

/** A folder that is gone after the test. */
export function temporaryFolder(test: Lifetime): string {
  const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
  atEnd(test, () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const ENDS = new WeakMap<Lifetime, (() => unknown)[]>()

/**
 * Runs at the end of a test, what was said last at first: a page is closed before its server, a server before its folder.
 * All of them run; the first fault is that of the test.
 */
export function atEnd(test: Lifetime, end: () => unknown): void {
  const known = ENDS.get(test)
  if (known !== undefined) {
    known.unshift(end)
    return
  }
  const ends = [end]
  ENDS.set(test, ends)
  test.after(async () => {
    const faults: unknown[] = []
    for (const one of ends) {
      try {
        await one()
      } catch (fault) {
        faults.push(fault)
      }
    }
    if (faults.length > 0) throw faults[0]
  })
}

let sample: readonly string[] | undefined

/** The first `count` entries of the sample, a line each. */
export function sampleLines(count: number): readonly string[] {
  sample ??= brotliDecompressSync(readFileSync(SAMPLE)).toString().split('\n')
  return sample.slice(0, count)
}

/** A file of the first `count` entries of the sample; more than three batches are long enough to be cut off in the middle. */
export function sampleFile(test: Lifetime, count: number): string {
  const file = join(temporaryFolder(test), 'sample.jsonl')
  writeFileSync(file, `${sampleLines(count).join('\n')}\n`)
  return file
}

let template: Promise<string> | undefined

/** A data folder with `ENTRIES` imported: a copy of the one that `scripts/run-tests.ts` has made, or of one that this file makes. */
export async function importedFolder(test: Lifetime): Promise<string> {
  template ??= Promise.resolve(process.env.IMPORTED_FOLDER ?? importTemplate())
  const folder = temporaryFolder(test)
  cpSync(await template, folder, { recursive: true })
  return folder
}

async function importTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'firmensuche-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const imported = await run(['import', ENTRIES, '--data-dir', folder])
  if (imported.code !== 0) throw new Error(imported.err)
  return folder
}

/** However busy the machine is: a deep search finds everything. */
const UNHURRIED = { DEEP_BUDGET_MS: '10000' }

/** The settings of a server whose second HTTP thread would have no part in a test: each starts for half a second of processor time. */
export const ONE_THREAD = { THREADS: '1' } as const

/** A running server process. */
export interface Server {
  readonly process: ChildProcess
  readonly url: string
  readonly pid: number
  /** What it has said on stdout. */
  readonly said: () => string
  /** What it has said on stderr. */
  readonly complained: () => string
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>
}

/** Starts a server on a free port; resolves when it says where it answers. Killed after the test, should it still run. */
export async function startServer(
  test: Lifetime,
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  command: readonly string[] = [process.execPath, BIN, 'serve'],
): Promise<Server> {
  const child = spawn(command[0]!, [...command.slice(1), '--data-dir', dataDir], {
    env: cleanEnv({ PORT: '0', THREADS: '2', ...UNHURRIED, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  const { promise: ended, resolve: end } = Promise.withResolvers<number | string>()
  atEnd(test, () => {
    child.kill('SIGKILL')
    return ended
  })
  const ready = Promise.withResolvers<string>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    const url = /answers at (http:\S+) /.exec(out)?.[1]
    if (url !== undefined) ready.resolve(url)
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  child.once('close', (code, signal) => {
    end(code ?? signal ?? 'unknown')
    ready.reject(new Error(`the server ended with ${code ?? signal}: ${err}`))
  })
  const url = await ready.promise
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8')) as { pid: number }
  return { process: child, url, pid, said: () => out, complained: () => err, ended }
}

/** A key made by the command line. */
export async function makeKey(
  dataDir: string,
  options: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly id: string; readonly key: string }> {
  const command = ['keys', 'create', '--name', 'journey', '--json', '--data-dir', dataDir]
  const made = await run([...command, ...options], env)
  if (made.code !== 0) throw new Error(made.err)
  return JSON.parse(made.out) as { id: string; key: string }
}

/** A search with a key, on a connection of its own, so that it may land on any thread. */
export function search(url: string, key: string, body: unknown): Promise<Response> {
  return fetch(`${url}/api/v1/companies/search/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  })
}

/** Statuses of several searches, over both threads as connections fall. */
export async function statuses(url: string, key: string, count: number): Promise<readonly number[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await search(url, key, { name: 'Bau' })
      await answer.arrayBuffer()
      return answer.status
    }),
  )
  return [...new Set(answers)]
}

/** Fails if a process does not have its memory in large pages; only Linux says with which environment it runs. */
export function assertLargePages(pid: number | undefined): void {
  const environment = `/proc/${pid}/environ`
  if (existsSync(environment))
    assert.match(readFileSync(environment, 'latin1'), /GLIBC_TUNABLES=glibc\.malloc\.hugetlb=1/)
}
