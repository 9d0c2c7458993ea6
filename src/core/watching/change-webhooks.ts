/** Changes of webhooks by their owners. */
import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import { randomText } from '../random-text.ts'
import { newEvent } from './feed-changes.ts'
import type { WATCH_COMMANDS, WebhookWithSecret } from './watch-commands.ts'
import type { Webhook, WebhookEvent, WebhookId } from './webhook.ts'
import { webhookSecret } from './webhook-secret.ts'
import type { WebhookStore } from './webhook-store.ts'

const ID_CHARACTERS = 16

type Params<Name extends keyof typeof WATCH_COMMANDS> = (typeof WATCH_COMMANDS)[Name]['params']

/** What changes of webhooks need. */
export interface WebhookNeeds extends Needs<'clock' | 'secrets'> {
  readonly webhooks: WebhookStore
}

/**
 * Adds a webhook. `secret`: the result of `secretFor('webhooks', …)`.
 *
 * @throws {Failure} as `WebhookStore.add`.
 */
export async function createWebhook(
  { webhooks, clock, secrets }: WebhookNeeds,
  secret: string,
  { owner, url, description }: Params<'createWebhook'>,
): Promise<WebhookWithSecret> {
  const id = `whk_${randomText({ secrets }, ID_CHARACTERS)}` as WebhookId
  const webhook = await webhooks.add({ ...owner, id, url, description, createdAtMs: clock.nowMs() })
  return { webhook, secret: webhookSecret(secret, id, webhook.generation) }
}

/** @throws {Failure} `not_found` if the owner has no such webhook. */
export async function deleteWebhook(
  { webhooks }: WebhookNeeds,
  { owner, id }: Params<'deleteWebhook'>,
): Promise<void> {
  if (!(await webhooks.remove(owner, id))) throw noWebhook()
}

/**
 * Makes a new secret. The old one signs too until the overlap has passed, but no secret before it.
 *
 * @throws {Failure} `not_found` if the owner has no such webhook.
 */
export async function rotateWebhook(
  { webhooks, clock }: WebhookNeeds,
  secret: string,
  { owner, id, overlapMs }: Params<'rotateWebhook'>,
): Promise<WebhookWithSecret> {
  const endsAtMs = overlapMs === 0 ? null : clock.nowMs() + overlapMs
  const webhook = found(await webhooks.rotate(owner, id, endsAtMs))
  return { webhook, secret: webhookSecret(secret, id, webhook.generation) }
}

/** @throws {Failure} `not_found` if the owner has no such webhook. */
export async function pauseWebhook(
  { webhooks }: WebhookNeeds,
  { owner, id }: Params<'pauseWebhook'>,
): Promise<Webhook> {
  return found(await webhooks.pause(owner, id))
}

/** @throws {Failure} `not_found` if the owner has no such webhook. */
export async function resumeWebhook(
  { webhooks }: WebhookNeeds,
  { owner, id, from }: Params<'resumeWebhook'>,
): Promise<Webhook> {
  return found(await webhooks.resume(owner, id, from))
}

/**
 * Queues an event of type `ping`, which is delivered after those that wait.
 *
 * @throws {Failure} `not_found` if the owner has no such webhook.
 */
export async function pingWebhook(
  needs: WebhookNeeds,
  { owner, id }: Params<'pingWebhook'>,
): Promise<WebhookEvent> {
  const event = newEvent(needs, 'ping', needs.clock.nowMs(), {})
  return found(await needs.webhooks.addEvent(owner, id, event))
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw noWebhook()
  return value
}

function noWebhook(): Failure {
  return new Failure('not_found', 'There is no such webhook.')
}
