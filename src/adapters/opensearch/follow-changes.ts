/** Brings the searched version up to date: changed companies are stored anew, the others stay as they are. */
import type { Company } from '../../core/company/company.ts'
import type { IndexedStore } from '../../core/search/index-changes.ts'
import { changedSince, markOfChange } from '../../core/search/index-changes.ts'
import { joinedWords } from '../../names/reading/hyphenated-words.ts'
import { Bulk } from './bulk.ts'
import type { OpenSearchClient } from './client.ts'
import type { IndexVersion, VersionState } from './index-version.ts'
import { refreshVersion, refreshWhole, writeState } from './index-version.ts'
import { documentsOf, nameId } from './name-document.ts'
import { readCompany } from './stored-company.ts'
import { joinedDocument, wordDocument, wordId } from './word-document.ts'
import { IndexWords } from './words.ts'

/** Companies that are read and stored at once. Each has a few names: fewer than OpenSearch returns at once. */
const BATCH = 500
const NAMES_MAX = 10_000
/** Largest ratio of changes to companies; beyond it the version is filled anew. */
const CHANGED_SHARE_MAX = 0.5

/** The new state, or the reason why the version must be filled anew. */
export type Followed = { readonly state: VersionState } | { readonly refused: string }

/**
 * Stores what changed since the state of the version. The words keep the numbers of names that they had when the
 * version was filled.
 */
export async function followChanges(
  client: OpenSearchClient,
  store: IndexedStore,
  version: IndexVersion,
  state: VersionState,
  number: number,
): Promise<Followed> {
  const sequence = await store.lastSequence()
  if ((await markOfChange(store, state.sequence)) !== state.changeId)
    return { refused: 'The index in OpenSearch was built from other companies than the stored ones.' }
  const changes = sequence - state.sequence
  if (changes === 0) return { state }
  if (changes > state.companies * CHANGED_SHARE_MAX) {
    const at = `The index in OpenSearch is at change ${state.sequence}, the store at ${sequence}`
    return { refused: `${at}: too many changes to add.` }
  }
  // Names that an interrupted update stored can be found only then, and may have to be deleted.
  await refreshWhole(client, version)
  const changed = [...(await changedSince(store, state.sequence, sequence))]
  for (let from = 0; from < changed.length; from += BATCH)
    await storeAnew(client, store, version, changed.slice(from, from + BATCH))
  await refreshVersion(client, version)
  const changeId = (await markOfChange(store, sequence)) ?? ''
  const followed = { ...state, number, sequence, changeId, changed: state.changed + changed.length }
  await writeState(client, version, followed)
  return { state: followed }
}

/** Deletes all names of the companies, also those that an interrupted update stored. */
export async function deleteCompanies(
  client: OpenSearchClient,
  version: IndexVersion,
  uuids: readonly string[],
): Promise<void> {
  const { names } = version
  await refreshWhole(client, version)
  for (let from = 0; from < uuids.length; from += BATCH) {
    const query = { terms: { uuid: uuids.slice(from, from + BATCH) } }
    await client.send('POST', `/${names}/_delete_by_query?conflicts=proceed&refresh=true`, { query })
  }
}

async function storeAnew(
  client: OpenSearchClient,
  store: IndexedStore,
  version: IndexVersion,
  uuids: readonly string[],
): Promise<void> {
  const companies = await store.findMany(uuids)
  const words = new IndexWords(client, version)
  const bulk = new Bulk(client)
  await putNewWords(bulk, version, words, companies)
  const stale = new Set(await idsOf(client, version, uuids))
  for (const indexed of companies) {
    const company = readCompany(indexed, (word) => words.countOf(word))
    const documents = documentsOf(indexed, company)
    for (let place = 0; place < documents.length; place++) {
      const id = nameId(company.uuid, place)
      stale.delete(id)
      await bulk.put(version.names, id, documents[place] as object)
    }
  }
  for (const id of stale) await bulk.delete(version.names, id)
  await bulk.finish()
}

/** Returns the ids of all names of the companies. */
async function idsOf(
  client: OpenSearchClient,
  { names }: IndexVersion,
  uuids: readonly string[],
): Promise<readonly string[]> {
  const { hits } = await client.send<{ hits?: { hits: readonly { _id: string }[] } }>(
    'POST',
    `/${names}/_search?allow_partial_search_results=false&filter_path=error,hits.hits._id`,
    { query: { terms: { uuid: uuids } }, size: NAMES_MAX, _source: false, sort: ['_doc'] },
  )
  return (hits?.hits ?? []).map(({ _id }) => _id)
}

/** Adds the words that no name had when the version was filled, so that similar ones are found. */
async function putNewWords(
  bulk: Bulk,
  { words: index }: IndexVersion,
  known: IndexWords,
  companies: readonly Company[],
): Promise<void> {
  const names = companies.flatMap((company) => readCompany(company, () => 0).names)
  const words = new Set(names.flatMap((name) => name.words))
  const joined = new Map<string, number>()
  for (const { letters, parts } of names.flatMap((name) => joinedWords(name.words, name.hyphens)))
    joined.set(letters, (joined.get(letters) ?? 0) | (1 << parts))
  const ids = [
    ...Array.from(words, (word) => wordId('word', word)),
    ...Array.from(joined.keys(), (letters) => wordId('joined', letters)),
  ]
  await known.load(ids)
  for (const word of words)
    if (!known.has(word)) await bulk.put(index, wordId('word', word), wordDocument(word, 0))
  for (const [letters, parts] of joined) {
    const before = known.partsOf(letters).reduce((bits, one) => bits | (1 << one), 0)
    if ((before | parts) !== before)
      await bulk.put(index, wordId('joined', letters), joinedDocument(letters, before | parts))
  }
}
