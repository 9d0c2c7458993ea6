/** Makes and updates the index in OpenSearch: implements the port `IndexWriter` over any company store. */
import type { CompanyStore } from '../../core/company/company-store.ts'
import type { Clock } from '../../core/ports.ts'
import type { IndexedStore } from '../../core/search/index-changes.ts'
import type { FollowResult, IndexWriter } from '../../core/search/index-writer.ts'
import type { IndexState } from '../../core/search/name-index.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import { type OpenSearchClient, searchFailure } from './client.ts'
import { fillVersion } from './fill-version.ts'
import { deleteCompanies, followChanges } from './follow-changes.ts'
import type { IndexVersion, VersionState } from './index-version.ts'
import {
  currentVersion,
  deleteOthers,
  moveAliases,
  readIndexState,
  readState,
  readStateOr,
  versionOf,
  writeState,
} from './index-version.ts'
import type { IndexLayout } from './mappings.ts'

/** What the writer of the index works with. */
export interface OpenSearchWriterNeeds {
  readonly store: IndexedStore & Pick<CompanyStore, 'suppressions' | 'count'>
  readonly client: OpenSearchClient
  readonly clock: Pick<Clock, 'nowMs'>
  /** Beginning of the names of all indices and aliases. */
  readonly prefix: string
  readonly layout: IndexLayout
}

/** A state of the index that was made searchable. OpenSearch holds the content: an older one cannot be searched. */
export interface OpenSearchSnapshot extends PublishedIndex {
  readonly state: IndexState
}

/**
 * Creates the writer. At most one may work at a time over all nodes. Its methods reject with a `Failure` `service_unavailable`
 * if the cluster cannot do it now; what they have stored by then does no harm, and is completed by the next call.
 */
export function openSearchIndexWriter(needs: OpenSearchWriterNeeds): IndexWriter {
  return {
    follow: (present, number) => orFailure(follow(needs, present, number)),
    build: (number) => orFailure(build(needs, number)),
    hideSuppressed: (present, number) => orFailure(hideSuppressed(needs, present, number)),
    save: () => {},
  }
}

async function orFailure<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing
  } catch (error) {
    throw searchFailure(error)
  }
}

/** Without a present snapshot the index is compared with the store: OpenSearch may have lost some of it meanwhile. */
async function follow(
  { store, client, prefix }: OpenSearchWriterNeeds,
  present: PublishedIndex | undefined,
  number: number,
): Promise<FollowResult> {
  const version = await currentVersion(client, prefix)
  if (version === undefined) return refused(undefined)
  const state = await readStateOr(client, version)
  if (state === 'lost') return refused('The index in OpenSearch has lost its state.')
  if (state === 'of another version') return refused('The index in OpenSearch was made by another version.')
  const followed = await followChanges(client, store, version, state, Math.max(number, state.number + 1))
  if ('refused' in followed) return refused(followed.refused)
  const snapshot = await snapshotOf(client, version, followed.state, number)
  const { companies } = snapshot.state
  const stored = present === undefined ? await store.count() : companies
  // What was stored since does not count as lost.
  if (stored !== companies && (await store.lastSequence()) === snapshot.sequence)
    return refused(`The index in OpenSearch has ${companies} companies, the store ${stored}.`)
  return { kind: 'snapshot', snapshot }
}

function refused(reason: string | undefined): FollowResult {
  return { kind: 'refused', reason }
}

/** Fills a new version beside the searched one, which is searched until the new one is complete. */
async function build(
  { store, client, prefix, layout, clock }: OpenSearchWriterNeeds,
  number: number,
): Promise<OpenSearchSnapshot> {
  const before = await currentVersion(client, prefix)
  const last = before && (await readState(client, before))
  const version = versionOf(prefix, String(clock.nowMs()))
  const next = Math.max(number, (last?.number ?? 0) + 1)
  // What an interrupted writer has left takes room on the disks.
  await deleteOthers(client, prefix, before)
  const filled = fillVersion(client, store, version, layout, { number: next, nowMs: clock.nowMs() })
  const state = await filled.catch(async (error: unknown) => {
    await deleteOthers(client, prefix, before).catch(() => undefined)
    throw error
  })
  await moveAliases(client, prefix, version)
  await deleteOthers(client, prefix, version)
  return snapshotOf(client, version, state, number)
}

async function hideSuppressed(
  { store, client, prefix }: OpenSearchWriterNeeds,
  { sequence }: PublishedIndex,
  number: number,
): Promise<PublishedIndex> {
  const version = await currentVersion(client, prefix)
  const state = version && (await readState(client, version))
  if (version === undefined || state === undefined) return { number, sequence }
  const suppressed = await store.suppressions()
  await deleteCompanies(
    client,
    version,
    suppressed.map(({ uuid }) => uuid),
  )
  const hidden = { ...state, number: Math.max(number, state.number + 1) }
  await writeState(client, version, hidden)
  return snapshotOf(client, version, hidden, number)
}

async function snapshotOf(
  client: OpenSearchClient,
  version: IndexVersion,
  state: VersionState,
  number: number,
): Promise<OpenSearchSnapshot> {
  const { sequence } = state
  return { number, sequence, state: await readIndexState(client, version, state) }
}
