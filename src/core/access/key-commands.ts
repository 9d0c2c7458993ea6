import type { Command } from '../command.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Key, Limit, Scope } from './key.ts'
import type { KeyKind } from './key-kind.ts'

/** A change of a key that its owner asks for. */
interface KeyCommandOf {
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
export interface KeyCommands {
  createKey: Command<
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
  rotateKey: Command<KeyCommandOf & { readonly overlapMs: number }, IssuedKey & { readonly old: ShownKey }>
  revokeKey: Command<KeyCommandOf, ShownKey>
  renameKey: Command<KeyCommandOf & { readonly name: string }, ShownKey>
  changeAddresses: Command<KeyCommandOf & { readonly addresses: readonly string[] }, ShownKey>
  /** For operators: any account's key. `undefined` = back to the default limits. */
  overrideLimit: Command<
    { readonly trace: Trace; readonly id: KeyId; readonly limit: Limit | undefined },
    ShownKey
  >
  revokeAnyKey: Command<{ readonly trace: Trace; readonly id: KeyId }, ShownKey>
}
