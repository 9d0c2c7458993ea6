/** What fails in turn, and how it comes back. */
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { ClusterNode, Installation } from './places.ts'

/** A fault. */
export interface Fault {
  readonly name: string
  /** Breaks something; resolves when it is broken. */
  begin(): Promise<void>
  /** Time for which it stays broken, in ms. */
  readonly lastsMs: number
  /** Begins to repair it; resolves when the process runs again. */
  end(): Promise<void>
}

/** With the time until it has started, less than a lease. */
export const SHORT_MS = 4000
/** Longer than a lease: the node loses it. */
const LONG_MS = 15_000

/** Returns the faults of all parts, in the order in which they happen. */
export function faultsOf({ nodes, postgres, redis, openSearch, balancer }: Installation): readonly Fault[] {
  const [one, two, three] = nodes as [ClusterNode, ClusterNode, ClusterNode]
  return [
    {
      name: `${one.name} is killed`,
      begin: () => signal(one, 'SIGKILL'),
      lastsMs: SHORT_MS,
      end: () => one.start(),
    },
    {
      name: `${two.name} is stopped for an upgrade`,
      begin: () => signal(two, 'SIGTERM'),
      lastsMs: SHORT_MS,
      end: () => two.start(),
    },
    {
      name: `${three.name} hangs`,
      async begin() {
        three.server.process.kill('SIGSTOP')
      },
      lastsMs: LONG_MS,
      async end() {
        three.server.process.kill('SIGCONT')
      },
    },
    {
      name: 'PostgreSQL is killed',
      async begin() {
        postgres.stop('immediate')
      },
      lastsMs: SHORT_MS,
      async end() {
        postgres.start()
      },
    },
    {
      name: 'PostgreSQL is away for longer than a lease',
      async begin() {
        postgres.stop('immediate')
      },
      lastsMs: LONG_MS,
      async end() {
        postgres.start()
      },
    },
    { name: 'Redis is killed', begin: () => redis.kill(), lastsMs: SHORT_MS, end: () => redis.startAgain() },
    ...(openSearch === undefined
      ? []
      : [
          {
            name: 'OpenSearch is killed',
            begin: () => openSearch.kill(),
            lastsMs: SHORT_MS,
            end: () => openSearch.startAgain(),
          },
        ]),
    {
      name: 'haproxy is killed',
      begin: () => balancer.kill(),
      lastsMs: 1000,
      end: () => balancer.start(),
    },
  ]
}

async function signal({ server }: ClusterNode, name: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const gone = once(server.process, 'exit')
  server.process.kill(name)
  await Promise.race([gone, wait(LONG_MS)])
}
