import type { AccountId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import type { Key } from './key.ts'

/** Returns every key of every account, ended ones too, in the order of their creation. */
export async function listAllKeys({ keys }: Needs<'keys'>): Promise<readonly Key[]> {
  return keys.listAll()
}

/** Returns every key of the account, ended ones too, oldest first. */
export async function listKeys({ keys }: Needs<'keys'>, account: AccountId): Promise<readonly Key[]> {
  return keys.list(account)
}
