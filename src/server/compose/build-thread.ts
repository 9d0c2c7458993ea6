/** The work of a build thread. */
import { type BuildTask, doTask } from '../../adapters/embedded/build-whole.ts'
import { readCompanies } from './companies.ts'

/** Runs a task of an index build over the companies file at the path. */
export function runBuildTask(companies: string, task: unknown): ReturnType<typeof doTask> {
  return doTask(task as BuildTask, () => readCompanies(companies))
}
