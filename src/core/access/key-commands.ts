import type { Command } from '../command.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Key, Limit, Scope } from './key.ts'
import type { KeyKind } from './key-kind.ts'

/** The params that every command of a key's owner has. */
interface KeyCommandOf {
  readonly trace: Trace
  readonly account: AccountId
  readonly id: KeyId
}

/** A key without its hash: everything that may be shown. */
export type ShownKey = Omit<Key, 'hash'>

/** A new key with its secret, which cannot be shown again. */
export interface IssuedKey {
  readonly key: ShownKey
  readonly secret: string
}

/** Commands about keys. The supervisor handles them. */
export interface KeyCommands {
  createKey: Command<
    {
      readonly trace: Trace
      readonly account: AccountId
      readonly name: string
      readonly kind: KeyKind
      readonly scopes: readonly Scope[]
      /** Time from now; absent = the key does not expire. */
      readonly expiresInMs?: number
      readonly addresses: readonly string[]
    },
    IssuedKey
  >
  rotateKey: Command<KeyCommandOf & { readonly overlapMs: number }, IssuedKey & { readonly old: ShownKey }>
  revokeKey: Command<KeyCommandOf, ShownKey>
  renameKey: Command<KeyCommandOf & { readonly name: string }, ShownKey>
  changeAddresses: Command<KeyCommandOf & { readonly addresses: readonly string[] }, ShownKey>
  /** Sets the limit of any account's key, for operators; `undefined` = the default limits. */
  overrideLimit: Command<
    { readonly trace: Trace; readonly id: KeyId; readonly limit: Limit | undefined },
    ShownKey
  >
  /** Revokes any account's key, for operators. */
  revokeAnyKey: Command<{ readonly trace: Trace; readonly id: KeyId }, ShownKey>
}
