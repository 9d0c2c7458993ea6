import { type ServerCommand, typed } from '../command.ts'
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

const CHANGE = { answeredBy: 'supervisor', isChange: true } as const

/** Commands about keys. */
export const KEY_COMMANDS = {
  createKey: {
    ...CHANGE,
    params: typed<{
      readonly trace: Trace
      readonly account: AccountId
      readonly name: string
      readonly kind: KeyKind
      readonly scopes: readonly Scope[]
      /** Time from now; absent = the key does not expire. */
      readonly expiresInMs?: number
      readonly addresses: readonly string[]
    }>(),
    result: typed<IssuedKey>(),
    errors: ['invalid_request', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  },
  rotateKey: {
    ...CHANGE,
    params: typed<KeyCommandOf & { readonly overlapMs: number }>(),
    result: typed<IssuedKey & { readonly old: ShownKey }>(),
    errors: ['invalid_request', 'forbidden', 'not_found', 'conflict', 'rate_limited'],
  },
  revokeKey: { ...CHANGE, params: typed<KeyCommandOf>(), result: typed<ShownKey>(), errors: ['not_found'] },
  renameKey: {
    ...CHANGE,
    params: typed<KeyCommandOf & { readonly name: string }>(),
    result: typed<ShownKey>(),
    errors: ['invalid_request', 'not_found'],
  },
  changeAddresses: {
    ...CHANGE,
    params: typed<KeyCommandOf & { readonly addresses: readonly string[] }>(),
    result: typed<ShownKey>(),
    errors: ['invalid_request', 'not_found'],
  },
  /** Sets the limit of any account's key, for operators; `undefined` = the default limits. */
  overrideLimit: {
    ...CHANGE,
    params: typed<{ readonly trace: Trace; readonly id: KeyId; readonly limit: Limit | undefined }>(),
    result: typed<ShownKey>(),
    errors: ['invalid_request', 'not_found'],
  },
  /** Revokes any account's key, for operators. */
  revokeAnyKey: {
    ...CHANGE,
    params: typed<{ readonly trace: Trace; readonly id: KeyId }>(),
    result: typed<ShownKey>(),
    errors: ['not_found'],
  },
} as const satisfies Readonly<Record<string, ServerCommand>>
