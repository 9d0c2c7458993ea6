/** Delivers the events of one claimed webhook in their order. */
import type { Awaitable } from '../awaitable.ts'
import type { Account } from '../identity/account.ts'
import type { AccountId } from '../identity/ids.ts'
import { type NewEmail, newEmail } from '../notifications/email.ts'
import type { Needs } from '../ports.ts'
import { nextAttempt } from './retry-schedule.ts'
import { signWebhook } from './sign-webhook.ts'
import type { Webhook, WebhookEvent } from './webhook.ts'
import type { ClaimedWebhook, WebhookQueue } from './webhook-queue.ts'
import { signingSecrets } from './webhook-secret.ts'
import type { Attempt, WebhookSender } from './webhook-sender.ts'

/** Events that are read at a time. */
const EVENTS_A_READ = 20
/** Time after which a webhook gives its place to others, in ms; a request that has begun is finished. */
export const TURN_MS = 20_000

/** What delivering needs. */
export interface DeliveryNeeds extends Needs<'clock' | 'secrets'> {
  readonly queue: Pick<WebhookQueue, 'next' | 'delivered' | 'failed'>
  readonly sender: WebhookSender
  readonly accounts: { account(id: AccountId): Awaitable<Account | undefined> }
  /** The result of `secretFor('webhooks', …)`. */
  readonly webhookSecret: string
  /** Returns a random number from 0 to 1 (exclusive). */
  readonly random: () => number
}

/** How the events of a webhook are delivered. */
export interface DeliveryOptions {
  /** No further request is begun once it returns false: the claim has ended, or the server stops. */
  readonly mayBegin: () => boolean
  /** Ends the request in progress; its event is delivered again later. */
  readonly signal: AbortSignal
  /** Called after each stored attempt. */
  readonly attempted: (result: AttemptResult) => void
}

/** The results of attempts that are counted. `paused`: it failed, and no further attempt is made. */
export const ATTEMPT_RESULTS = ['delivered', 'failed', 'paused'] as const
/** One of `ATTEMPT_RESULTS`. */
export type AttemptResult = (typeof ATTEMPT_RESULTS)[number]

/**
 * How it ended. `empty`: all events are delivered. `turn`: others have their turn. `failed`: the next attempt is
 * stored, and the claim has ended. `left`: the claim was lost, or no further request may begin.
 */
export type DeliveryEnd = 'empty' | 'turn' | 'failed' | 'left'

/**
 * Delivers events one after another until none waits, one fails, or `TURN_MS` have passed. An event is stored as delivered
 * after the receiver confirmed it: if the process ends in between, it is sent again with the same id. That is refused once
 * the claim does not hold, so no further request uses what the webhook was when it was claimed.
 */
export async function deliverEvents(
  needs: DeliveryNeeds,
  webhook: ClaimedWebhook,
  options: DeliveryOptions,
): Promise<DeliveryEnd> {
  const endMs = needs.clock.nowMs() + TURN_MS
  const begins = { ...options, isTurnOver: () => needs.clock.nowMs() >= endMs }
  let end: DeliveryEnd | undefined
  let failures: Failures = webhook
  while (end === undefined) {
    const events = await needs.queue.next(webhook.held, EVENTS_A_READ)
    end = events.length === 0 ? 'empty' : await deliverAll(needs, { webhook, events, failures }, begins)
    failures = NO_FAILURES
  }
  return end
}

/** Returns `undefined` if all are delivered. */
async function deliverAll(
  needs: DeliveryNeeds,
  { webhook, events, failures }: Omit<Delivery, 'event'> & { readonly events: readonly WebhookEvent[] },
  options: DeliveryOptions & { readonly isTurnOver: () => boolean },
): Promise<DeliveryEnd | undefined> {
  for (const [i, event] of events.entries()) {
    if (!options.mayBegin()) return 'left'
    if (options.isTurnOver()) return 'turn'
    const delivery = { webhook, event, failures: i === 0 ? failures : NO_FAILURES }
    const end = await deliverOne(needs, delivery, options)
    if (end !== 'delivered') return end
  }
  return undefined
}

type Failures = Pick<Webhook, 'attempts' | 'firstFailedAtMs'>
const NO_FAILURES: Failures = { attempts: 0, firstFailedAtMs: null }

interface Delivery {
  readonly webhook: ClaimedWebhook
  readonly event: WebhookEvent
  /** The failures before. */
  readonly failures: Failures
}

async function deliverOne(
  needs: DeliveryNeeds,
  delivery: Delivery,
  { signal, attempted }: DeliveryOptions,
): Promise<'delivered' | 'failed' | 'left'> {
  const { webhook, event } = delivery
  const { queue, sender } = needs
  const attempt = await sender.send(requestOf(needs, delivery), signal)
  if (attempt.kind === 'aborted') return 'left'
  if (attempt.kind === 'failed') return noteFailure(needs, delivery, attempt, attempted)
  if (!(await queue.delivered(webhook.held, event.sequence))) return 'left'
  attempted('delivered')
  return 'delivered'
}

function requestOf({ clock, webhookSecret }: DeliveryNeeds, { webhook, event }: Delivery) {
  const nowMs = clock.nowMs()
  const headers = signWebhook(event, signingSecrets(webhookSecret, webhook, nowMs), nowMs)
  return { url: webhook.url, headers, payload: event.payload }
}

async function noteFailure(
  needs: DeliveryNeeds,
  { webhook, failures }: Delivery,
  { fault, retryAfterMs }: Extract<Attempt, { kind: 'failed' }>,
  attempted: DeliveryOptions['attempted'],
): Promise<'failed' | 'left'> {
  const nowMs = needs.clock.nowMs()
  const next = nextAttempt(failures, { fault, retryAfterMs, nowMs, random: needs.random() })
  const emails = next.pause ? await emailsToOwner(needs, webhook, nowMs) : []
  if (!(await needs.queue.failed(webhook.held, { fault, ...next, emails, nowMs }))) return 'left'
  attempted(next.pause ? 'paused' : 'failed')
  return 'failed'
}

/** Returns the e-mail that tells the owner; none if the account has no address. */
async function emailsToOwner(
  { accounts, secrets }: DeliveryNeeds,
  { id, url, account }: Webhook,
  atMs: number,
): Promise<readonly NewEmail[]> {
  const owner = await accounts.account(account)
  if (owner?.email === undefined) return []
  // Only the host: the rest of an address is often a secret.
  const facts = { atMs, webhook: id, host: hostOf(url) }
  const { email: recipient, language } = owner
  const matter = `${id}:${atMs}`
  return [newEmail({ secrets }, 'webhook_paused', facts, { account, recipient, language, matter, atMs })]
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}
