/**
 * The versions of the index: each has an index of names and one of words, made together. Two aliases name the version
 * that is searched, and are moved in one step.
 */
import type { IndexState } from '../../core/search/name-index.ts'
import type { OpenSearchClient } from './client.ts'
import { OpenSearchError } from './client.ts'
import { INDEX_FORMAT } from './mappings.ts'
import { WORD_KINDS } from './word-document.ts'

/** What a version contains. */
export interface VersionState {
  readonly format: number
  /** Number of the snapshot, which grows with every change of the index. */
  readonly number: number
  /** The store's last change that it contains, and what identifies that change. */
  readonly sequence: number
  readonly changeId: string
  /** Names and companies when it was filled: the statistics of words are those of that time. */
  readonly names: number
  readonly companies: number
  /** Companies that changed since. */
  readonly changed: number
  readonly builtAtMs: number
}

/** A version and its two indices. */
export interface IndexVersion {
  readonly id: string
  readonly names: string
  readonly words: string
}

/** Returns the version with this id; `prefix`: of the names of all its indices and aliases. */
export function versionOf(prefix: string, id: string): IndexVersion {
  return { id, names: `${prefix}-names-${id}`, words: `${prefix}-words-${id}` }
}

/** Returns the version that is searched; `undefined` if there is none. */
export async function currentVersion(
  client: OpenSearchClient,
  prefix: string,
): Promise<IndexVersion | undefined> {
  const found = await orNothing(client.send<Record<string, unknown>>('GET', `/_alias/${prefix}-names`))
  const name = Object.keys(found ?? {})[0]
  return name === undefined ? undefined : versionOf(prefix, name.slice(`${prefix}-names-`.length))
}

/** Makes this version the searched one, in one step for both indices. */
export async function moveAliases(
  client: OpenSearchClient,
  prefix: string,
  { names, words }: IndexVersion,
): Promise<void> {
  const move = (kind: 'names' | 'words', index: string) => [
    { remove: { index: `${prefix}-${kind}-*`, alias: `${prefix}-${kind}`, must_exist: false } },
    { add: { index, alias: `${prefix}-${kind}` } },
  ]
  await client.send('POST', '/_aliases', { actions: [...move('names', names), ...move('words', words)] })
}

/** Deletes the indices of all versions but this one, also of those whose filling was interrupted. */
export async function deleteOthers(
  client: OpenSearchClient,
  prefix: string,
  kept: IndexVersion | undefined,
): Promise<void> {
  const found = await client.send<Record<string, unknown>>(
    'GET',
    `/${prefix}-names-*,${prefix}-words-*/_alias`,
  )
  const others = Object.keys(found).filter((index) => index !== kept?.names && index !== kept?.words)
  for (const index of others) await orNothing(client.send('DELETE', `/${index}`))
}

/** What is known of a version without a state: it is lost with what it was about, or in another format. */
export type NoState = 'lost' | 'of another version'

/** Reads the state of a version, also before it is searchable. */
export async function readStateOr(
  client: OpenSearchClient,
  { words }: IndexVersion,
): Promise<VersionState | NoState> {
  const path = `/${words}/_doc/${WORD_KINDS.state}`
  const found = await orNothing(client.send<{ _source?: { state: VersionState } }>('GET', path))
  const state = found?._source?.state
  if (state === undefined) return 'lost'
  return state.format === INDEX_FORMAT ? state : 'of another version'
}

/** Reads the state of a version, also before it is searchable; `undefined` if there is none of this format. */
export async function readState(
  client: OpenSearchClient,
  version: IndexVersion,
): Promise<VersionState | undefined> {
  const state = await readStateOr(client, version)
  return typeof state === 'string' ? undefined : state
}

/** Stores the state of a version. What it says must be on disk before. */
export async function writeState(
  client: OpenSearchClient,
  { words }: IndexVersion,
  state: VersionState,
): Promise<void> {
  await client.send('PUT', `/${words}/_doc/${WORD_KINDS.state}`, { state })
}

/**
 * Makes what was stored in a version searchable, also by an update that was interrupted.
 *
 * @throws {OpenSearchError} at once if a shard is missing: OpenSearch itself would wait for it for a minute, and then leave it
 * out.
 */
export async function refreshWhole(client: OpenSearchClient, version: IndexVersion): Promise<void> {
  await countCompanies(client, version.names)
  await refreshVersion(client, version)
}

/**
 * Writes what was stored in a version to the disk of every node that holds it.
 *
 * @throws {OpenSearchError} if a shard could not do so.
 */
export async function flushVersion(client: OpenSearchClient, { names, words }: IndexVersion): Promise<void> {
  const path = `/${names},${words}/_flush?wait_if_ongoing=true`
  const { _shards } = await client.send<{ _shards: { readonly failed: number } }>('POST', path)
  if (_shards.failed > 0)
    throw new OpenSearchError(
      UNAVAILABLE,
      'flush_failed',
      `${_shards.failed} shards were not written to disk`,
    )
}

/** Makes what was stored in a version searchable. */
export async function refreshVersion(
  client: OpenSearchClient,
  { names, words }: IndexVersion,
): Promise<void> {
  await client.send('POST', `/${names},${words}/_refresh`)
}

/** Reads what `status` and the ready check tell of a version. */
export async function readIndexState(
  client: OpenSearchClient,
  { names, words }: IndexVersion,
  { number, sequence, changed, builtAtMs }: VersionState,
): Promise<IndexState> {
  const companies = await countCompanies(client, names)
  const { _all } = await client.send<{ _all: { total: { store: { size_in_bytes: number } } } }>(
    ...(['GET', `/${names},${words}/_stats/store`] as const),
  )
  const bytes = _all.total.store.size_in_bytes
  return {
    snapshot: number,
    companies,
    deltaCompanies: changed,
    bytes,
    builtAtMs,
    sequence,
  }
}

/** Returns the number of companies that can be found. */
function countCompanies(client: OpenSearchClient, names: string): Promise<number> {
  // Former and other names are in the zones from 2 on.
  return countDocuments(client, names, { range: { zone: { lt: 2 } } })
}

/** Returns the number of documents that can be found. Not `_count`, which leaves out missing shards without an error. */
export async function countDocuments(
  client: OpenSearchClient,
  index: string,
  query: object = { match_all: {} },
): Promise<number> {
  const options = 'size=0&track_total_hits=true&allow_partial_search_results=false'
  const path = `/${index}/_search?${options}&filter_path=error,hits.total`
  const { hits } = await client.send<{ hits: { total: { value: number } } }>('POST', path, { query })
  return hits.total.value
}

/** The searched version and its state. */
export interface Searched {
  readonly version: IndexVersion
  readonly state: VersionState
}

/** Reads the version that is searched and its state. */
export async function readSearched(
  client: OpenSearchClient,
  prefix: string,
): Promise<Searched | NoState | undefined> {
  for (let version = await currentVersion(client, prefix); version !== undefined; ) {
    const state = await readStateOr(client, version)
    if (typeof state !== 'string') return { version, state }
    // A newer version may have taken its place meanwhile.
    const newest = await currentVersion(client, prefix)
    if (newest?.id === version.id) return state
    version = newest
  }
  return undefined
}

/** Reads the state of the searched version; `undefined` if there is none of this format. */
export async function readSearchedState(
  client: OpenSearchClient,
  prefix: string,
): Promise<IndexState | undefined> {
  const searched = await readSearched(client, prefix)
  return isOurs(searched) ? readIndexState(client, searched.version, searched.state) : undefined
}

/** Whether a version of this format is searched. */
export function isOurs(searched: Searched | NoState | undefined): searched is Searched {
  return typeof searched === 'object'
}

/**
 * Reads up to which change of the store the searched version goes; `undefined` if its state or all of it is lost.
 *
 * @throws {Error} if it cannot be searched, because a shard is missing or another version of firmensuche made it.
 */
export async function readSearchedSequence(
  client: OpenSearchClient,
  prefix: string,
): Promise<number | undefined> {
  const searched = await readSearched(client, prefix)
  if (searched === 'of another version') throw new Error('another version of firmensuche made it')
  if (!isOurs(searched)) return undefined
  const options = 'size=0&terminate_after=1&allow_partial_search_results=false'
  const path = `/${searched.version.names}/_search?${options}&filter_path=error`
  // Its names may have been deleted just now, because there is a newer version.
  const isThere = (await orNothing(client.send('POST', path, {}))) !== undefined
  if (isThere) return searched.state.sequence
  const newest = await readSearched(client, prefix)
  return isOurs(newest) && newest.version.id !== searched.version.id ? newest.state.sequence : undefined
}

const NOT_FOUND = 404
const UNAVAILABLE = 503

/** Returns `undefined` instead of an answer that something is not there. */
export async function orNothing<Result>(answer: Promise<Result>): Promise<Result | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof OpenSearchError && error.status === NOT_FOUND) return undefined
    throw error
  }
}
