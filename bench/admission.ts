/**
 * Measures the admission of a request (key, networks, scope, limits) and the headers of its response, in µs of processor
 * time of one thread: the best and the median of several runs, with warm caches.
 *
 *   node bench/admission.ts [--rounds 15] [--requests 20000]
 */
import { parseArgs } from 'node:util'
import { NETWORKS_MAX } from '../src/core/access/network.ts'
import { openAdmission } from '../test/fixtures/admission.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    requests: { type: 'string', default: '20000' },
  },
})
const requests = Number(values.requests)
// The client's own network is the last one, so that all are compared.
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
  const times = timesOf(openAdmission(addresses))
  return {
    networks: addresses.length,
    'best µs': times[0]!.toFixed(2),
    'median µs': times[times.length >> 1]!.toFixed(2),
  }
})
console.table(rows)
