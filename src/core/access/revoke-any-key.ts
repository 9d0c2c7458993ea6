import type { Trace } from '../identity/audit.ts'
import type { KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { anyKey } from './find-key.ts'
import type { Key } from './key.ts'
import { revoke } from './revoke-key.ts'

/**
 * Revokes a key of any account, for operators, as `revokeKey` does. The entry is in the audit log of the
 * key's account.
 *
 * @throws {Failure} `not_found` if no account has a key with this id.
 */
export async function revokeAnyKey(needs: Needs<'keys' | 'clock'>, id: KeyId, trace: Trace): Promise<Key> {
  return revoke(needs, await anyKey(needs, id), trace)
}
