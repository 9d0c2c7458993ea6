/** The build thread: runs one task of an index build beside the import thread, posts the result and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { type BuildTask, doTask } from '../../adapters/embedded/build-whole.ts'
import { openCompanyStore } from '../../adapters/sqlite/companies/company-store.ts'

/** What a build thread is started with. */
export interface BuildThreadData {
  /** Path of the companies file. */
  readonly companies: string
  readonly task: BuildTask
}

const { companies, task } = workerData as BuildThreadData
const { done, transfer } = doTask(task, () => openCompanyStore(companies))
parentPort?.postMessage(done, transfer)
