/** Merges what changed into a new base, beside the imports; it lives as long as that takes. */
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
  /** Of the new base. */
  readonly number: number
  readonly from: IndexSnapshot
}

workInBackground()
answerAsThread({
  merge: ({ number, from }: MergeParams): IndexImage => mergeSnapshot(from, number, systemClock.nowMs()),
  save: ({ image }: { image: IndexImage }) => saveIndexImage(files.index, image),
  close: () => process.exit(),
})
