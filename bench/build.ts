/**
 * Building the index from a store: time, processor time and memory of each step, and the bytes of each section.
 *
 *     node bench/build.ts <data folder> [--companies N] [--threads 1|2] [--sections]
 *
 * `--companies` takes the first N only (one thread). A step's peak is the most memory that the process had during it (Linux only).
 * With two threads, processor time is that of both; what this thread took is how long a build takes where nothing else runs.
 * The hash at the end is over all sections: the same companies give the same one, whatever the number of threads.
 */

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildInTwo } from '../src/adapters/embedded/build-whole.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import type { CompanyForIndex, Share } from '../src/core/company/company-store.ts'
import { IndexBuilder } from '../src/engine/build/index-builder.ts'
import { headerOf, type IndexImage } from '../src/engine/format/image.ts'
import { dataFiles } from '../src/server/data-folder.ts'
import { inDataFolder } from '../src/server/store-place.ts'
import { taskRunner } from '../src/server/threads/build-threads.ts'

const BATCH = 2000
const FACTS = { snapshotNumber: 1, sequence: 1, nowMs: 0 }
const MIB = 2 ** 20

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    companies: { type: 'string' },
    threads: { type: 'string', default: '1' },
    sections: { type: 'boolean', default: false },
  },
})
const companiesMax = Number(options.companies ?? Number.POSITIVE_INFINITY)
const dataDir = positionals[0] ?? './var'
const store = openCompanyStore(dataFiles(dataDir).companies)

/** A part of a build, begun by the clock and the meters. */
interface Step {
  readonly ms: number
  readonly cpuMs: number
}

function now(): Step {
  const { user, system } = process.cpuUsage()
  return { ms: performance.now(), cpuMs: (user + system) / 1000 }
}

/** Of a line `VmHWM:  123 kB`; 0 where the system does not tell. */
function statusMib(field: 'VmRSS' | 'VmHWM'): number {
  try {
    const line = readFileSync('/proc/self/status', 'utf8').match(new RegExp(`${field}:\\s+(\\d+) kB`))
    return Number(line?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5')
  } catch {
    // Peaks then are those since the start.
  }
}

let peakMib = 0
function show(step: string, from: Step, spentReading: Step = { ms: 0, cpuMs: 0 }): void {
  const to = now()
  const seconds = (ms: number) => (ms / 1000).toFixed(2).padStart(8)
  const mib = (size: number) => size.toFixed(0).padStart(8)
  const [ms, cpuMs] = [to.ms - from.ms - spentReading.ms, to.cpuMs - from.cpuMs - spentReading.cpuMs]
  const peak = statusMib('VmHWM')
  console.log(`${step.padEnd(28)}${seconds(ms)} ${seconds(cpuMs)} ${mib(statusMib('VmRSS'))} ${mib(peak)}`)
  peakMib = Math.max(peakMib, peak)
  forgetPeak()
}

/** The first companies, with what it took to read them. */
const reading = { ms: 0, cpuMs: 0 }
function* timed(share?: Share): Generator<readonly CompanyForIndex[]> {
  const batches = store.forIndex(BATCH, share)[Symbol.iterator]()
  for (let count = 0; count < companiesMax; ) {
    const before = now()
    const { value, done } = batches.next()
    const after = now()
    reading.ms += after.ms - before.ms
    reading.cpuMs += after.cpuMs - before.cpuMs
    if (done === true) return
    yield value.slice(0, companiesMax - count)
    count += value.length
  }
}

function inOneThread(): IndexImage {
  const build = new IndexBuilder()
  let from = now()
  for (const batch of timed()) build.add(batch)
  console.log(
    `${'read companies'.padEnd(28)}${(reading.ms / 1000).toFixed(2).padStart(8)} ${(reading.cpuMs / 1000).toFixed(2).padStart(8)}`,
  )
  show('read and collect names', from, reading)
  from = now()
  build.writeTerms()
  show('rank, lay words', from)
  from = now()
  build.addFuzzySections()
  show('lay similar words', from)
  from = now()
  build.writeRest()
  show('lay names, companies', from)
  from = now()
  const image = build.finish(FACTS)
  show('image and checksums', from)
  return image
}

console.log(`${''.padEnd(28)}  wall s    cpu s  rss MiB peak MiB`)
const start = now()
show('before', start)
const image =
  options.threads === '2' ? await buildInTwo(store, FACTS, taskRunner(inDataFolder(dataDir))) : inOneThread()
show('in all', start)
const own = process.threadCpuUsage()
console.log(`${'  this thread'.padEnd(37)}${((own.user + own.system) / 1e6).toFixed(2).padStart(8)}`)

const { sections, companies } = headerOf(image)
const bytes = image.bytes.byteLength
console.log(
  `\n${companies} companies, image ${(bytes / MIB).toFixed(0)} MiB = ${(bytes / companies).toFixed(1)} bytes a company`,
)
console.log(
  `peak of the process ${peakMib.toFixed(0)} MiB = ${((peakMib * MIB) / bytes).toFixed(2)} of the image`,
)
if (options.sections) {
  for (const section of sections.toSorted((a, b) => b.bytes - a.bytes)) {
    console.log(
      `${section.name.padEnd(28)}${(section.bytes / MIB).toFixed(1).padStart(8)} ${(section.bytes / companies).toFixed(1).padStart(8)}`,
    )
  }
}
const hash = createHash('sha256').update(new Uint8Array(image.bytes, sections[0]?.offset))
console.log(`sha256 of the sections ${hash.digest('hex').slice(0, 16)}`)
store.close()
