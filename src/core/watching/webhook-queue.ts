/** The port to the events that wait, as the sender uses it. Every method is one atomic step. */
import type { Awaitable } from '../awaitable.ts'
import type { NewEmail } from '../notifications/email.ts'
import type { DeliveryFault, Webhook, WebhookEvent, WebhookId } from './webhook.ts'

/** A claim of webhooks: the node that has them, and until when, in ms since 1970. */
export interface WebhookClaim {
  readonly node: string
  readonly untilMs: number
}

/** A failed attempt. */
export interface FailedDelivery {
  readonly fault: DeliveryFault
  readonly nextAttemptAtMs: number
  /** Whether no further attempt is made until the owner resumes. */
  readonly pause: boolean
  /** E-mails to the owner, which are queued with the failure. */
  readonly emails: readonly NewEmail[]
  readonly nowMs: number
}

/** Numbers for metrics. */
export interface WebhookCounts {
  readonly active: number
  readonly paused: number
  /** Events that wait at active webhooks. */
  readonly waiting: number
  /** Age of the oldest of them in ms; 0 = none waits. */
  readonly oldestMs: number
}

/** The events that wait. A webhook belongs to at most one node at a time. */
export interface WebhookQueue {
  /**
   * Gives up to `limit` active webhooks to this node that have an undelivered event, whose next attempt is due, and that
   * no node has: first those that were not claimed for the longest time, so that slow ones do not keep others waiting.
   */
  claim(claim: WebhookClaim, nowMs: number, limit: number): Awaitable<readonly Webhook[]>
  /** Prolongs the claims of this node on these webhooks; returns those of them that it still has. */
  renew(claim: WebhookClaim, ids: readonly WebhookId[]): Awaitable<readonly WebhookId[]>
  /** Returns the next undelivered events in their order; none if the node no longer has the webhook. */
  next(id: WebhookId, node: string, limit: number): Awaitable<readonly WebhookEvent[]>
  /**
   * Stores that the event was delivered, which ends the failures; returns `false`, and stores nothing, if the node no
   * longer has the webhook.
   */
  delivered(id: WebhookId, node: string, sequence: number): Awaitable<boolean>
  /** Stores a failed attempt and ends the claim; returns `false`, and stores nothing, as `delivered`. */
  failed(id: WebhookId, node: string, failure: FailedDelivery): Awaitable<boolean>
  /** Ends a claim of this node, all of its claims, or those of all nodes. */
  release(node: string | 'all', id?: WebhookId): Awaitable<void>
  counts(nowMs: number): Awaitable<WebhookCounts>
  /** Deletes events before this time, delivered or not; returns how many. */
  purge(beforeMs: number): Awaitable<number>
}
