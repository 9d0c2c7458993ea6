/** Deleting an account: everything personal goes. Its keys are ended by the supervisor right after. */

import type { Failure } from '../failure.ts'
import { occasionOf } from '../notifications/email.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import { emailsTo, entryOf } from './notices.ts'
import { needAccount, refused } from './refused.ts'

/**
 * Leaves an id that entries and usage may go on naming, and nothing to know the person by.
 *
 * @throws Failure `not_found`, `conflict` (`last_operator`).
 */
export function emptyAccount(
  { accounts, secrets }: AccountNeeds<'accounts' | 'secrets'>,
  { account: id, trace }: AccountCommands['emptyAccount']['params'],
): null {
  const account = needAccount(accounts.account(id))
  const outcome = accounts.emptyAccount(id, trace.atMs, {
    audit: [entryOf({ ...trace, address: '', device: '' }, id, 'deleted')],
    emails: emailsTo({ secrets }, trace, account, 'account_deleted', occasionOf(trace)),
  })
  if (outcome === 'last_operator') throw lastOperator()
  return null
}

/** The Failure `conflict` (`last_operator`): without that account nobody could operate the house. */
export function lastOperator(): Failure {
  return refused('conflict', 'last_operator', 'It is the last account that operates the house.')
}
