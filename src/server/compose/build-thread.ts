/** The work of a build thread. */
import { type BuildTask, doTask } from '../../adapters/embedded/build-whole.ts'
import type { StorePlace } from '../store-place.ts'
import { openCompanies } from './companies.ts'

/** Runs a task of an index build over the companies of the data folder. */
export function runBuildTask(place: StorePlace, task: unknown): ReturnType<typeof doTask> {
  return doTask(task as BuildTask, () => openCompanies(place))
}
