/** A whole installation on loopback: PostgreSQL, Redis, OpenSearch, three nodes and haproxy, each of which can be killed and restarted. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { emptyDatabase, startCluster } from '../fixtures/postgres.ts'
import type { PostgresCluster } from '../fixtures/postgres-cluster.ts'
import { RedisProcess } from '../fixtures/redis-server.ts'
import { freePort } from '../journeys/load-balancer.ts'
import { Mailbox } from '../journeys/mailbox.ts'
import {
  atEnd,
  cleanEnv,
  type Lifetime,
  POLL_MS,
  ROOT,
  run,
  type Server,
  sampleFile,
  startServer,
  temporaryFolder,
} from '../journeys/program.ts'
import { type OpenSearchServer, startOpenSearch } from '../opensearch/opensearch-server.ts'

const NODES = 3
const HEAP = '768m'
/** The port for discarded input, on which nothing listens. */
const NOBODY = 9
/** Time until a server that could not start is started again. */
const RESTART_MS = 500
/** Connections of all nodes: threads and pools of each. */
const POSTGRES_SETTINGS = ['max_connections=200', 'fsync=on']
const SECRET = 'ab'.repeat(32)

/** A node: a server process with a data folder and a port of its own. */
export interface ClusterNode {
  readonly name: string
  readonly folder: string
  readonly url: string
  /** The running process; another one after each restart. */
  server: Server
  /** The logs of all its processes. */
  readonly logs: (() => string)[]
  /** Starts a process; resolves when it answers. */
  start(): Promise<void>
}

/** All parts. */
export interface Installation {
  readonly postgres: PostgresCluster
  readonly redis: RedisProcess
  readonly openSearch: OpenSearchServer | undefined
  readonly mailbox: Mailbox
  readonly nodes: readonly ClusterNode[]
  readonly balancer: Balancer
  /** Settings of every node and command. */
  readonly env: NodeJS.ProcessEnv
}

/** haproxy, with the example of `deploy` and a third node. */
export interface Balancer {
  readonly url: string
  /** The running process, if it was started. */
  readonly process: ChildProcess | undefined
  start(): Promise<void>
  kill(): Promise<void>
}

/** Starts all of it with `companies` companies of the sample. */
export async function startInstallation(
  life: Lifetime,
  { companies, usesOpenSearch }: { readonly companies: number; readonly usesOpenSearch: boolean },
): Promise<Installation> {
  const postgres = await startCluster({ settings: POSTGRES_SETTINGS })
  const redis = await RedisProcess.start()
  life.after(() => redis.remove())
  const openSearch = usesOpenSearch ? await startOpenSearch(HEAP) : undefined
  if (openSearch !== undefined) life.after(() => openSearch.stop())
  const mailbox = new Mailbox()
  await mailbox.start()
  life.after(() => mailbox.stop())
  const ports = await Promise.all(Array.from({ length: NODES + 1 }, freePort))
  const publicPort = ports[NODES]!
  const env = {
    DATABASE_URL: await emptyDatabase(life, postgres),
    REDIS_URL: redis.url,
    ...(openSearch !== undefined && { OPENSEARCH_URL: openSearch.url, OPENSEARCH_INDEX: 'cluster' }),
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'post@suche.example',
    PUBLIC_URL: `http://localhost:${publicPort}`,
    TRUST_PROXY: '127.0.0.1',
    THREADS: '1',
    DRAIN_MS: '4000',
  }
  const nodes: ClusterNode[] = ports.slice(0, NODES).map((port, i) => nodeAt(life, port, i + 1, env))
  const imported = await run(['import', sampleFile(life, companies), '--data-dir', nodes[0]!.folder], env)
  if (imported.code !== 0) throw new Error(imported.err)
  // Right after the fill and before any other write: nothing of the index may be lost.
  await openSearch?.kill()
  await openSearch?.startAgain()
  await Promise.all(nodes.map((node) => node.start()))
  const balancer = balancerFor(life, publicPort, ports.slice(0, NODES))
  await balancer.start()
  return { postgres, redis, openSearch, mailbox, nodes, balancer, env }
}

function nodeAt(life: Lifetime, port: number, number: number, env: NodeJS.ProcessEnv): ClusterNode {
  const folder = temporaryFolder(life)
  writeFileSync(join(folder, 'secret'), SECRET, { mode: 0o600 })
  const node: ClusterNode = {
    name: `node ${number}`,
    folder,
    url: `http://127.0.0.1:${port}`,
    server: undefined as unknown as Server,
    logs: [],
    async start() {
      node.server = await restarted(() => startServer(life, folder, { ...env, PORT: String(port) }))
      node.logs.push(node.server.complained)
    },
  }
  return node
}

/** Starts again, as systemd does, while a command that ran without the killed server still holds its folder. */
async function restarted(start: () => Promise<Server>): Promise<Server> {
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (!(error as Error).message.includes('is in use by process')) throw error
      await wait(RESTART_MS)
    }
  }
}

/** Prepares haproxy on a port before up to three nodes on these ports. */
export function balancerFor(life: Lifetime, port: number, nodes: readonly number[]): Balancer {
  const config = join(temporaryFolder(life), 'haproxy.cfg')
  const example = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8').trimEnd()
  writeFileSync(config, `${example}\n    server node3 "\${NODE_3}"\n`)
  const ports = Array.from({ length: NODES }, (_, i) => nodes[i] ?? NOBODY)
  const addresses = Object.fromEntries(ports.map((node, i) => [`NODE_${i + 1}`, `127.0.0.1:${node}`]))
  const environment = {
    ...cleanEnv(addresses),
    LISTEN: `127.0.0.1:${port}`,
    PATH: `${process.env.PATH}:/usr/sbin`,
  }
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const balancer: Balancer = {
    url,
    get process() {
      return child
    },
    async start() {
      child = spawn('haproxy', ['-db', '-f', config], { env: environment, stdio: 'ignore' })
      while (!(await isReady(url))) await wait(POLL_MS)
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
  atEnd(life, () => balancer.kill())
  return balancer
}

/** Returns whether a node, or the load balancer, is ready and searches. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2000) })
    const { search } = (await answer.json()) as { readonly search?: string }
    return answer.status === 200 && search === 'available'
  } catch {
    return false
  }
}
