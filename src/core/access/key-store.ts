/**
 * The port to the accounts database, as far as keys go. Every method is one atomic step, and throws Failure
 * `service_unavailable` when the storage does not let it (disk full, file damaged); nothing was changed then.
 */
import type { Language } from '../identity/account.ts'
import type { NewAuditEntry } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { NewEmail } from '../notifications/email.ts'
import type { Key, Limit } from './key.ts'

/** What is written in the transaction of a change: all three or none. */
export interface KeyRecord {
  readonly entry: NewAuditEntry
  readonly email: NewEmail | undefined
}

/** Where the owner of keys is written to. */
export interface KeyOwner {
  readonly email: string
  readonly language: Language
}

/** What of a key may become another; what is absent stays. */
export interface KeyChange {
  readonly name?: string
  readonly addresses?: readonly string[]
  /** `default` = no override any more. */
  readonly limit?: Limit | 'default'
}

/** For whoever only looks; any thread may have one. */
export interface KeyReader {
  find(account: AccountId, id: KeyId): Key | undefined
  /** Ended ones too, in the order of their making. */
  list(account: AccountId): readonly Key[]
  /** Keys of every account whose id, name or visible start begins with the text, or whose owner's address does; newest first. */
  search(text: string, limit: number): readonly Key[]
  close(): void
}

export interface KeyStore extends KeyReader {
  /** @throws Failure `not_found` when the account was deleted, `forbidden` (`account_disabled`) when it is disabled. */
  add(key: Key, record: KeyRecord): void
  /** Whosever it is: for operators. */
  findAnywhere(id: KeyId): Key | undefined
  /** `undefined`: the account has no address, as that of the command line. */
  owner(account: AccountId): KeyOwner | undefined
  /** Every key of every account, ended ones too, predecessors before successors: what the key ring is loaded from. */
  everything(): readonly Key[]
  /** Accounts that are disabled or deleted: their keys are refused for as long as that lasts. */
  heldAccounts(): readonly AccountId[]
  /** Keys of deleted accounts that nobody has revoked. */
  leftKeys(): readonly Key[]
  /** Lets `old` end at `endsAtMs` and adds its successor: both or none. @throws as `add`. */
  replace(old: Key, endsAtMs: number, successor: Key, record: KeyRecord): void
  /** The first revocation of a key stands; a later one changes nothing and writes no record. */
  revoke(key: Key, atMs: number, record: KeyRecord): void
  /** All of them, or none. */
  revokeAll(revocations: readonly { readonly key: Key; readonly record: KeyRecord }[], atMs: number): void
  /** The same change for all of these keys. */
  change(keys: readonly Key[], change: KeyChange, record: KeyRecord): void
  /** Last uses in ms; an earlier one than the stored one changes nothing, unknown ids are left out. */
  noteUse(uses: ReadonlyMap<KeyId, number>): void
}

/** The store of a running server: what it stores, every thread sees before the call returns. */
export interface AnnouncedKeyStore extends KeyStore {
  /** After an account was disabled, enabled or deleted: from now on its keys are refused, or let in again. */
  follow(account: AccountId): void
}

/** The key after the change. */
export function changedKey(key: Key, { name, addresses, limit }: KeyChange): Key {
  return {
    ...key,
    name: name ?? key.name,
    addresses: addresses ?? key.addresses,
    limit: limit === undefined ? key.limit : limit === 'default' ? undefined : limit,
  }
}
