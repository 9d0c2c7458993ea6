/**
 * How time and memory grow with the number of companies:
 *
 *     node bench/scale.ts <data folder> [--sizes 100000,real,5000000] [--images <folder>] [--docs <folder>]
 *
 * For each size one process builds and saves the index and another loads it and asks the mix and the worst queries; one JSON
 * line a size on standard output. `--images` keeps the built images (`<size>-f<format>.index`) and what building them took, and does not
 * build again what is there.
 * `--stores` keeps a store for each size there (filled on the first run) and builds from it in two threads, as the service does; without
 * it the index is built in one thread of companies as they are made.
 * `--busy` is for a machine that is busy with other things: every query is asked several times and its quickest time counts.
 * `--docs` writes `scale.md`, but for its last part, and `scale.svg` into a folder. `real` is the number of real companies; sizes beyond it are
 * filled up with made ones (`bench/corpus`).
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildInTwo } from '../src/adapters/embedded/build-whole.ts'
import { buildIndexImage, loadIndexImage, saveIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import type { IndexImage } from '../src/engine/format/image.ts'
import { headerOf, IMAGE_FORMAT } from '../src/engine/format/image.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import type { IndexedCompany } from '../src/names/search/indexed-company.ts'
import { STATUSES } from '../src/names/search/status.ts'
import { dataFiles } from '../src/server/data-folder.ts'
import { inDataFolder } from '../src/server/store-place.ts'
import { taskRunner } from '../src/server/threads/build-threads.ts'
import { corpusOf } from './corpus/corpus.ts'
import { realFolder } from './corpus/material.ts'
import { companiesOf } from './corpus/real-companies.ts'
import { storeCorpus } from './corpus/store-corpus.ts'
import { measuredEnv } from './large-pages.ts'
import { mixOf, timeMix, timeTogether, timeWorst, WARM_UP } from './query-mix.ts'
import { type AskedIndex, type BuiltIndex, type ScaleRow, scalePage } from './scale-page.ts'
import { scalePlot } from './scale-plot.ts'

const SIZES = ['100000', '300000', '1000000', 'real', '3000000', '5000000', '10000000']
const QUERIES = 20_000
const DEEP_QUERIES = 4_000
const FACTS = { snapshotNumber: 1, sequence: 0, nowMs: 0 }
const LOADS = 3
/** The part of the page that is measured with other commands, which it names. */
const END_TO_END = /\n## End to end[\s\S]*$/
const BUSY_ROUNDS = 3
/** 10 million companies need some 8 GB beside the JavaScript heap, and hours are a sign of a fault. */
const TIMEOUT_MS = 2 * 3600 * 1000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: SIZES.join(',') },
    images: { type: 'string' },
    docs: { type: 'string' },
    build: { type: 'string' },
    ask: { type: 'string' },
    image: { type: 'string' },
    stores: { type: 'string' },
    store: { type: 'string' },
    fill: { type: 'boolean', default: false },
    busy: { type: 'boolean', default: false },
  },
})
const folder = positionals[0]
if (folder === undefined)
  throw new Error('usage: node bench/scale.ts <data folder> [--sizes …] [--images …] [--docs …]')

const { build, ask, image, store } = values
if (build !== undefined && store !== undefined)
  print(await buildFromStore(folder, build, store, image as string))
else if (build !== undefined) print(buildFromCorpus(folder, build, image as string))
else if (ask !== undefined) print(askAll(image as string))
else measureAll(folder)

function print(answer: unknown): void {
  console.log(JSON.stringify(answer))
}

function measureAll(from: string): void {
  const kept = values.images
  const images = kept ?? mkdtempSync(join(tmpdir(), 'bench-scale-'))
  mkdirSync(images, { recursive: true })
  const rows: ScaleRow[] = []
  for (const size of values.sizes.split(',')) {
    const image = join(images, `${size}-f${IMAGE_FORMAT}.index`)
    const stored = values.stores === undefined ? [] : ['--store', join(values.stores, size)]
    const built = existsSync(image)
      ? knownBuild(image)
      : run<BuiltIndex>(from, ['--build', size, '--image', image, ...stored])
    if (built !== undefined) writeFileSync(buildFile(image), JSON.stringify(built))
    const asked = run<AskedIndex>(from, ['--ask', size, '--image', image, ...(values.busy ? ['--busy'] : [])])
    const row: ScaleRow = { size, ...asked, ...(built === undefined ? {} : { built }) }
    rows.push(row)
    console.log(JSON.stringify(row))
    if (kept === undefined) rmSync(image)
  }
  if (kept === undefined) rmSync(images, { recursive: true })
  if (values.docs === undefined) return
  const page = join(values.docs, 'scale.md')
  const endToEnd = existsSync(page) ? readFileSync(page, 'utf8').match(END_TO_END)?.[0] : undefined
  writeFileSync(page, scalePage(rows) + (endToEnd ?? ''))
  writeFileSync(join(values.docs, 'scale.svg'), scalePlot(rows))
}

function buildFile(image: string): string {
  return `${image}.build.json`
}

/** What building a kept image took, where that is known. */
function knownBuild(image: string): BuiltIndex | undefined {
  const file = buildFile(image)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltIndex) : undefined
}

/** A step in a process of its own, so that no step has the memory or the warm code of another. */
function run<Answer>(from: string, step: readonly string[]): Answer {
  const child = spawnSync(process.execPath, [import.meta.filename, from, ...step], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    env: measuredEnv(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.status !== 0) throw new Error(`${step.join(' ')} ended with ${child.status ?? child.signal}`)
  return JSON.parse(child.stdout) as Answer
}

/** In one thread, of companies as they are made. */
function buildFromCorpus(from: string, size: string, path: string): BuiltIndex {
  const corpus = { ms: 0, cpuMs: 0 }
  function* timed(batches: Iterator<readonly IndexedCompany[]>) {
    for (;;) {
      const [before, cpuBefore] = [performance.now(), cpuMs()]
      const { value, done } = batches.next()
      corpus.ms += performance.now() - before
      corpus.cpuMs += cpuMs() - cpuBefore
      if (done === true) return
      yield value
    }
  }
  const [start, cpuStart] = [performance.now(), cpuMs()]
  const built = buildIndexImage(timed(companiesIn(from, size)), FACTS)
  return finish(built, path, 1, {
    seconds: (performance.now() - start - corpus.ms) / 1000,
    cpuSeconds: (cpuMs() - cpuStart - corpus.cpuMs) / 1000,
  })
}

/** As the service does it: of a store, in two threads. The store is filled first when it is not there, by another process. */
async function buildFromStore(
  from: string,
  size: string,
  dataDir: string,
  path: string,
): Promise<BuiltIndex | number> {
  const { companies } = dataFiles(dataDir)
  if (values.fill) return storeCorpus(companiesIn(from, size), dataDir)
  if (!existsSync(companies)) run<number>(from, ['--build', size, '--store', dataDir, '--fill'])
  const store = openCompanyStore(companies)
  const [start, cpuStart] = [performance.now(), cpuMs()]
  const built = await buildInTwo(store, FACTS, taskRunner(inDataFolder(dataDir)))
  const seconds = (performance.now() - start) / 1000
  store.close()
  return finish(built, path, 2, { seconds, cpuSeconds: (cpuMs() - cpuStart) / 1000 })
}

function companiesIn(from: string, size: string): Generator<readonly IndexedCompany[]> {
  return size === 'real' ? companiesOf(realFolder(from)) : corpusOf(from, Number(size))
}

function finish(
  built: IndexImage,
  path: string,
  threads: 1 | 2,
  spent: Pick<BuiltIndex, 'seconds' | 'cpuSeconds'>,
): BuiltIndex {
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const start = performance.now()
  saveIndexImage(path, built)
  return { ...spent, threads, peakBytes, saveSeconds: (performance.now() - start) / 1000 }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Loads the image several times, then asks. */
function askAll(path: string): AskedIndex {
  let { ms, index, image } = load(path)
  const loads = [ms]
  while (loads.length < LOADS) {
    ;({ ms, index, image } = load(path))
    loads.push(ms)
  }
  const rounds = values.busy ? BUSY_ROUNDS : 1
  const reader = openIndex(image)
  const { companies, documents, sections } = headerOf(image)
  const normalMix = mixOf(reader, QUERIES + WARM_UP.normal)
  const normal = timeMix(index, normalMix, false, { rounds })
  const deep = timeMix(index, mixOf(reader, DEEP_QUERIES + WARM_UP.deep), true, { rounds })
  return {
    ...{ companies, names: documents, words: reader.sections.wordStarts.length - 1 },
    ...{ indexBytes: statSync(path).size, format: IMAGE_FORMAT },
    sections: Object.fromEntries(sections.map(({ name, bytes }) => [name, bytes])),
    loadMs: loads.sort((a, b) => a - b)[LOADS >> 1] as number,
    ...{ normal, deep },
    unread: timeMix(index, normalMix, false, { rounds, isRead: false }),
    allStatuses: timeMix(index, normalMix, false, { rounds, isRead: false, status: STATUSES }),
    together: timeTogether(index, mixOf(reader, QUERIES)),
    worst: timeWorst(index, reader, values.busy),
  }
}

/** From the file to an index that answers. */
function load(path: string): { ms: number; index: EmbeddedNameIndex; image: IndexImage } {
  const start = performance.now()
  const loaded = loadIndexImage(path, { sequence: 0 })
  if ('refused' in loaded) throw new Error(loaded.refused)
  const index = new EmbeddedNameIndex()
  index.publish(loaded.image)
  return { ms: performance.now() - start, index, image: loaded.image }
}
