import type { WatchOwner } from '../../../core/watching/watch.ts'
import {
  type NewWebhook,
  type NewWebhookEvent,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookEvent,
  type WebhookId,
} from '../../../core/watching/webhook.ts'
import type { WebhookStore } from '../../../core/watching/webhook-store.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { Accounts, AccountsTables } from './accounts-tables.ts'
import {
  checkNumber,
  eventOf,
  insertEvents,
  openAccountRow,
  takeNumbers,
  webhookOf,
  webhooksOf,
} from './watch-rows.ts'
import type { WebhooksTable } from './watching-tables.ts'
import { skipDeletedEvents } from './webhook-queue.ts'

/** No node has the webhook. */
const UNCLAIMED = { node: '' } as const
/** The next attempt is due at once, as if none had failed. */
const NO_FAILURES = {
  attempts: 0,
  first_failed_at_ms: null,
  next_attempt_at_ms: 0,
  fault: '',
  fault_status: null,
} as const

/** The webhooks. It uses the database and does not close it. */
export class SqlWebhookStore implements WebhookStore {
  readonly #database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.#database = database
  }

  async list(owner: WatchOwner): Promise<readonly Webhook[]> {
    const rows = await webhooksOf(this.#database.tables, owner)
      .orderBy('created_at_ms', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(webhookOf)
  }

  async find(owner: WatchOwner, id: WebhookId): Promise<Webhook | undefined> {
    const row = await webhooksOf(this.#database.tables, owner).where('id', '=', id).executeTakeFirst()
    return row && webhookOf(row)
  }

  async events(id: WebhookId, after: number, limit: number): Promise<readonly WebhookEvent[]> {
    const rows = await this.#database.tables
      .selectFrom('webhook_events')
      .selectAll()
      .where('webhook_id', '=', id)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(limit)
      .execute()
    return rows.map(eventOf)
  }

  add(webhook: NewWebhook): Promise<Webhook> {
    return this.#database.forAccount(webhook.account, async (tables) => {
      await openAccountRow(tables, webhook.account)
      const known = await webhooksOf(tables, webhook).execute()
      checkNumber(known.length, WEBHOOKS_MAX, 'webhooks')
      const row: WebhooksTable = {
        id: webhook.id,
        account_id: webhook.account,
        is_test: Number(webhook.isTest),
        url: webhook.url,
        description: webhook.description,
        state: 'active',
        generation: 1,
        old_secret_ends_at_ms: null,
        created_at_ms: webhook.createdAtMs,
        last_sequence: 0,
        delivered: 0,
        ...NO_FAILURES,
        ...UNCLAIMED,
        claimed_until_ms: 0,
        claim: 0,
      }
      await tables.insertInto('webhooks').values(row).execute()
      return webhookOf(row)
    })
  }

  async remove({ account, isTest }: WatchOwner, id: WebhookId): Promise<boolean> {
    const { numDeletedRows } = await this.#database.tables
      .deleteFrom('webhooks')
      .where('id', '=', id)
      .where('account_id', '=', account)
      .where('is_test', '=', Number(isTest))
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  async rotate(
    owner: WatchOwner,
    id: WebhookId,
    oldSecretEndsAtMs: number | null,
  ): Promise<Webhook | undefined> {
    const row = await changeOf(this.#database.tables, owner, id)
      .set(({ eb }) => ({
        generation: eb('generation', '+', 1),
        old_secret_ends_at_ms: oldSecretEndsAtMs,
        ...UNCLAIMED,
      }))
      .executeTakeFirst()
    return row && webhookOf(row)
  }

  async pause(owner: WatchOwner, id: WebhookId): Promise<Webhook | undefined> {
    const row = await changeOf(this.#database.tables, owner, id)
      .set({ state: 'paused', ...UNCLAIMED })
      .executeTakeFirst()
    return row && webhookOf(row)
  }

  resume(owner: WatchOwner, id: WebhookId, from: number | undefined): Promise<Webhook | undefined> {
    return this.#database.forAccount(owner.account, async (tables) => {
      const row = await changeOf(tables, owner, id)
        .set({ state: 'active', ...NO_FAILURES, ...UNCLAIMED })
        .executeTakeFirst()
      if (row === undefined || from === undefined) return row && webhookOf(row)
      // The row is locked by now, so no event is added in between.
      const delivered = Math.min(from, row.last_sequence)
      await tables.updateTable('webhooks').set({ delivered }).where('id', '=', id).execute()
      await skipDeletedEvents(tables, id)
      const changed = await webhooksOf(tables, owner).where('id', '=', id).executeTakeFirstOrThrow()
      return webhookOf(changed)
    })
  }

  addEvent(owner: WatchOwner, id: WebhookId, event: NewWebhookEvent): Promise<WebhookEvent | undefined> {
    return this.#database.forAccount(owner.account, async (tables) => {
      const known = await webhooksOf(tables, owner).where('id', '=', id).executeTakeFirst()
      const sequence = known && (await takeNumbers(tables, id, 1))
      if (sequence === undefined) return undefined
      const { atMs, ...rest } = event
      await insertEvents(tables, [{ webhook_id: id, sequence, at_ms: atMs, ...rest }])
      return { ...event, sequence }
    })
  }
}

/** A change of one webhook of the owner, which returns the changed row. */
function changeOf(tables: Accounts, { account, isTest }: WatchOwner, id: WebhookId) {
  return tables
    .updateTable('webhooks')
    .where('id', '=', id)
    .where('account_id', '=', account)
    .where('is_test', '=', Number(isTest))
    .returningAll()
}
