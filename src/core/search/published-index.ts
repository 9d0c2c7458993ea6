/** Published states of the index (snapshots), as the threads of a server pass them on. */
import type { IndexState } from './name-index.ts'

/**
 * A published state of the index. It can be posted to threads; what else it contains is known only to the
 * adapter that made it.
 */
export interface PublishedIndex {
  /** Increases with every snapshot of a service. */
  readonly number: number
  /** Sequence number of the store's last change that it contains. */
  readonly sequence: number
}

/** Keeps the newest snapshot, for the thread that passes it on to those that search. */
export interface SnapshotIndex {
  /** Keeps this snapshot as the searched one. A snapshot older than the present one is ignored. */
  publish(snapshot: PublishedIndex): void
  /** Returns the snapshot that is searched now. */
  snapshot(): PublishedIndex | undefined
  /** Returns the state of that snapshot; `undefined` while there is none. */
  state(): IndexState | undefined
}

/** Decides when the changes beside a large base are merged into a new base. */
export interface MergeRule {
  isDue(snapshot: PublishedIndex): boolean
  /** Returns whether both snapshots have the same base. */
  isSameBase(a: PublishedIndex, b: PublishedIndex): boolean
}
