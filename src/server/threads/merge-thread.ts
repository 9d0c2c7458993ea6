/**
 * The merge thread: merges a snapshot's changes into a new base image in parallel with the imports, and lives only for
 * that.
 */
import { workerData } from 'node:worker_threads'
import type { MergeThreadCommands } from '../commands/thread-commands.ts'
import { openIndexMerger } from '../compose/embedded-index.ts'
import { answerAsThread } from './thread.ts'
import { workInBackground } from './thread-priority.ts'

const merger = openIndexMerger((workerData as { dataDir: string }).dataDir)

workInBackground()
answerAsThread<MergeThreadCommands>({
  merge: ({ number, from }) => merger.merge(from, number),
  save: ({ snapshot }) => merger.save(snapshot),
  close: () => process.exit(),
})
