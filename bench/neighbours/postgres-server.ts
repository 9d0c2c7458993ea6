/** Debian's PostgreSQL, installed where it is missing, started for this run alone: own folder, own socket, no network port. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresClient } from './postgres-client.ts'

const VERSIONS = '/usr/lib/postgresql'
const USER = 'postgres'
/** Only the name of the socket: the server listens on no address. */
const PORT = 54_329
/** Linux tells times of processes in hundredths of a second. */
const MS_A_TICK = 10
const DATABASE = 'postgres'

/**
 * A machine of its own for one database: everything in memory, no parallel loss to a compiler. What makes only loading quicker
 * (`fsync` and the like) is off too, as the data can be made again.
 */
export const SERVER_SETTINGS = [
  'shared_buffers=2GB',
  'work_mem=128MB',
  'maintenance_work_mem=1GB',
  'effective_cache_size=6GB',
  'random_page_cost=1.1',
  'max_parallel_workers_per_gather=2',
  'jit=off',
  'autovacuum=off',
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=8GB',
]

export class PostgresServer {
  readonly #folder: string
  readonly #programs: string
  readonly #owner: { uid: number; gid: number } | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#programs = programs()
    this.#owner = process.getuid?.() === 0 ? postgresUser() : undefined
  }

  /** Makes the data folder if it is missing, starts the server, connects. */
  async start(): Promise<PostgresClient> {
    const data = join(this.#folder, 'data')
    mkdirSync(this.#folder, { recursive: true, mode: 0o755 })
    if (this.#owner !== undefined) chownSync(this.#folder, this.#owner.uid, this.#owner.gid)
    if (!existsSync(join(data, 'PG_VERSION'))) {
      this.#run('initdb', [
        '-D',
        data,
        '-U',
        USER,
        '-A',
        'trust',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
        '--no-sync',
      ])
    }
    const settings = [
      ...SERVER_SETTINGS,
      'listen_addresses=',
      `unix_socket_directories=${this.#folder}`,
      `port=${PORT}`,
    ]
    const log = join(this.#folder, 'log')
    const words = settings.map((setting) => `-c ${setting}`).join(' ')
    this.#run('pg_ctl', ['-D', data, '-l', log, '-w', '-t', '120', '-o', words, 'start'])
    return PostgresClient.connect(join(this.#folder, `.s.PGSQL.${PORT}`), USER, DATABASE)
  }

  stop(): void {
    if (existsSync(this.#pidFile))
      this.#run('pg_ctl', ['-D', join(this.#folder, 'data'), '-w', '-m', 'fast', 'stop'])
  }

  /** Forgets all data. */
  remove(): void {
    this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Memory of all processes of the server; what they share is counted once (Pss). */
  memoryBytes(): number {
    return this.#processes().reduce((sum, id) => sum + shareOf(id), 0)
  }

  /** Processor time of the server so far, ended processes included. */
  processorMs(): number {
    const [server, ...others] = this.#processes().map(ticksOf)
    const ticks = [server?.own ?? 0, server?.ended ?? 0, ...others.map(({ own }) => own)]
    return ticks.reduce((sum, one) => sum + one, 0) * MS_A_TICK
  }

  #processes(): number[] {
    const server = Number(readFileSync(this.#pidFile, 'utf8').split('\n')[0])
    return [server, ...childrenOf(server)]
  }

  get #pidFile(): string {
    return join(this.#folder, 'data', 'postmaster.pid')
  }

  #run(program: string, words: readonly string[]): void {
    execFileSync(join(this.#programs, program), words, { cwd: '/', stdio: 'ignore', ...this.#owner })
  }
}

/** Folder of the newest installed version's programs; installs it with apt-get when root. @throws Error when there is none. */
function programs(): string {
  if (!existsSync(VERSIONS)) {
    if (process.getuid?.() !== 0) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    execFileSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { stdio: 'inherit', env })
  }
  const newest = readdirSync(VERSIONS)
    .map(Number)
    .sort((a, b) => b - a)[0]
  if (newest === undefined) throw new Error(`No version of PostgreSQL in ${VERSIONS}.`)
  return join(VERSIONS, String(newest), 'bin')
}

/** PostgreSQL refuses to run as root. */
function postgresUser(): { uid: number; gid: number } {
  const number = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

function childrenOf(parent: number): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
  return children
    .split(' ')
    .filter((id) => id !== '')
    .map(Number)
}

/** Ticks of a process and of its children that ended: fields 14 to 17 of `/proc/<id>/stat`, the first two of which end with a bracket. */
function ticksOf(id: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
  return { own: user + system, ended: endedUser + endedSystem }
}

function shareOf(id: number): number {
  const share = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))
  return Number(share?.[1] ?? 0) * 1024
}
