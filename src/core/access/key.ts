import type { AccountId, Actor, KeyId } from '../identity/ids.ts'

/** An API key: its data and its rules. `key-secret.ts` holds the format of the secret. */

/** The scopes of keys that programs send as bearer tokens. A key may have several. */
export const API_SCOPES = [
  'companies:search',
  'companies:search:deep',
  'companies:read',
  'companies:watch',
] as const
/** The scope of a key for OpenRefine, which is part of an address. It is alone on its key. */
export const RECONCILE_SCOPE = 'reconcile'
/** All scopes: the permissions that a key can have. */
export const SCOPES = [...API_SCOPES, RECONCILE_SCOPE] as const
/** One of `SCOPES`. */
export type Scope = (typeof SCOPES)[number]

/** A limit of `quota` units in any window of `windowMs`. */
export interface Limit {
  readonly quota: number
  readonly windowMs: number
}

/** An API key as it is stored. */
export interface Key {
  readonly id: KeyId
  readonly account: AccountId
  readonly name: string
  /** The start of the secret, which may be shown: `fs_live_Ab3d`. */
  readonly visibleStart: string
  /** SHA-256 of the whole secret. */
  readonly hash: Uint8Array
  readonly scopes: readonly Scope[]
  /** Replaces the default limit and the burst limit. */
  readonly limit: Limit | undefined
  /** Networks that may use the key, as `networkText` formats them; none = all. */
  readonly addresses: readonly string[]
  readonly createdBy: Actor
  readonly createdAtMs: number
  readonly expiresAtMs: number | undefined
  /** The end that a rotation set; the key works until then. */
  readonly endsAtMs: number | undefined
  readonly revokedAtMs: number | undefined
  readonly lastUsedAtMs: number | undefined
  /** The key that this one replaced in a rotation. The two share one count of their limits. */
  readonly rotatedFrom: KeyId | undefined
}

/** Whether a key with these scopes is one for OpenRefine: it works in addresses, and nowhere else. */
export function isForReconciling({ scopes }: Pick<Key, 'scopes'>): boolean {
  return scopes.includes(RECONCILE_SCOPE)
}

/** Returns the time from which the key is refused; `undefined` = never. */
export function endOf(key: Key): number | undefined {
  const ends = [key.expiresAtMs, key.endsAtMs, key.revokedAtMs].filter((ms) => ms !== undefined)
  return ends.length === 0 ? undefined : Math.min(...ends)
}

/** Whether the key has not ended yet. */
export function isLive(key: Key, nowMs: number): boolean {
  const end = endOf(key)
  return end === undefined || nowMs < end
}

/** Returns the keys that are linked to this one by rotations, this one included, in the order of the list. */
export function familyOf(keys: readonly Key[], key: Key): readonly Key[] {
  const known = new Map(keys.map((each) => [each.id, each]))
  const rootOf = (each: Key): KeyId => {
    const from = each.rotatedFrom === undefined ? undefined : known.get(each.rotatedFrom)
    return from === undefined ? each.id : rootOf(from)
  }
  const root = rootOf(key)
  return keys.filter((each) => rootOf(each) === root)
}

/** The state of a key. `rotated`: it has a successor and works until its end, or ended by the rotation. */
export type KeyState = 'live' | 'rotated' | 'expired' | 'revoked'

/**
 * Returns the state of a key. A key that a rotation ended is `expired` only if its own expiry has passed too.
 */
export function stateOf(key: Key, nowMs: number): KeyState {
  if (key.revokedAtMs !== undefined) return 'revoked'
  if (key.expiresAtMs !== undefined && key.expiresAtMs <= nowMs) return 'expired'
  return key.endsAtMs === undefined ? 'live' : 'rotated'
}
