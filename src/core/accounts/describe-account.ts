import { hasControlCharacter } from '../control-characters.ts'
import { Failure } from '../failure.ts'
import type { Account } from '../identity/account.ts'
import type { AccountCommands } from './account-commands.ts'
import type { AccountNeeds } from './account-needs.ts'
import { entryOf, traceOf } from './notices.ts'
import { needAccount } from './refused.ts'

/** Longest name of a person, in code points. */
export const PERSON_NAME_MAX = 100

/**
 * Changes the name and the language that e-mails use.
 *
 * @throws {Failure} `invalid_request` for an invalid name, `not_found` without such an account.
 */
export async function describeAccount(
  { accounts, clock }: AccountNeeds<'accounts' | 'clock'>,
  { member, name, language }: AccountCommands['describeAccount']['params'],
): Promise<Account> {
  const change = {
    ...(name === undefined ? {} : { name: readPersonName(name) }),
    ...(language === undefined ? {} : { language }),
  }
  const trace = traceOf(member, member.account, clock.nowMs())
  const audit = [entryOf(trace, member.account, 'described')]
  await accounts.describe(member.account, change, { audit, emails: [] })
  return needAccount(await accounts.account(member.account))
}

/**
 * Returns the name in the form in which it is stored: NFC, trimmed, perhaps empty.
 *
 * @throws {Failure} `invalid_request` for a name that is too long or contains a control character.
 */
export function readPersonName(name: string): string {
  const shown = name.normalize('NFC').trim()
  const isLong = [...shown].length > PERSON_NAME_MAX
  if (!isLong && !hasControlCharacter(shown)) return shown
  const reason = isLong ? 'too_long' : 'control_character'
  throw new Failure('invalid_request', 'The name is not valid.', [{ field: '/name', reason }])
}
