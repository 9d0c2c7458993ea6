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
 * Gives a key, and those that it shares its count with, another limit; `undefined` = the default ones. It holds for every request that
 * arrives after the call returned; what was counted until then is forgotten.
 *
 * @returns the key as it is now.
 * @throws Failure `invalid_request` for a limit out of bounds, `not_found` when no account has such a key.
 */
export function overrideLimit(needs: Needs<'keys'>, id: KeyId, limit: Limit | undefined, trace: Trace): Key {
  refuseFaults(limitFaults(limit))
  const key = anyKey(needs, id)
  const family = familyOf(needs.keys.list(key.account), key)
  const change = { limit: limit ?? 'default' } as const
  const { quota, windowMs } = limitsOf(limit).default
  const entry = keyEntry(trace, 'key_limit', key, { quota, window_ms: windowMs })
  needs.keys.change(family, change, silently(entry))
  return changedKey(key, change)
}
