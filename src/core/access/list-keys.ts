import type { AccountId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import type { Key } from './key.ts'

/** Every key of every account, in the order of their making; ended ones too. */
export function listAllKeys({ keys }: Needs<'keys'>): readonly Key[] {
  return keys.everything()
}

/** Every key that the account ever had, oldest first; ended ones too, so that what happened can be told. */
export function listKeys({ keys }: Needs<'keys'>, account: AccountId): readonly Key[] {
  return keys.list(account)
}
