/** Keys, as the dashboard's own API gives them. */

export const SCOPES = ['companies:search', 'companies:search:deep', 'companies:read'] as const
export type Scope = (typeof SCOPES)[number]

export interface Key {
  id: string
  name: string
  kind: 'live' | 'test'
  visible_start: string
  scopes: Scope[]
  state: 'live' | 'rotated' | 'expired' | 'revoked'
  /** Whether it is accepted now; a rotated one is until `ends_at`. */
  works: boolean
  created_at: string
  last_used_at: string | null
  expires_at: string | null
  ends_at: string | null
  revoked_at: string | null
  rotated_from: string | null
  successor: string | null
  limit: { quota: number; window_s: number } | null
  addresses: string[]
}

export interface KeysAnswer {
  keys: Key[]
  live: number
  live_max: number
}

/** The only sight of a secret. */
export interface IssuedKey {
  key: Key
  secret: string
}

export interface RotatedKey extends IssuedKey {
  old: Key
}

export interface KeyHistoryEntry {
  number: number
  at: string
  by: 'owner' | 'operator' | 'command line' | 'system'
  event: 'key_created' | 'key_rotated' | 'key_revoked' | 'key_named' | 'key_addresses' | 'key_limit'
  key: string
  detail: Record<string, string | number>
  address: string
  device: string
}
