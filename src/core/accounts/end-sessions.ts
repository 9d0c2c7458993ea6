/** Ending sessions: the own one, another one of the account, or all others. */

import { Failure } from '../failure.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done, Member } from './browser.ts'
import { entryOf, traceOf } from './notices.ts'

type EndNeeds = AccountNeeds<'accounts' | 'clock' | 'credentials'>

/** Ends the own session and deletes its cookies. */
export async function signOut(needs: EndNeeds, { member }: { readonly member: Member }): Promise<Done<null>> {
  const { account, session } = member
  const trace = traceOf(member, account, needs.clock.nowMs())
  await needs.accounts.endSession(account, session, {
    audit: [entryOf(trace, account, 'signed_out')],
    emails: [],
  })
  return needs.credentials.signOut(member)
}

/**
 * Ends one session of the account; the own one as `signOut`.
 *
 * @throws {Failure} `not_found` if the session does not belong to the account.
 */
export async function endSession(
  needs: EndNeeds,
  { member, id }: AccountCommands['endSession']['params'],
): Promise<Done<null>> {
  if (id === member.session) return signOut(needs, { member })
  const trace = traceOf(member, member.account, needs.clock.nowMs())
  const audit = [entryOf(trace, member.account, 'session_ended', id)]
  if (!(await needs.accounts.endSession(member.account, id, { audit, emails: [] }))) {
    throw new Failure('not_found', 'There is no such session.')
  }
  return { result: null, setCookies: [] }
}

/** Ends all sessions of the account except the own one. */
export async function endOtherSessions(
  { accounts, clock }: AccountNeeds<'accounts' | 'clock'>,
  { member }: AccountCommands['endOtherSessions']['params'],
): Promise<null> {
  const trace = traceOf(member, member.account, clock.nowMs())
  const audit = [entryOf(trace, member.account, 'sessions_ended')]
  await accounts.endSessions(member.account, member.session, { audit, emails: [] })
  return null
}
