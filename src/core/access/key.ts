/** An API key: its data and its rules. The secret's own format lives in `key-secret.ts`. */

export const SCOPES = ['companies:search', 'companies:search:deep', 'companies:read'] as const
export type Scope = (typeof SCOPES)[number]

export type KeyId = string & { readonly brand: 'KeyId' }
export type AccountId = string & { readonly brand: 'AccountId' }

/** The account that owns keys made by the command line. */
export const LOCAL_ACCOUNT = 'local' as AccountId

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
