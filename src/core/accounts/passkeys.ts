/** Passkeys: adding, naming and removing them, and signing in with one, which counts as two factors. */

import { hasControlCharacter } from '../control-characters.ts'
import { Failure } from '../failure.ts'
import { occasionOf } from '../notifications/email.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import type { Done, Member, Visitor } from './browser.ts'
import { emailsTo, entryOf, traceOf } from './notices.ts'
import { needAccount, notNow, refused } from './refused.ts'
import type { SignInNeeds } from './sign-in.ts'
import type { CeremonyJson, SignInStep } from './sign-in-step.ts'
import { startSession } from './start-session.ts'

/** Most passkeys of one account. */
export const PASSKEYS_MAX = 20
/** Longest name of a passkey, in code points. */
export const PASSKEY_NAME_MAX = 100

/**
 * Makes the options of a passkey challenge: for any passkey of this service or, with `isSignedIn`, for one of
 * the account's.
 *
 * @throws {Failure} `rate_limited` (`too_many`, by client).
 */
export async function requestPasskey(
  { credentials, attempts, clock }: AccountNeeds<'credentials' | 'attempts' | 'clock'>,
  visitor: Visitor,
  isSignedIn: boolean,
): Promise<Done<{ readonly options: CeremonyJson }>> {
  attempts.takeChallenge(visitor.address, clock.nowMs())
  const { result, setCookies } = await credentials.requestPasskey(visitor, isSignedIn)
  return { result: { options: result }, setCookies }
}

/**
 * Signs in with a passkey.
 *
 * @throws {Failure} `unauthorized` (`passkey_failed`), `forbidden` (`account_disabled`), `rate_limited`
 *   (`too_many`).
 */
export async function finishPasskeySignIn(
  needs: SignInNeeds,
  { visitor, response, stay }: AccountCommands['finishPasskeySignIn']['params'],
): Promise<Done<SignInStep>> {
  const shown = await needs.attempts.code(visitor.address, needs.clock.nowMs(), async () => {
    const result = await needs.credentials.readPasskey(visitor, response)
    return { isWrong: result.state === 'wrong', result }
  })
  if (shown.state === 'wrong') throw failed('unauthorized')
  if (shown.state === 'disabled') throw refused('forbidden', 'account_disabled', 'The account is disabled.')
  const account = needAccount(await needs.accounts.account(shown.account))
  const session = { stays: stay, method: 'passkey', provenAtMs: needs.clock.nowMs() } as const
  const arrival = { method: 'passkey', passkey: shown.credential } as const
  const { setCookies } = await startSession(needs, visitor, account, session, arrival)
  return { result: { state: 'signed_in', account }, setCookies }
}

type PasskeyNeeds = AccountNeeds<'accounts' | 'clock' | 'secrets' | 'credentials'>

/**
 * Makes the options for creating a passkey.
 *
 * @throws {Failure} `conflict` (`not_now`) if the account has `PASSKEYS_MAX`.
 */
export async function beginPasskey(
  { accounts, credentials }: AccountNeeds<'accounts' | 'credentials'>,
  { member }: { readonly member: Member },
): Promise<Done<{ readonly options: CeremonyJson }>> {
  needRoom(await accounts.countPasskeys(member.account))
  const { result, setCookies } = await credentials.beginPasskey(member)
  return { result: { options: result }, setCookies }
}

/**
 * Stores a created passkey.
 *
 * @throws {Failure} `forbidden` (`passkey_failed`); `conflict` (`not_now`) if the account has `PASSKEYS_MAX`;
 *   `invalid_request` for an invalid name.
 */
export async function finishPasskey(
  needs: PasskeyNeeds,
  { member, response, name }: AccountCommands['finishPasskey']['params'],
): Promise<Done<{ readonly id: string }>> {
  const shown = readName(name)
  needRoom(await needs.accounts.countPasskeys(member.account))
  const account = needAccount(await needs.accounts.account(member.account))
  const { result, setCookies } = await needs.credentials.finishPasskey(member, response, shown)
  if (result.state === 'wrong') throw failed('forbidden')
  const trace = traceOf(member, account.id, needs.clock.nowMs())
  await needs.accounts.record({
    audit: [entryOf(trace, account.id, 'passkey_added', result.id, { name: shown })],
    emails: emailsTo(needs, trace, account, 'passkey_added', { ...occasionOf(trace), name: shown }),
  })
  return { result: { id: result.id }, setCookies }
}

/**
 * Renames a passkey.
 *
 * @throws {Failure} `not_found` if the account has no such passkey, `invalid_request` for an invalid name.
 */
export async function namePasskey(
  { accounts, clock }: AccountNeeds<'accounts' | 'clock'>,
  { member, id, name }: AccountCommands['namePasskey']['params'],
): Promise<null> {
  const shown = readName(name)
  const trace = traceOf(member, member.account, clock.nowMs())
  const audit = [entryOf(trace, member.account, 'passkey_named', id, { name: shown })]
  if (!(await accounts.namePasskey(member.account, id, shown, { audit, emails: [] }))) throw noSuchPasskey()
  return null
}

/**
 * Removes a passkey.
 *
 * @throws {Failure} `not_found` if the account has no such passkey.
 */
export async function removePasskey(
  { accounts, clock, secrets }: AccountNeeds<'accounts' | 'clock' | 'secrets'>,
  { member, id }: AccountCommands['removePasskey']['params'],
): Promise<null> {
  const account = needAccount(await accounts.account(member.account))
  const trace = traceOf(member, account.id, clock.nowMs())
  const isDone = await accounts.removePasskey(account.id, id, {
    audit: [entryOf(trace, account.id, 'passkey_removed', id)],
    emails: emailsTo({ secrets }, trace, account, 'passkey_removed', occasionOf(trace)),
  })
  if (!isDone) throw noSuchPasskey()
  return null
}

function readName(name: string): string {
  const shown = name.normalize('NFC').trim()
  const length = [...shown].length
  if (length > 0 && length <= PASSKEY_NAME_MAX && !hasControlCharacter(shown)) return shown
  const reason = length === 0 ? 'too_short' : length > PASSKEY_NAME_MAX ? 'too_long' : 'control_character'
  throw new Failure('invalid_request', 'The name of the passkey is not valid.', [{ field: '/name', reason }])
}

function needRoom(passkeys: number): void {
  if (passkeys >= PASSKEYS_MAX) throw notNow(`An account has ${PASSKEYS_MAX} passkeys at most.`)
}

function noSuchPasskey(): Failure {
  return new Failure('not_found', 'There is no such passkey.')
}

function failed(code: 'unauthorized' | 'forbidden'): Failure {
  return refused(code, 'passkey_failed', 'The passkey could not be verified.')
}
