/**
 * The index of names of this service: embedded, or in OpenSearch. Outside this folder its snapshots are passed on as
 * `PublishedIndex`.
 */
import { openSavedIndex } from '../../adapters/embedded/follow-store.ts'
import { type BuildThreads, embeddedIndexWriter } from '../../adapters/embedded/index-writer.ts'
import { EmbeddedNameIndex } from '../../adapters/embedded/name-index.ts'
import type { OpenSearchSnapshot } from '../../adapters/opensearch/index-writer.ts'
import { type Config, readConfig } from '../../config/config.ts'
import type { CompanyStore } from '../../core/company/company-store.ts'
import { Failure } from '../../core/failure.ts'
import type { IndexState, NameIndex } from '../../core/search/name-index.ts'
import type { MergeRule, PublishedIndex, SnapshotIndex } from '../../core/search/published-index.ts'
import { dataFiles } from '../data-folder.ts'
import * as embeddedIndex from './embedded-index.ts'
import { embedded } from './embedded-index.ts'
import type { OpenedWriter, SharedIndexReader } from './opensearch-index.ts'
import { clock } from './system.ts'

/** Returns whether the index is in OpenSearch, where several nodes share it. */
export function isInOpenSearch({ openSearchUrl }: Pick<Config, 'openSearchUrl'>): boolean {
  return openSearchUrl !== ''
}

function isEmbedded(snapshot: PublishedIndex): boolean {
  return 'base' in snapshot
}

/** Decides when the import queue starts a merge. OpenSearch merges by itself. */
export const mergeRule: MergeRule = {
  isDue: (snapshot) => isEmbedded(snapshot) && embeddedIndex.mergeRule.isDue(snapshot),
  isSameBase: (a, b) => isEmbedded(a) && embeddedIndex.mergeRule.isSameBase(a, b),
}

/** Opens what the supervisor keeps of the searched snapshot. */
export function openSnapshotIndex(): SnapshotIndex {
  const images = embeddedIndex.openSnapshotIndex()
  let inOpenSearch: OpenSearchSnapshot | undefined
  return {
    publish(snapshot) {
      if (isEmbedded(snapshot)) images.publish(snapshot)
      else if (snapshot.number >= (inOpenSearch?.number ?? 0)) inOpenSearch = snapshot as OpenSearchSnapshot
    },
    snapshot: () => inOpenSearch ?? images.snapshot(),
    state: () => inOpenSearch?.state ?? images.state(),
  }
}

/** The index of a thread that searches. */
export interface SearchingIndex {
  readonly index: NameIndex
  /** Makes the snapshot the searched one. */
  publish(snapshot: PublishedIndex): void
  close(): void
}

/** Opens the index of a thread that searches. `nowMs`: a clock that never goes back. */
export async function openSearchingIndex(config: Config, nowMs: () => number): Promise<SearchingIndex> {
  if (isInOpenSearch(config)) {
    // Loaded where it is used: a single machine need not pay for it.
    const { openOpenSearchIndex } = await import('./opensearch-index.ts')
    const { index, close } = openOpenSearchIndex(config, nowMs)
    return { index, close, publish: () => index.forget() }
  }
  const index = new EmbeddedNameIndex({ budgetMs: config.deepBudgetMs, nowMs })
  return {
    index,
    publish(snapshot) {
      const isFirst = index.snapshot() === undefined
      index.publish(embedded(snapshot))
      if (isFirst) index.warmUp()
    },
    close: () => {},
  }
}

/** Opens the reader of an index that nodes share; `undefined` if each has its own. */
export async function openSharedIndex(config: Config): Promise<SharedIndexReader | undefined> {
  if (!isInOpenSearch(config)) return undefined
  const { openSharedIndexReader } = await import('./opensearch-index.ts')
  return openSharedIndexReader(config)
}

/** Opens the writer of the index of these companies. */
export async function openIndexWriter(
  dataDir: string,
  store: CompanyStore,
  buildThreads: BuildThreads,
): Promise<OpenedWriter> {
  const settings = readConfig(process.env)
  if (isInOpenSearch(settings)) {
    const { openOpenSearchWriter } = await import('./opensearch-index.ts')
    return openOpenSearchWriter(settings, store)
  }
  const path = dataFiles(dataDir).index
  return { ...embeddedIndexWriter({ store, clock, path, buildThreads }), close: () => {} }
}

/**
 * Reads the snapshot that a server on this folder would search now; `undefined` for the index in OpenSearch, which all processes
 * share. Neither writes nor needs the lock of the folder: the saved file and what changed since are read.
 *
 * @throws {Failure} `service_unavailable` if there is no index of these companies.
 */
export async function readSnapshot(
  settings: Config,
  companies: CompanyStore,
): Promise<PublishedIndex | undefined> {
  if (isInOpenSearch(settings)) return undefined
  const saved = await openSavedIndex(companies, dataFiles(settings.dataDir).index, clock.nowMs())
  if (saved.kind === 'snapshot') return saved.snapshot
  throw new Failure(
    'service_unavailable',
    `${saved.reason} Start a server on the folder once: it builds the index.`,
  )
}

/** The state of the index that the next start searches, or the reason why it cannot be used. */
export type SavedIndex = { readonly state: IndexState } | { readonly refused: string }

/** Reads the state of the index: that of OpenSearch, or that of the saved file with what changed since. */
export async function readSavedIndex(dataDir: string, companies: CompanyStore): Promise<SavedIndex> {
  const settings = readConfig(process.env)
  if (isInOpenSearch(settings)) {
    const { openSearchState } = await import('./opensearch-index.ts')
    const state = await openSearchState(settings)
    return state === undefined ? { refused: 'There is no index in OpenSearch yet.' } : { state }
  }
  const saved = await openSavedIndex(companies, dataFiles(dataDir).index, clock.nowMs())
  if (saved.kind === 'refused') return { refused: saved.reason }
  const index = new EmbeddedNameIndex()
  index.publish(saved.snapshot)
  return { state: index.state()! }
}
