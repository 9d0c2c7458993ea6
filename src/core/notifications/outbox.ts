/**
 * Port: letters that were written down, as the sender sees them. Every method is one atomic step, and throws
 * Failure `service_unavailable` when the storage does not let it.
 */

import type { EmailId, EmailKind } from './email.ts'
import type { LinkKind } from './link-kind.ts'
import type { EmailToRender } from './render-email.ts'

/** The link of a letter, from which its token is derived. */
export interface MailedLink {
  readonly id: string
  readonly kind: LinkKind
  readonly nonce: Uint8Array
  /** It was used or ended, or its time is over. */
  readonly isOver: boolean
}

export interface DueEmail extends EmailToRender {
  readonly number: number
  readonly link: MailedLink | undefined
  readonly expiresAtMs: number
  /** Refusals so far. */
  readonly tries: number
}

/** `expired`: it would have been of no use any more. */
export type EmailEnd = 'sent' | 'failed' | 'expired'

export interface EmailCounts {
  readonly waiting: number
  readonly failed: number
  /** `undefined` = none waits. */
  readonly oldestWaitingAtMs: number | undefined
  /** Of the last letter that could not be sent and still waits or failed; a code without addresses. */
  readonly fault: string | undefined
}

/** A letter as operators see it. */
export interface OutboxEmail {
  readonly id: EmailId
  readonly kind: EmailKind
  /** Empty when it was forgotten. */
  readonly to: string
  readonly state: EmailEnd | 'waiting'
  readonly createdAtMs: number
  readonly tries: number
  readonly fault: string | undefined
}

/** What operators look at. */
export interface EmailReader {
  counts(): EmailCounts
  /** The latest first. */
  list(state: OutboxEmail['state'], limit: number): readonly OutboxEmail[]
}

export interface Outbox extends EmailReader {
  /**
   * The one that is to go next, links looked up: somebody waits for a letter with a link, so it goes before the notices;
   * but for one that was hindered or put off before. Of each sort that which is due first.
   */
  due(nowMs: number): DueEmail | undefined
  /** It goes nowhere any more. Without a fault the last one stays noted. */
  settle(number: number, end: EmailEnd, atMs: number, fault: string | undefined): void
  /** Refused for now: one more try counted. */
  postpone(number: number, dueAtMs: number, fault: string): void
  /** The mail server took nothing: not counted as a try. What else is due goes first, in case it was about the letter after all. */
  hinder(number: number, nowMs: number, fault: string): void
  /** A failed letter once more, if its link still opens something; false = there is no such. */
  again(id: EmailId, nowMs: number): boolean
}
