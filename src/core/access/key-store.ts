/**
 * The port to the accounts database, as far as keys go. Every method is one atomic step, and throws Failure
 * `service_unavailable` when the storage does not let it (disk full, file damaged); nothing was changed then.
 */
import type { AccountId, Key, KeyId } from './key.ts'

export interface KeyStore {
  add(key: Key): void
  find(account: AccountId, id: KeyId): Key | undefined
  /** Ended ones too, in the order of their making. */
  list(account: AccountId): readonly Key[]
  /** Every key of every account, ended ones too, predecessors before successors: what the key ring is loaded from. */
  everything(): readonly Key[]
  /** Lets `old` end at `endsAtMs` and adds its successor: both or none. */
  replace(old: Key, endsAtMs: number, successor: Key): void
  /** The first revocation of a key stands. */
  revoke(key: Key, atMs: number): void
  /** Last uses in ms; an earlier one than the stored one changes nothing, unknown ids are left out. */
  noteUse(uses: ReadonlyMap<KeyId, number>): void
  close(): void
}
