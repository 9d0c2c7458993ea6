/**
 * The merge thread: merges a snapshot's changes into a new base image beside the imports, and lives only for
 * that.
 */
import { workerData } from 'node:worker_threads'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import { openIndexMerger } from '../compose/embedded-index.ts'
import { answerAsThread } from './thread.ts'
import { workInBackground } from './thread-priority.ts'

const merger = openIndexMerger((workerData as { dataDir: string }).dataDir)

interface MergeParams {
  /** Number of the new base. */
  readonly number: number
  readonly from: PublishedIndex
}

workInBackground()
answerAsThread({
  merge: ({ number, from }: MergeParams): PublishedIndex => merger.merge(from, number),
  save: ({ snapshot }: { snapshot: PublishedIndex }) => merger.save(snapshot),
  close: () => process.exit(),
})
