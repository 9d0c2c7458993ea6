/**
 * What a limit of V8's young generation costs deep searches: threads with different limits answer the same queries in random turn.
 *
 *     node bench/young-generation.ts <index file of bench/scale.ts --images>
 *
 * Tells, for each limit in MB (0: none), the heap after the warm-up and the time of all queries, compared with no limit.
 */
import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { loadIndexImage } from '../src/adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../src/adapters/embedded/name-index.ts'
import type { IndexImage } from '../src/engine/format/image.ts'
import { openIndex } from '../src/engine/format/index-reader.ts'
import { Random } from './corpus/random.ts'
import { mixOf, PAGE } from './query-mix.ts'

const LIMITS_MB = [0, 8, 16, 24, 32]
const WARM_UP = 300
const BATCHES = 21
const BATCH = 100

if (isMainThread) await compare(process.argv[2] as string)
else answer((workerData as { readonly image: IndexImage }).image)

async function compare(path: string): Promise<void> {
  const loaded = loadIndexImage(path, { sequence: 0 })
  if ('refused' in loaded) throw new Error(loaded.refused)
  const { image } = loaded
  const queries = mixOf(openIndex(image), WARM_UP + BATCHES * BATCH)
  const threads = LIMITS_MB.map((limit) => startThread(image, limit))
  for (const thread of threads) await timeOf(thread, queries.slice(0, WARM_UP))
  const heaps = await Promise.all(threads.map((thread) => thread.getHeapStatistics()))
  const totalMs = LIMITS_MB.map(() => 0)
  const random = new Random(1).start(0)
  for (let from = WARM_UP; from < queries.length; from += BATCH) {
    const batch = queries.slice(from, from + BATCH)
    const turns = LIMITS_MB.map((_, i) => ({ i, at: random.next() })).sort((a, b) => a.at - b.at)
    for (const { i } of turns) totalMs[i] = totalMs[i]! + (await timeOf(threads[i]!, batch))
  }
  console.log('| limit, MB | heap, MB | used | time |\n|--:|--:|--:|--:|')
  for (const [i, { total_heap_size: total, used_heap_size: used }] of heaps.entries()) {
    const cells = [LIMITS_MB[i], total >> 20, used >> 20, (totalMs[i]! / totalMs[0]!).toFixed(3)]
    console.log(`| ${cells.join(' | ')} |`)
  }
  await Promise.all(threads.map((thread) => thread.terminate()))
}

function startThread(image: IndexImage, limitMb: number): Worker {
  const resourceLimits = limitMb === 0 ? {} : { maxYoungGenerationSizeMb: limitMb }
  return new Worker(new URL(import.meta.url), { workerData: { image }, resourceLimits })
}

async function timeOf(thread: Worker, queries: readonly string[]): Promise<number> {
  thread.postMessage(queries)
  const [ms] = (await once(thread, 'message')) as [number]
  return ms
}

/** Reads what a response shows, as that is allocated, too. */
function answer(image: IndexImage): void {
  const index = new EmbeddedNameIndex()
  index.publish(image)
  parentPort?.on('message', (queries: readonly string[]) => {
    const beganMs = performance.now()
    for (const name of queries)
      JSON.stringify(index.search({ name, deep: true, limit: PAGE }).hits.map(shown))
    parentPort?.postMessage(performance.now() - beganMs)
  })
}

function shown({ record, score, reasons }: ReturnType<EmbeddedNameIndex['search']>['hits'][number]) {
  return { record, score, reasons }
}
