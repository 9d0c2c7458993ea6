/** Starts threads that run tasks of an index build in parallel with the thread that builds. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { StorePlace } from '../store-place.ts'
import type { BuildThreadData } from './build-thread.ts'

const THREAD_FILE = new URL('./build-thread.ts', import.meta.url)
/** As that of the import thread. */
const OLD_MB_MAX = 2048
/**
 * Size of the young generation in MB, as for the import thread: young objects stay resident, three times
 * over.
 */
const YOUNG_MB_MAX = 16
/**
 * Number of companies below which a second thread takes longer to start than it saves; such a build takes
 * about a second.
 */
const SHARED_COMPANIES_MIN = 50_000

/** Returns whether two threads build an index of this many companies faster than one. */
export function isWorthSharing(companies: number): boolean {
  return companies >= SHARED_COMPANIES_MIN && availableParallelism() > 1
}

/** Returns a function that runs each task in a thread of its own, which opens the companies itself. */
export function taskRunner<Task, Done>(place: StorePlace): (task: Task) => Promise<Done> {
  return (task) => inThread({ place, task })
}

function inThread<Done>(data: BuildThreadData): Promise<Done> {
  const resourceLimits = { maxOldGenerationSizeMb: OLD_MB_MAX, maxYoungGenerationSizeMb: YOUNG_MB_MAX }
  const worker = new Worker(THREAD_FILE, { workerData: data, resourceLimits })
  const { promise, resolve, reject } = Promise.withResolvers<Done>()
  worker.once('message', resolve)
  worker.once('error', reject)
  // No effect if the thread has posted its result.
  worker.once('exit', (code) => reject(new Error(`A thread that builds the index ended with code ${code}.`)))
  return promise
}
