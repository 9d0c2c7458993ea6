import type { Account } from '../identity/account.ts'
import type { AccountId } from '../identity/ids.ts'
import { randomText } from '../random-text.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done, Visitor } from './browser.ts'
import { isOwnBrowser } from './describe-link.ts'
import { type Link, tokenHashOf } from './link.ts'
import { entryOf, traceOf } from './notices.ts'
import { needAccount, needOpenLink, refused } from './refused.ts'
import { setCookie } from './set-cookie.ts'
import { startSession } from './start-session.ts'

type ConfirmNeeds = AccountNeeds<
  'clock' | 'secrets' | 'accounts' | 'passwords' | 'credentials' | 'attempts' | 'sessionSecret' | 'site'
>

/** The age from which a sign-up no longer counts as a recently entered password. */
export const FRESH_SIGN_UP_MS = 3_600_000
const ID_CHARACTERS = 16

/**
 * Creates the account of a sign-up and starts a session. A browser other than the one that signed up must
 * send the password: otherwise somebody who signs up with a foreign address gets an account through its
 * owner's click.
 *
 * @throws {Failure} as `needOpenLink`; `unauthorized` (`wrong_credentials`); `conflict` (`link_used`) if the
 *   link was used at the same time or the address has an account; `rate_limited`; `service_unavailable`.
 */
export async function confirmSignUp(
  needs: ConfirmNeeds,
  { visitor, token, password }: AccountCommands['confirmSignUp']['params'],
): Promise<Done<{ readonly account: Account }>> {
  const nowMs = needs.clock.nowMs()
  const link = needOpenLink(await needs.accounts.link(tokenHashOf(needs, token)), nowMs, 'sign_up')
  const isOwn = isOwnBrowser(needs, link, visitor)
  if (!isOwn) await needPassword(needs, link, visitor, password)
  const id = `acc_${randomText(needs, ID_CHARACTERS)}` as AccountId
  const trace = traceOf(visitor, id, needs.clock.nowMs())
  const { email, name, language, role, passwordHash } = link
  if (passwordHash === undefined) throw new Error(`the open link ${link.id} has no password`)
  const account = { id, email, name, language, role, passwordHash }
  const notices = { audit: [entryOf(trace, id, 'signed_up')], emails: [] }
  if ((await needs.accounts.makeAccount(link.id, account, trace.atMs, notices)) !== 'done') {
    throw refused(
      'conflict',
      'link_used',
      'The link was used at the same time, or the address has an account.',
    )
  }
  const isProven = !isOwn || nowMs - link.createdAtMs < FRESH_SIGN_UP_MS
  const made = needAccount(await needs.accounts.account(id))
  const provenAtMs = isProven ? trace.atMs : undefined
  const session = { stays: false, method: 'link', provenAtMs } as const
  const done = await startSession(needs, visitor, made, session, { method: 'link' })
  const noCookie = setCookie(needs.site, 'signUp', '', 0)
  return { result: { account: made }, setCookies: [...done.setCookies, noCookie] }
}

async function needPassword(
  { attempts, passwords, clock }: ConfirmNeeds,
  { email, passwordHash }: Link,
  { address }: Visitor,
  password: string | undefined,
): Promise<void> {
  const wrong = refused('unauthorized', 'wrong_credentials', 'The password of the sign-up is asked for.')
  if (password === undefined || passwordHash === undefined) throw wrong
  const isRight = await attempts.signIn(
    { email, address, isFamiliar: () => false },
    clock.nowMs(),
    async () => {
      const result = await passwords.verify(passwordHash, password)
      return { isWrong: !result, result }
    },
  )
  if (!isRight) throw wrong
}
