/**
 * The merge thread: merges a snapshot's changes into a new base image beside the imports, and lives only for
 * that.
 */
import { workerData } from 'node:worker_threads'
import {
  type IndexImage,
  type IndexSnapshot,
  mergeSnapshot,
  saveIndexImage,
} from '../../adapters/embedded/index-image.ts'
import { systemClock } from '../../adapters/system/clock.ts'
import { dataFiles } from '../data-folder.ts'
import { answerAsThread } from './thread.ts'
import { workInBackground } from './thread-priority.ts'

const files = dataFiles((workerData as { dataDir: string }).dataDir)

interface MergeParams {
  /** Number of the new base. */
  readonly number: number
  readonly from: IndexSnapshot
}

workInBackground()
answerAsThread({
  merge: ({ number, from }: MergeParams): IndexImage => mergeSnapshot(from, number, systemClock.nowMs()),
  save: ({ image }: { image: IndexImage }) => saveIndexImage(files.index, image),
  close: () => process.exit(),
})
