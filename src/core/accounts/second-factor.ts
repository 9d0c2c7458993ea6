/**
 * The second factor: a code of an authenticator app besides the password, and recovery codes for its loss.
 */

import { occasionOf } from '../notifications/email.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done } from './browser.ts'
import { emailsTo, entryOf, traceOf } from './notices.ts'
import { needPassword } from './re-authenticate.ts'
import { needAccount, notNow, refused } from './refused.ts'
import { usedCode } from './sign-in.ts'
import { startSession, tooLate } from './start-session.ts'

type FactorNeeds = AccountNeeds<
  'accounts' | 'attempts' | 'clock' | 'secrets' | 'credentials' | 'passwords' | 'sessionSecret' | 'site'
>

/**
 * Makes a secret and recovery codes, which are shown once. The factor is not on until `finishSecondFactor`.
 *
 * @throws {Failure} `conflict` (`not_now`) if a second factor is on.
 */
export async function beginSecondFactor(
  { accounts, credentials }: AccountNeeds<'accounts' | 'credentials'>,
  { member }: AccountCommands['beginSecondFactor']['params'],
): Promise<AccountCommands['beginSecondFactor']['result']> {
  const { email } = needAccount(await accounts.account(member.account))
  const { uri, secret, recoveryCodes, ...sealed } = await credentials.newFactor(email)
  if (!(await accounts.beginFactor(member.account, sealed))) throw notNow('A second factor is on already.')
  return { result: { uri, secret, recoveryCodes }, setCookies: [] }
}

/**
 * Turns on the second factor that was begun, and replaces the session with a new one.
 *
 * @throws {Failure} `conflict` (`not_now`) if none was begun; `forbidden` (`wrong_code`); `rate_limited`
 *   (`too_many`); `unauthorized` (`signed_out`) if the password was changed meanwhile.
 */
export async function finishSecondFactor(
  needs: FactorNeeds,
  { member, code }: AccountCommands['finishSecondFactor']['params'],
): Promise<Done<null>> {
  const account = needAccount(await needs.accounts.account(member.account))
  const begun = await needs.accounts.factor(account.id)
  const before = await needs.accounts.session(member.session)
  if (begun === undefined || begun.isOn || before === undefined) throw notNow('No second factor was begun.')
  const { stays, method, provenAtMs } = before
  const since = await needs.accounts.passwordChanges()
  const typed = code.replaceAll(/\s/g, '')
  const isRight = await needs.attempts.proof(account.id, needs.clock.nowMs(), async () => {
    const result = await needs.credentials.isFactorCode(begun.sealedSecret, typed)
    return { isWrong: !result, result }
  })
  if (!isRight) throw refused('forbidden', 'wrong_code', 'The code is wrong.')
  const trace = traceOf(member, account.id, needs.clock.nowMs())
  const shown = { sealedSecret: begun.sealedSecret, since, code: usedCode(needs, typed), atMs: trace.atMs }
  const outcome = await needs.accounts.finishFactor(account.id, shown, {
    audit: [entryOf(trace, account.id, 'factor_on')],
    emails: emailsTo(needs, trace, account, 'second_factor_on', occasionOf(trace)),
  })
  if (outcome === 'over') throw tooLate()
  if (outcome === 'not_now') throw notNow('Another second factor was begun, or one is on.')
  const session = { stays, method, provenAtMs }
  const { setCookies } = await startSession(needs, member, account, session, { method: undefined, since })
  return { result: null, setCookies }
}

/**
 * Removes the second factor.
 *
 * @throws {Failure} `forbidden` (`wrong_credentials`), `conflict` (`not_now`) if none is on, `rate_limited`.
 */
export async function endSecondFactor(
  needs: FactorNeeds,
  { member, password }: AccountCommands['endSecondFactor']['params'],
): Promise<Done<null>> {
  await needPassword(needs, member, password)
  const account = needAccount(await needs.accounts.account(member.account))
  const trace = traceOf(member, account.id, needs.clock.nowMs())
  const isDone = await needs.accounts.endFactor(account.id, {
    audit: [entryOf(trace, account.id, 'factor_off')],
    emails: emailsTo(needs, trace, account, 'second_factor_off', occasionOf(trace)),
  })
  if (!isDone) throw notNow('No second factor is on.')
  return { result: null, setCookies: [] }
}

/**
 * Replaces all recovery codes with new ones.
 *
 * @throws {Failure} as `endSecondFactor`.
 */
export async function renewRecoveryCodes(
  needs: FactorNeeds,
  { member, password }: AccountCommands['renewRecoveryCodes']['params'],
): Promise<{ readonly recoveryCodes: readonly string[] }> {
  await needPassword(needs, member, password)
  if ((await needs.accounts.factor(member.account))?.isOn !== true) throw notNow('No second factor is on.')
  const { recoveryCodes, sealedRecoveryCodes } = await needs.credentials.newRecoveryCodes()
  const account = needAccount(await needs.accounts.account(member.account))
  const trace = traceOf(member, account.id, needs.clock.nowMs())
  await needs.accounts.changeRecoveryCodes(account.id, sealedRecoveryCodes, {
    audit: [entryOf(trace, account.id, 'recovery_renewed')],
    emails: emailsTo(needs, trace, account, 'recovery_renewed', occasionOf(trace)),
  })
  return { recoveryCodes }
}
