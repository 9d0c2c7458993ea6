/**
 * Throughput of one, two and three nodes behind haproxy, on one machine with PostgreSQL and Redis:
 *
 *   node bench/nodes.ts [--companies 20000] [--seconds 5] [--rounds 3] [--connections 32] [--share 0.1]
 *
 * Each round measures all three, in turn, so that other work meets all of them. All programs share the machine. Beside the
 * throughput it tells the processor time of a request in the nodes, in haproxy and in Redis, and how many requests a second a
 * core for each node would allow if haproxy, Redis and the client had others. `--share`: each node gets only this share of a
 * processor, so that the others have enough (root, control groups of Linux). Needs wrk, taskset, haproxy, PostgreSQL and Redis.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Balancer, balancerFor, startInstallation } from '../test/cluster/places.ts'
import { freePort } from '../test/journeys/load-balancer.ts'
import { type Lifetime, makeKey, sampleLines } from '../test/journeys/program.ts'
import { limitShare } from './load/processor-share.ts'
import { cpuUsOf, need, type Running } from './load/service.ts'
import { type Load, runWrk, writeScript } from './load/wrk.ts'

const QUERIES = 300
const { values: options } = parseArgs({
  options: {
    companies: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    share: { type: 'string' },
  },
})
const CORES = Array.from({ length: availableParallelism() }, (_, core) => core).join(',')

/** What one run of wrk showed. */
interface Measured extends Load {
  /** Processor time of all nodes for one request, in µs. */
  readonly nodesUs: number
  /** The same of Redis. */
  readonly redisUs: number
}

const ends: (() => unknown)[] = []
const life: Lifetime = { after: (end) => void ends.push(end) }
const folder = mkdtempSync(join(tmpdir(), 'firmensuche-bench-'))
ends.push(() => rmSync(folder, { recursive: true, force: true }))
try {
  need('wrk', 'wrk')
  need('taskset', 'util-linux')
  await measureAll()
} finally {
  for (const end of ends.toReversed()) await end()
}

async function measureAll(): Promise<void> {
  const { nodes, env, redis } = await startInstallation(life, {
    companies: Number(options.companies),
    usesOpenSearch: false,
  })
  const { key } = await makeKey(nodes[0]!.folder, ['--limit', '10000000/60s'], env)
  const ports = nodes.map(({ url }) => Number(new URL(url).port))
  const balancers: Balancer[] = []
  for (const [i] of nodes.entries()) {
    const balancer = balancerFor(life, await freePort(), ports.slice(0, i + 1))
    await balancer.start()
    balancers.push(balancer)
  }
  const { share } = options
  if (share !== undefined)
    for (const { server } of nodes) ends.push(limitShare(server.process.pid as number, Number(share)))
  const parts = {
    nodes: nodes.map(({ server, url }): Running => ({ process: server.process, url })),
    redis: { process: { pid: redis.pid } },
  }
  console.log(
    '| search | nodes | requests/s | to one node | µs nodes | µs haproxy | µs Redis | a core each allows | p50 ms | p99 ms | errors |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const deep of [false, true]) {
    const script = join(folder, `${deep}.lua`)
    const bodies = sampleLines(QUERIES).map((line) =>
      JSON.stringify({ name: nameIn(line), ...(deep && { deep }) }),
    )
    writeScript(script, bodies, key)
    const rounds: (readonly Measured[])[] = []
    // The first round is not told: V8 still compiles.
    for (let round = 0; round <= Number(options.rounds); round++) {
      const measured: Measured[] = []
      for (const balancer of balancers) measured.push(await measureOne(balancer, parts, script))
      if (round > 0) rounds.push(measured)
    }
    for (const i of nodes.keys())
      console.log(`| ${deep ? 'deep' : 'normal'} | ${i + 1} | ${rowOf(rounds, i)} |`)
  }
  console.log(
    `${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the end, this run included`,
  )
}

function nameIn(line: string): string {
  return (JSON.parse(line) as { readonly name: string }).name
}

/** The processes whose time is counted. */
interface Parts {
  readonly nodes: readonly Running[]
  readonly redis: Parameters<typeof cpuUsOf>[0]
}

async function measureOne(balancer: Balancer, { nodes, redis }: Parts, script: string): Promise<Measured> {
  const usedUs = () => nodes.reduce((sum, node) => sum + cpuUsOf(node), 0)
  const [beforeUs, redisBeforeUs] = [usedUs(), cpuUsOf(redis)]
  const [connections, seconds] = [Number(options.connections), Number(options.seconds)]
  const load = await runWrk(
    { process: balancer.process!, url: balancer.url },
    { script, connections, seconds, core: CORES },
  )
  const requests = load.requestsPerS * seconds
  const redisUs = (cpuUsOf(redis) - redisBeforeUs) / requests
  return { ...load, nodesUs: (usedUs() - beforeUs) / requests, redisUs }
}

/** Medians over the rounds; the ratio is that within each round. */
function rowOf(rounds: readonly (readonly Measured[])[], place: number): string {
  const of = (value: (one: Measured) => number) => median(rounds.map((round) => value(round[place]!)))
  const ratio = median(rounds.map((round) => round[place]!.requestsPerS / round[0]!.requestsPerS))
  return [
    Math.round(of((one) => one.requestsPerS)).toLocaleString('en'),
    `**${ratio.toFixed(2)}**`,
    of((one) => one.nodesUs).toFixed(0),
    of((one) => one.cpuUs).toFixed(0),
    of((one) => one.redisUs).toFixed(0),
    Math.round(of((one) => ((place + 1) * 1e6) / one.nodesUs)).toLocaleString('en'),
    of((one) => one.p50Ms).toFixed(1),
    of((one) => one.p99Ms).toFixed(1),
    rounds.reduce((sum, round) => sum + round[place]!.errors, 0),
  ].join(' | ')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] as number
}
