/**
 * How time and memory grow with the number of companies:
 *
 *     node bench/scale.ts <data folder> [--sizes 100000,real,5000000] [--images <folder>] [--docs <folder>]
 *
 * For each size one process builds and saves the index and another loads it and asks the mix and the worst queries; one JSON
 * line a size on standard output. `--images` keeps the built images (`<size>-f<format>.index`) and does not build again what is there.
 * `--busy` is for a machine that is busy with other things: every query is asked several times and its quickest time counts.
 * `--docs` writes `scale.md` and `scale.svg` into a folder. `real` is the number of real companies; sizes beyond it are
 * filled up with made ones (`bench/corpus`).
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIndexImage, loadIndexImage, saveIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import type { IndexImage } from '../src/engine/image.ts'
import { headerOf, IMAGE_FORMAT } from '../src/engine/image.ts'
import type { IndexedCompany } from '../src/engine/indexed-company.ts'
import { openSegment } from '../src/engine/segment.ts'
import { corpusOf } from './corpus/corpus.ts'
import { realFolder } from './corpus/material.ts'
import { companiesOf } from './corpus/real-companies.ts'
import { mixOf, timeMix, timeTogether, timeWorst } from './query-mix.ts'
import { type AskedIndex, type BuiltIndex, type ScaleRow, scalePage } from './scale-page.ts'
import { scalePlot } from './scale-plot.ts'

const SIZES = ['100000', '300000', '1000000', 'real', '3000000', '5000000', '10000000']
const QUERIES = 20_000
const DEEP_QUERIES = 4_000
const LOADS = 3
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
    busy: { type: 'boolean', default: false },
  },
})
const folder = positionals[0]
if (folder === undefined)
  throw new Error('usage: node bench/scale.ts <data folder> [--sizes …] [--images …] [--docs …]')

if (values.build !== undefined)
  console.log(JSON.stringify(build(folder, values.build, values.image as string)))
else if (values.ask !== undefined) console.log(JSON.stringify(ask(values.image as string)))
else measureAll(folder)

function measureAll(from: string): void {
  const kept = values.images
  const images = kept ?? mkdtempSync(join(tmpdir(), 'bench-scale-'))
  mkdirSync(images, { recursive: true })
  const rows: ScaleRow[] = []
  for (const size of values.sizes.split(',')) {
    const image = join(images, `${size}-f${IMAGE_FORMAT}.index`)
    const built = existsSync(image) ? undefined : run<BuiltIndex>(from, ['--build', size, '--image', image])
    const asked = run<AskedIndex>(from, ['--ask', size, '--image', image, ...(values.busy ? ['--busy'] : [])])
    const row: ScaleRow = { size, ...asked, ...(built === undefined ? {} : { built }) }
    rows.push(row)
    console.log(JSON.stringify(row))
    if (kept === undefined) rmSync(image)
  }
  if (kept === undefined) rmSync(images, { recursive: true })
  if (values.docs === undefined) return
  writeFileSync(join(values.docs, 'scale.md'), scalePage(rows))
  writeFileSync(join(values.docs, 'scale.svg'), scalePlot(rows))
}

/** A step in a process of its own, so that no step has the memory or the warm code of another. */
function run<Answer>(from: string, step: readonly string[]): Answer {
  const child = spawnSync(process.execPath, [import.meta.filename, from, ...step], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (child.status !== 0) throw new Error(`${step.join(' ')} ended with ${child.status ?? child.signal}`)
  return JSON.parse(child.stdout) as Answer
}

/** Seconds of the wall clock and of a processor that the taking of companies and all the rest took. */
function build(from: string, size: string, image: string): BuiltIndex {
  let corpusMs = 0
  let corpusCpuMs = 0
  function* timed(batches: Iterator<readonly IndexedCompany[]>) {
    for (;;) {
      const [before, cpuBefore] = [performance.now(), cpuMs()]
      const { value, done } = batches.next()
      corpusMs += performance.now() - before
      corpusCpuMs += cpuMs() - cpuBefore
      if (done === true) return
      yield value
    }
  }
  const companies = size === 'real' ? companiesOf(realFolder(from)) : corpusOf(from, Number(size))
  const start = performance.now()
  const cpuStart = cpuMs()
  const built = buildIndexImage(timed(companies), { generation: 1, sequence: 0, nowMs: 0 })
  const allMs = performance.now() - start
  const allCpuMs = cpuMs() - cpuStart
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const saveStart = performance.now()
  saveIndexImage(image, built)
  return {
    ...{ seconds: (allMs - corpusMs) / 1000, cpuSeconds: (allCpuMs - corpusCpuMs) / 1000 },
    ...{ corpusSeconds: corpusMs / 1000, peakBytes },
    saveSeconds: (performance.now() - saveStart) / 1000,
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Loads the image several times, then asks. */
function ask(path: string): AskedIndex {
  let { ms, index, image } = load(path)
  const loads = [ms]
  while (loads.length < LOADS) {
    ;({ ms, index, image } = load(path))
    loads.push(ms)
  }
  const rounds = values.busy ? BUSY_ROUNDS : 1
  const segment = openSegment(image)
  const { companies, documents, blocks } = headerOf(image)
  const normal = timeMix(index, mixOf(segment, QUERIES), false, rounds)
  const deep = timeMix(index, mixOf(segment, DEEP_QUERIES), true, rounds)
  return {
    ...{ companies, names: documents, words: segment.blocks.wordStarts.length - 1 },
    ...{ indexBytes: statSync(path).size, format: IMAGE_FORMAT },
    blocks: Object.fromEntries(blocks.map(({ name, bytes }) => [name, bytes])),
    loadMs: loads.sort((a, b) => a - b)[LOADS >> 1] as number,
    ...{ normal, deep },
    together: timeTogether(index, mixOf(segment, QUERIES)),
    worst: timeWorst(index, segment, values.busy),
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
