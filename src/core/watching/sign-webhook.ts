/** Signs events as Standard Webhooks describes it (https://www.standardwebhooks.com, version 1). */
import { createHmac } from 'node:crypto'
import { WEBHOOK_SECRET_PREFIX } from './webhook-secret.ts'

const MS_PER_S = 1000

/** What of an event is signed. */
export interface SignedEvent {
  readonly id: string
  /** The body of the request. */
  readonly payload: string
}

/** The headers by which a receiver verifies an event. */
export interface WebhookHeaders {
  readonly 'webhook-id': string
  /** Time of the attempt in seconds since 1970. */
  readonly 'webhook-timestamp': string
  /** One `v1,` signature for each secret, separated by spaces. */
  readonly 'webhook-signature': string
}

/** Returns the headers of an attempt. `secrets`: as `webhookSecret` makes them, all of which sign. */
export function signWebhook(
  { id, payload }: SignedEvent,
  secrets: readonly string[],
  nowMs: number,
): WebhookHeaders {
  const timestamp = String(Math.floor(nowMs / MS_PER_S))
  const signed = `${id}.${timestamp}.${payload}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${signature(secret, signed)}`).join(' '),
  }
}

function signature(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64')
  return createHmac('sha256', key).update(signed).digest('base64')
}
