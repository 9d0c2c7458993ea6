/**
 * The port to the counters file. Every method is one atomic step, and throws Failure `service_unavailable` when the
 * storage does not let it; nothing was changed then.
 */
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { UsageRow } from './usage.ts'

export interface UsageQuestion {
  readonly account: AccountId
  /** Only of this key. */
  readonly key?: KeyId
  /** Hours since 1970, the first one asked for and the first one not any more. */
  readonly fromHour: number
  readonly toHour: number
}

/** What pages read. */
export interface UsageReader {
  /** By hour, then key. */
  rows(question: UsageQuestion): readonly UsageRow[]
  close(): void
}

export interface UsageStore extends UsageReader {
  /** Adds to what stands there for the same key and hour. */
  add(rows: readonly UsageRow[]): void
  /** Forgets hours before this one. */
  prune(beforeHour: number): void
}
