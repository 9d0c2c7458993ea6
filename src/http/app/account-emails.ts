/** The e-mail addresses of accounts. */
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
