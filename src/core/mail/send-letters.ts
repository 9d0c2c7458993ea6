import type { Clock } from '../ports.ts'
import type { Mailer, Sending } from './mailer.ts'
import type { DueLetter, MailedLink, Outbox } from './outbox.ts'
import { linkAddress, renderLetter } from './render-letter.ts'
import { nextTryMs } from './retry.ts'

export interface SendingNeeds {
  readonly outbox: Outbox
  readonly mailer: Mailer
  readonly clock: Pick<Clock, 'nowMs'>
  /** Derived, never stored. */
  readonly linkToken: (link: MailedLink) => string
  /** Origin of the pages. */
  readonly publicUrl: string
}

/**
 * Sends every letter that is due, one at a time, the oldest first, until none is left, the server cannot be reached,
 * or `isStopped`. A letter is settled after the server took it: when the process dies in between it is sent
 * again, with the same Message-ID.
 */
export async function sendLetters(
  needs: SendingNeeds,
  isStopped: () => boolean,
): Promise<'none_due' | 'unreachable' | 'stopped'> {
  while (!isStopped()) {
    const letter = needs.outbox.due(needs.clock.nowMs())
    if (letter === undefined) return 'none_due'
    if (isOver(letter, needs.clock.nowMs())) {
      needs.outbox.settle(letter.number, letter.link ? 'expired' : 'failed', needs.clock.nowMs(), undefined)
      continue
    }
    const sending = await needs.mailer.send(rendered(needs, letter))
    note(needs, letter, sending)
    if (sending.kind === 'unreachable') return 'unreachable'
  }
  return 'stopped'
}

function isOver({ expiresAtMs, link }: DueLetter, nowMs: number): boolean {
  return nowMs >= expiresAtMs || (link?.isOver ?? false)
}

function rendered({ linkToken, publicUrl }: SendingNeeds, letter: DueLetter) {
  const { link } = letter
  return renderLetter(letter, publicUrl, link && linkAddress(publicUrl, link.kind, linkToken(link)))
}

function note({ outbox, clock }: SendingNeeds, letter: DueLetter, sending: Sending): void {
  const { number, tries, expiresAtMs } = letter
  const nowMs = clock.nowMs()
  if (sending.kind === 'sent') outbox.settle(number, 'sent', nowMs, undefined)
  else if (sending.kind === 'unreachable') outbox.hinder(number, nowMs, sending.code)
  else {
    const dueAtMs = sending.isPermanent ? undefined : nextTryMs(tries + 1, nowMs, expiresAtMs)
    if (dueAtMs === undefined) outbox.settle(number, 'failed', nowMs, sending.code)
    else outbox.postpone(number, dueAtMs, sending.code)
  }
}
