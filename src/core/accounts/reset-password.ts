/** Resetting a forgotten password by a link that is mailed to the account's address. */

import { isOpen } from '../identity/account.ts'
import { newEmail, occasionOf } from '../notifications/email.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done } from './browser.ts'
import { readEmail } from './email-address.ts'
import { newLink, tokenHashOf } from './link.ts'
import { emailsTo, entryOf, traceOf } from './notices.ts'
import { emailFault, needAccount, needGoodPassword, needOpenLink, refused } from './refused.ts'
import { startSession } from './start-session.ts'

/**
 * Stores a reset link and an e-mail. For an address without an open account the same rows are stored, with an
 * ended link and an e-mail that is not sent.
 *
 * @throws {Failure} `invalid_request` if it is not an e-mail address.
 */
export async function requestReset(
  needs: AccountNeeds<'accounts' | 'attempts' | 'clock' | 'secrets' | 'linkSecret'>,
  { visitor, email: text }: AccountCommands['requestReset']['params'],
): Promise<{ readonly sent: true }> {
  const email = readEmail(text)
  if (email === undefined) throw emailFault()
  const nowMs = needs.clock.nowMs()
  const found = await needs.accounts.accountByEmail(email)
  const owner = found !== undefined && isOpen(found) ? found : undefined
  if (!needs.attempts.countEmail(email, visitor.address, nowMs)) return { sent: true }
  const language = owner?.language ?? visitor.language
  const terms = { kind: 'reset', email, language, madeBy: 'reset', account: owner?.id } as const
  const link = newLink(needs, { ...terms, isEnded: owner === undefined }, nowMs)
  const notice = newEmail(
    needs,
    'reset',
    { byOperator: false },
    {
      account: owner?.id,
      recipient: email,
      language,
      matter: link.id,
      atMs: nowMs,
      link,
      isVoid: owner === undefined,
    },
  )
  await needs.accounts.addLink(link, { audit: [], emails: [notice] })
  return { sent: true }
}

/**
 * Sets a new password and ends every session. A session starts only if no second factor is on and the account
 * is open; otherwise the user signs in with the new password.
 *
 * @throws {Failure} as `needOpenLink` and `needGoodPassword`; `conflict` (`link_used`) if the link was used
 *   at the same time; `service_unavailable` (`busy_hashing`).
 */
export async function finishReset(
  needs: AccountNeeds<
    | 'accounts'
    | 'clock'
    | 'secrets'
    | 'passwords'
    | 'commonPasswords'
    | 'credentials'
    | 'sessionSecret'
    | 'site'
  >,
  { visitor, token, password }: AccountCommands['finishReset']['params'],
): Promise<Done<{ readonly state: 'signed_in' | 'sign_in' }>> {
  const link = needOpenLink(
    await needs.accounts.link(tokenHashOf(needs, token)),
    needs.clock.nowMs(),
    'reset',
  )
  const { dropsSecondFactor } = link
  const account = needAccount(link.account && (await needs.accounts.account(link.account)))
  needGoodPassword(password, { common: needs.commonPasswords, email: account.email })
  const passwordHash = await needs.passwords.hash(password)
  const trace = traceOf(visitor, account.id, needs.clock.nowMs())
  const isFactorOff = dropsSecondFactor && account.hasSecondFactor
  const notices = {
    audit: [
      entryOf(trace, account.id, 'password_reset'),
      ...(isFactorOff ? [entryOf(trace, account.id, 'factor_off')] : []),
    ],
    emails: emailsTo(needs, trace, account, 'reset_done', occasionOf(trace)),
  }
  const change = { passwordHash, dropsSecondFactor, atMs: trace.atMs }
  if ((await needs.accounts.resetPassword(link.id, account.id, change, notices)) === 'used') {
    throw refused('conflict', 'link_used', 'The link was used at the same time.')
  }
  const mustSignIn = (account.hasSecondFactor && !isFactorOff) || !isOpen(account)
  if (mustSignIn) return { result: { state: 'sign_in' }, setCookies: [] }
  const session = { stays: false, method: 'link', provenAtMs: trace.atMs } as const
  const { setCookies } = await startSession(needs, visitor, account, session, { method: 'link' })
  return { result: { state: 'signed_in' }, setCookies }
}
