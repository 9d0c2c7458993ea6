/**
 * What it costs to let a request in: key, networks, scope, limits, and the headers that all answers have. In µs of processor
 * time of one thread, by the best and the median of several runs; everything stands in the caches.
 *
 *   node bench/gate.ts [--rounds 15] [--requests 20000]
 */
import { parseArgs } from 'node:util'
import { NETWORKS_MAX } from '../src/core/access/network.ts'
import { openGate } from '../test/fixtures/gate.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    requests: { type: 'string', default: '20000' },
  },
})
const requests = Number(values.requests)
// The client's own network stands last, so that all of them are looked at.
const most = [...Array.from({ length: NETWORKS_MAX - 1 }, (_, i) => `198.51.${i}.0/24`), '192.0.2.0/24']

/** Processor time of one request in µs, of each round, in order. */
function timesOf(enter: () => unknown): number[] {
  const times = Array.from({ length: Number(values.rounds) }, () => {
    const startUs = process.threadCpuUsage()
    for (let i = 0; i < requests; i++) enter()
    const { user, system } = process.threadCpuUsage(startUs)
    return (user + system) / requests
  })
  return times.toSorted((a, b) => a - b)
}

const rows = [[], ['192.0.2.7'], most].map((addresses) => {
  const times = timesOf(openGate(addresses))
  return {
    networks: addresses.length,
    'best µs': times[0]!.toFixed(2),
    'median µs': times[times.length >> 1]!.toFixed(2),
  }
})
console.table(rows)
