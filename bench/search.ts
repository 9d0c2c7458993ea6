/**
 * Search in process: `node bench/search.ts <folder of *.jsonl.br> [file for the built index]`.
 * Builds the index (or loads the file, if it is there), then asks a fixed mix of queries and the worst ones known.
 */
import { existsSync } from 'node:fs'
import type { IndexImage } from '../src/adapters/embedded/index-image.ts'
import { buildIndexImage, loadIndexImage, saveIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { headerOf } from '../src/engine/image.ts'
import type { Segment } from '../src/engine/segment.ts'
import { nameOf, openSegment, recordOf } from '../src/engine/segment.ts'
import { readName } from '../src/names/read-name.ts'
import { companiesOf } from './corpus/real-companies.ts'

const QUERIES = 20_000
const DEEP_QUERIES = 4_000
const PAGE = 25
const SEED = 20_260_101
const WORST_ROUNDS = 7

const [folder, file] = process.argv.slice(2)
if (folder === undefined) throw new Error('Say which folder holds the *.jsonl.br files.')

const image = imageOf(folder, file)
printImage(image)
const index = new EmbeddedNameIndex()
index.publish(image)
const segment = openSegment(image)
printMix('normal', mixOf(segment, QUERIES), false)
printMix('deep', mixOf(segment, DEEP_QUERIES), true)
printWorst(segment)

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
  const built = buildIndexImage(timed(), { generation: 1, sequence: 0, nowMs: Date.now() })
  const all = performance.now() - start
  console.log(`read      ${Math.round(reading)} ms (unpack, parse, ids)`)
  console.log(`build     ${Math.round(all - reading)} ms`)
  console.log(`peak RSS  ${Math.round(process.resourceUsage().maxRSS / 1024)} MB (reading included)`)
  if (saved !== undefined) saveIndexImage(saved, built)
  return built
}

function printImage(built: IndexImage): void {
  const { companies, documents, bytesTotal, blocks } = headerOf(built)
  console.log(`companies ${companies}, names ${documents}`)
  console.log(`index     ${bytesTotal} bytes, ${(bytesTotal / companies).toFixed(1)} a company; by block:`)
  for (const block of [...blocks].sort((a, b) => b.bytes - a.bytes).slice(0, 16)) {
    console.log(`  ${block.name.padEnd(18)} ${(block.bytes / companies).toFixed(1)}`)
  }
}

/** The same numbers every time (Lehmer, 48271 mod 2^31 - 1). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed % 2_147_483_647
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** One kind of query in twenty-five, by its number: what people and programs ask, half of it for removed or former names. */
function mixOf(of: Segment, count: number): string[] {
  const random = randomFrom(SEED)
  return Array.from({ length: count }, (_, i) => {
    const document = random(of.header.documents)
    const name = nameOf(of, document)
    return queryOf(i % 25, name, of, random)
  })
}

function queryOf(kind: number, name: string, of: Segment, random: (below: number) => number): string {
  const { words } = readName(name)
  const pick = () => words[random(words.length)] ?? name
  if (kind < 9) return name
  if (kind < 14) return words.join(' ') || name
  if (kind < 17) return `${pick()} ${pick()}`
  if (kind < 20) return `${words.slice(0, -1).join(' ')} ${(words.at(-1) ?? name).slice(0, 3)}`
  if (kind < 22) return pick()
  if (kind === 24) return `${pick()} qxzvw`
  const { type, digits, court } = recordOf(of, random(of.header.companies))
  return kind === 22 ? `${type} ${digits}` : `${type} ${digits} ${court}`
}

function printMix(name: string, queries: readonly string[], deep: boolean): void {
  for (const query of queries.slice(0, 500)) index.search({ name: query, deep, limit: PAGE })
  const times = queries.map((query) => timeOf(query, deep)).sort((a, b) => a - b)
  const at = (share: number) => (times[Math.floor(times.length * share)] as number).toFixed(1)
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const last = times.at(-1) as number
  console.log(
    `${name.padEnd(7)} ${queries.length} queries, µs: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, max ${last.toFixed(0)}, mean ${mean.toFixed(1)}`,
  )
}

function timeOf(name: string, deep: boolean): number {
  const start = performance.now()
  index.search({ name, deep, limit: PAGE })
  return (performance.now() - start) * 1000
}

function printWorst(of: Segment): void {
  const common = commonWords(of, 20)
  const pairs = common.flatMap((a, i) => common.slice(i + 1).map((b) => `${a} ${b}`))
  const families: Record<string, readonly string[]> = {
    'one letter': [...'abcdefghijklmnopqrstuvwxyz'],
    'two letters': ['ge', 've', 'ha', 'ma', 'sc', 'be', 'st', 'fo'],
    'common words alone': common,
    'common words in pairs': pairs,
    '200 characters': [common.join(' ').slice(0, 200), 'verwaltungsgesellschaft'.repeat(9).slice(0, 200)],
    '40 words': [[...common, ...common.map((word) => `${word}s`)].join(' '), 'a b '.repeat(20)],
    '40 hyphens': [Array.from({ length: 40 }, (_, i) => common[i % 20]).join('-')],
    'only forms': ['GmbH', 'AG', 'e.V.', 'GmbH & Co. KG', 'KG', 'eG'],
    'only punctuation': ['!', '&', '- . , ;', '""'],
    digits: ['1', '12', '100', '2000', '12345', '000001'],
    'a common word and a form': [
      'verein e.V.',
      'bau GmbH',
      'verwaltungs GmbH',
      'und AG',
      'verein AG',
      'sport eG',
    ],
    'non-Latin': ['株式会社', 'Ελλάς', 'Газпром', '🚀'],
  }
  for (const [family, queries] of Object.entries(families)) {
    for (const deep of [false, true]) {
      const times = queries.map((query) => ({ query, time: medianOf(query, deep) }))
      const worst = times.reduce((a, b) => (b.time > a.time ? b : a))
      console.log(
        `${family.padEnd(26)} ${deep ? 'deep  ' : 'normal'} worst ${worst.time.toFixed(0).padStart(6)} µs  ${worst.query.slice(0, 40)}`,
      )
    }
  }
}

function medianOf(query: string, deep: boolean): number {
  const times = Array.from({ length: WORST_ROUNDS }, () => timeOf(query, deep)).sort((a, b) => a - b)
  return times[WORST_ROUNDS >> 1] as number
}

function commonWords({ blocks }: Segment, count: number): string[] {
  const { postingStarts, wordBytes, wordStarts } = blocks
  const size = (word: number) => (postingStarts[word + 1] as number) - (postingStarts[word] as number)
  const words = Array.from({ length: postingStarts.length - 1 }, (_, word) => word).filter(
    (word) => size(word) > 1000,
  )
  return words
    .sort((a, b) => size(b) - size(a))
    .slice(0, count)
    .map((word) => Buffer.from(wordBytes.slice(wordStarts[word], wordStarts[word + 1])).toString('utf8'))
}
