import type { Wish } from '../command.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Key, Limit, Scope } from './key.ts'
import type { KeyKind } from './key-kind.ts'

/** A change of a key that its owner asks for. */
interface KeyWishOf {
  readonly trace: Trace
  readonly account: AccountId
  readonly id: KeyId
}

/** Everything of a key that may be shown. */
export type ShownKey = Omit<Key, 'hash'>

/** A key and the only sight of its secret. */
export interface IssuedKey {
  readonly key: ShownKey
  readonly secret: string
}

/** Commands about keys; the supervisor answers them. */
export interface KeyWishes {
  createKey: Wish<
    {
      readonly trace: Trace
      readonly account: AccountId
      readonly name: string
      readonly kind: KeyKind
      readonly scopes: readonly Scope[]
      /** From now; absent = the key does not expire. */
      readonly expiresInMs?: number
      readonly addresses: readonly string[]
    },
    IssuedKey
  >
  rotateKey: Wish<KeyWishOf & { readonly overlapMs: number }, IssuedKey & { readonly old: ShownKey }>
  revokeKey: Wish<KeyWishOf, ShownKey>
  renameKey: Wish<KeyWishOf & { readonly name: string }, ShownKey>
  changeAddresses: Wish<KeyWishOf & { readonly addresses: readonly string[] }, ShownKey>
  /** For operators: any account's key. `undefined` = back to the default limits. */
  overrideLimit: Wish<
    { readonly trace: Trace; readonly id: KeyId; readonly limit: Limit | undefined },
    ShownKey
  >
  revokeAnyKey: Wish<{ readonly trace: Trace; readonly id: KeyId }, ShownKey>
}
