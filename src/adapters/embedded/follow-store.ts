/**
 * Brings an index up to date with the store: the base image stays as it is, and a delta image is built from
 * what changed.
 */
import type { CompanyStore } from '../../core/company/company-store.ts'
import type { IndexedStore } from '../../core/search/index-changes.ts'
import { changedSince, companiesInBatches, markOfChange } from '../../core/search/index-changes.ts'
import type { BuildFacts } from '../../engine/build/index-builder.ts'
import { deletionsOf } from '../../engine/format/deletions.ts'
import type { IndexImage } from '../../engine/format/image.ts'
import { headerOf } from '../../engine/format/image.ts'
import type { IndexSnapshot } from '../../engine/snapshot.ts'
import { baseSnapshot } from '../../engine/snapshot.ts'
import { buildAlone, buildFrom } from './build-whole.ts'
import { loadIndexImage } from './index-image.ts'

/** Companies in memory at once while the delta is built. */
const BUILD_BATCH = 2000
/** Largest ratio of changes to companies in the base; beyond it a delta is refused. */
const DELTA_SHARE_MAX = 0.5

/** An up-to-date snapshot, or the reason why there is none. */
export type FollowedIndex =
  | { readonly kind: 'snapshot'; readonly snapshot: IndexSnapshot }
  /** The base image cannot be used; the sentence says why. */
  | { readonly kind: 'refused'; readonly reason: string }

/**
 * Returns the facts for a new image of the whole store. Call it before the image is built: changes made
 * meanwhile are then later in the log.
 */
export async function wholeFacts(
  store: IndexedStore,
  snapshotNumber: number,
  nowMs: number,
): Promise<BuildFacts> {
  const sequence = await store.lastSequence()
  return { snapshotNumber, sequence, changeId: (await markOfChange(store, sequence)) ?? '', nowMs }
}

/** Builds a new image of the whole store in this thread alone. */
export async function buildWhole(store: IndexedStore, snapshot: number, nowMs: number): Promise<IndexImage> {
  return buildAlone(store, await wholeFacts(store, snapshot, nowMs))
}

/**
 * Returns the snapshot `number` that finds what is stored now: the base and a delta. Refused if the base was
 * built from another store, if the store lost changes that the base has, or if too much changed.
 */
export async function followStore(
  store: IndexedStore,
  base: IndexImage,
  number: number,
  nowMs: number,
): Promise<FollowedIndex> {
  const made = headerOf(base)
  const sequence = await store.lastSequence()
  if ((await markOfChange(store, made.sequence)) !== made.changeId) {
    return { kind: 'refused', reason: 'The index file was built from other companies than the stored ones.' }
  }
  const changes = sequence - made.sequence
  if (changes === 0) return { kind: 'snapshot', snapshot: { ...baseSnapshot(base), number } }
  if (changes > made.companies * DELTA_SHARE_MAX) {
    const reason = `The index file is at change ${made.sequence}, the store at ${sequence}: too many changes to add.`
    return { kind: 'refused', reason }
  }
  const changed = await changedSince(store, made.sequence)
  const facts = await wholeFacts(store, number, nowMs)
  const image = await buildFrom(companiesInBatches(store, changed, BUILD_BATCH), facts)
  const delta = { image, deletions: deletionsOf(base, changed) }
  return { kind: 'snapshot', snapshot: { number, sequence, base, delta } }
}

/**
 * Returns the snapshot `number` that finds what `present` finds except the suppressed companies. Other
 * changes since `present` are not included; the next `followStore` adds them. All suppressed companies are
 * removed, not only the last one: an earlier suppression may be newer than the sequence of `present`, too.
 */
export async function hideSuppressed(
  store: IndexedStore & Pick<CompanyStore, 'suppressions'>,
  present: IndexSnapshot,
  number: number,
  nowMs: number,
): Promise<IndexSnapshot> {
  const { base, sequence } = present
  const suppressed = (await store.suppressions()).map(({ uuid }) => uuid)
  const changed = new Set([...(await changedSince(store, headerOf(base).sequence, sequence)), ...suppressed])
  const image = await buildFrom(companiesInBatches(store, changed, BUILD_BATCH), {
    snapshotNumber: number,
    sequence,
    changeId: '',
    nowMs,
  })
  return { number, sequence, base, delta: { image, deletions: deletionsOf(base, changed) } }
}

/** Loads the saved index and adds what changed since, in memory. Changes nothing on disk. */
export async function openSavedIndex(
  store: IndexedStore,
  path: string,
  nowMs: number,
): Promise<FollowedIndex> {
  const saved = loadIndexImage(path)
  if ('refused' in saved) return { kind: 'refused', reason: saved.refused }
  return followStore(store, saved.image, headerOf(saved.image).snapshotNumber + 1, nowMs)
}
