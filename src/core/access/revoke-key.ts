import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { ownKey } from './find-key.ts'
import type { Key } from './key.ts'
import { keyEntry, silently } from './key-record.ts'

/**
 * Ends a key for good. No request that arrives after the call returned is accepted with it. Revoking again is
 * no fault and changes nothing.
 *
 * @returns the key as it is now.
 * @throws Failure `not_found` when the account has no such key.
 */
export function revokeKey(needs: Needs<'keys' | 'clock'>, account: AccountId, id: KeyId, trace: Trace): Key {
  return revoke(needs, ownKey(needs, account, id), trace)
}

/** @see revokeKey, of a key that was found already. */
export function revoke({ keys, clock }: Needs<'keys' | 'clock'>, key: Key, trace: Trace): Key {
  const nowMs = clock.nowMs()
  keys.revoke(key, nowMs, silently(keyEntry(trace, 'key_revoked', key)))
  return { ...key, revokedAtMs: key.revokedAtMs ?? nowMs }
}
