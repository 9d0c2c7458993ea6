/** Fills a new version of the index from the store. */

import { setTimeout as afterMs } from 'node:timers/promises'
import { Failure } from '../../core/failure.ts'
import type { IndexedStore } from '../../core/search/index-changes.ts'
import { markOfChange } from '../../core/search/index-changes.ts'
import { Bulk } from './bulk.ts'
import { type OpenSearchClient, OpenSearchError } from './client.ts'
import type { IndexVersion, VersionState } from './index-version.ts'
import { countDocuments, flushVersion, orNothing, refreshVersion, writeState } from './index-version.ts'
import type { IndexLayout } from './mappings.ts'
import { FILLED_SETTINGS, INDEX_FORMAT, namesIndex, wordsIndex } from './mappings.ts'
import { documentsOf, nameId } from './name-document.ts'
import { readCompany } from './stored-company.ts'
import { WordCounts } from './word-counts.ts'
import { joinedDocument, wordDocument, wordId } from './word-document.ts'

/** Companies that are read at once. */
const BATCH = 2000

/**
 * Creates the two indices, fills them and makes them searchable, but not the searched ones. Reads the companies
 * twice: the number of names with each word is stored with every name.
 */
export async function fillVersion(
  client: OpenSearchClient,
  store: IndexedStore,
  version: IndexVersion,
  layout: IndexLayout,
  { number, nowMs }: { readonly number: number; readonly nowMs: number },
): Promise<VersionState> {
  const sequence = await store.lastSequence()
  const changeId = (await markOfChange(store, sequence)) ?? ''
  await createIndex(client, version.names, namesIndex(layout))
  await createIndex(client, version.words, wordsIndex())
  const counts = await countWords(store)
  const bulk = new Bulk(client)
  const stored = { words: await putWords(bulk, version, counts), names: 0 }
  stored.names = await putNames(bulk, store, version, counts)
  await bulk.finish()
  const { names, companies } = counts
  const state = {
    ...{ format: INDEX_FORMAT, number, sequence, changeId },
    ...{ names, companies, changed: 0, builtAtMs: nowMs },
  }
  await mergeSegments(client, version)
  for (const index of [version.names, version.words])
    await client.send('PUT', `/${index}/_settings`, FILLED_SETTINGS)
  await flushVersion(client, version)
  await refreshVersion(client, version)
  for (const kind of ['names', 'words'] as const) await checkCount(client, version[kind], stored[kind])
  // The last step: a version with a state is complete and on disk.
  await writeState(client, version, state)
  return state
}

/** @throws {Failure} `service_unavailable` if an index does not have as many documents as were stored in it. */
async function checkCount(client: OpenSearchClient, index: string, stored: number): Promise<void> {
  const found = await countDocuments(client, index)
  if (found === stored) return
  const lost = `of ${stored} documents that OpenSearch has confirmed for ${index} it has ${found}`
  throw new Failure('service_unavailable', `The index was not filled: ${lost}.`)
}

/** Creates an index with a new name. If it exists, the answer to an earlier try was lost. */
async function createIndex(client: OpenSearchClient, name: string, body: unknown): Promise<void> {
  try {
    await client.send('PUT', `/${name}`, body)
  } catch (error) {
    if (!(error instanceof OpenSearchError && error.type === 'resource_already_exists_exception')) throw error
  }
}

/** Time between two looks at a running merge. */
const MERGE_POLL_MS = 500

/**
 * Merges what the filling has left in many segments into one, which a normal search takes a fifth of the processor
 * time for. It takes minutes for millions of names, so it runs as a task.
 */
async function mergeSegments(client: OpenSearchClient, { names, words }: IndexVersion): Promise<void> {
  const path = `/${names},${words}/_forcemerge?max_num_segments=1&wait_for_completion=false`
  const { task } = await client.send<{ task: string }>('POST', path)
  for (;;) {
    // The task is gone with the node that ran it: what it has not merged is searched as well, only slower.
    const state = await orNothing(client.send<{ completed: boolean }>('GET', `/_tasks/${task}`))
    if (state?.completed !== false) return
    await afterMs(MERGE_POLL_MS)
  }
}

async function countWords(store: IndexedStore): Promise<WordCounts> {
  const counts = new WordCounts()
  for await (const batch of store.forIndex(BATCH)) {
    for (const company of batch) counts.add(company)
  }
  return counts
}

/** Returns the number of documents. */
async function putWords(bulk: Bulk, { words: index }: IndexVersion, counts: WordCounts): Promise<number> {
  for (const [word, count] of counts.words)
    await bulk.put(index, wordId('word', word), wordDocument(word, count))
  for (const [letters, parts] of counts.joined)
    await bulk.put(index, wordId('joined', letters), joinedDocument(letters, parts))
  for (const seat of counts.seats) await bulk.put(index, wordId('seat', seat), {})
  return counts.words.size + counts.joined.size + counts.seats.size
}

/** Returns the number of documents. */
async function putNames(
  bulk: Bulk,
  store: IndexedStore,
  { names: index }: IndexVersion,
  counts: WordCounts,
): Promise<number> {
  const countOf = (word: string) => counts.words.get(word) ?? 0
  let stored = 0
  for await (const batch of store.forIndex(BATCH)) {
    for (const indexed of batch) {
      const company = readCompany(indexed, countOf)
      const documents = documentsOf(indexed, company)
      for (let i = 0; i < documents.length; i++)
        await bulk.put(index, nameId(company.uuid, i), documents[i] as object)
      stored += documents.length
    }
  }
  return stored
}
