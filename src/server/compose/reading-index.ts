/**
 * The index of a process that only reads, beside a server or without one: the saved index with what changed since, or
 * that of OpenSearch.
 */
import { statSync } from 'node:fs'
import { openSavedIndex } from '../../adapters/embedded/follow-store.ts'
import { EmbeddedNameIndex } from '../../adapters/embedded/name-index.ts'
import type { Config } from '../../config/config.ts'
import type { CompanyStore } from '../../core/company/company-store.ts'
import { Failure } from '../../core/failure.ts'
import type { NameIndex } from '../../core/search/name-index.ts'
import type { SearchPage } from '../../names/search/page.ts'
import { dataFiles } from '../data-folder.ts'
import { isInOpenSearch, openSearchingIndex } from './search-index.ts'
import { clock } from './system.ts'

/**
 * Most changes since the saved index that a reading process adds by itself, in a few seconds. Beyond them, while a
 * large import runs, it goes on with what it has until the server has saved a newer index.
 */
export const FOLLOWED_CHANGES_MAX = 20_000
const NS_A_MS = 1_000_000

/** The index of a process that only reads. */
export interface ReadingIndex {
  readonly index: NameIndex
  close(): void
}

/**
 * Opens the index. It follows the stored companies: `state` is read before every search, and adds what changed since.
 * A company that must not be shown is left out at once.
 *
 * @throws {Failure} `service_unavailable` if there is no index of these companies yet.
 */
export async function openReadingIndex(config: Config, companies: CompanyStore): Promise<ReadingIndex> {
  const nowMs = () => Number(clock.monotonicNs()) / NS_A_MS
  if (isInOpenSearch(config)) return openSearchingIndex(config, nowMs)
  let loaded = await loadIndex(config, companies, nowMs)
  const follow = oneAtATime(async () => {
    const changes = (await companies.lastSequence()) - loaded.sequence
    const isNewer = savedAtMs(config) !== loaded.savedAtMs
    if (changes === 0 || (changes > FOLLOWED_CHANGES_MAX && !isNewer)) return
    // What cannot be loaded, for example while another register is restored, must not end what can be searched.
    loaded = await loadIndex(config, companies, nowMs).catch(() => loaded)
  })
  return {
    index: {
      async state() {
        await follow()
        return loaded.index.state()
      },
      search: (query) => onlyStored(companies, loaded.index.search(query), loaded.sequence),
      corrections: (text) => loaded.index.corrections(text),
      facets: (query) => loaded.index.facets(query),
    },
    close: () => {},
  }
}

/** An index in memory. */
interface LoadedIndex {
  readonly index: EmbeddedNameIndex
  /** Sequence number of the last change that it contains. */
  readonly sequence: number
  /** When its file was written, milliseconds since 1970. */
  readonly savedAtMs: number
}

/** Loads the saved index with what changed since. */
async function loadIndex(config: Config, companies: CompanyStore, nowMs: () => number): Promise<LoadedIndex> {
  const writtenMs = savedAtMs(config)
  const saved = await openSavedIndex(companies, dataFiles(config.dataDir).index, clock.nowMs())
  if (saved.kind === 'refused') {
    const advice = 'Start the server once, which builds it: npx firmensuche serve'
    throw new Failure('service_unavailable', `${saved.reason} ${advice}`)
  }
  const index = new EmbeddedNameIndex({ budgetMs: config.deepBudgetMs, nowMs })
  index.publish(saved.snapshot)
  index.warmUp()
  return { index, sequence: saved.snapshot.sequence, savedAtMs: writtenMs }
}

/** Leaves out hits that are no longer stored, while the index has not caught up with the changes. */
async function onlyStored(companies: CompanyStore, page: SearchPage, sequence: number): Promise<SearchPage> {
  if ((await companies.lastSequence()) === sequence || page.hits.length === 0) return page
  const stored = await companies.findMany(page.hits.map(({ record }) => record.uuid))
  const uuids = new Set(stored.map(({ uuid }): string => uuid))
  return { ...page, hits: page.hits.filter(({ record }) => uuids.has(record.uuid)) }
}

function savedAtMs({ dataDir }: Config): number {
  return statSync(dataFiles(dataDir).index, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Returns a function that runs `work`; whoever calls it meanwhile waits for the same run. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
