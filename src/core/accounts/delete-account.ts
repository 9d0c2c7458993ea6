/** Deleting an account. Its keys are revoked first, by the supervisor; then everything personal goes. */
import type { AccountId } from '../access/key.ts'
import { occasionOf } from '../mail/letter.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { AccountStore } from './account-store.ts'
import { needAccount, refused } from './refused.ts'
import { entryOf, lettersTo } from './told.ts'
import type { AccountWishes } from './wishes.ts'

/** To be asked before any key is revoked. @throws Failure `not_found`, `conflict` (`last_operator`). */
export function checkDeletable(
  accounts: Pick<AccountStore, 'account' | 'isLastOperator'>,
  account: AccountId,
): void {
  needAccount(accounts.account(account))
  if (accounts.isLastOperator(account)) throw lastOperator()
}

/** Leaves an id that entries and usage may go on naming, and nothing to know the person by. @throws as `checkDeletable`. */
export function emptyAccount(
  { accounts, secrets }: AccountNeeds<'accounts' | 'secrets'>,
  { account: id, trace }: AccountWishes['emptyAccount']['takes'],
): null {
  checkDeletable(accounts, id)
  const account = needAccount(accounts.account(id))
  accounts.emptyAccount(id, trace.atMs, {
    audit: [entryOf({ ...trace, address: '', device: '' }, id, 'deleted')],
    letters: lettersTo({ secrets }, trace, account, 'account_deleted', occasionOf(trace)),
  })
  return null
}

export function lastOperator() {
  return refused('conflict', 'last_operator', 'It is the last account that operates the house.')
}
