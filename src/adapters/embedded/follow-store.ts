/** Brings an index up to the store: the big image stays as it is, and what changed since is built beside it. */
import type { CompanyStore } from '../../core/company/company-store.ts'
import type { BuildFacts } from '../../engine/build/index-builder.ts'
import { buildIndexImage } from '../../engine/build/index-builder.ts'
import { deletionsOf } from '../../engine/format/deletions.ts'
import type { IndexImage } from '../../engine/format/image.ts'
import { headerOf } from '../../engine/format/image.ts'
import type { IndexSnapshot } from '../../engine/snapshot.ts'
import { baseSnapshot } from '../../engine/snapshot.ts'
import { buildAlone } from './build-whole.ts'
import { loadIndexImage } from './index-image.ts'

/** Companies that are in memory at once while what changed is built. */
const BUILD_BATCH = 2000
/** Changes that are read at once. */
const CHANGES_BATCH = 10_000
/** Of a base of so many companies, one change each is too many to be built beside it. */
const DELTA_SHARE_MAX = 0.5

export type FollowedIndex =
  | { readonly kind: 'generation'; readonly generation: IndexSnapshot }
  /** The image cannot be gone on from; the sentence says why. */
  | { readonly kind: 'refused'; readonly because: string }

/** The part of the store that an index is made of. */
export type IndexedStore = Pick<CompanyStore, 'lastSequence' | 'changes' | 'findMany' | 'forIndex'>

/** Facts of a new image of the whole store; ask before it is built: what is changed meanwhile is in the log after it. */
export function wholeFacts(store: IndexedStore, snapshotNumber: number, nowMs: number): BuildFacts {
  const sequence = store.lastSequence()
  return { snapshotNumber, sequence, changeId: markOf(store, sequence) ?? '', nowMs }
}

/** A new image of the whole store, built by this thread alone. */
export function buildWhole(store: IndexedStore, generation: number, nowMs: number): IndexImage {
  return buildAlone(store, wholeFacts(store, generation, nowMs))
}

/**
 * The generation `number` that finds what is stored now: the base and what changed since. Refused when the base
 * was made of another store, when the store lost changes that are in it, and when too much changed.
 */
export function followStore(
  store: IndexedStore,
  base: IndexImage,
  number: number,
  nowMs: number,
): FollowedIndex {
  const made = headerOf(base)
  const sequence = store.lastSequence()
  if (markOf(store, made.sequence) !== made.changeId) {
    return { kind: 'refused', because: 'The index file was made of other companies than are stored.' }
  }
  const changes = sequence - made.sequence
  if (changes === 0) return { kind: 'generation', generation: { ...baseSnapshot(base), number } }
  if (changes > made.companies * DELTA_SHARE_MAX) {
    const because = `The index file is of change ${made.sequence}, the store is at ${sequence}: too far behind.`
    return { kind: 'refused', because }
  }
  const changed = changedSince(store, made.sequence)
  const facts = wholeFacts(store, number, nowMs)
  const image = buildIndexImage(inBatches(store, changed), facts)
  const delta = { image, deletions: deletionsOf(base, changed) }
  return { kind: 'generation', generation: { number, sequence, base, delta } }
}

/**
 * The generation `number` that finds what `present` finds, but none of the suppressed companies, however much was stored
 * since: what else changed is for the next following. Every suppressed company is taken out, not only the last one: an
 * earlier one may stand behind the sequence of `present`, too.
 */
export function hideSuppressed(
  store: IndexedStore & Pick<CompanyStore, 'suppressions'>,
  present: IndexSnapshot,
  number: number,
  nowMs: number,
): IndexSnapshot {
  const { base, sequence } = present
  const suppressed = store.suppressions().map(({ uuid }) => uuid)
  const changed = new Set([...changedSince(store, headerOf(base).sequence, sequence), ...suppressed])
  const image = buildIndexImage(inBatches(store, changed), {
    snapshotNumber: number,
    sequence,
    changeId: '',
    nowMs,
  })
  return { number, sequence, base, delta: { image, deletions: deletionsOf(base, changed) } }
}

/** The saved index and what changed since, in memory; changes nothing. */
export function openSavedIndex(store: IndexedStore, path: string, nowMs: number): FollowedIndex {
  const saved = loadIndexImage(path)
  if ('refused' in saved) return { kind: 'refused', because: saved.refused }
  return followStore(store, saved.image, headerOf(saved.image).snapshotNumber + 1, nowMs)
}

/** Says which change it is, not only how manieth; `undefined` when the store has no such change. */
function markOf(store: IndexedStore, sequence: number): string | undefined {
  if (sequence === 0) return ''
  const [change] = store.changes(sequence - 1, 1)
  return change?.sequence === sequence ? `${change.uuid} ${change.kind} ${change.atMs}` : undefined
}

/** Up to and with the change `lastSequence`. */
function changedSince(
  store: IndexedStore,
  sequence: number,
  lastSequence = Number.POSITIVE_INFINITY,
): ReadonlySet<string> {
  const uuids = new Set<string>()
  for (let after = sequence; ; ) {
    const changes = store.changes(after, CHANGES_BATCH).filter((change) => change.sequence <= lastSequence)
    const last = changes.at(-1)
    if (last === undefined) return uuids
    for (const { uuid, into } of changes) {
      uuids.add(uuid)
      if (into !== null) uuids.add(into)
    }
    after = last.sequence
  }
}

/** Those that are still there. */
function* inBatches(store: IndexedStore, uuids: ReadonlySet<string>) {
  const all = [...uuids]
  for (let from = 0; from < all.length; from += BUILD_BATCH) {
    yield store.findMany(all.slice(from, from + BUILD_BATCH))
  }
}
