import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { ownKey } from './find-key.ts'
import type { Key } from './key.ts'
import { keyEntry, silently } from './key-record.ts'
import { changedKey } from './key-store.ts'
import { addressFaults, cleanAddresses, refuseFaults } from './key-terms.ts'

/**
 * Says which networks may use a key from now on; none = everybody. It holds for every request that arrives after the call returned.
 *
 * @returns the key as it is now.
 * @throws Failure `invalid_request` for texts that are no network, for networks that are too wide (`isTooWide`), and for more than `NETWORKS_MAX`, `not_found` when the account has no such key.
 */
export function changeAddresses(
  needs: Needs<'keys'>,
  account: AccountId,
  id: KeyId,
  addresses: readonly string[],
  trace: Trace,
): Key {
  refuseFaults(addressFaults(addresses))
  const key = ownKey(needs, account, id)
  const change = { addresses: cleanAddresses(addresses) }
  const entry = keyEntry(trace, 'key_addresses', key, { addresses: change.addresses.join(' ') })
  needs.keys.change([key], change, silently(entry))
  return changedKey(key, change)
}
