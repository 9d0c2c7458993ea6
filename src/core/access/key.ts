import type { AccountId, Actor, KeyId } from '../identity/ids.ts'

/** An API key: its data and its rules. The secret's own format lives in `key-secret.ts`. */

export const SCOPES = ['companies:search', 'companies:search:deep', 'companies:read'] as const
export type Scope = (typeof SCOPES)[number]

/** A limit of `quota` units in any window of `windowMs`. */
export interface Limit {
  readonly quota: number
  readonly windowMs: number
}

export interface Key {
  readonly id: KeyId
  readonly account: AccountId
  readonly name: string
  /** Start of the secret, safe to show: `fs_live_Ab3d`. */
  readonly visibleStart: string
  /** SHA-256 of the whole secret. */
  readonly hash: Uint8Array
  readonly scopes: readonly Scope[]
  /** Replaces the default window and the burst. */
  readonly limit: Limit | undefined
  /** Networks that may use the key, as `networkText` writes them; none = everybody. */
  readonly addresses: readonly string[]
  readonly createdBy: Actor
  readonly createdAtMs: number
  readonly expiresAtMs: number | undefined
  /** Set by rotation: the key works until then. */
  readonly endsAtMs: number | undefined
  readonly revokedAtMs: number | undefined
  readonly lastUsedAtMs: number | undefined
  /** The key that this one was rotated from; they share the count of their limits. */
  readonly rotatedFrom: KeyId | undefined
}

/** From when on the key is refused; `undefined` = never. */
export function endOf(key: Key): number | undefined {
  const ends = [key.expiresAtMs, key.endsAtMs, key.revokedAtMs].filter((ms) => ms !== undefined)
  return ends.length === 0 ? undefined : Math.min(...ends)
}

export function isLive(key: Key, nowMs: number): boolean {
  const end = endOf(key)
  return end === undefined || nowMs < end
}

/** The keys that were rotated from one another, this one among them, in the order of the list. */
export function familyOf(keys: readonly Key[], key: Key): readonly Key[] {
  const known = new Map(keys.map((each) => [each.id, each]))
  const rootOf = (each: Key): KeyId => {
    const from = each.rotatedFrom === undefined ? undefined : known.get(each.rotatedFrom)
    return from === undefined ? each.id : rootOf(from)
  }
  const root = rootOf(key)
  return keys.filter((each) => rootOf(each) === root)
}

/** How a key stands: `rotated` = it has a successor and works on until its end. */
export type KeyState = 'live' | 'rotated' | 'expired' | 'revoked'

/** A key that has ended by rotation is `expired` only when it would have ended of itself by then. */
export function stateOf(key: Key, nowMs: number): KeyState {
  if (key.revokedAtMs !== undefined) return 'revoked'
  if (key.expiresAtMs !== undefined && key.expiresAtMs <= nowMs) return 'expired'
  return key.endsAtMs === undefined ? 'live' : 'rotated'
}
