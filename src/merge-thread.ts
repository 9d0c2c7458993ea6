/** Makes a new base in the background, while the import thread goes on; it lives as long as that takes. */
import { workerData } from 'node:worker_threads'
import { buildWhole } from './adapters/embedded/follow-store.ts'
import { type IndexImage, saveIndexImage } from './adapters/embedded/index-image.ts'
import { openCompanyStore } from './adapters/sqlite/company-store.ts'
import { systemClock } from './adapters/system/clock.ts'
import { answerAsThread } from './adapters/system/thread.ts'
import { dataFiles } from './data-folder.ts'

const files = dataFiles((workerData as { dataDir: string }).dataDir)

answerAsThread({
  merge: ({ number }: { number: number }): IndexImage => {
    const store = openCompanyStore(files.companies)
    try {
      return buildWhole(store, number, systemClock.nowMs())
    } finally {
      store.close()
    }
  },
  save: ({ image }: { image: IndexImage }) => saveIndexImage(files.index, image),
  close: () => process.exit(),
})
