/** Does one task of a build of the index beside the import thread, hands over what came of it, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { type BuildTask, doTask } from '../../adapters/embedded/build-whole.ts'
import { openCompanyStore } from '../../adapters/sqlite/companies/company-store.ts'

export interface BuildThreadData {
  /** The companies file. */
  readonly companies: string
  readonly task: BuildTask
}

const { companies, task } = workerData as BuildThreadData
const { done, transfer } = doTask(task, () => openCompanyStore(companies))
parentPort?.postMessage(done, transfer)
