import { Failure, type FailureCode } from '../failure.ts'
import type { Account } from '../identity/account.ts'
import type { LinkKind } from '../notifications/link-kind.ts'
import type { Reason } from '../reasons.ts'
import { type Link, linkFault } from './link.ts'
import { type PasswordContext, type PasswordReason, passwordFault } from './password.ts'

/** Returns a Failure with a reason, by which the dashboard chooses its sentence. */
export function refused(code: FailureCode, reason: Reason, sentence: string): Failure {
  return new Failure(code, sentence, [], reason)
}

const PASSWORD_FAULTS: Readonly<Record<PasswordReason, 'too_short' | 'too_long' | 'not_allowed'>> = {
  password_short: 'too_short',
  password_long: 'too_long',
  password_common: 'not_allowed',
  password_like_address: 'not_allowed',
}

/**
 * Does nothing for a password that the policy accepts.
 *
 * @throws {Failure} `invalid_request` (`password_…`) for one that it refuses.
 */
export function needGoodPassword(password: string, context: PasswordContext): void {
  const reason = passwordFault(password, context)
  if (reason === undefined) return
  const detail = { field: '/password', reason: PASSWORD_FAULTS[reason] }
  throw new Failure('invalid_request', 'The password is not accepted.', [detail], reason)
}

/**
 * Returns the link if it can be used and is of this kind.
 *
 * @throws {Failure} `not_found` (`link_invalid`) or `conflict` (`link_used`, `link_expired`).
 */
export function needOpenLink(link: Link | undefined, nowMs: number, kind?: LinkKind): Link {
  const fault =
    linkFault(link, nowMs) ?? (kind === undefined || link?.kind === kind ? undefined : 'link_invalid')
  if (fault === 'link_invalid') throw refused('not_found', fault, 'There is no such link.')
  if (fault !== undefined) throw refused('conflict', fault, 'The link cannot be used any more.')
  return link as Link
}

/**
 * Returns the account if there is one with an e-mail address.
 *
 * @throws {Failure} `not_found` if there is none, or it was deleted.
 */
export function needAccount(account: Account | undefined): Account & { readonly email: string } {
  if (account?.email === undefined) throw new Failure('not_found', 'There is no such account.')
  return account as Account & { readonly email: string }
}

/** Returns the Failure `invalid_request` for a text that is not an e-mail address. */
export function emailFault(): Failure {
  return new Failure('invalid_request', 'This is not an e-mail address.', [
    { field: '/email', reason: 'format' },
  ])
}

/** Returns the Failure `conflict` (`not_now`). */
export function notNow(sentence: string): Failure {
  return refused('conflict', 'not_now', sentence)
}
