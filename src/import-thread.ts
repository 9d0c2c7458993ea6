/** The import thread: the only writer of the companies file, and the builder of its index. There is one at a time, while there is work. */
import { workerData } from 'node:worker_threads'
import {
  buildIndexImage,
  type IndexImage,
  loadIndexImage,
  saveIndexImage,
} from './adapters/embedded/index-image.ts'
import { registerFiles } from './adapters/registers/entry-source.ts'
import { rejectFile } from './adapters/registers/reject-file.ts'
import { openCompanyStore } from './adapters/sqlite/company-store.ts'
import { openCompanyWriter } from './adapters/sqlite/company-writer.ts'
import { onStorage, storageFailure } from './adapters/sqlite/storage-failure.ts'
import { systemClock } from './adapters/system/clock.ts'
import { answerAsThread } from './adapters/system/thread.ts'
import type { FaultView, ImportStep, ImportView, Requests } from './cli/operator.ts'
import type { FileFault } from './core/ingest/entry-source.ts'
import { importFiles } from './core/ingest/import-files.ts'
import { dataFiles } from './data-folder.ts'

/** Companies that are in memory at once while the index is built. */
const BUILD_BATCH = 2000

const files = dataFiles((workerData as { dataDir: string }).dataDir)
const writer = onStorage(files.companies, () => openCompanyWriter(files.companies, systemClock.nowMs()))
const store = openCompanyStore(files.companies)

export type ImportAnswer = Omit<ImportView, 'indexMs'>

export type IndexAnswer =
  /** What is searched now is what is stored. */
  | { readonly kind: 'current' }
  | { readonly kind: 'loaded'; readonly image: IndexImage }
  /** The saved index was not taken. */
  | { readonly kind: 'built'; readonly image: IndexImage; readonly because: string }

async function runImport(
  takes: Requests['import']['takes'],
  tell: (progress: unknown) => void,
): Promise<ImportAnswer> {
  const rejects = rejectFile(takes.rejects)
  try {
    const needs = { source: registerFiles(), companies: writer, clock: systemClock, rejects }
    const run = importFiles(needs, takes.files)
    for (;;) {
      const step = await run.next()
      if (!step.done) {
        tell({ step: 'reading', ...step.value })
        continue
      }
      const { faults, ms, ...counts } = step.value
      return {
        ...counts,
        faults: faults.map(faultView),
        rejects: counts.rejected > 0 ? takes.rejects : null,
        importMs: Math.round(ms),
      }
    }
  } catch (error) {
    throw storageFailure(files.companies, error)
  } finally {
    rejects.close()
  }
}

function faultView({ file, reason, line, byte, message }: FileFault): FaultView {
  return { file, reason, line, byte, sentence: message }
}

interface IndexWish {
  /** Of a new image. */
  readonly generation: number
  /** Change of the store that the index in use is made from. */
  readonly searched: number | undefined
}

/** The saved index when it is whole and current, else a new one; `tell` hears before that is built. */
function makeIndex({ generation, searched }: IndexWish, tell: (progress: ImportStep) => void): IndexAnswer {
  const sequence = store.lastSequence()
  if (searched === sequence) return { kind: 'current' }
  const saved = loadIndexImage(files.index, { sequence })
  if ('image' in saved) return { kind: 'loaded', image: saved.image }
  tell({ step: 'indexing', companies: store.count() })
  const facts = { generation, sequence, nowMs: systemClock.nowMs() }
  return {
    kind: 'built',
    image: buildIndexImage(store.everything(BUILD_BATCH), facts),
    because: saved.refused,
  }
}

answerAsThread({
  // The files were opened and brought up to date when the thread started.
  open: () => undefined,
  import: runImport,
  index: makeIndex,
  save: ({ image }: { image: IndexImage }) => saveIndexImage(files.index, image),
  close: () => {
    store.close()
    writer.close()
    process.exit()
  },
})
