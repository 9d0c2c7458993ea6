/** Debian's PostgreSQL, installed where it is missing, started for this run alone: own folder, own socket, no network port. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { POSTGRES_USER, PostgresCluster, postgresPrograms } from '../../test/fixtures/postgres-cluster.ts'
import { PostgresClient } from './postgres-client.ts'
import { childrenOf, memoryOf, processorMsOf } from './process-figures.ts'

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
  readonly #cluster: PostgresCluster

  constructor(folder: string) {
    install()
    this.#cluster = new PostgresCluster(folder, { port: PORT, listens: false, settings: SERVER_SETTINGS })
  }

  /** Makes the data folder if it is missing, starts the server, connects. A server that an earlier run left there is stopped. */
  async start(): Promise<PostgresClient> {
    this.stop()
    this.#cluster.start()
    return PostgresClient.connect(join(this.#cluster.folder, `.s.PGSQL.${PORT}`), POSTGRES_USER, DATABASE)
  }

  stop(): void {
    this.#cluster.stop()
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
    const { serverId } = this.#cluster
    return [serverId, ...childrenOf(serverId)]
  }
}

/** Installs it with apt-get when root. @throws Error when it is missing and this is not root. */
function install(): void {
  if (postgresPrograms() !== undefined) return
  if (process.getuid?.() !== 0) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-y', '-qq', 'postgresql'], { stdio: 'inherit', env })
}
