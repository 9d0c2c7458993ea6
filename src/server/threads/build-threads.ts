/** Threads that do tasks of a build of the index beside the one that builds. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Beside, DoneTask } from '../../adapters/embedded/build-whole.ts'
import type { BuildThreadData } from './build-thread.ts'

const THREAD_FILE = new URL('./build-thread.ts', import.meta.url)
/** As of the import thread: young objects stay resident, three times over. */
const YOUNG_MB_MAX = 16
/** Below that a build takes about a second, and a thread more to start than it saves. */
const SHARED_COMPANIES_MIN = 50_000

/** Whether so many companies are better built by two threads. */
export function isWorthSharing(companies: number): boolean {
  return companies >= SHARED_COMPANIES_MIN && availableParallelism() > 1
}

/** A thread for each task, which reads the companies file itself. */
export function besideThreads(companies: string): Beside {
  return (task) => inThread({ companies, task })
}

function inThread(data: BuildThreadData): Promise<DoneTask> {
  const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB_MAX }
  const worker = new Worker(THREAD_FILE, { workerData: data, resourceLimits })
  const { promise, resolve, reject } = Promise.withResolvers<DoneTask>()
  worker.once('message', resolve)
  worker.once('error', reject)
  // After an answer this says nothing any more.
  worker.once('exit', (code) => reject(new Error(`A thread that builds the index ended with code ${code}.`)))
  return promise
}
