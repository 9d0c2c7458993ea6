/**
 * Port: letters that were written down, as the sender sees them. Every method is one atomic step, and throws
 * Failure `service_unavailable` when the storage does not let it.
 */

import type { LetterId, LetterKind } from './email.ts'
import type { LinkKind } from './link-kind.ts'
import type { LetterToRender } from './render-email.ts'

/** The link of a letter, from which its token is derived. */
export interface MailedLink {
  readonly id: string
  readonly kind: LinkKind
  readonly nonce: Uint8Array
  /** It was used or ended, or its time is over. */
  readonly isOver: boolean
}

export interface DueLetter extends LetterToRender {
  readonly number: number
  readonly link: MailedLink | undefined
  readonly expiresAtMs: number
  /** Refusals so far. */
  readonly tries: number
}

/** `expired`: it would have been of no use any more. */
export type LetterEnd = 'sent' | 'failed' | 'expired'

export interface LetterCounts {
  readonly waiting: number
  readonly failed: number
  /** `undefined` = none waits. */
  readonly oldestWaitingAtMs: number | undefined
  /** Of the last letter that could not be sent and still waits or failed; a code without addresses. */
  readonly fault: string | undefined
}

/** A letter as operators see it. */
export interface OutboxLetter {
  readonly id: LetterId
  readonly kind: LetterKind
  /** Empty when it was forgotten. */
  readonly to: string
  readonly state: LetterEnd | 'waiting'
  readonly createdAtMs: number
  readonly tries: number
  readonly fault: string | undefined
}

/** What operators look at. */
export interface LetterReader {
  counts(): LetterCounts
  /** The latest first. */
  list(state: OutboxLetter['state'], limit: number): readonly OutboxLetter[]
}

export interface Outbox extends LetterReader {
  /**
   * The one that is to go next, links looked up: somebody waits for a letter with a link, so it goes before the notices;
   * but for one that was hindered or put off before. Of each sort that which is due first.
   */
  due(nowMs: number): DueLetter | undefined
  /** It goes nowhere any more. Without a fault the last one stays noted. */
  settle(number: number, end: LetterEnd, atMs: number, fault: string | undefined): void
  /** Refused for now: one more try counted. */
  postpone(number: number, dueAtMs: number, fault: string): void
  /** The mail server took nothing: not counted as a try. What else is due goes first, in case it was about the letter after all. */
  hinder(number: number, nowMs: number, fault: string): void
  /** A failed letter once more, if its link still opens something; false = there is no such. */
  again(id: LetterId, nowMs: number): boolean
}
