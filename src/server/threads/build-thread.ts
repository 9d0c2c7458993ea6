/** The build thread: runs one task of an index build in parallel with the import thread, posts the result and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { runBuildTask } from '../compose/build-thread.ts'

/** What a build thread is started with. */
export interface BuildThreadData {
  readonly dataDir: string
  /** The task, which the index adapter defines. */
  readonly task: unknown
}

const { dataDir, task } = workerData as BuildThreadData
const { done, transfer } = await runBuildTask(dataDir, task)
parentPort?.postMessage(done, transfer)
