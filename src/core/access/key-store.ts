/** The port to the accounts database, as far as keys go. Every method is one atomic step. */
import type { AccountId, Key, KeyId } from './key.ts'

export interface KeyStore {
  add(key: Key): void
  find(account: AccountId, id: KeyId): Key | undefined
  list(account: AccountId): readonly Key[]
  /** Every key of every account, ended ones too: what the key ring is loaded from. */
  everything(): readonly Key[]
  /** Lets `old` end at `endsAtMs` and adds its successor: both or none. */
  replace(old: KeyId, endsAtMs: number, successor: Key): void
  revoke(id: KeyId, atMs: number): void
  noteUse(uses: ReadonlyMap<KeyId, number>): void
  close(): void
}
