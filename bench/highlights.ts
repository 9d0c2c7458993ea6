/**
 * Highlights: `node bench/highlights.ts [folder of *.jsonl.br]`, by default of the sample. Pages of 25 hits of the fixed
 * mix, each written as JSON with and without `match.highlights`, alternately. Processor time of this thread.
 */
import { fileURLToPath } from 'node:url'
import { buildIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import { matchWire, recordWire } from '../src/http/api/company-wire.ts'
import { HighlightQuery } from '../src/names/highlights/highlight-query.ts'
import type { Hit } from '../src/names/search/page.ts'
import { companiesOf } from './corpus/real-companies.ts'
import { mixOf, PAGE } from './query-mix.ts'

const QUERIES = 2_000
const ROUNDS = 7
const SAMPLE = fileURLToPath(new URL('../data/sample', import.meta.url))

const built = buildIndexImage(companiesOf(process.argv[2] ?? SAMPLE), {
  snapshotNumber: 1,
  sequence: 0,
  nowMs: Date.now(),
})
const index = new EmbeddedNameIndex()
index.publish(built)
const queries = mixOf(openIndex(built), QUERIES)
for (const deep of [false, true]) measure(deep)

function measure(deep: boolean): void {
  const pages = queries.map((name) => ({ name, hits: [...index.search({ name, deep, limit: PAGE }).hits] }))
  const hits = pages.reduce((sum, page) => sum + page.hits.length, 0)
  const searched = timed(() => {
    for (const { name } of pages) index.search({ name, deep, limit: PAGE })
  })
  const plain: number[] = []
  const marked: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const without = timed(() => pages.map((page) => JSON.stringify(page.hits.map(plainWire))))
    const whole = timed(() =>
      pages.map((page) => {
        const query = new HighlightQuery(page.name)
        return JSON.stringify(
          page.hits.map((hit) => ({ ...recordWire(hit.record), match: matchWire(hit, query) })),
        )
      }),
    )
    // The first round compiles the code.
    if (round > 0) {
      plain.push(without)
      marked.push(whole)
    }
  }
  const [before, after] = [median(plain), median(marked)]
  const perHit = (us: number) => (us / hits).toFixed(2)
  console.log(
    `${deep ? 'deep' : 'normal'}: ${pages.length} pages, ${hits} hits; search ${perHit(searched)} µs a hit, ` +
      `JSON ${perHit(before)} µs, with highlights ${perHit(after)} µs: ${perHit(after - before)} µs a hit more, ` +
      `${((searched + after) / (searched + before)).toFixed(2)} times search and JSON`,
  )
}

function plainWire(hit: Hit) {
  const { score, kind, matchedName, matchedOn, reasons } = hit
  const match = { score, kind, matched_name: matchedName, matched_on: matchedOn, reasons: [...reasons] }
  return { ...recordWire(hit.record), match }
}

/** Returns the processor time of a call in microseconds. */
function timed(run: () => unknown): number {
  const start = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(start)
  return user + system
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
