import { occasionOf } from '../notifications/email.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done } from './browser.ts'
import { emailsTo, entryOf, traceOf } from './notices.ts'
import { needPassword, wrongPassword } from './re-authenticate.ts'
import { needAccount, needGoodPassword, refused } from './refused.ts'
import { startSession } from './start-session.ts'

/**
 * Changes a password and ends every session. The browser that changed it gets a new session.
 *
 * @throws {Failure} `forbidden` (`wrong_credentials`) for a wrong present password; `invalid_request`
 *   (`same_password`, `password_…`) for an unsuitable new one; `rate_limited` (`too_many`);
 *   `service_unavailable` (`busy_hashing`).
 */
export async function changePassword(
  needs: AccountNeeds<
    | 'accounts'
    | 'attempts'
    | 'clock'
    | 'secrets'
    | 'passwords'
    | 'commonPasswords'
    | 'credentials'
    | 'sessionSecret'
    | 'site'
  >,
  { member, current, password }: AccountCommands['changePassword']['params'],
): Promise<Done<null>> {
  const account = needAccount(await needs.accounts.account(member.account))
  needGoodPassword(password, { common: needs.commonPasswords, email: account.email })
  const from = await needPassword(needs, member, current)
  if (current.normalize('NFC') === password.normalize('NFC')) {
    throw refused('invalid_request', 'same_password', 'That is the present password.')
  }
  const to = await needs.passwords.hash(password)
  const stays = (await needs.accounts.session(member.session))?.stays ?? false
  const trace = traceOf(member, account.id, needs.clock.nowMs())
  const change = { from, to, atMs: trace.atMs }
  const outcome = await needs.accounts.changePassword(account.id, change, {
    audit: [entryOf(trace, account.id, 'password_changed')],
    emails: emailsTo(needs, trace, account, 'password_changed', occasionOf(trace)),
  })
  if (outcome === 'over') throw wrongPassword()
  const session = { stays, method: 'password', provenAtMs: trace.atMs } as const
  const { setCookies } = await startSession(needs, member, account, session, { method: undefined })
  return { result: null, setCookies }
}
