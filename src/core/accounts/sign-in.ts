/** Signing in by password, with a code if the account has a second factor. */

import type { Failure } from '../failure.ts'
import type { Account } from '../identity/account.ts'
import type { AccountId } from '../identity/ids.ts'
import { occasionOf } from '../notifications/email.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done, Visitor } from './browser.ts'
import type { Ceremony } from './credentials.ts'
import { deviceMark, deviceOf } from './device.ts'
import { readEmail } from './email-address.ts'
import { emailsTo, entryOf, traceOf } from './notices.ts'
import { emailFault, needAccount, refused } from './refused.ts'
import type { SignInStep } from './sign-in-step.ts'
import { noteSignIn, type SignInFacts, tooLate } from './start-session.ts'

/** The ports of signing in. */
export type SignInNeeds = AccountNeeds<
  'clock' | 'secrets' | 'accounts' | 'credentials' | 'attempts' | 'sessionSecret' | 'site'
>

const NOBODY = 'acc_' as AccountId

/**
 * How long a used code is kept: a code is valid for 30 s and accepted one step before and after, so it cannot
 * be used again later.
 */
const CODE_LIFE_MS = 90_000

/**
 * Signs in by password.
 *
 * @throws {Failure} `invalid_request` if it is not an e-mail address; `unauthorized` (`wrong_credentials`);
 *   `forbidden` (`account_disabled`, only after the right password); `rate_limited` (`too_many`);
 *   `service_unavailable` (`busy_hashing`); `unauthorized` (`signed_out`) if the password was changed
 *   meanwhile.
 */
export async function signIn(
  needs: SignInNeeds,
  { visitor, email: text, password, stay }: AccountCommands['signIn']['params'],
): Promise<Done<SignInStep>> {
  const email = readEmail(text)
  if (email === undefined) throw emailFault()
  const since = await needs.accounts.passwordChanges()
  const attempt = { email, address: visitor.address, isFamiliar: () => isFamiliar(needs, email, visitor) }
  const { result, setCookies } = await needs.attempts.signIn(attempt, needs.clock.nowMs(), async () => {
    const result = await needs.credentials.signIn(visitor, { email, password, stay })
    return { isWrong: result.result.state === 'wrong', result }
  })
  if (result.state === 'wrong') {
    needs.attempts.noteFailure(email, visitor, needs.clock.nowMs())
    throw wrongCredentials()
  }
  if (result.state === 'second_factor') {
    if ((await needs.accounts.noteHalf(result.account, since)) === 'over') throw tooLate()
    return { result: { state: 'second_factor', methods: ['totp', 'recovery'] }, setCookies }
  }
  const account = await completeSignIn(needs, visitor, result, { method: 'password', since })
  return { result: { state: 'signed_in', account }, setCookies }
}

/**
 * Whether the account was used with such a browser from this network. For an address without an account it
 * makes the same look-ups.
 */
async function isFamiliar(
  { accounts, secrets }: SignInNeeds,
  email: string,
  { userAgent, address }: Visitor,
): Promise<boolean> {
  const id = (await accounts.accountByEmail(email))?.id ?? NOBODY
  return accounts.knowsDevice(id, deviceMark({ secrets }, id, deviceOf(userAgent), address))
}

/**
 * Checks the code after the step `second_factor`.
 *
 * @throws {Failure} `unauthorized` (`wrong_code`, `code_used`, `signed_out` if there is no open step),
 *   `rate_limited` (`code_locked`, `too_many`), `forbidden` (`account_disabled`).
 */
export async function enterCode(
  needs: SignInNeeds,
  { visitor, code, kind }: AccountCommands['enterCode']['params'],
): Promise<Done<SignInStep>> {
  const typed = kind === 'totp' ? code.replaceAll(/\s/g, '') : code
  const since = await needs.accounts.passwordChanges()
  const { result, setCookies } = await needs.attempts.code(visitor.address, needs.clock.nowMs(), async () => {
    const result = await needs.credentials.enterCode(visitor, kind, typed)
    return { isWrong: result.result.state === 'wrong', result }
  })
  if (result.state === 'wrong') throw refused('unauthorized', 'wrong_code', 'The code is wrong.')
  if (kind === 'totp') {
    const account = await completeSignIn(needs, visitor, result, {
      method: 'totp',
      since,
      code: usedCode(needs, typed),
    })
    return { result: { state: 'signed_in', account }, setCookies }
  }
  const { account, recoveryLeft } = await arrivedByRecovery(needs, visitor, result, since)
  return { result: { state: 'signed_in', account, recoveryLeft }, setCookies }
}

/** Returns the note of a right code, by which a second use is refused. */
export function usedCode({ secrets, clock }: AccountNeeds<'secrets' | 'clock'>, code: string) {
  return { hash: secrets.sha256(code), expiresAtMs: clock.nowMs() + CODE_LIFE_MS }
}

async function arrivedByRecovery(needs: SignInNeeds, visitor: Visitor, ceremony: Ceremony, since: number) {
  const { account: id } = needSignedIn(ceremony)
  const sealed = (await needs.accounts.factor(id))?.sealedRecoveryCodes
  const recoveryLeft = sealed === undefined ? 0 : await needs.credentials.countRecoveryCodes(sealed)
  const trace = traceOf(visitor, id, needs.clock.nowMs())
  const owner = needAccount(await needs.accounts.account(id))
  const data = { ...occasionOf(trace), left: recoveryLeft }
  const notices = {
    audit: [entryOf(trace, id, 'recovery_used', '', { left: recoveryLeft })],
    emails: emailsTo(needs, trace, owner, 'recovery_used', data),
  }
  return {
    account: await completeSignIn(needs, visitor, ceremony, { method: 'recovery', since, notices }),
    recoveryLeft,
  }
}

/**
 * Stores the sign-in.
 *
 * @throws {Failure} as `signIn` and `enterCode`.
 */
async function completeSignIn(
  needs: SignInNeeds,
  visitor: Visitor,
  ceremony: Ceremony,
  arrival: SignInFacts,
): Promise<Account> {
  const { account, session } = needSignedIn(ceremony)
  const owner = needAccount(await needs.accounts.account(account))
  await noteSignIn(needs, visitor, owner, session, arrival)
  return owner
}

function needSignedIn(ceremony: Ceremony) {
  if (ceremony.state === 'signed_in') return ceremony
  if (ceremony.state === 'disabled')
    throw refused('forbidden', 'account_disabled', 'The account is disabled.')
  if (ceremony.state === 'locked') throw refused('rate_limited', 'code_locked', 'Too many wrong codes.')
  throw refused('unauthorized', 'signed_out', 'There is no open sign-in of this browser.')
}

/**
 * Returns the Failure `unauthorized` that a wrong password and an unknown address share, so that it reveals
 * neither.
 */
export function wrongCredentials(): Failure {
  return refused('unauthorized', 'wrong_credentials', 'Wrong address or password.')
}
