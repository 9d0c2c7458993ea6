/** The embedded index. Outside this folder its snapshots are passed on as `PublishedIndex`. */
import {
  baseSnapshot,
  type IndexSnapshot,
  isMergeDue,
  isSameBase,
  mergeSnapshot,
  saveIndexImage,
} from '../../adapters/embedded/index-image.ts'
import { EmbeddedNameIndex } from '../../adapters/embedded/name-index.ts'
import type { Synchronous } from '../../core/awaitable.ts'
import type { IndexMerger } from '../../core/search/index-writer.ts'
import type { NameIndex } from '../../core/search/name-index.ts'
import type { MergeRule, PublishedIndex, SnapshotIndex } from '../../core/search/published-index.ts'
import { dataFiles } from '../data-folder.ts'
import { clock } from './system.ts'

/** Returns the snapshot as the adapter made it: all snapshots of a server are of one adapter. */
export function embedded(snapshot: PublishedIndex): IndexSnapshot {
  return snapshot as IndexSnapshot
}

/** Decides when the import queue starts a merge. */
export const mergeRule: MergeRule = {
  isDue: (snapshot) => isMergeDue(embedded(snapshot)),
  isSameBase: (a, b) => isSameBase(embedded(a), embedded(b)),
}

/** Opens the index in which the supervisor keeps the searched snapshot. */
export function openSnapshotIndex(): SnapshotIndex & Synchronous<NameIndex> {
  const index = new EmbeddedNameIndex()
  return {
    search: (question) => index.search(question),
    corrections: (text) => index.corrections(text),
    facets: (question) => index.facets(question),
    state: () => index.state(),
    publish: (snapshot) => index.publish(embedded(snapshot)),
    snapshot: () => index.snapshot(),
  }
}

/** Opens what the merge thread works with. */
export function openIndexMerger(dataDir: string): IndexMerger {
  return {
    merge: (from, number) => baseSnapshot(mergeSnapshot(embedded(from), number, clock.nowMs())),
    save: (snapshot) => saveIndexImage(dataFiles(dataDir).index, embedded(snapshot).base),
  }
}
