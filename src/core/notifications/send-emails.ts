import type { Clock } from '../ports.ts'
import type { EmailData } from './email.ts'
import type { Mailer, Sending } from './mailer.ts'
import type { DueEmail, MailedLink, Outbox } from './outbox.ts'
import { linkAddress, renderEmail, unsubscribeAddress } from './render-email.ts'
import { nextTryMs } from './retry.ts'

/** What `sendEmails` needs. */
export interface SendingNeeds {
  readonly outbox: Outbox
  readonly mailer: Mailer
  readonly clock: Pick<Clock, 'nowMs'>
  /** Derives the token of a link, which is never stored. */
  readonly linkToken: (link: MailedLink) => string
  /** Derives the token that ends the e-mails of a watch. */
  readonly unsubscribeToken: (watch: string) => string
  /** Origin of the pages. */
  readonly publicUrl: string
}

/**
 * Sends all due e-mails, one at a time in the order of the outbox, until none is left, the server cannot be
 * reached, or `isStopped`. An e-mail is settled after the server accepted it: if the process ends in between,
 * it is sent again with the same Message-ID. One that cannot be rendered fails without delaying others;
 * `failed` is called with the unexpected error.
 */
export async function sendEmails(
  needs: SendingNeeds,
  isStopped: () => boolean,
  failed: (error: unknown) => void,
): Promise<'none_due' | 'unreachable' | 'stopped'> {
  while (!isStopped()) {
    const newEmail = await needs.outbox.due(needs.clock.nowMs())
    if (newEmail === undefined) return 'none_due'
    if ((await sendOne(needs, newEmail, failed)) === 'unreachable') return 'unreachable'
  }
  return 'stopped'
}

async function sendOne(
  needs: SendingNeeds,
  newEmail: DueEmail,
  failed: (error: unknown) => void,
): Promise<Sending['kind']> {
  const { outbox, mailer, clock } = needs
  if (isOver(newEmail, clock.nowMs())) {
    await outbox.settle(newEmail.number, newEmail.link ? 'expired' : 'failed', clock.nowMs(), undefined)
    return 'refused'
  }
  const message = orFailed(() => rendered(needs, newEmail), failed)
  const sending = message === undefined ? UNREADABLE : await mailer.send(message)
  await note(needs, newEmail, sending)
  return sending.kind
}

/** The result for an e-mail that cannot be rendered, such as one that another version stored. */
const UNREADABLE: Sending = { kind: 'refused', isPermanent: true, code: 'EUNREADABLE' }

function orFailed<Result>(step: () => Result, failed: (error: unknown) => void): Result | undefined {
  try {
    return step()
  } catch (error) {
    failed(error)
    return undefined
  }
}

function isOver({ expiresAtMs, link }: DueEmail, nowMs: number): boolean {
  return nowMs >= expiresAtMs || (link?.isOver ?? false)
}

function rendered({ linkToken, unsubscribeToken, publicUrl }: SendingNeeds, newEmail: DueEmail) {
  const { link } = newEmail
  const address = link && linkAddress(publicUrl, link.kind, linkToken(link))
  if (newEmail.kind !== 'watch_digest') return renderEmail(newEmail, publicUrl, address)
  const { watch } = newEmail.data as EmailData['watch_digest']
  return renderEmail(newEmail, publicUrl, address, unsubscribeAddress(publicUrl, unsubscribeToken(watch)))
}

async function note({ outbox, clock }: SendingNeeds, newEmail: DueEmail, sending: Sending): Promise<void> {
  const { number, tries, expiresAtMs } = newEmail
  const nowMs = clock.nowMs()
  if (sending.kind === 'sent') await outbox.settle(number, 'sent', nowMs, undefined)
  else if (sending.kind === 'unreachable') await outbox.noteUnreachable(number, nowMs, sending.code)
  else {
    const dueAtMs = sending.isPermanent ? undefined : nextTryMs(tries + 1, nowMs, expiresAtMs)
    if (dueAtMs === undefined) await outbox.settle(number, 'failed', nowMs, sending.code)
    else await outbox.postpone(number, dueAtMs, sending.code)
  }
}
