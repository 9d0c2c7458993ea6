/** Debian's PostgreSQL, installed where it is missing, started for this run alone: own folder, own socket, no network port. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PostgresClient } from './postgres-client.ts'
import { childrenOf, memoryOf, processorMsOf } from './process-figures.ts'

const VERSIONS = '/usr/lib/postgresql'
const USER = 'postgres'
/** Only the name of the socket: the server listens on no address. */
const PORT = 54_329
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

/** A PostgreSQL server for one run. */
export class PostgresServer {
  readonly #folder: string
  readonly #programs: string
  readonly #owner: { uid: number; gid: number } | undefined

  constructor(folder: string) {
    this.#folder = folder
    this.#programs = programs()
    this.#owner = process.getuid?.() === 0 ? postgresUser() : undefined
  }

  /** Makes the data folder if it is missing, starts the server, connects. A server that an earlier run left there is stopped. */
  async start(): Promise<PostgresClient> {
    this.stop()
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
    if (!existsSync(this.#pidFile) || !existsSync(`/proc/${this.#serverId}`)) return
    this.#run('pg_ctl', ['-D', join(this.#folder, 'data'), '-w', '-m', 'fast', 'stop'])
  }

  /** Memory of all processes of the server; what they share is counted once. */
  memoryBytes(): number {
    return this.#processes().reduce((sum, id) => sum + memoryOf(id), 0)
  }

  /** Processor time of the server so far, ended processes included. */
  processorMs(): number {
    const [server, ...others] = this.#processes().map(processorMsOf)
    return others.reduce((sum, { own }) => sum + own, (server?.own ?? 0) + (server?.ended ?? 0))
  }

  #processes(): number[] {
    return [this.#serverId, ...childrenOf(this.#serverId)]
  }

  get #serverId(): number {
    return Number(readFileSync(this.#pidFile, 'utf8').split('\n')[0])
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
