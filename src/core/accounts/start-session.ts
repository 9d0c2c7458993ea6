/** What follows when somebody showed who it is: a session, and what is noted of it. */

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

/** An account that somebody can sign in to. */
export type OpenAccount = Account & { readonly email: string }

/** How somebody came in. */
export interface Arrival {
  /** `undefined`: was in already, and goes on in a new session. */
  readonly method: 'password' | 'totp' | 'recovery' | 'passkey' | 'link' | undefined
  /** `passwordChanges` before anything was shown. */
  readonly since: number
  readonly passkey?: string
  readonly code?: NonNullable<SignInNote['code']>
  /** What else is to be told with it. */
  readonly told?: Notices
}

/** A new session without any ceremony, noted. Where something was shown before, `since` is of that time. */
export async function startSession(
  needs: AccountNeeds<'clock' | 'secrets' | 'accounts' | 'credentials' | 'sessionSecret' | 'site'>,
  visitor: Visitor,
  account: OpenAccount,
  session: NewSession,
  arrival: Omit<Arrival, 'since'> & Partial<Pick<Arrival, 'since'>>,
): Promise<Done<SessionId>> {
  const since = arrival.since ?? needs.accounts.passwordChanges()
  const done = await needs.credentials.signInAs(visitor, account.id, session)
  noteArrival(needs, visitor, account, done.result, { ...arrival, since })
  return done
}

/**
 * Writes down who came in from where; of a device that is new to the account with a letter.
 *
 * @throws Failure `unauthorized`: `code_used` when the code was used before, `signed_out` when the password was changed
 *   or the account closed meanwhile. The session is ended again.
 */
export function noteArrival(
  needs: AccountNeeds<'accounts' | 'clock' | 'secrets' | 'sessionSecret' | 'site'>,
  visitor: Visitor,
  account: OpenAccount,
  session: SessionId,
  { method, since, passkey, code, told = NO_NOTICES }: Arrival,
): void {
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
  const outcome = accounts.noteSignIn(note, { ...told, audit: [...entries, ...told.audit] })
  if (outcome === 'code_used') throw refused('unauthorized', 'code_used', 'The code was used before.')
  if (outcome === 'over') throw tooLate()
}

/** The Failure `unauthorized` (`signed_out`) of whoever began before the account changed under them. */
export function tooLate(): Failure {
  return refused('unauthorized', 'signed_out', 'The password was changed, or the account closed, meanwhile.')
}

/** Of the session that the browser came with, as its row holds it. */
function tokenHashBefore(
  { secrets, sessionSecret, site }: AccountNeeds<'secrets' | 'sessionSecret' | 'site'>,
  { cookies }: Visitor,
): string | undefined {
  const token = signedToken(sessionSecret, cookieValue(cookies, cookieNameAt(site, 'session')))
  return token === undefined ? undefined : Buffer.from(secrets.sha256(token)).toString('base64url')
}
