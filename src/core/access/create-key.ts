import { Failure, type FailureDetail } from '../failure.ts'
import type { Needs } from '../ports.ts'
import { type AccountId, isLive, type Key, type KeyId, type Limit, SCOPES, type Scope } from './key.ts'
import { type KeyKind, type KeySecret, newSecret, randomText, visibleStartOf } from './key-secret.ts'
import { OVERRIDE_QUOTA_MAX, OVERRIDE_WINDOW_MAX_MS, OVERRIDE_WINDOW_MIN_MS } from './limits.ts'

/** Keys of one account that work at the same time. */
export const LIVE_KEYS_MAX = 50
/** Code points of a key's name. */
export const KEY_NAME_MAX = 100
/** Longest time until an expiry: ten years. */
export const EXPIRY_MAX_MS = 10 * 365 * 86_400_000

const ID_CHARACTERS = 16

/** What a new key shall be. */
export interface KeyWish {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly kind: KeyKind
  /** From now; `undefined` = the key does not expire. */
  readonly expiresInMs?: number
  /** Replaces the default window and the burst. */
  readonly limit?: Limit
}

/** A key and the only sight of its secret. */
export interface NewKey {
  readonly key: Key
  readonly secret: KeySecret
}

/**
 * Makes a key. It works from the moment the call returns.
 *
 * @throws Failure `invalid_request` with every fault of the wish, `conflict` when the account has `LIVE_KEYS_MAX` live keys.
 */
export function createKey(
  needs: Needs<'keys' | 'clock' | 'secrets'>,
  account: AccountId,
  wish: KeyWish,
): NewKey {
  const faults = faultsOf(wish)
  if (faults.length > 0) throw new Failure('invalid_request', sentenceOf(faults), faults)
  const nowMs = needs.clock.nowMs()
  const live = needs.keys.list(account).filter((key) => isLive(key, nowMs))
  if (live.length >= LIVE_KEYS_MAX) {
    throw new Failure(
      'conflict',
      `The account has ${LIVE_KEYS_MAX} keys that work, which is the most there can be. Revoke one first.`,
    )
  }
  const made = newKey(needs, wish.kind, {
    account,
    name: wish.name.normalize('NFC').trim(),
    scopes: SCOPES.filter((scope) => wish.scopes.includes(scope)),
    limit: wish.limit,
    expiresAtMs: wish.expiresInMs === undefined ? undefined : nowMs + wish.expiresInMs,
    rotatedFrom: undefined,
  })
  needs.keys.add(made.key)
  return made
}

/** What a key takes from its wish or from its predecessor. */
export type KeyTerms = Pick<Key, 'account' | 'name' | 'scopes' | 'limit' | 'expiresAtMs' | 'rotatedFrom'>

/** A key on these terms with a fresh id and secret; not stored yet. */
export function newKey(
  { clock, secrets }: Needs<'clock' | 'secrets'>,
  kind: KeyKind,
  terms: KeyTerms,
): NewKey {
  const secret = newSecret({ secrets }, kind)
  const key: Key = {
    ...terms,
    id: `key_${randomText({ secrets }, ID_CHARACTERS)}` as KeyId,
    visibleStart: visibleStartOf(secret),
    hash: secrets.sha256(secret),
    createdAtMs: clock.nowMs(),
    endsAtMs: undefined,
    revokedAtMs: undefined,
    lastUsedAtMs: undefined,
  }
  return { key, secret }
}

function faultsOf(wish: KeyWish): FailureDetail[] {
  return [
    ...nameFaults(wish.name),
    ...scopeFaults(wish.scopes),
    ...expiryFaults(wish),
    ...limitFaults(wish.limit),
  ]
}

function nameFaults(name: string): FailureDetail[] {
  const characters = [...name.normalize('NFC').trim()]
  if (characters.length === 0) return [{ field: '/name', reason: 'too_short' }]
  if (characters.length > KEY_NAME_MAX) return [{ field: '/name', reason: 'too_long' }]
  return /\p{Cc}|\p{Cs}/u.test(name) ? [{ field: '/name', reason: 'control_character' }] : []
}

function scopeFaults(scopes: readonly string[]): FailureDetail[] {
  if (scopes.length === 0) return [{ field: '/scopes', reason: 'too_short', allowed: SCOPES }]
  const known: readonly string[] = SCOPES
  return scopes.every((scope) => known.includes(scope))
    ? []
    : [{ field: '/scopes', reason: 'not_allowed', allowed: SCOPES }]
}

function expiryFaults({ expiresInMs }: KeyWish): FailureDetail[] {
  if (expiresInMs === undefined) return []
  return bounds('/expires_in', expiresInMs, 1000, EXPIRY_MAX_MS)
}

function limitFaults(limit: Limit | undefined): FailureDetail[] {
  if (limit === undefined) return []
  return [
    ...bounds('/limit/quota', limit.quota, 1, OVERRIDE_QUOTA_MAX),
    ...bounds('/limit/window', limit.windowMs, OVERRIDE_WINDOW_MIN_MS, OVERRIDE_WINDOW_MAX_MS),
  ]
}

function bounds(field: string, value: number, min: number, max: number): FailureDetail[] {
  if (!Number.isSafeInteger(value)) return [{ field, reason: 'type' }]
  if (value < min) return [{ field, reason: 'too_small' }]
  return value > max ? [{ field, reason: 'too_large' }] : []
}

function sentenceOf(faults: readonly FailureDetail[]): string {
  const parts = faults.map(({ field, reason, allowed }) => {
    const choice = allowed === undefined ? '' : ` (allowed: ${allowed.join(', ')})`
    return `${field.slice(1)}: ${reason.replaceAll('_', ' ')}${choice}`
  })
  return `The key cannot be made: ${parts.join('; ')}.`
}
