/** Measured servers: each a process on its own cores, with the counters of the operating system. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const binOf = (root = ROOT) => join(root, 'bin/firmensuche.js')
/** The path of a search. */
export const SEARCH_PATH = '/api/v1/companies/search/'
/** An index that must be built first is waited for. */
const READY_MS_MAX = 600_000
const READY_POLL_MS = 20
/** What Linux counts the processor time of a process in. */
const TICK_US = 10_000

/** A measured process and its URL. */
export interface Running {
  readonly process: ChildProcess
  readonly url: string
}

/** Installs a Debian package when its command is missing and this is root. */
export function need(command: string, debianPackage: string): void {
  if (spawnSync('which', [command]).status === 0) return
  if (process.getuid?.() !== 0)
    throw new Error(`${command} is missing: install the package ${debianPackage}.`)
  execFileSync('apt-get', ['install', '-y', '-qq', debianPackage], { stdio: 'ignore' })
}

/** The settings of a measured server. */
export interface ServicePlan {
  readonly dataDir: string
  readonly port: number
  readonly threads: number
  /** As taskset takes them; all of the machine's when absent. */
  readonly cores?: string
  readonly env?: NodeJS.ProcessEnv
  /** Another checkout whose server is started. */
  readonly root?: string
}

/** A server as operators run it, on a data folder with an imported register. */
export function startService({ dataDir, port, threads, cores, env, root }: ServicePlan): Promise<Running> {
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    THREADS: String(threads),
    LOG_LEVEL: 'silent',
    ...env,
  }
  return start([binOf(root), 'serve'], settings, port, '/health/ready', cores)
}

/** The bare `node:http` server that sends the texts of a file, by name. */
export function startBare(
  answersFile: string,
  port: number,
  threads: number,
  cores?: string,
): Promise<Running> {
  const args = [join(ROOT, 'bench/bare-server.ts'), answersFile, String(port), String(threads)]
  return start(args, {}, port, '/', cores)
}

async function start(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  port: number,
  readyPath: string,
  cores: string | undefined,
): Promise<Running> {
  const pinned = cores === undefined ? [] : ['taskset', '-c', cores]
  const [command, ...rest] = [...pinned, process.execPath, ...args] as [string, ...string[]]
  const child = spawn(command, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (const endMs = Date.now() + READY_MS_MAX; Date.now() < endMs; ) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`)
    const answer = await fetch(url + readyPath).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return { process: child, url }
    await new Promise((done) => setTimeout(done, READY_POLL_MS))
  }
  child.kill('SIGKILL')
  throw new Error(`${url}${readyPath} does not become ready.`)
}

/** Stops a measured process. */
export async function stop({ process: child }: Running): Promise<void> {
  const ended = child.exitCode === null ? once(child, 'exit') : undefined
  child.kill('SIGTERM')
  await ended
}

/** A key of the data folder with so high a limit that none is reached. */
export function makeKey(dataDir: string, root?: string): string {
  const args = [binOf(root), 'keys', 'create', '--name', 'bench', '--limit', '10000000/60s', '--json']
  const made = execFileSync(process.execPath, [...args, '--data-dir', dataDir], { encoding: 'utf8' })
  return (JSON.parse(made) as { key: string }).key
}

/** Processor time in µs that a process and its threads have used, in user and kernel mode (`man proc_pid_stat`: utime, stime). */
export function cpuUsOf({ process: { pid } }: { readonly process: Pick<ChildProcess, 'pid'> }): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13)
  return (Number(user) + Number(system)) * TICK_US
}

/** Memory of a process in MiB (`VmRSS`). */
export function residentMiBOf({ process: { pid } }: Running): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
