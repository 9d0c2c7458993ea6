/**
 * The import thread: the only writer of the companies, and the builder of their index. At most one runs at a
 * time, and only while there is work.
 */
import { workerData } from 'node:worker_threads'
import type { ImportThreadCommands } from '../commands/thread-commands.ts'
import { openImportAdapters } from '../compose/import-thread.ts'
import type { StorePlace } from '../store-place.ts'
import { isWorthSharing, taskRunner } from './build-threads.ts'
import { importSteps } from './import-steps.ts'
import { answerAsThread } from './thread.ts'

const place = workerData as StorePlace
const steps = importSteps(await openImportAdapters(place, { isWorthSharing, runTask: taskRunner(place) }))

answerAsThread<ImportThreadCommands>({
  ...steps,
  async close(...params) {
    await steps.close(...params)
    process.exit()
  },
})
