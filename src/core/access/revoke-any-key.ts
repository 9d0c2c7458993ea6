import type { Trace } from '../identity/audit.ts'
import type { KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { anyKey } from './find-key.ts'
import type { Key } from './key.ts'
import { revoke } from './revoke-key.ts'

/**
 * As `revokeKey`, whosever key it is: for operators. The entry stands in the history of the key's account.
 *
 * @throws Failure `not_found` when no account has such a key.
 */
export function revokeAnyKey(needs: Needs<'keys' | 'clock'>, id: KeyId, trace: Trace): Key {
  return revoke(needs, anyKey(needs, id), trace)
}
