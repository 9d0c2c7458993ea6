/** The build thread: runs one task of an index build beside the import thread, posts the result and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { runBuildTask } from '../compose/build-thread.ts'

/** What a build thread is started with. */
export interface BuildThreadData {
  /** Path of the companies file. */
  readonly companies: string
  /** The task, which the index adapter defines. */
  readonly task: unknown
}

const { companies, task } = workerData as BuildThreadData
const { done, transfer } = runBuildTask(companies, task)
parentPort?.postMessage(done, transfer)
