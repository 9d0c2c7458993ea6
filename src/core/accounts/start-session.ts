/** Starting a session after authentication, and storing the sign-in. */

import type { Failure } from '../failure.ts'
import type { Account } from '../identity/account.ts'
import { newEmail, occasionOf } from '../notifications/email.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Notices, SignInNote } from './account-store.ts'
import type { Done, Visitor } from './browser.ts'
import { cookieValue } from './cookie-names.ts'
import type { NewSession } from './credentials.ts'
import { deviceMark } from './device.ts'
import { entryOf, NO_NOTICES, traceOf } from './notices.ts'
import { refused } from './refused.ts'
import type { SessionId } from './session.ts'
import { signedToken } from './session-cookie.ts'
import { cookieNameAt } from './set-cookie.ts'

/** An account with an e-mail address, which a user can sign in to. */
export type OpenAccount = Account & { readonly email: string }

/** How a user signed in. */
export interface SignInFacts {
  /** `undefined` = was signed in and gets a new session. */
  readonly method: 'password' | 'totp' | 'recovery' | 'passkey' | 'link' | undefined
  /** The result of `passwordChanges` before anything was verified. */
  readonly since: number
  readonly passkey?: string
  readonly code?: NonNullable<SignInNote['code']>
  /** Further notices that are stored with it. */
  readonly notices?: Notices
}

/**
 * Starts a session without checking credentials, and stores the sign-in. If credentials were checked before,
 * `since` is from before that.
 */
export async function startSession(
  needs: AccountNeeds<'clock' | 'secrets' | 'accounts' | 'credentials' | 'sessionSecret' | 'site'>,
  visitor: Visitor,
  account: OpenAccount,
  session: NewSession,
  arrival: Omit<SignInFacts, 'since'> & Partial<Pick<SignInFacts, 'since'>>,
): Promise<Done<SessionId>> {
  const since = arrival.since ?? (await needs.accounts.passwordChanges())
  const done = await needs.credentials.signInAs(visitor, account.id, session)
  await noteSignIn(needs, visitor, account, done.result, { ...arrival, since })
  return done
}

/**
 * Stores a sign-in; for a device that is new to the account with an e-mail.
 *
 * @throws {Failure} `unauthorized` (`code_used`) if the code was used before; `unauthorized` (`signed_out`)
 *   if the password was changed or the account closed meanwhile. In both cases the session is ended.
 */
export async function noteSignIn(
  needs: AccountNeeds<'accounts' | 'clock' | 'secrets' | 'sessionSecret' | 'site'>,
  visitor: Visitor,
  account: OpenAccount,
  session: SessionId,
  { method, since, passkey, code, notices = NO_NOTICES }: SignInFacts,
): Promise<void> {
  const { accounts, clock, secrets } = needs
  const trace = traceOf(visitor, account.id, clock.nowMs())
  const { atMs, device, address } = trace
  const { id, email: recipient, language } = account
  const frame = { account: id, recipient, language, matter: session, atMs }
  const before = tokenHashBefore(needs, visitor)
  const note: SignInNote = {
    account: id,
    session,
    since,
    atMs,
    device,
    mark: deviceMark({ secrets }, id, device, address),
    newDeviceEmail: newEmail({ secrets }, 'new_sign_in', occasionOf(trace), frame),
    ...(before === undefined ? {} : { before }),
    ...(passkey === undefined ? {} : { passkey }),
    ...(code === undefined ? {} : { code }),
  }
  const entries = method === undefined ? [] : [entryOf(trace, id, 'signed_in', '', { method })]
  const outcome = await accounts.noteSignIn(note, { ...notices, audit: [...entries, ...notices.audit] })
  if (outcome === 'code_used') throw refused('unauthorized', 'code_used', 'The code was used before.')
  if (outcome === 'over') throw tooLate()
}

/** Returns the Failure `unauthorized` (`signed_out`) for an account that changed during the request. */
export function tooLate(): Failure {
  return refused('unauthorized', 'signed_out', 'The password was changed, or the account closed, meanwhile.')
}

/** The stored hash of the token of the browser's previous session. */
function tokenHashBefore(
  { secrets, sessionSecret, site }: AccountNeeds<'secrets' | 'sessionSecret' | 'site'>,
  { cookies }: Visitor,
): string | undefined {
  const token = signedToken(sessionSecret, cookieValue(cookies, cookieNameAt(site, 'session')))
  return token === undefined ? undefined : Buffer.from(secrets.sha256(token)).toString('base64url')
}
