import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { ownKey } from './find-key.ts'
import type { Key } from './key.ts'
import { keyEntry, silently } from './key-record.ts'

/**
 * Revokes a key for good: requests that arrive after the call has returned are refused. Revoking again is no
 * error and changes nothing.
 *
 * @returns the revoked key.
 * @throws {Failure} `not_found` if the account has no key with this id.
 */
export async function revokeKey(
  needs: Needs<'keys' | 'clock'>,
  account: AccountId,
  id: KeyId,
  trace: Trace,
): Promise<Key> {
  return revoke(needs, await ownKey(needs, account, id), trace)
}

/** Revokes a key that was found already. See `revokeKey`. */
export async function revoke({ keys, clock }: Needs<'keys' | 'clock'>, key: Key, trace: Trace): Promise<Key> {
  const nowMs = clock.nowMs()
  await keys.revoke(key, nowMs, silently(keyEntry(trace, 'key_revoked', key)))
  return { ...key, revokedAtMs: key.revokedAtMs ?? nowMs }
}
