import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import type { AccountId, KeyId } from './key.ts'

/**
 * Ends a key for good. No request that arrives after the call returned is accepted with it. Revoking again is
 * no fault and changes nothing.
 *
 * @throws Failure `not_found` when the account has no such key.
 */
export function revokeKey({ keys, clock }: Needs<'keys' | 'clock'>, account: AccountId, id: KeyId): void {
  const key = keys.find(account, id)
  if (key === undefined) throw new Failure('not_found', `There is no key ${id}.`)
  keys.revoke(key, clock.nowMs())
}
