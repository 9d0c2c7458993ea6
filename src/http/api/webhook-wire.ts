/** Webhooks and events, as the API shows them. */
import { changeCursor } from '../../core/company/list-changes.ts'
import type { Webhook, WebhookEvent } from '../../core/watching/webhook.ts'

/** Converts a webhook. */
export function webhookWire(webhook: Webhook) {
  const { id, url, description, state, lastSequence, delivered } = webhook
  return {
    ...{ id, url, note: description, state },
    created_at: timeOf(webhook.createdAtMs),
    old_secret_ends_at: webhook.oldSecretEndsAtMs === null ? null : timeOf(webhook.oldSecretEndsAtMs),
    events: lastSequence,
    waiting: lastSequence - delivered,
    delivered_cursor: changeCursor(delivered),
    failing: failingWire(webhook),
  }
}

function failingWire({ firstFailedAtMs, attempts, nextAttemptAtMs, lastFault, state }: Webhook) {
  if (firstFailedAtMs === null || lastFault === null) return null
  return {
    since: timeOf(firstFailedAtMs),
    attempts,
    next_attempt_at: state === 'paused' ? null : timeOf(nextAttemptAtMs),
    fault: lastFault.code,
    status: lastFault.status,
  }
}

/** Converts an event. `delivered`: number of the last one that was delivered. */
export function eventWire({ sequence, id, type, atMs, payload }: WebhookEvent, delivered: number) {
  return {
    cursor: changeCursor(sequence),
    ...{ id, type },
    at: timeOf(atMs),
    delivered: sequence <= delivered,
    payload: JSON.parse(payload) as unknown,
  }
}

function timeOf(ms: number): string {
  return new Date(ms).toISOString()
}
