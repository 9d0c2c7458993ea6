/** The port to the events that wait, as the sender uses it. Every method is one atomic step. */
import type { Awaitable } from '../awaitable.ts'
import type { AccountId } from '../identity/ids.ts'
import type { NewEmail } from '../notifications/email.ts'
import type { DeliveryFault, Webhook, WebhookEvent, WebhookId } from './webhook.ts'

/** What a node asks for: to have webhooks until this time, in ms since 1970. */
export interface WebhookClaim {
  readonly node: string
  readonly untilMs: number
}

/** One claim of one webhook. It holds until it ends or its node gives it back, or the owner changes the webhook. */
export interface HeldWebhook {
  readonly id: WebhookId
  readonly node: string
  /** 1 more with each claim of the webhook, so that a node can tell its claims apart. */
  readonly claim: number
}

/** A webhook as it was when a node claimed it. */
export interface ClaimedWebhook extends Webhook {
  readonly held: HeldWebhook
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

/** The places that a node has for webhooks. */
export interface WebhookPlaces {
  /** How many are free. */
  readonly free: number
  /** How many one account may have at the same time. */
  readonly perAccount: number
  /** How many each account has; absent = none. */
  readonly taken: ReadonlyMap<AccountId, number>
}

/** The events that wait. A webhook belongs to at most one node at a time. */
export interface WebhookQueue {
  /**
   * Gives active webhooks to this node, for its free places, that have an undelivered event, whose next attempt is due, and
   * that no node has: first one of each account, then the next of each, and of an account first those that were not claimed for
   * the longest time, so that slow ones do not keep others waiting. An account has as many places as `places` says.
   */
  claim(claim: WebhookClaim, nowMs: number, places: WebhookPlaces): Awaitable<readonly ClaimedWebhook[]>
  /** Prolongs the claims of this node on these webhooks; returns those of them that it has. */
  renew(claim: WebhookClaim, ids: readonly WebhookId[]): Awaitable<readonly HeldWebhook[]>
  /** Returns the next undelivered events in their order; none if the claim does not hold. */
  next(held: HeldWebhook, limit: number): Awaitable<readonly WebhookEvent[]>
  /**
   * Stores that the event was delivered, which ends the failures; returns `false`, and stores nothing, if the claim does
   * not hold.
   */
  delivered(held: HeldWebhook, sequence: number): Awaitable<boolean>
  /** Stores a failed attempt and ends the claim; returns `false`, and stores nothing, as `delivered`. */
  failed(held: HeldWebhook, failure: FailedDelivery): Awaitable<boolean>
  /** Ends this claim. */
  giveBack(held: HeldWebhook): Awaitable<void>
  /** Ends all claims of this node, or those of all nodes. */
  release(node: string | 'all'): Awaitable<void>
  counts(nowMs: number): Awaitable<WebhookCounts>
  /**
   * Deletes events before this time, delivered or not, and those that wait count as delivered; returns how many. Those
   * behind an event that is kept are kept, too. Each webhook is an atomic step of its own.
   */
  purge(beforeMs: number): Awaitable<number>
}
