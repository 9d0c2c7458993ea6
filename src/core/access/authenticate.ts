/** Authentication: from the text of a bearer token to the grant of its key. */
import type { Needs } from '../ports.ts'
import { readSecret } from './key-secret.ts'
import type { KeyGrant } from './request-ports.ts'

/** The result of an authentication. */
export type Authentication =
  | { readonly kind: 'key'; readonly grant: KeyGrant }
  /**
   * `isGuess`: the token may be an attempt to find a key by trial, so it counts against the address. A wrong
   * checksum (a typing error) and a key that has ended are no guesses.
   */
  | { readonly kind: 'refused'; readonly isGuess: boolean }

/** Authenticates a bearer token from memory. A wrong format or checksum is refused without a look-up. */
export function authenticate(
  { keyRing, clock, secrets }: Needs<'keyRing' | 'clock' | 'secrets'>,
  token: string,
): Authentication {
  const form = readSecret(token)
  if (form !== 'ok') return { kind: 'refused', isGuess: form === 'not_a_key' }
  const grant = keyRing.find(secrets.sha256(token))
  if (grant === undefined) return { kind: 'refused', isGuess: true }
  const hasEnded = grant.endsAtMs !== undefined && clock.nowMs() >= grant.endsAtMs
  return hasEnded ? { kind: 'refused', isGuess: false } : { kind: 'key', grant }
}
