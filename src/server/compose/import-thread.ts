/** The adapters of the import thread: the companies file, the register files and the index. */
import { existsSync } from 'node:fs'
import { type Beside, buildInTwo } from '../../adapters/embedded/build-whole.ts'
import {
  buildWhole,
  followStore,
  hideSuppressed,
  openSavedIndex,
  wholeFacts,
} from '../../adapters/embedded/follow-store.ts'
import { baseSnapshot, saveIndexImage } from '../../adapters/embedded/index-image.ts'
import { registerFiles } from '../../adapters/registers/entry-source.ts'
import { type RejectFile, rejectFile, rejectFileIn } from '../../adapters/registers/files/reject-file.ts'
import { onStorage, storageFailure } from '../../adapters/sqlite/database/storage-failure.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import type { CompanyStore, CompanyWriter } from '../../core/company/company-store.ts'
import type { EntrySource } from '../../core/ingest/entry-source.ts'
import type { Clock } from '../../core/ports.ts'
import type { IndexWriter } from '../../core/search/index-writer.ts'
import { dataFiles } from '../data-folder.ts'
import { readCompanies, writeCompanies } from './companies.ts'
import { embedded } from './embedded-index.ts'
import { clock } from './system.ts'

/** What the import thread works with. */
export interface ImportAdapters {
  readonly clock: Clock
  readonly source: EntrySource
  readonly writer: CompanyWriter
  readonly store: CompanyStore
  readonly index: IndexWriter
  /** Opens the file of rejected rows at the path; without a path, a new one named after the imported file. */
  openRejects(path: string | null, imported: string): RejectFile
  /** Converts an error of the storage that people can act on to a failure with a sentence. */
  failureOf(error: unknown): unknown
  close(): Awaitable<void>
}

/** Shares the build of a large index with other threads. */
export interface BuildHelp {
  isWorthSharing(companies: number): boolean
  /** Starts a task of the build in a thread that reads the companies file at the path. */
  besideThreads(companies: string): Beside
}

/**
 * Opens the adapters, which creates or migrates the companies file.
 *
 * @throws {Failure} `service_unavailable` if the file cannot be used.
 */
export function openImportAdapters(dataDir: string, help: BuildHelp): ImportAdapters {
  const files = dataFiles(dataDir)
  const path = files.companies
  const writer = onStorage(path, () => writeCompanies(path))
  const store = readCompanies(path)
  return {
    clock,
    source: registerFiles(),
    writer,
    store,
    index: indexWriter(dataDir, store, help),
    openRejects: (rejects, imported) =>
      rejects === null ? rejectFileIn(files.rejects, imported, clock.nowMs()) : rejectFile(rejects),
    failureOf: (error) => storageFailure(path, error),
    close() {
      store.close()
      writer.close()
    },
  }
}

type Store = ReturnType<typeof readCompanies>

function indexWriter(dataDir: string, store: Store, help: BuildHelp): IndexWriter {
  const files = dataFiles(dataDir)
  return {
    follow(present, number) {
      if (present !== undefined) {
        const followed = followStore(store, embedded(present).base, number, clock.nowMs())
        // What was refused is the searched base, and no saved index.
        return followed.kind === 'refused' ? { kind: 'refused', because: undefined } : followed
      }
      const isSaved = existsSync(files.index)
      const saved = openSavedIndex(store, files.index, clock.nowMs())
      return saved.kind === 'refused' && !isSaved ? { kind: 'refused', because: undefined } : saved
    },
    async build(number, companies) {
      const nowMs = clock.nowMs()
      if (!help.isWorthSharing(companies)) return baseSnapshot(buildWhole(store, number, nowMs))
      const beside = help.besideThreads(files.companies)
      return baseSnapshot(await buildInTwo(store, wholeFacts(store, number, nowMs), beside))
    },
    hideSuppressed: (present, number) => hideSuppressed(store, embedded(present), number, clock.nowMs()),
    save: (snapshot) => saveIndexImage(files.index, embedded(snapshot).base),
  }
}
