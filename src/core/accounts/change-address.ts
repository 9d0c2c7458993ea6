/** Changing an account's e-mail address, which requires a link that is mailed to the new one. */

import type { Account } from '../identity/account.ts'
import { newEmail, occasionOf } from '../notifications/email.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import { readEmail } from './email-address.ts'
import { type Link, newLink, tokenHashOf } from './link.ts'
import { emailsTo, entryOf, traceOf } from './notices.ts'
import { emailFault, needAccount, needOpenLink, refused } from './refused.ts'

/**
 * Stores a link and an e-mail to the new address. If that address has an account, its owner gets a different
 * e-mail, and the response is the same.
 *
 * @throws {Failure} `invalid_request` if it is not an e-mail address, or the account's own.
 */
export async function requestAddress(
  needs: AccountNeeds<'accounts' | 'attempts' | 'clock' | 'secrets' | 'linkSecret'>,
  { member, email: text }: AccountCommands['requestAddress']['params'],
): Promise<{ readonly sent: true }> {
  const account = needAccount(await needs.accounts.account(member.account))
  const email = readEmail(text)
  if (email === undefined || email === account.email) throw emailFault()
  const trace = traceOf(member, account.id, needs.clock.nowMs())
  const owner = await needs.accounts.accountByEmail(email)
  if (!needs.attempts.countEmail(email, member.address, trace.atMs)) return { sent: true }
  const { language } = account
  const terms = { kind: 'new_address', email, language, madeBy: account.id, account: account.id } as const
  const link = newLink(needs, { ...terms, isEnded: owner !== undefined }, trace.atMs)
  const audit = [entryOf(trace, account.id, 'address_requested', email)]
  await needs.accounts.addLink(link, { audit, emails: [emailOf(needs, link, owner)] })
  return { sent: true }
}

function emailOf(needs: AccountNeeds<'secrets'>, link: Link, owner: Account | undefined) {
  const frame = { recipient: link.email, matter: link.id, atMs: link.createdAtMs }
  return owner === undefined
    ? newEmail(needs, 'new_address', {}, { ...frame, account: link.account, language: link.language, link })
    : newEmail(needs, 'address_in_use', {}, { ...frame, account: owner.id, language: owner.language })
}

/**
 * Changes the address and sends an e-mail to the old one.
 *
 * @throws {Failure} as `needOpenLink`, also for a link of another account; `conflict` (`link_used`) if the
 *   link was used at the same time or the address has an account by now.
 */
export async function confirmAddress(
  needs: AccountNeeds<'accounts' | 'clock' | 'secrets'>,
  { member, token }: AccountCommands['confirmAddress']['params'],
): Promise<Account> {
  const found = await needs.accounts.link(tokenHashOf(needs, token))
  const own = found?.account === member.account ? found : undefined
  const link = needOpenLink(own, needs.clock.nowMs(), 'new_address')
  const account = needAccount(await needs.accounts.account(member.account))
  const trace = traceOf(member, account.id, needs.clock.nowMs())
  const { email } = link
  const outcome = await needs.accounts.changeAddress(
    link.id,
    account.id,
    { email, atMs: trace.atMs },
    {
      audit: [entryOf(trace, account.id, 'address_changed', email, { before: account.email })],
      emails: emailsTo(needs, trace, account, 'address_changed', {
        ...occasionOf(trace),
        newAddress: email,
      }),
    },
  )
  if (outcome !== 'done') throw refused('conflict', 'link_used', 'The link cannot be used any more.')
  return needAccount(await needs.accounts.account(member.account))
}
