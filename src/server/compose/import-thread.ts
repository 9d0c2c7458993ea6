/** The adapters of the import thread: the companies, the register files and the index. */
import type { BuildThreads } from '../../adapters/embedded/index-writer.ts'
import { type RejectFile, rejectFile, rejectFileIn } from '../../adapters/registers/files/reject-file.ts'
import type { CompanyStore } from '../../core/company/company-store.ts'
import type { CompanyWriter } from '../../core/company/company-writer.ts'
import type { EntrySource } from '../../core/ingest/entry-source.ts'
import type { Clock } from '../../core/ports.ts'
import { type CountedReads, countReads } from '../../core/search/counted-reads.ts'
import type { IndexWriter } from '../../core/search/index-writer.ts'
import { dataFiles } from '../data-folder.ts'
import type { StorePlace } from '../store-place.ts'
import { companiesFailure, openCompanies, openCompaniesForChanges } from './companies.ts'
import { openEntrySource } from './entry-source.ts'
import { openIndexWriter } from './search-index.ts'
import { clock } from './system.ts'

/** What the import thread works with. */
export interface ImportAdapters {
  readonly clock: Clock
  readonly source: EntrySource
  readonly writer: CompanyWriter
  readonly store: CompanyStore
  readonly index: IndexWriter
  /** What `index` reads of `store`. */
  readonly reads: CountedReads
  /** Opens the file of rejected rows at the path; without a path, a new one named after the imported file. */
  openRejects(path: string | null, imported: string): RejectFile
  /** Converts an error of the storage that people can act on to a failure with a sentence. */
  failureOf(error: unknown): unknown
  close(): Promise<void>
}

/**
 * Opens the adapters, which creates or migrates the companies.
 *
 * @throws {Failure} `service_unavailable` if they cannot be used.
 */
export async function openImportAdapters(
  place: StorePlace,
  buildThreads: BuildThreads,
): Promise<ImportAdapters> {
  const files = dataFiles(place.dataDir)
  const writer = await openCompaniesForChanges(place)
  const store = await openCompanies(place)
  const reads = countReads(store)
  const index = await openIndexWriter(place.dataDir, reads.store, buildThreads)
  return {
    clock,
    source: openEntrySource(),
    writer,
    store,
    index,
    reads,
    openRejects: (rejects, imported) =>
      rejects === null ? rejectFileIn(files.rejects, imported, clock.nowMs()) : rejectFile(rejects),
    failureOf: (error) => companiesFailure(place, error),
    async close() {
      index.close()
      await store.close()
      await writer.close()
    },
  }
}
