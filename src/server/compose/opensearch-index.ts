/** The index in OpenSearch, where the settings name one. */
import { readFileSync } from 'node:fs'
import type { OpenSearchAddress } from '../../adapters/opensearch/client.ts'
import { OpenSearchClient } from '../../adapters/opensearch/client.ts'
import { examineOpenSearch, type OpenSearchFacts, reachEach } from '../../adapters/opensearch/examine.ts'
import { readSearchedSequence, readSearchedState } from '../../adapters/opensearch/index-version.ts'
import { openSearchIndexWriter } from '../../adapters/opensearch/index-writer.ts'
import { OpenSearchNameIndex } from '../../adapters/opensearch/name-index.ts'
import type { Config } from '../../config/config.ts'
import type { CompanyStore } from '../../core/company/company-store.ts'
import { Failure } from '../../core/failure.ts'
import type { IndexWriter } from '../../core/search/index-writer.ts'
import type { IndexState } from '../../core/search/name-index.ts'
import { clock, secrets } from './system.ts'

export type { OpenSearchFacts } from '../../adapters/opensearch/examine.ts'

/** The settings of the index in OpenSearch. */
export type OpenSearchSettings = Pick<
  Config,
  'openSearchUrl' | 'openSearchCaFile' | 'openSearchIndex' | 'openSearchShards'
>

/** An index of names, and what must be closed at the end. */
export interface OpenedWriter extends IndexWriter {
  close(): void
}

/** @throws {Failure} `invalid_request` if the file of the CA cannot be read. */
function openClient(settings: OpenSearchSettings, silenceMsMax?: number): OpenSearchClient {
  return new OpenSearchClient(addressOf(settings), silenceMsMax)
}

function addressOf({ openSearchUrl: urls, openSearchCaFile: file }: OpenSearchSettings): OpenSearchAddress {
  return file === '' ? { urls } : { urls, ca: readCa(file) }
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new Failure('invalid_request', `OPENSEARCH_CA_FILE: ${file} cannot be read (${reason}).`)
  }
}

/** Opens the index of a thread that searches. `nowMs`: a clock that never goes back. */
export function openOpenSearchIndex(
  settings: OpenSearchSettings & Pick<Config, 'deepBudgetMs'>,
  nowMs: () => number,
): { readonly index: OpenSearchNameIndex; close(): void } {
  const client = openClient(settings)
  const { openSearchIndex: prefix, deepBudgetMs: budgetMs } = settings
  return { index: new OpenSearchNameIndex({ client, prefix, nowMs, budgetMs }), close: () => client.close() }
}

/** Opens the writer. */
export function openOpenSearchWriter(
  settings: OpenSearchSettings,
  store: Pick<CompanyStore, 'lastSequence' | 'changes' | 'findMany' | 'forIndex' | 'suppressions' | 'count'>,
): OpenedWriter {
  const client = openClient(settings)
  const { openSearchIndex: prefix, openSearchShards: shards } = settings
  const writer = openSearchIndexWriter({ store, client, clock, prefix, layout: { shards } })
  return { ...writer, close: () => client.close() }
}

/** For so long the watch of the index waits for an answer, in ms. */
const WATCH_SILENCE_MS_MAX = 5000

/** Reads an index that nodes share, to find out whether it can be searched. */
export interface SharedIndexReader {
  /** As in `SharedIndexNeeds`. */
  readSequence(): Promise<number | undefined>
  close(): void
}

/** Opens the reader of the watch. */
export function openSharedIndexReader(settings: OpenSearchSettings): SharedIndexReader {
  const client = openClient(settings, WATCH_SILENCE_MS_MAX)
  return {
    readSequence: () => readSearchedSequence(client, settings.openSearchIndex),
    close: () => client.close(),
  }
}

/** Reads the state of the searched index; `undefined` if there is none. */
export async function openSearchState(settings: OpenSearchSettings): Promise<IndexState | undefined> {
  const client = openClient(settings)
  try {
    return await readSearchedState(client, settings.openSearchIndex)
  } finally {
    client.close()
  }
}

/** What `doctor` finds out about a cluster: why addresses do not answer, and its properties if any does. */
export interface ExaminedOpenSearch {
  readonly faults: readonly string[]
  readonly facts: OpenSearchFacts | undefined
}

/**
 * Asks every address, and reads the properties of the cluster from those that answer.
 *
 * @throws {Failure} with a sentence if the file of the CA cannot be read, or the cluster cannot be asked.
 */
export async function examineCluster(settings: OpenSearchSettings): Promise<ExaminedOpenSearch> {
  const address = addressOf(settings)
  const { answering, faults } = await reachEach(address)
  if (answering.length === 0) return { faults, facts: undefined }
  const reached = { ...address, urls: answering.join(',') }
  const random = Buffer.from(secrets.bytes(PROBE_BYTES)).toString('hex')
  return { faults, facts: await examineOpenSearch(reached, settings.openSearchIndex, random) }
}

/** Several may be examined at a time. */
const PROBE_BYTES = 4
