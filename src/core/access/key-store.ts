/**
 * The port to the keys in the accounts database. Every method is one atomic step. It throws a Failure
 * `service_unavailable` when the storage fails (disk full, file damaged); then nothing was changed.
 */
import type { Awaitable } from '../awaitable.ts'
import type { Language } from '../identity/account.ts'
import type { NewAuditEntry } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { NewEmail } from '../notifications/email.ts'
import type { Key, Limit } from './key.ts'

/** The audit entry and the e-mail that are stored in the transaction of a change. */
export interface KeyRecord {
  readonly entry: NewAuditEntry
  readonly email: NewEmail | undefined
}

/** The e-mail address and language of the owner of keys. */
export interface KeyOwner {
  readonly email: string
  readonly language: Language
}

/** The properties of a key that can change; absent ones stay as they are. */
export interface KeyChange {
  readonly name?: string
  readonly addresses?: readonly string[]
  /** `default` = removes the override. */
  readonly limit?: Limit | 'default'
}

/**
 * Checks whether an account may have one more key, inside the transaction that stores it. `known` are the keys
 * of the account as `list` returns them. Throws the Failure with which the key is refused; nothing is stored
 * then.
 */
export type KeyCheck = (known: readonly Key[]) => void

/** Read access to keys. Any thread may have one. */
export interface KeyReader {
  /** Finds a key of this account. */
  find(account: AccountId, id: KeyId): Awaitable<Key | undefined>
  /** All keys of the account, ended ones too, in the order of their creation. */
  list(account: AccountId): Awaitable<readonly Key[]>
  /**
   * Keys of all accounts whose id, name, visible start or owner's e-mail address starts with the text; newest
   * first.
   */
  search(text: string, limit: number): Awaitable<readonly Key[]>
  close(): Awaitable<void>
}

/** Read and write access to keys. */
export interface KeyStore extends KeyReader {
  /**
   * Stores a new key, if `check` allows it.
   *
   * @throws {Failure} `not_found` if the account is deleted, `forbidden` (`account_disabled`) if it is
   *   disabled; whatever `check` throws.
   */
  add(key: Key, record: KeyRecord, check?: KeyCheck): Awaitable<void>
  /** Finds a key of any account, for operators. */
  findAnywhere(id: KeyId): Awaitable<Key | undefined>
  /**
   * The owner of an account's keys; `undefined` if the account has no e-mail address, like that of the
   * command line.
   */
  owner(account: AccountId): Awaitable<KeyOwner | undefined>
  /**
   * Every key of every account, ended ones too, predecessors before successors. The key ring is loaded from
   * it.
   */
  listAll(): Awaitable<readonly Key[]>
  /** Accounts that are disabled or deleted. Their keys are refused while that lasts. */
  heldAccounts(): Awaitable<readonly AccountId[]>
  /** Keys of deleted accounts that are not revoked yet. */
  leftKeys(): Awaitable<readonly Key[]>
  /**
   * Sets the end of `old` to `endsAtMs` and stores its successor: both or neither.
   *
   * @throws {Failure} as `add`.
   */
  replace(old: Key, endsAtMs: number, successor: Key, record: KeyRecord, check?: KeyCheck): Awaitable<void>
  /** Revokes a key. A second revocation changes nothing and stores no record. */
  revoke(key: Key, atMs: number, record: KeyRecord): Awaitable<void>
  /** Revokes all of these keys, or none. */
  revokeAll(
    revocations: readonly { readonly key: Key; readonly record: KeyRecord }[],
    atMs: number,
  ): Awaitable<void>
  /** Makes the same change to all of these keys. */
  change(keys: readonly Key[], change: KeyChange, record: KeyRecord): Awaitable<void>
  /**
   * Stores last uses in milliseconds. A use before the stored one changes nothing; unknown ids are ignored.
   */
  noteUse(uses: ReadonlyMap<KeyId, number>): Awaitable<void>
}

/** The key store of a running server: every thread sees a change before the call returns. */
export interface AnnouncedKeyStore extends KeyStore {
  /** Refuses or accepts the keys of an account again, after it was disabled, enabled or deleted. */
  follow(account: AccountId): Awaitable<void>
}

/** Returns the key with the change applied. */
export function changedKey(key: Key, { name, addresses, limit }: KeyChange): Key {
  return {
    ...key,
    name: name ?? key.name,
    addresses: addresses ?? key.addresses,
    limit: limit === undefined ? key.limit : limit === 'default' ? undefined : limit,
  }
}
