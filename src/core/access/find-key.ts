import { Failure } from '../failure.ts'
import type { AccountId, KeyId } from '../identity/ids.ts'
import type { Needs } from '../ports.ts'
import type { Key } from './key.ts'

/** @throws Failure `not_found` when the account has no such key. */
export function ownKey({ keys }: Needs<'keys'>, account: AccountId, id: KeyId): Key {
  return found(keys.find(account, id), id)
}

/** For operators. @throws Failure `not_found` when no account has such a key. */
export function anyKey({ keys }: Needs<'keys'>, id: KeyId): Key {
  return found(keys.findAnywhere(id), id)
}

function found(key: Key | undefined, id: KeyId): Key {
  if (key === undefined) throw new Failure('not_found', `There is no key ${id}.`)
  return key
}
