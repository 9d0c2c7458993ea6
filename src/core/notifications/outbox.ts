/**
 * The port to the stored e-mails, as the mail sender and operators use it. Every method is one atomic step,
 * and throws a Failure `service_unavailable` when the storage fails.
 */

import type { Awaitable } from '../awaitable.ts'
import type { EmailId, EmailKind } from './email.ts'
import type { LinkKind } from './link-kind.ts'
import type { EmailToRender } from './render-email.ts'

/**
 * Time after which an e-mail that a sender took and did not settle is due again, in ms: that sender was killed.
 * Longer than sending one e-mail can take.
 */
export const SENDING_MS_MAX = 300_000

/** The link of an e-mail, from which its token is derived. */
export interface MailedLink {
  readonly id: string
  readonly kind: LinkKind
  readonly nonce: Uint8Array
  /** Whether it was used, ended or has expired. */
  readonly isOver: boolean
}

/** An e-mail that is due to be sent. */
export interface DueEmail extends EmailToRender {
  readonly number: number
  readonly link: MailedLink | undefined
  readonly expiresAtMs: number
  /** Number of refusals so far. */
  readonly tries: number
}

/** The end of an e-mail. `expired`: it was no longer of use before it could be sent. */
export type EmailEnd = 'sent' | 'failed' | 'expired'

/** Numbers of stored e-mails, for operators. */
export interface EmailCounts {
  readonly waiting: number
  readonly failed: number
  /** `undefined` = none waits. */
  readonly oldestWaitingAtMs: number | undefined
  /**
   * The fault of the last e-mail that could not be sent and still waits or failed; a code without addresses.
   */
  readonly fault: string | undefined
}

/** An e-mail as operators see it. */
export interface OutboxEmail {
  readonly id: EmailId
  readonly kind: EmailKind
  /** The recipient; empty after it was deleted for privacy. */
  readonly to: string
  readonly state: EmailEnd | 'waiting'
  readonly createdAtMs: number
  readonly tries: number
  readonly fault: string | undefined
}

/** Read access for operators. */
export interface EmailReader {
  counts(): Awaitable<EmailCounts>
  /** E-mails in this state, the latest first. */
  list(state: OutboxEmail['state'], limit: number): Awaitable<readonly OutboxEmail[]>
}

/** The queue of stored e-mails. */
export interface Outbox extends EmailReader {
  /**
   * Returns the next e-mail to send, with its link. E-mails with links go before all others because somebody
   * is waiting for them, unless a try failed before. Within each group the one that is due
   * first goes first. Where several senders share the outbox, no other one gets the e-mail for
   * `SENDING_MS_MAX`, unless it is noted as unreachable before.
   */
  due(nowMs: number): Awaitable<DueEmail | undefined>
  /** Whether an e-mail is due that no sender has taken. */
  hasDue(nowMs: number): Awaitable<boolean>
  /** Ends an e-mail: it is not sent any more. Without a fault the last one is kept. */
  settle(number: number, end: EmailEnd, atMs: number, fault: string | undefined): Awaitable<void>
  /** Counts a refusal and sets the time of the next try. */
  postpone(number: number, dueAtMs: number, fault: string): Awaitable<void>
  /**
   * Notes that the mail server accepted nothing, which is not counted as a try. Other due e-mails go first,
   * in case the fault is in this one.
   */
  noteUnreachable(number: number, nowMs: number, fault: string): Awaitable<void>
  /** Queues a failed e-mail again if its link is still valid. False: there is no such e-mail. */
  again(id: EmailId, nowMs: number): Awaitable<boolean>
}
