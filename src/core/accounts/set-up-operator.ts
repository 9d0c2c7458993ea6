/**
 * The first operator: a person with the code that the server prints at its start while there is no operator.
 */

import type { Account } from '../identity/account.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import { emailsTo, entryOf, traceOf } from './notices.ts'
import { needAccount, refused } from './refused.ts'
import { needSetUpCode } from './sign-up.ts'

/** Size of the code: 128 bits. */
const CODE_BYTES = 16

/** Makes a new set-up code that replaces the one before; `undefined` if there is an operator. */
export async function offerSetUp({
  accounts,
  clock,
  secrets,
}: AccountNeeds<'accounts' | 'clock' | 'secrets'>): Promise<string | undefined> {
  if (await accounts.hasOperator()) return undefined
  const code = Buffer.from(secrets.bytes(CODE_BYTES)).toString('base64url')
  await accounts.setSetUpCode(secrets.sha256(code), clock.nowMs())
  return code
}

/** Returns the address of the page where the code is used. */
export function setUpAddress(publicUrl: string, code: string): string {
  return `${publicUrl}/signup#setup=${code}`
}

/**
 * Makes an existing account an operator.
 *
 * @throws {Failure} `forbidden` (`wrong_code`), `rate_limited`.
 */
export async function setUpOperator(
  needs: AccountNeeds<'accounts' | 'attempts' | 'clock' | 'secrets'>,
  { member, code }: AccountCommands['setUpOperator']['params'],
): Promise<Account> {
  const hash = await needSetUpCode(needs, member, code)
  const account = needAccount(await needs.accounts.account(member.account))
  const trace = traceOf(member, account.id, needs.clock.nowMs())
  const isDone = await needs.accounts.takeSetUpCode(hash, account.id, {
    audit: [entryOf(trace, account.id, 'operator_granted')],
    emails: emailsTo(needs, trace, account, 'operator_granted', { atMs: trace.atMs }),
  })
  if (!isDone) throw refused('forbidden', 'wrong_code', 'The code was used at the same time.')
  return needAccount(await needs.accounts.account(account.id))
}
