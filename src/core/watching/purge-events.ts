/** Deletes events that are no longer kept. */
import type { Needs } from '../ports.ts'
import type { WatchFeed } from './watch-feed.ts'
import { EVENTS_KEPT_MS } from './webhook.ts'
import type { WebhookQueue } from './webhook-queue.ts'

/** What the deletion needs. */
export interface EventPurgeNeeds extends Needs<'clock'> {
  readonly webhookQueue: Pick<WebhookQueue, 'purge'>
  readonly watchFeed: Pick<WatchFeed, 'purge'>
}

/** Deletes events of webhooks, and changes that no e-mail has told, that are older than `EVENTS_KEPT_MS`. */
export async function purgeEvents({ webhookQueue, watchFeed, clock }: EventPurgeNeeds): Promise<void> {
  const beforeMs = clock.nowMs() - EVENTS_KEPT_MS
  await webhookQueue.purge(beforeMs)
  await watchFeed.purge(beforeMs)
}
