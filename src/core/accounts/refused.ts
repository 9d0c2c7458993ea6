import { Failure, type FailureCode } from '../failure.ts'
import type { Account } from '../identity/account.ts'
import type { LinkKind } from '../notifications/link-kind.ts'
import type { Reason } from '../reasons.ts'
import { type Link, linkFault } from './link.ts'
import { type PasswordReason, type PasswordSurroundings, passwordFault } from './password.ts'

/** The Failure of a request of the dashboard that is refused for this reason. */
export function refused(code: FailureCode, reason: Reason, sentence: string): Failure {
  return new Failure(code, sentence, [], reason)
}

const PASSWORD_FAULTS: Readonly<Record<PasswordReason, 'too_short' | 'too_long' | 'not_allowed'>> = {
  password_short: 'too_short',
  password_long: 'too_long',
  password_common: 'not_allowed',
  password_like_address: 'not_allowed',
}

/** @throws Failure `invalid_request` with what is wrong with the password. */
export function needGoodPassword(password: string, surroundings: PasswordSurroundings): void {
  const reason = passwordFault(password, surroundings)
  if (reason === undefined) return
  const detail = { field: '/password', reason: PASSWORD_FAULTS[reason] }
  throw new Failure('invalid_request', 'The password cannot be taken.', [detail], reason)
}

/** @throws Failure `not_found` (`link_invalid`) or `conflict` (`link_used`, `link_expired`). */
export function needOpenLink(link: Link | undefined, nowMs: number, kind?: LinkKind): Link {
  const fault =
    linkFault(link, nowMs) ?? (kind === undefined || link?.kind === kind ? undefined : 'link_invalid')
  if (fault === 'link_invalid') throw refused('not_found', fault, 'There is no such link.')
  if (fault !== undefined) throw refused('conflict', fault, 'The link cannot be used any more.')
  return link as Link
}

/** @throws Failure `not_found` when there is none, or it was deleted. */
export function needAccount(account: Account | undefined): Account & { readonly email: string } {
  if (account?.email === undefined) throw new Failure('not_found', 'There is no such account.')
  return account as Account & { readonly email: string }
}

export function emailFault(): Failure {
  return new Failure('invalid_request', 'That is no e-mail address.', [{ field: '/email', reason: 'format' }])
}

export function notNow(sentence: string): Failure {
  return refused('conflict', 'not_now', sentence)
}
