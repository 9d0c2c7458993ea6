/** The ports through which an index is brought up to date with the stored companies. */
import type { Awaitable } from '../awaitable.ts'
import type { PublishedIndex } from './published-index.ts'

/** An up-to-date snapshot, or the reason why a whole index must be built. */
export type FollowResult =
  | { readonly kind: 'snapshot'; readonly snapshot: PublishedIndex }
  /** `reason`: why the saved index cannot be used; `undefined` if there is none. */
  | { readonly kind: 'refused'; readonly reason: string | undefined }

/** Makes snapshots of what is stored. `number` is always the number of the new snapshot. */
export interface IndexWriter {
  /** Adds what changed since `present`, or since the saved index if there is no present one. */
  follow(present: PublishedIndex | undefined, number: number): Awaitable<FollowResult>
  /** Builds a whole index of this many companies. */
  build(number: number, companies: number): Awaitable<PublishedIndex>
  /**
   * Returns `present` without the suppressed companies. Other changes since `present` are not included; the
   * next `follow` adds them.
   */
  hideSuppressed(present: PublishedIndex, number: number): Awaitable<PublishedIndex>
  /**
   * Saves the base of the snapshot, so that the next start can load it.
   *
   * @throws {Failure} `service_unavailable` if the disk is full.
   */
  save(snapshot: PublishedIndex): Awaitable<void>
}

/** Merges the changes of a snapshot into a new base. */
export interface IndexMerger extends Pick<IndexWriter, 'save'> {
  /** Returns a snapshot with the same content and a new base of this number. */
  merge(from: PublishedIndex, number: number): Awaitable<PublishedIndex>
}
