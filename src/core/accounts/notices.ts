/** The audit entries and e-mails that are stored with a change. */

import type { Account } from '../identity/account.ts'
import type { AuditEvent, NewAuditEntry, Trace } from '../identity/audit.ts'
import type { AccountId, Actor } from '../identity/ids.ts'
import { type EmailData, type EmailKind, type NewEmail, newEmail } from '../notifications/email.ts'
import type { Needs } from '../ports.ts'
import { randomText } from '../random-text.ts'
import type { Notices } from './account-store.ts'
import type { Visitor } from './browser.ts'
import { deviceOf } from './device.ts'

const MATTER_CHARACTERS = 22

/** No audit entries and no e-mails. */
export const NO_NOTICES: Notices = { audit: [], emails: [] }

/** Makes the trace of a change that comes from a browser. */
export function traceOf(visitor: Visitor, actor: Actor, atMs: number): Trace {
  const { address, userAgent, language } = visitor
  return { actor, address, device: deviceOf(userAgent), atMs, language }
}

/** Makes an audit entry about an account. */
export function entryOf(
  trace: Trace,
  account: AccountId,
  event: AuditEvent,
  subject = '',
  detail: NewAuditEntry['detail'] = {},
): NewAuditEntry {
  return { trace, account, event, subject, detail }
}

/**
 * Makes an e-mail to an account about a change, one for each call. An account without an e-mail address gets
 * none.
 */
export function emailsTo<Kind extends EmailKind>(
  { secrets }: Needs<'secrets'>,
  { atMs }: Trace,
  { id, email, language }: Account,
  kind: Kind,
  data: EmailData[Kind],
): readonly NewEmail[] {
  if (email === undefined) return []
  const matter = randomText({ secrets }, MATTER_CHARACTERS)
  return [newEmail({ secrets }, kind, data, { account: id, recipient: email, language, matter, atMs })]
}
