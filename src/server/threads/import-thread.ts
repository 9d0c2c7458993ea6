/**
 * The import thread: the only writer of the companies, and the builder of their index. At most one runs at a
 * time, and only while there is work.
 */
import { workerData } from 'node:worker_threads'
import type { Handlers } from '../../core/command.ts'
import { Failure } from '../../core/failure.ts'
import type { ImportThreadCommands } from '../commands/thread-commands.ts'
import { openImportAdapters } from '../compose/import-thread.ts'
import type { StorePlace } from '../store-place.ts'
import { isWorthSharing, taskRunner } from './build-threads.ts'
import { importSteps, refusingSteps } from './import-steps.ts'
import { answerAsThread } from './thread.ts'

const place = workerData as StorePlace

/** Opens the adapters. If people can act on what is wrong, every command is answered with that, and the thread lives on. */
async function openSteps(): Promise<Handlers<ImportThreadCommands>> {
  try {
    return importSteps(await openImportAdapters(place, { isWorthSharing, runTask: taskRunner(place) }))
  } catch (error) {
    if (error instanceof Failure) return refusingSteps(error)
    throw error
  }
}

const steps = await openSteps()

answerAsThread<ImportThreadCommands>({
  ...steps,
  async close(...params) {
    await steps.close(...params)
    process.exit()
  },
})
