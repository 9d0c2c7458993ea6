import { Failure } from '../failure.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import type { Key } from './key.ts'

/**
 * Finds a key of an account.
 *
 * @throws {Failure} `not_found` if the account has no key with this id.
 */
export async function ownKey({ keys }: Needs<'keys'>, account: AccountId, id: KeyId): Promise<Key> {
  return found(await keys.find(account, id), id)
}

/**
 * Finds a key of any account, for operators.
 *
 * @throws {Failure} `not_found` if no account has a key with this id.
 */
export async function anyKey({ keys }: Needs<'keys'>, id: KeyId): Promise<Key> {
  return found(await keys.findAnywhere(id), id)
}

function found(key: Key | undefined, id: KeyId): Key {
  if (key === undefined) throw new Failure('not_found', `There is no key ${id}.`)
  return key
}
