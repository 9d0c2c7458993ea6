/** Changes that operators make to accounts. Each is also in the audit log of the account. */

import { newEmail } from '../notifications/email.ts'
import type { AccountAdminCommands } from './account-admin-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import { lastOperator } from './delete-account.ts'
import { addressOf } from './invite.ts'
import { newLink } from './link.ts'
import { emailsTo, entryOf } from './notices.ts'
import { needAccount } from './refused.ts'

/**
 * Disables an account: its sessions end and nobody can sign in to it.
 *
 * @throws {Failure} `not_found`; `conflict` (`last_operator`) if no operator would be left.
 */
export async function disableAccount(
  { accounts }: AccountNeeds<'accounts'>,
  { trace, account }: AccountAdminCommands['disableAccount']['params'],
): Promise<null> {
  const { id } = needAccount(await accounts.account(account))
  const audit = [entryOf(trace, id, 'disabled')]
  if ((await accounts.disable(id, trace.atMs, { audit, emails: [] })) === 'last_operator')
    throw lastOperator()
  return null
}

/**
 * Enables a disabled account.
 *
 * @throws {Failure} `not_found`.
 */
export async function enableAccount(
  { accounts }: AccountNeeds<'accounts'>,
  { trace, account }: AccountAdminCommands['enableAccount']['params'],
): Promise<null> {
  const { id } = needAccount(await accounts.account(account))
  await accounts.enable(id, { audit: [entryOf(trace, id, 'enabled')], emails: [] })
  return null
}

/**
 * Ends all sessions of an account.
 *
 * @throws {Failure} `not_found`.
 */
export async function endSessionsOf(
  { accounts }: AccountNeeds<'accounts'>,
  { trace, account }: AccountAdminCommands['endSessionsOf']['params'],
): Promise<null> {
  const { id } = needAccount(await accounts.account(account))
  await accounts.endSessions(id, undefined, { audit: [entryOf(trace, id, 'sessions_ended')], emails: [] })
  return null
}

/**
 * Changes the role of an account. A new operator gets an e-mail.
 *
 * @throws {Failure} `not_found`; `conflict` (`last_operator`) if no operator would be left.
 */
export async function setRole(
  needs: AccountNeeds<'accounts' | 'secrets'>,
  { trace, account: id, role }: AccountAdminCommands['setRole']['params'],
): Promise<null> {
  const account = needAccount(await needs.accounts.account(id))
  if (account.role === role) return null
  const isGranted = role === 'operator'
  const outcome = await needs.accounts.setRole(id, role, {
    audit: [entryOf(trace, id, isGranted ? 'operator_granted' : 'operator_withdrawn')],
    emails: isGranted ? emailsTo(needs, trace, account, 'operator_granted', { atMs: trace.atMs }) : [],
  })
  if (outcome === 'last_operator') throw lastOperator()
  return null
}

/**
 * Ends every session of an account and mails a link for a new password. With `dropsSecondFactor` the link
 * also removes the second factor. Without a mail server the result contains the link.
 *
 * @throws {Failure} `not_found`.
 */
export async function resetAccount(
  needs: AccountNeeds<'accounts' | 'secrets' | 'linkSecret' | 'site'>,
  { trace, account: id, dropsSecondFactor }: AccountAdminCommands['resetAccount']['params'],
): Promise<AccountAdminCommands['resetAccount']['result']> {
  const { accounts, site } = needs
  const { email, language } = needAccount(await accounts.account(id))
  const terms = {
    kind: 'reset',
    email,
    language,
    madeBy: trace.actor,
    account: id,
    dropsSecondFactor,
  } as const
  const link = newLink(needs, terms, trace.atMs)
  const frame = { account: id, recipient: email, language, matter: link.id, atMs: trace.atMs, link }
  const notice = newEmail(needs, 'reset', { byOperator: true }, frame)
  const audit = [entryOf(trace, id, 'reset_by_operator', '', { second_factor: dropsSecondFactor ? 1 : 0 })]
  await accounts.addLink(link, { audit, emails: [notice] }, { sessions: true })
  return { link: site.hasMailServer ? undefined : addressOf(needs, link) }
}
