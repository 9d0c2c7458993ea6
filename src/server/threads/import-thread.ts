/** The import thread: the only writer of the companies file, and the builder of its index. There is one at a time, while there is work. */
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { workerData } from 'node:worker_threads'
import { buildInTwo } from '../../adapters/embedded/build-whole.ts'
import {
  buildWhole,
  followStore,
  hideSuppressed,
  openSavedIndex,
  wholeFacts,
} from '../../adapters/embedded/follow-store.ts'
import {
  baseSnapshot,
  type IndexImage,
  type IndexSnapshot,
  saveIndexImage,
} from '../../adapters/embedded/index-image.ts'
import { registerFiles } from '../../adapters/registers/entry-source.ts'
import { type RejectFile, rejectFile, rejectFileIn } from '../../adapters/registers/files/reject-file.ts'
import { openCompanyStore } from '../../adapters/sqlite/companies/company-store.ts'
import { openCompanyWriter } from '../../adapters/sqlite/companies/company-writer.ts'
import { onStorage, storageFailure } from '../../adapters/sqlite/database/storage-failure.ts'
import { systemClock } from '../../adapters/system/clock.ts'
import type { FaultView, ImportStep, ImportView, Requests } from '../../control/commands.ts'
import type { ImportEnd, Suppression } from '../../core/company/company-store.ts'
import type { FileFault } from '../../core/ingest/entry-source.ts'
import { importFiles } from '../../core/ingest/import-files.ts'
import { dataFiles } from '../data-folder.ts'
import { besideThreads, isWorthSharing } from './build-threads.ts'
import { answerAsThread } from './thread.ts'

const files = dataFiles((workerData as { dataDir: string }).dataDir)
const writer = onStorage(files.companies, () => openCompanyWriter(files.companies, systemClock.nowMs()))
const store = openCompanyStore(files.companies)

export type ImportAnswer = Omit<ImportView, 'indexMs'>

export type IndexAnswer =
  /** What is searched now is what is stored. */
  | { readonly kind: 'current' }
  /** The base went on being the one that was there. */
  | { readonly kind: 'followed'; readonly generation: IndexSnapshot }
  /** There was no base to go on from; when there was a saved index, `because` says why not that. */
  | { readonly kind: 'built'; readonly generation: IndexSnapshot; readonly because: string | undefined }

export interface SuppressAnswer {
  /** Whether it was shown until now. */
  readonly isNew: boolean
  readonly generation: IndexSnapshot | undefined
}

export interface IndexParams {
  /** Of a new generation. */
  readonly number: number
  /** What is searched now; without it, the saved index is what there is. */
  readonly present: IndexSnapshot | undefined
}

async function runImport(
  params: Requests['import']['params'],
  tell: (progress: unknown) => void,
): Promise<ImportAnswer> {
  const rejects = rejectFileOf(params)
  const record = writer.beginImport(
    params.files.map((file) => basename(file)),
    systemClock.nowMs(),
  )
  const end = (how: Omit<ImportEnd, 'endedAtMs'>) =>
    writer.endImport(record, { ...how, endedAtMs: systemClock.nowMs() })
  try {
    const needs = { source: registerFiles(), companies: writer, clock: systemClock, rejects }
    const run = importFiles(needs, params.files)
    for (;;) {
      const step = await run.next()
      if (!step.done) {
        tell({ step: 'reading', ...step.value })
        continue
      }
      const { faults, notShortened = '', ms, ...counts } = step.value
      const { reasons, ...numbers } = counts
      const wrong = {
        reasons,
        rejects: counts.rejected > 0 ? rejects.path : null,
        faults: faults.map(faultView),
      }
      end({ ...recordOf(wrong), counts: numbers, said: notShortened })
      return {
        ...counts,
        ...wrong,
        importMs: Math.round(ms),
      }
    }
  } catch (error) {
    const failure = storageFailure(files.companies, error)
    // Where nothing can be written, the record stays open, and the next writer calls it stopped.
    onlyTry(() => end({ ...NOTHING_KNOWN, state: 'failed', said: saidOf(failure) }))
    throw failure
  } finally {
    rejects.close()
  }
}

function rejectFileOf({ rejects, files: [first = ''] }: Requests['import']['params']): RejectFile {
  return rejects === null ? rejectFileIn(files.rejects, first, systemClock.nowMs()) : rejectFile(rejects)
}

/** For the journal: operators see names of files, without their folders. */
function recordOf({ reasons, rejects, faults }: Pick<ImportView, 'reasons' | 'rejects' | 'faults'>) {
  const known = faults.map(({ file, reason, line, byte }) => ({ file: basename(file), reason, line, byte }))
  return { state: faults.length > 0 ? 'failed' : 'done', reasons, rejects, faults: known } as const
}

/** Of an import that was broken off. */
const NOTHING_KNOWN = { counts: {}, reasons: {}, rejects: null, faults: [] }

function saidOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}

function onlyTry(step: () => void): void {
  try {
    step()
  } catch {
    // What led here is told already.
  }
}

function faultView({ file, reason, line, byte, message }: FileFault): FaultView {
  return { file, reason, line, byte, sentence: message }
}

/** The base that there is, with what changed since; else a new one. `tell` hears before anything is built. */
async function makeIndex(
  { number, present }: IndexParams,
  tell: (progress: ImportStep) => void,
): Promise<IndexAnswer> {
  const sequence = store.lastSequence()
  if (present?.sequence === sequence) return { kind: 'current' }
  const nowMs = systemClock.nowMs()
  const followed =
    present === undefined
      ? openSavedIndex(store, files.index, nowMs)
      : followStore(store, present.base, number, nowMs)
  if (followed.kind === 'generation') return { kind: 'followed', generation: followed.generation }
  const companies = store.count()
  tell({ step: 'indexing', companies })
  const image = isWorthSharing(companies)
    ? await buildInTwo(store, wholeFacts(store, number, nowMs), besideThreads(files.companies))
    : buildWhole(store, number, nowMs)
  const because = present === undefined && existsSync(files.index) ? followed.because : undefined
  return { kind: 'built', generation: baseSnapshot(image), because }
}

interface SuppressParams {
  readonly suppression: Suppression
  /** While an import runs: what is searched, and the number of the generation without what is suppressed. */
  readonly searched?: { readonly present: IndexSnapshot; readonly number: number }
}

/** Between two batches of an import, where one runs. */
function suppressCompany({ suppression, searched }: SuppressParams): SuppressAnswer {
  const isNew = writer.suppress(suppression)
  if (searched === undefined) return { isNew, generation: undefined }
  // Also when it is suppressed already: it may be stored since an earlier call that failed before all searched it.
  const isSuppressed = isNew || store.suppressions().some(({ uuid }) => uuid === suppression.uuid)
  if (!isSuppressed) return { isNew, generation: undefined }
  const { present, number } = searched
  return { isNew, generation: hideSuppressed(store, present, number, systemClock.nowMs()) }
}

/** What the storage refuses is told of as that, whichever step meets it. */
function onCompanies<Params extends unknown[], Result>(work: (...params: Params) => Result) {
  return async (...params: Params): Promise<Awaited<Result>> => {
    try {
      return await work(...params)
    } catch (error) {
      throw storageFailure(files.companies, error)
    }
  }
}

answerAsThread({
  // The files were opened and brought up to date when the thread started.
  open: () => undefined,
  import: onCompanies(runImport),
  index: onCompanies(makeIndex),
  suppress: onCompanies(suppressCompany),
  lift: onCompanies(({ uuid }: { uuid: string }) => writer.lift(uuid, systemClock.nowMs())),
  save: ({ image }: { image: IndexImage }) => saveIndexImage(files.index, image),
  close: () => {
    store.close()
    writer.close()
    process.exit()
  },
})
