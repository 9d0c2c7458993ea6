/** The e-mail addresses of accounts. */
import { Failure } from '../../core/failure.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import type { HttpNeeds } from '../request/route.ts'

/** Returns the e-mail addresses of accounts, by id; an actor that is no account has none. */
export async function emailsOf(
  { accountReader }: Pick<HttpNeeds, 'accountReader'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | undefined>> {
  const known = new Map<string, string | undefined>()
  for (const id of new Set(ids)) known.set(id, (await accountReader.account(id as AccountId))?.email)
  return known
}

/**
 * Checks an address that was typed as a confirmation.
 *
 * @throws {Failure} `conflict` with reason `name_mismatch` if it is not the account's.
 */
export function checkTypedAddress(typed: string, own: string | undefined): void {
  if (typed.trim().toLowerCase() === own) return
  throw new Failure('conflict', 'another address was typed', [], 'name_mismatch')
}
