/** Repeated authentication in a session, by password or passkey, for actions that require it. */

import type { Failure } from '../failure.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done, Member } from './browser.ts'
import { refused } from './refused.ts'
import { PROOF_MS } from './session.ts'
import { tooLate } from './start-session.ts'

/**
 * Re-authenticates by password, for `PROOF_MS`.
 *
 * @throws {Failure} `forbidden` (`wrong_credentials`), `rate_limited` (`too_many`), `service_unavailable`
 *   (`busy_hashing`); `unauthorized` (`signed_out`) if the session ended meanwhile.
 */
export async function reAuthenticate(
  needs: AccountNeeds<'accounts' | 'attempts' | 'clock' | 'passwords'>,
  { member, password }: AccountCommands['reAuthenticate']['params'],
): Promise<{ readonly provenUntilMs: number }> {
  await needPassword(needs, member, password)
  return noteProof(needs, member)
}

/**
 * Re-authenticates by passkey, for `PROOF_MS`.
 *
 * @throws {Failure} `forbidden` (`passkey_failed`), `rate_limited` (`too_many`); `unauthorized` (`signed_out`)
 *   if the session ended meanwhile.
 */
export async function finishPasskeyProof(
  needs: AccountNeeds<'accounts' | 'attempts' | 'clock' | 'credentials'>,
  { member, response }: AccountCommands['finishPasskeyProof']['params'],
): Promise<Done<{ readonly provenUntilMs: number }>> {
  const isRight = await needs.attempts.proof(member.account, needs.clock.nowMs(), async () => {
    const shown = await needs.credentials.readPasskey(member, response)
    const result = shown.state === 'shown' && shown.account === member.account
    return { isWrong: !result, result }
  })
  if (!isRight) throw refused('forbidden', 'passkey_failed', 'That is no passkey of the account.')
  return { result: await noteProof(needs, member), setCookies: [] }
}

/**
 * Checks the password of a user who is signed in.
 *
 * @returns the stored hash of the password.
 * @throws {Failure} as `reAuthenticate`; `unauthorized` (`signed_out`) if the session ended meanwhile.
 */
export async function needPassword(
  { accounts, attempts, clock, passwords }: AccountNeeds<'accounts' | 'attempts' | 'clock' | 'passwords'>,
  { account, session }: Member,
  password: string,
): Promise<string> {
  const stored = await accounts.passwordHash(account)
  const isRight = await attempts.proof(account, clock.nowMs(), async () => {
    const result = stored !== undefined && (await passwords.verify(stored, password))
    return { isWrong: !result, result }
  })
  if (!isRight || stored === undefined) throw wrongPassword()
  if ((await accounts.session(session)) === undefined) throw tooLate()
  return stored
}

/**
 * Returns the Failure `forbidden` (`wrong_credentials`). Unlike with `wrongCredentials` the session stays
 * signed in.
 */
export function wrongPassword(): Failure {
  return refused('forbidden', 'wrong_credentials', 'The password is wrong.')
}

async function noteProof({ accounts, clock }: AccountNeeds<'accounts' | 'clock'>, { session }: Member) {
  const nowMs = clock.nowMs()
  if (!(await accounts.proveSession(session, nowMs))) throw tooLate()
  return { provenUntilMs: nowMs + PROOF_MS }
}
