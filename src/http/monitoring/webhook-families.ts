/** The metrics of webhooks. */
import type { AttemptResult } from '../../core/watching/deliver-events.ts'
import type { WebhookCounts } from '../../core/watching/webhook-queue.ts'
import { counter, gauge } from './family.ts'
import type { Family } from './metrics-text.ts'

const MS_PER_S = 1e3

/** The values of these metrics. */
export interface WebhookFacts {
  /** `undefined` while the database cannot be read. */
  readonly webhooks: WebhookCounts | undefined
  /** Attempts to deliver an event since the start, by their result. */
  readonly webhookAttempts: Readonly<Record<AttemptResult, number>>
}

/** Returns the families of webhooks. */
export function webhookFamilies({ webhooks, webhookAttempts }: WebhookFacts): readonly Family[] {
  const attempts = Object.entries(webhookAttempts).map(([result, value]) => ({ labels: { result }, value }))
  const states = webhooks && [
    { labels: { state: 'active' }, value: webhooks.active },
    { labels: { state: 'paused' }, value: webhooks.paused },
  ]
  return [
    gauge('firmensuche_webhooks', 'Webhooks by state.', states),
    gauge('firmensuche_webhook_events_waiting', 'Events that wait at active webhooks.', webhooks?.waiting),
    gauge(
      'firmensuche_webhook_oldest_event_seconds',
      'Age of the oldest of these events.',
      webhooks && webhooks.oldestMs / MS_PER_S,
    ),
    counter('firmensuche_webhook_attempts_total', 'Attempts to deliver an event, by result.', attempts),
  ]
}
