/** Who is told of a change, and how: entries and letters that are written with it. */

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

export const NO_NOTICES: Notices = { audit: [], emails: [] }

/** A browser's change as it is told of. */
export function traceOf(visitor: Visitor, actor: Actor, atMs: number): Trace {
  const { address, userAgent, language } = visitor
  return { actor, address, device: deviceOf(userAgent), atMs, language }
}

/** An entry in the account's list about itself. */
export function entryOf(
  trace: Trace,
  account: AccountId,
  event: AuditEvent,
  subject = '',
  detail: NewAuditEntry['detail'] = {},
): NewAuditEntry {
  return { trace, account, event, subject, detail }
}

/** A letter to the account about something that was just done in its name, each time it is done. None to an account without an address. */
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
