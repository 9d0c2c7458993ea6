import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { ownKey } from './find-key.ts'
import type { Key } from './key.ts'
import { keyEntry, silently } from './key-record.ts'
import { changedKey } from './key-store.ts'
import { cleanName, nameFaults, refuseFaults } from './key-terms.ts'

/**
 * Changes the name of a key, also of an ended one.
 *
 * @returns the changed key.
 * @throws {Failure} `invalid_request` for an invalid name, `not_found` if the account has no key with this
 *   id.
 */
export async function renameKey(
  needs: Needs<'keys'>,
  account: AccountId,
  id: KeyId,
  name: string,
  trace: Trace,
): Promise<Key> {
  refuseFaults(nameFaults(name))
  const key = await ownKey(needs, account, id)
  const change = { name: cleanName(name) }
  if (change.name === key.name) return key
  const entry = keyEntry(trace, 'key_named', key, { new_name: change.name })
  await needs.keys.change([key], change, silently(entry))
  return changedKey(key, change)
}
