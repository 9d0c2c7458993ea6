/** The port to the stored webhooks, as their owners use it. Every method is one atomic step. */
import type { Awaitable } from '../awaitable.ts'
import type { WatchOwner } from './watch.ts'
import type { NewWebhook, NewWebhookEvent, Webhook, WebhookEvent, WebhookId } from './webhook.ts'

/** Reads webhooks, each only for its owner. */
export interface WebhookReader {
  /** Returns the webhooks of an owner, the newest first. */
  list(owner: WatchOwner): Awaitable<readonly Webhook[]>
  find(owner: WatchOwner, id: WebhookId): Awaitable<Webhook | undefined>
  /** Returns kept events in the order of their numbers, after this one. */
  events(id: WebhookId, after: number, limit: number): Awaitable<readonly WebhookEvent[]>
}

/**
 * Stores webhooks. Each change ends the claim of the node that delivers, so that it goes on with what is stored then;
 * a request that is being sent is repeated.
 */
export interface WebhookStore extends WebhookReader {
  /** @throws {Failure} `conflict` if the owner has `WEBHOOKS_MAX` webhooks or the account was deleted. */
  add(webhook: NewWebhook): Awaitable<Webhook>
  /** Deletes a webhook with its events; returns whether the owner had it. */
  remove(owner: WatchOwner, id: WebhookId): Awaitable<boolean>
  /** Begins the next generation of the secret. Returns `undefined` if the owner has no such webhook. */
  rotate(owner: WatchOwner, id: WebhookId, oldSecretEndsAtMs: number | null): Awaitable<Webhook | undefined>
  /** Stops deliveries. Events are still made, and wait. */
  pause(owner: WatchOwner, id: WebhookId): Awaitable<Webhook | undefined>
  /** Delivers again, at once; `from`: the events after this number, also those that were delivered. */
  resume(owner: WatchOwner, id: WebhookId, from: number | undefined): Awaitable<Webhook | undefined>
  /** Adds an event to one webhook; returns it, or `undefined` if the owner has no such webhook. */
  addEvent(owner: WatchOwner, id: WebhookId, event: NewWebhookEvent): Awaitable<WebhookEvent | undefined>
}
