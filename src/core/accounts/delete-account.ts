/** Deleting an account and its personal data. The supervisor revokes its keys right after. */

import type { Failure } from '../failure.ts'
import type { Trace } from '../identity/audit.ts'
import type { AccountId } from '../identity/ids.ts'
import { occasionOf } from '../notifications/email.ts'
import type { AccountNeeds } from './account-needs.ts'
import { emailsTo, entryOf } from './notices.ts'
import { needAccount, refused } from './refused.ts'

/**
 * Deletes the data of an account. Only the id stays, because audit entries and usage refer to it; nothing
 * identifies the person.
 *
 * @throws {Failure} `not_found`; `conflict` (`last_operator`) if no operator would be left.
 */
export async function emptyAccount(
  { accounts, secrets }: AccountNeeds<'accounts' | 'secrets'>,
  { account: id, trace }: { readonly account: AccountId; readonly trace: Trace },
): Promise<null> {
  const account = needAccount(await accounts.account(id))
  const outcome = await accounts.emptyAccount(id, trace.atMs, {
    audit: [entryOf({ ...trace, address: '', device: '' }, id, 'deleted')],
    emails: emailsTo({ secrets }, trace, account, 'account_deleted', occasionOf(trace)),
  })
  if (outcome === 'last_operator') throw lastOperator()
  return null
}

/** Returns the Failure `conflict` (`last_operator`): without this account there would be no operator. */
export function lastOperator(): Failure {
  return refused('conflict', 'last_operator', 'It is the last operator account.')
}
