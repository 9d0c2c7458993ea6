/** The work of a build thread. */
import { type BuildTask, doTask } from '../../adapters/embedded/build-whole.ts'
import { openCompanies } from './companies.ts'

/** Runs a task of an index build over the companies of the data folder. */
export function runBuildTask(dataDir: string, task: unknown): ReturnType<typeof doTask> {
  return doTask(task as BuildTask, () => openCompanies(dataDir))
}
