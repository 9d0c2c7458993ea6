import type { Trace } from '../identity/audit.ts'
import type { KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { anyKey } from './find-key.ts'
import { familyOf, type Key, type Limit } from './key.ts'
import { keyEntry, silently } from './key-record.ts'
import { changedKey } from './key-store.ts'
import { limitFaults, refuseFaults } from './key-terms.ts'
import { limitsOf } from './limits.ts'

/**
 * Sets the limit of a key and of the keys that share its count; `undefined` restores the default limits. The
 * change applies to every request that arrives after the call has returned. The counts start again at 0.
 *
 * @returns the changed key.
 * @throws {Failure} `invalid_request` for a limit out of bounds, `not_found` if no account has a key with
 *   this id.
 */
export async function overrideLimit(
  needs: Needs<'keys'>,
  id: KeyId,
  limit: Limit | undefined,
  trace: Trace,
): Promise<Key> {
  refuseFaults(limitFaults(limit))
  const key = await anyKey(needs, id)
  const family = familyOf(await needs.keys.list(key.account), key)
  const change = { limit: limit ?? 'default' } as const
  const { quota, windowMs } = limitsOf(limit).default
  const entry = keyEntry(trace, 'key_limit', key, { quota, window_ms: windowMs })
  await needs.keys.change(family, change, silently(entry))
  return changedKey(key, change)
}
