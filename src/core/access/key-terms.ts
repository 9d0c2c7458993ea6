/** The rules for the properties of a key. Faults contain the field as a JSON pointer. */
import { hasControlCharacter } from '../control-characters.ts'
import { Failure, type FailureDetail } from '../failure.ts'
import { type Limit, RECONCILE_SCOPE, SCOPES } from './key.ts'
import { OVERRIDE_QUOTA_MAX, OVERRIDE_WINDOW_MAX_MS, OVERRIDE_WINDOW_MIN_MS } from './limits.ts'
import { isTooWide, NETWORKS_MAX, networkText, readNetwork } from './network.ts'

/** Longest name of a key, in code points. */
export const KEY_NAME_MAX = 100
/** Longest time until an expiry: ten years. */
export const EXPIRY_MAX_MS = 10 * 365 * 86_400_000

/** Returns the name in the form in which it is stored: NFC, trimmed. */
export function cleanName(name: string): string {
  return name.normalize('NFC').trim()
}

/** Returns the faults of a name after `cleanName`; an empty list = valid. */
export function nameFaults(name: string): FailureDetail[] {
  const characters = [...cleanName(name)]
  if (characters.length === 0) return [{ field: '/name', reason: 'too_short' }]
  if (characters.length > KEY_NAME_MAX) return [{ field: '/name', reason: 'too_long' }]
  return hasControlCharacter(name) ? [{ field: '/name', reason: 'control_character' }] : []
}

/** Returns the faults of a list of scopes: empty, with an unknown scope, or `reconcile` together with another. */
export function scopeFaults(scopes: readonly string[]): FailureDetail[] {
  if (scopes.length === 0) return [{ field: '/scopes', reason: 'too_short', allowed: SCOPES }]
  const known: readonly string[] = SCOPES
  if (!scopes.every((scope) => known.includes(scope))) {
    return [{ field: '/scopes', reason: 'not_allowed', allowed: SCOPES }]
  }
  const isMixed = scopes.includes(RECONCILE_SCOPE) && scopes.some((scope) => scope !== RECONCILE_SCOPE)
  return isMixed ? [{ field: '/scopes', reason: 'not_allowed', allowed: [RECONCILE_SCOPE] }] : []
}

/**
 * Returns the faults of the time until expiry: one second to `EXPIRY_MAX_MS`; `undefined` (never) is valid.
 */
export function expiryFaults(expiresInMs: number | undefined): FailureDetail[] {
  return expiresInMs === undefined ? [] : bounds('/expires_in', expiresInMs, 1000, EXPIRY_MAX_MS)
}

/** Returns the faults of an override of the limits; `undefined` (the default limits) is valid. */
export function limitFaults(limit: Limit | undefined): FailureDetail[] {
  if (limit === undefined) return []
  return [
    ...bounds('/limit/quota', limit.quota, 1, OVERRIDE_QUOTA_MAX),
    ...bounds('/limit/window', limit.windowMs, OVERRIDE_WINDOW_MIN_MS, OVERRIDE_WINDOW_MAX_MS),
  ]
}

/**
 * Returns the networks in the form in which they are stored: canonical and without duplicates. Call it only
 * without `addressFaults`.
 */
export function cleanAddresses(addresses: readonly string[]): readonly string[] {
  return [...new Set(addresses.map((text) => networkText(readNetwork(text.trim())!)))]
}

/** Returns the faults of a list of networks, each with its index in the field (`/addresses/2`). */
export function addressFaults(addresses: readonly string[]): FailureDetail[] {
  if (addresses.length > NETWORKS_MAX) return [{ field: '/addresses', reason: 'too_many' }]
  return addresses.flatMap((text, i): FailureDetail[] => {
    const network = readNetwork(text.trim())
    if (network === undefined) return [{ field: `/addresses/${i}`, reason: 'format' }]
    return isTooWide(network) ? [{ field: `/addresses/${i}`, reason: 'too_large' }] : []
  })
}

/**
 * Does nothing if there are no faults.
 *
 * @throws {Failure} `invalid_request` with all faults otherwise.
 */
export function refuseFaults(faults: readonly FailureDetail[]): void {
  if (faults.length === 0) return
  const parts = faults.map(({ field, reason, allowed }) => {
    const choice = allowed === undefined ? '' : ` (allowed: ${allowed.join(', ')})`
    return `${field.slice(1)}: ${reason.replaceAll('_', ' ')}${choice}`
  })
  throw new Failure('invalid_request', `These values of a key are not valid: ${parts.join('; ')}.`, faults)
}

function bounds(field: string, value: number, min: number, max: number): FailureDetail[] {
  if (!Number.isSafeInteger(value)) return [{ field, reason: 'type' }]
  if (value < min) return [{ field, reason: 'too_small' }]
  return value > max ? [{ field, reason: 'too_large' }] : []
}
