/** The build thread: runs one task of an index build in parallel with the import thread, posts the result and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { runBuildTask } from '../compose/build-thread.ts'
import type { StorePlace } from '../store-place.ts'

/** What a build thread is started with. */
export interface BuildThreadData {
  readonly place: StorePlace
  /** The task, which the index adapter defines. */
  readonly task: unknown
}

const { place, task } = workerData as BuildThreadData
const { done, transfer } = await runBuildTask(place, task)
parentPort?.postMessage(done, transfer)
