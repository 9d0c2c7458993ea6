/**
 * How much of a normal search is waiting for memory: `GLIBC_TUNABLES=glibc.malloc.hugetlb=1 node bench/memory-waits.ts <index file>`.
 * Each query of the mix is asked, and at once asked again, when all that it reads is in the cache: what it then takes is the work, what it
 * took more the first time are waits. They are told in random reads of which each needs the one before, timed on this machine.
 * Thousands of other queries lie between the rounds; of each query the quickest counts, so a busy machine may be measured too.
 */
import { loadIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import { mixOf, timeOf } from './query-mix.ts'

const QUERIES = 20_000
const ROUNDS = 3
/** Read by one chain: more than any cache holds. */
const CHAIN_BYTES = 1 << 30
const LINE_BYTES = 64
/** So short that a walk is seldom broken off by other processes; the median counts. */
const STEPS = 2_000
const WALKS = 301

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Say which file holds the index.')
const loaded = loadIndexImage(file, { sequence: 0 })
if ('refused' in loaded) throw new Error(loaded.refused)
const index = new EmbeddedNameIndex()
index.publish(loaded.image)
const queries = mixOf(openIndex(loaded.image), QUERIES)
for (const query of queries) timeOf(index, query, false)

const readUs = chainUs(CHAIN_BYTES)
console.log(`one random read that needs the one before: ${(readUs * 1000).toFixed(0)} ns`)
for (const isRead of [false, true]) print(isRead)

function print(isRead: boolean): void {
  const first = new Float64Array(queries.length).fill(Number.POSITIVE_INFINITY)
  const again = first.slice()
  for (let round = 0; round < ROUNDS; round++)
    queries.forEach((query, i) => {
      const ask = () => timeOf(index, query, false, undefined, isRead)
      first[i] = Math.min(first[i] as number, ask())
      again[i] = Math.min(again[i] as number, ask(), ask())
    })
  const waits = first.map((us, i) => Math.max(0, us - (again[i] as number)))
  console.log(isRead ? 'all fields of all hits read, µs' : 'no field read, µs')
  console.log(`  first  ${summary(first)}`)
  console.log(`  again  ${summary(again)}`)
  console.log(`  waits  ${summary(waits)}, in reads ${summary(waits.map((us) => us / readUs))}`)
}

function summary(unsorted: Float64Array): string {
  const sorted = unsorted.slice().sort()
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] as number).toFixed(1)
  const mean = sorted.reduce((sum, one) => sum + one, 0) / sorted.length
  return `p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, mean ${mean.toFixed(1)}`
}

/** Of one step from line to line in an order without pattern: one cycle through all of them (S. Sattolo, 1986). */
function chainUs(bytes: number): number {
  const gap = LINE_BYTES / Uint32Array.BYTES_PER_ELEMENT
  const chain = new Uint32Array(new SharedArrayBuffer(bytes))
  for (let i = 0; i < chain.length; i += gap) chain[i] = i
  for (let line = chain.length / gap - 1; line > 0; line--) {
    const [a, b] = [line * gap, Math.floor(Math.random() * line) * gap]
    const kept = chain[a] as number
    chain[a] = chain[b] as number
    chain[b] = kept
  }
  let place = 0
  const walk = () => {
    const start = performance.now()
    for (let step = 0; step < STEPS; step++) place = chain[place] as number
    return (performance.now() - start) * 1000
  }
  const times = Float64Array.from({ length: WALKS }, walk).sort()
  return (times[WALKS >> 1] as number) / STEPS
}
