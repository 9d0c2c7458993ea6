import type { Trace } from '../identity/audit.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import { ownKey } from './find-key.ts'
import type { Key } from './key.ts'
import { keyEntry, silently } from './key-record.ts'
import { changedKey } from './key-store.ts'
import { addressFaults, cleanAddresses, refuseFaults } from './key-terms.ts'

/**
 * Sets the networks that may use a key; an empty list allows all. The change applies to every request that
 * arrives after the call has returned.
 *
 * @returns the changed key.
 * @throws {Failure} `invalid_request` for texts that are no network, for networks that are too wide
 *   (`isTooWide`) and for more than `NETWORKS_MAX`; `not_found` if the account has no key with this id.
 */
export async function changeAddresses(
  needs: Needs<'keys'>,
  account: AccountId,
  id: KeyId,
  addresses: readonly string[],
  trace: Trace,
): Promise<Key> {
  refuseFaults(addressFaults(addresses))
  const key = await ownKey(needs, account, id)
  const change = { addresses: cleanAddresses(addresses) }
  const entry = keyEntry(trace, 'key_addresses', key, { addresses: change.addresses.join(' ') })
  await needs.keys.change([key], change, silently(entry))
  return changedKey(key, change)
}
