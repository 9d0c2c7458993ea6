/** The tables of watches and webhooks, in both databases, as in `accounts-tables.ts`. */
import type { Generated } from 'kysely'

/** Watches. */
export interface WatchesTable {
  id: string
  account_id: string
  is_test: number
  name: string
  email: string
  language: string
  created_at_ms: number
  emailed_at_ms: number
  changed_at_ms: number | null
}

/** The companies of watches. */
export interface WatchedCompaniesTable {
  watch_id: string
  uuid: string
  ref: string | null
  added_at_ms: number
}

/** Webhooks with the state of their deliveries. */
export interface WebhooksTable {
  id: string
  account_id: string
  is_test: number
  url: string
  description: string
  state: string
  generation: number
  old_secret_ends_at_ms: number | null
  created_at_ms: number
  last_sequence: number
  delivered: number
  attempts: number
  first_failed_at_ms: number | null
  next_attempt_at_ms: number
  fault: string
  fault_status: number | null
  node: string
  claimed_until_ms: number
  claim: number
}

/** Which webhooks a watch notifies. */
export interface WatchWebhooksTable {
  watch_id: string
  webhook_id: string
}

/** The events of webhooks. */
export interface WebhookEventsTable {
  webhook_id: string
  sequence: number
  id: string
  type: string
  at_ms: number
  payload: string
}

/** Changes that wait for an e-mail. */
export interface DigestRowsTable {
  number: Generated<number>
  watch_id: string
  uuid: string
  kind: string
  fields: string
  at_ms: number
}

/** The position of the feed of changes, and the claim of the node that reads it. */
export interface WatchFeedTable {
  id: string
  sequence: number
  node: string
  claimed_until_ms: number
}

/** These tables by name. */
export interface WatchingTables {
  watches: WatchesTable
  watched_companies: WatchedCompaniesTable
  webhooks: WebhooksTable
  watch_webhooks: WatchWebhooksTable
  webhook_events: WebhookEventsTable
  digest_rows: DigestRowsTable
  watch_feed: WatchFeedTable
}
