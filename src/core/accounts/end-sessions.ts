/** Ending sessions: one's own, another one's of the account, all others. */

import { Failure } from '../failure.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done, Member } from './browser.ts'
import { entryOf, traceOf } from './notices.ts'

type EndNeeds = AccountNeeds<'accounts' | 'clock' | 'credentials'>

/** Ends the session, and takes the cookies away. */
export async function signOut(needs: EndNeeds, { member }: { readonly member: Member }): Promise<Done<null>> {
  const { account, session } = member
  const trace = traceOf(member, account, needs.clock.nowMs())
  needs.accounts.endSession(account, session, { audit: [entryOf(trace, account, 'signed_out')], emails: [] })
  return needs.credentials.signOut(member)
}

/** Ends one session of the account; one's own as `signOut`. @throws Failure `not_found` when it is none of the account's. */
export async function endSession(
  needs: EndNeeds,
  { member, id }: AccountCommands['endSession']['params'],
): Promise<Done<null>> {
  if (id === member.session) return signOut(needs, { member })
  const trace = traceOf(member, member.account, needs.clock.nowMs())
  const audit = [entryOf(trace, member.account, 'session_ended', id)]
  if (!needs.accounts.endSession(member.account, id, { audit, emails: [] })) {
    throw new Failure('not_found', 'There is no such session.')
  }
  return { result: null, setCookies: [] }
}

export function endOtherSessions(
  { accounts, clock }: AccountNeeds<'accounts' | 'clock'>,
  { member }: AccountCommands['endOtherSessions']['params'],
): null {
  const trace = traceOf(member, member.account, clock.nowMs())
  const audit = [entryOf(trace, member.account, 'sessions_ended')]
  accounts.endSessions(member.account, member.session, { audit, emails: [] })
  return null
}
