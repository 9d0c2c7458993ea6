/**
 * Search in process: `node bench/search.ts <folder of *.jsonl.br> [file for the built index]`.
 * Builds the index (or loads the file, if it is there), then asks a fixed mix of queries and the worst ones known.
 */
import { existsSync } from 'node:fs'
import type { IndexImage } from '../src/adapters/embedded/index-image.ts'
import { buildIndexImage, loadIndexImage, saveIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { headerOf } from '../src/engine/format/image.ts'
import type { IndexReader } from '../src/engine/format/index-reader.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import { companiesOf } from './corpus/real-companies.ts'
import { mixOf, timeMix, timeWorst, WARM_UP } from './query-mix.ts'

const QUERIES = 20_000
const DEEP_QUERIES = 4_000

const [folder, file] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')

const image = imageOf(folder, file)
printImage(image)
const index = new EmbeddedNameIndex()
index.publish(image)
const reader = openIndex(image)
printMix('normal', mixOf(reader, QUERIES + WARM_UP.normal), false)
printMix('deep', mixOf(reader, DEEP_QUERIES + WARM_UP.deep), true)
printWorst(reader)

function imageOf(from: string, saved: string | undefined): IndexImage {
  if (saved !== undefined && existsSync(saved)) {
    const start = performance.now()
    const loaded = loadIndexImage(saved, { sequence: 0 })
    if ('refused' in loaded) throw new Error(loaded.refused)
    console.log(`load      ${Math.round(performance.now() - start)} ms`)
    return loaded.image
  }
  const start = performance.now()
  let reading = 0
  function* timed() {
    const batches = companiesOf(from)
    for (;;) {
      const before = performance.now()
      const { value, done } = batches.next()
      reading += performance.now() - before
      if (done) return
      yield value
    }
  }
  const built = buildIndexImage(timed(), { snapshotNumber: 1, sequence: 0, nowMs: Date.now() })
  const all = performance.now() - start
  console.log(`read      ${Math.round(reading)} ms (unpack, parse, ids)`)
  console.log(`build     ${Math.round(all - reading)} ms`)
  console.log(`peak RSS  ${Math.round(process.resourceUsage().maxRSS / 1024)} MB (reading included)`)
  if (saved !== undefined) saveIndexImage(saved, built)
  return built
}

function printImage(built: IndexImage): void {
  const { companies, documents, bytesTotal, sections } = headerOf(built)
  console.log(`companies ${companies}, names ${documents}`)
  console.log(`index     ${bytesTotal} bytes, ${(bytesTotal / companies).toFixed(1)} a company; by section:`)
  for (const section of [...sections].sort((a, b) => b.bytes - a.bytes).slice(0, 16)) {
    console.log(`  ${section.name.padEnd(18)} ${(section.bytes / companies).toFixed(1)}`)
  }
}

function printMix(name: string, queries: readonly string[], deep: boolean): void {
  const { queries: timed, p50, p90, p99, max, mean } = timeMix(index, queries, deep)
  const us = [
    `p50 ${p50.toFixed(1)}`,
    `p90 ${p90.toFixed(1)}`,
    `p99 ${p99.toFixed(1)}`,
    `max ${max.toFixed(0)}`,
  ]
  console.log(`${name.padEnd(7)} ${timed} queries, µs: ${us.join(', ')}, mean ${mean.toFixed(1)}`)
}

function printWorst(of: IndexReader): void {
  for (const { family, deep, us, query } of timeWorst(index, of)) {
    console.log(
      `${family.padEnd(38)} ${deep ? 'deep  ' : 'normal'} worst ${us.toFixed(0).padStart(6)} µs  ${query.slice(0, 40)}`,
    )
  }
}
