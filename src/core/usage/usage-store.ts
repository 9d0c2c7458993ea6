/**
 * The port to the usage database. Every method is one atomic step. It throws a Failure `service_unavailable`
 * when the storage fails; then nothing was changed.
 */
import type { Awaitable } from '../awaitable.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { UsageRow } from './usage.ts'

/** A query for usage per hour and key. */
export interface UsageQuestion {
  readonly account: AccountId
  /** Only of this key. */
  readonly key?: KeyId
  /** Hours since 1970: the first one, and the one after the last. */
  readonly fromHour: number
  readonly toHour: number
}

/** Read access to usage. */
export interface UsageReader {
  /** The rows by hour, then key. */
  rows(question: UsageQuestion): Awaitable<readonly UsageRow[]>
  close(): Awaitable<void>
}

/** Read and write access to usage. */
export interface UsageStore extends UsageReader {
  /** Adds rows to the stored sums of the same key and hour. */
  add(rows: readonly UsageRow[]): Awaitable<void>
  /** Deletes the hours before this one. */
  prune(beforeHour: number): Awaitable<void>
}
