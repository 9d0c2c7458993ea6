/** Who is told of a change, and how: entries and letters that are written with it. */
import type { AccountId } from '../access/key.ts'
import { type LetterData, type LetterKind, type NewLetter, newLetter, occasionOf } from '../mail/letter.ts'
import type { Needs } from '../ports.ts'
import type { Account } from './account.ts'
import type { Told } from './account-store.ts'
import type { Actor, AuditEvent, NewAuditEntry, Trace } from './audit.ts'
import { deviceOf } from './device.ts'
import type { Visitor } from './wishes.ts'

export const NOTHING_TOLD: Told = { audit: [], letters: [] }

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

/** Kinds of letters that tell when and where, and nothing else. */
type PlainKind = {
  [Kind in LetterKind]: LetterData['reset_done'] extends LetterData[Kind] ? Kind : never
}[LetterKind]

/** A letter to the account about something that was just done in its name. Nothing for an account without an address. */
export function noticeOf(
  needs: Needs<'secrets'>,
  trace: Trace,
  account: Account,
  kind: Exclude<PlainKind, 'confirm'>,
): readonly NewLetter[] {
  return lettersTo(needs, trace, account, kind, occasionOf(trace) as never)
}

/** As `noticeOf`, with other facts. `matter`: what it is written once for. */
export function lettersTo<Kind extends LetterKind>(
  { secrets }: Needs<'secrets'>,
  { atMs }: Trace,
  { id, email, language }: Account,
  kind: Kind,
  data: LetterData[Kind],
  matter = `${id}:${atMs}`,
): readonly NewLetter[] {
  if (email === undefined) return []
  return [newLetter({ secrets }, kind, data, { account: id, recipient: email, language, matter, atMs })]
}
