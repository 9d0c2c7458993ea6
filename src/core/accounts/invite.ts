/** Invitations to a server whose sign-up is restricted. */

import { Failure } from '../failure.ts'
import { newEmail } from '../notifications/email.ts'
import { linkAddress } from '../notifications/render-email.ts'
import type { AccountAdminCommands } from './account-admin-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import { readEmail } from './email-address.ts'
import { type LinkId, linkToken, newLink } from './link.ts'
import { emailFault } from './refused.ts'

type InviteNeeds = AccountNeeds<'accounts' | 'clock' | 'secrets' | 'linkSecret' | 'site'>

/**
 * Stores an invitation and its e-mail. Without a mail server the result contains the link.
 *
 * @throws {Failure} `invalid_request` if it is not an e-mail address, `conflict` if the address has an
 *   account.
 */
export async function invite(
  needs: InviteNeeds,
  { trace, email: text, role, language }: AccountAdminCommands['invite']['params'],
): Promise<AccountAdminCommands['invite']['result']> {
  const { accounts, site } = needs
  const email = readEmail(text)
  if (email === undefined) throw emailFault()
  if ((await accounts.accountByEmail(email)) !== undefined) {
    throw new Failure('conflict', 'The address has an account already.')
  }
  const link = newLink(needs, { kind: 'invitation', email, role, language, madeBy: trace.actor }, trace.atMs)
  const inviter = trace.actor === 'command line' || trace.actor === 'system' ? undefined : trace.actor
  const invitedBy = (inviter && (await accounts.account(inviter))?.email) ?? ''
  const frame = { account: undefined, recipient: email, language, matter: link.id, atMs: trace.atMs, link }
  const notice = newEmail(needs, 'invitation', { invitedBy, role }, frame)
  const entry = { trace, account: undefined, event: 'invited', subject: email, detail: { role } } as const
  await accounts.addLink(link, { audit: [entry], emails: [notice] })
  return { link: site.hasMailServer ? undefined : addressOf(needs, link) }
}

/** Returns the address that the e-mail of a link shows. */
export function addressOf(
  { linkSecret, site }: AccountNeeds<'linkSecret' | 'site'>,
  link: Parameters<typeof linkToken>[1] & Pick<ReturnType<typeof newLink>, 'kind'>,
): string {
  return linkAddress(site.publicUrl, link.kind, linkToken(linkSecret, link))
}

/**
 * Ends an open invitation.
 *
 * @throws {Failure} `not_found` if there is no such open invitation.
 */
export async function endInvitation(
  { accounts }: AccountNeeds<'accounts'>,
  { trace, id }: AccountAdminCommands['endInvitation']['params'],
): Promise<null> {
  const entry = { trace, account: undefined, event: 'invitation_ended', subject: id, detail: {} } as const
  if (await accounts.endInvitation(id as LinkId, trace.atMs, { audit: [entry], emails: [] })) return null
  throw new Failure('not_found', 'There is no such invitation.')
}
