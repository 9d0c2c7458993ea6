import { setImmediate as turn } from 'node:timers/promises'
import type { ExpressionBuilder } from 'kysely'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { WebhookEvent, WebhookId } from '../../../core/watching/webhook.ts'
import type {
  ClaimedWebhook,
  FailedDelivery,
  HeldWebhook,
  WebhookClaim,
  WebhookCounts,
  WebhookPlaces,
  WebhookQueue,
} from '../../../core/watching/webhook-queue.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { Accounts, AccountsTables } from './accounts-tables.ts'
import { insertEmail } from './email-rows.ts'
import { eventOf, webhookOf } from './watch-rows.ts'
import type { WebhooksTable } from './watching-tables.ts'

/** Events that are deleted in one transaction. */
export const PURGED_AT_ONCE = 1000

/** The events that wait. It uses the database and does not close it. */
export class SqlWebhookQueue implements WebhookQueue {
  readonly #database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.#database = database
  }

  get #tables(): Accounts {
    return this.#database.tables
  }

  async claim(
    { node, untilMs }: WebhookClaim,
    nowMs: number,
    places: WebhookPlaces,
  ): Promise<readonly ClaimedWebhook[]> {
    const due = await placed(this.#tables, nowMs, places)
    if (due.length === 0) return []
    // PostgreSQL checks the conditions again when it has a row that another node was changing.
    const rows = await this.#tables
      .updateTable('webhooks')
      .set(({ eb }) => ({ node, claimed_until_ms: untilMs, claim: eb('claim', '+', 1) }))
      .where(
        'id',
        'in',
        due.map(({ id }) => id),
      )
      .where('state', '=', 'active')
      .where(isFree(nowMs))
      .where('next_attempt_at_ms', '<=', nowMs)
      .whereRef('last_sequence', '>', 'delivered')
      .returningAll()
      .execute()
    const order = new Map(due.map(({ id }, place) => [id, place]))
    return rows
      .toSorted((a, b) => order.get(a.id)! - order.get(b.id)!)
      .map((row) => ({ ...webhookOf(row), held: heldOf(row) }))
  }

  async renew({ node, untilMs }: WebhookClaim, ids: readonly WebhookId[]): Promise<readonly HeldWebhook[]> {
    const rows = await this.#tables
      .updateTable('webhooks')
      .set({ claimed_until_ms: untilMs })
      .where('node', '=', node)
      .where('id', 'in', ids)
      .returning(['id', 'node', 'claim'])
      .execute()
    return rows.map(heldOf)
  }

  async next({ id, node, claim }: HeldWebhook, limit: number): Promise<readonly WebhookEvent[]> {
    const rows = await this.#tables
      .selectFrom('webhook_events')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_id')
      .selectAll('webhook_events')
      .where('webhook_id', '=', id)
      .where('node', '=', node)
      .where('claim', '=', claim)
      .whereRef('sequence', '>', 'delivered')
      .orderBy('sequence')
      .limit(limit)
      .execute()
    return rows.map(eventOf)
  }

  async delivered({ id, node, claim }: HeldWebhook, sequence: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#tables
      .updateTable('webhooks')
      .set({ delivered: sequence, attempts: 0, first_failed_at_ms: null, next_attempt_at_ms: 0 })
      .set({ fault: '', fault_status: null })
      .where('id', '=', id)
      .where('node', '=', node)
      .where('claim', '=', claim)
      // A purge during the request may have gone further.
      .where('delivered', '<', sequence)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  failed(
    { id, node, claim }: HeldWebhook,
    { fault, nextAttemptAtMs, pause, emails, nowMs }: FailedDelivery,
  ): Promise<boolean> {
    return this.#database.forAccount(undefined, async (tables) => {
      const { numUpdatedRows } = await tables
        .updateTable('webhooks')
        .set(({ eb, fn, val }) => ({
          attempts: eb('attempts', '+', 1),
          first_failed_at_ms: fn.coalesce('first_failed_at_ms', val(nowMs)),
        }))
        .set({ next_attempt_at_ms: nextAttemptAtMs, fault: fault.code, fault_status: fault.status })
        .set({ node: '', ...(pause && { state: 'paused' }) })
        .where('id', '=', id)
        .where('node', '=', node)
        .where('claim', '=', claim)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      for (const email of emails) await insertEmail(tables, email)
      return true
    })
  }

  async giveBack({ id, node, claim }: HeldWebhook): Promise<void> {
    await this.#tables
      .updateTable('webhooks')
      .set({ node: '' })
      .where('id', '=', id)
      .where('node', '=', node)
      .where('claim', '=', claim)
      .execute()
  }

  async release(node: string | 'all'): Promise<void> {
    const claims = this.#tables.updateTable('webhooks').set({ node: '' }).where('node', '<>', '')
    await (node === 'all' ? claims : claims.where('node', '=', node)).execute()
  }

  async counts(nowMs: number): Promise<WebhookCounts> {
    const rows = await this.#tables
      .selectFrom('webhooks')
      .leftJoin('webhook_events', (join) =>
        join
          .onRef('webhook_events.webhook_id', '=', 'webhooks.id')
          .on(({ eb }) => eb('sequence', '=', eb('delivered', '+', 1))),
      )
      .select(['state', 'last_sequence', 'delivered', 'at_ms'])
      .execute()
    const active = rows.filter(({ state }) => state === 'active')
    const waiting = active.reduce((sum, row) => sum + row.last_sequence - row.delivered, 0)
    const oldest = Math.min(...active.map(({ at_ms }) => at_ms ?? nowMs), nowMs)
    return { active: active.length, paused: rows.length - active.length, waiting, oldestMs: nowMs - oldest }
  }

  async purge(beforeMs: number): Promise<number> {
    const rows = await this.#tables
      .selectFrom('webhook_events')
      .select('webhook_id')
      .distinct()
      .where('at_ms', '<', beforeMs)
      .execute()
    let deleted = 0
    for (const { webhook_id } of rows) {
      let some = PURGED_AT_ONCE
      while (some === PURGED_AT_ONCE) {
        // Each in a transaction of its own, so that none waits for a webhook while it keeps another one.
        some = await this.#database.forAccount(undefined, (tables) =>
          purgeSome(tables, webhook_id as WebhookId, beforeMs),
        )
        deleted += some
        // The deletion of many events must not hold up the thread.
        await turn()
      }
    }
    return deleted
  }
}

/** Deletes the first old events of a webhook, at most `PURGED_AT_ONCE`; returns how many. */
async function purgeSome(tables: Accounts, id: WebhookId, beforeMs: number): Promise<number> {
  // The update changes nothing: it locks the row, so that what follows sees every event that has a number.
  const lock = tables.updateTable('webhooks').set(({ ref }) => ({ delivered: ref('delivered') }))
  await lock.where('id', '=', id).execute()
  const first = await tables
    .selectFrom('webhook_events')
    .select(['sequence', 'at_ms'])
    .where('webhook_id', '=', id)
    .orderBy('sequence')
    .limit(PURGED_AT_ONCE)
    .execute()
  // A change has its time before it gets its number, so a later number may have an earlier time. Numbers stay without gaps.
  const kept = first.findIndex(({ at_ms }) => at_ms >= beforeMs)
  const last = first.at(kept === -1 ? -1 : kept - 1)
  if (last === undefined || kept === 0) return 0
  const { numDeletedRows } = await tables
    .deleteFrom('webhook_events')
    .where('webhook_id', '=', id)
    .where('sequence', '<=', last.sequence)
    .executeTakeFirst()
  await skipDeletedEvents(tables, id)
  return Number(numDeletedRows)
}

/** Takes events of a webhook that were deleted for delivered: they do not wait any more. Its row must be locked. */
export async function skipDeletedEvents(tables: Accounts, id: WebhookId): Promise<void> {
  await tables
    .updateTable('webhooks')
    .set(({ fn, ref, eb, selectFrom }) => ({
      delivered: fn.coalesce(
        selectFrom('webhook_events')
          .select(({ fn }) => eb(fn.min('sequence'), '-', 1).as('before'))
          .whereRef('webhook_id', '=', 'webhooks.id')
          .whereRef('sequence', '>', 'webhooks.delivered'),
        ref('last_sequence'),
      ),
    }))
    .where('id', '=', id)
    .whereRef('last_sequence', '>', 'delivered')
    .execute()
}

function heldOf({ id, node, claim }: Pick<WebhooksTable, 'id' | 'node' | 'claim'>): HeldWebhook {
  return { id: id as WebhookId, node, claim }
}

/** Returns the due webhooks for the free places. Of those that are read, at most as many as are taken are above their account's share. */
async function placed(tables: Accounts, nowMs: number, { free, perAccount, taken }: WebhookPlaces) {
  const takenOfAll = [...taken.values()].reduce((sum, count) => sum + count, 0)
  const due = await dueWebhooks(tables, nowMs)
    .where('turn', '<=', perAccount)
    .limit(free + takenOfAll)
    .execute()
  const isInShare = (account: string, turn: number) =>
    turn + (taken.get(account as AccountId) ?? 0) <= perAccount
  return due.filter(({ account_id, turn }) => isInShare(account_id, Number(turn))).slice(0, free)
}

/** Condition: no node has the webhook. */
function isFree(nowMs: number) {
  return ({ eb, or }: ExpressionBuilder<AccountsTables, 'webhooks'>) =>
    or([eb('node', '=', ''), eb('claimed_until_ms', '<=', nowMs)])
}

/** Webhooks that no node has and whose next event is due, in the order of `WebhookQueue.claim`: of each account one, then of each the next. */
function dueWebhooks(tables: Accounts, nowMs: number) {
  const due = tables
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'webhooks.account_id')
    .leftJoin('webhook_events', (join) =>
      join
        .onRef('webhook_events.webhook_id', '=', 'webhooks.id')
        .on(({ eb }) => eb('sequence', '=', eb('delivered', '+', 1))),
    )
    .select(['webhooks.id', 'webhooks.account_id', 'claimed_until_ms', 'at_ms'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        // One that was given back keeps the end of its claim, so that others go first.
        .over((over) =>
          over
            .partitionBy('webhooks.account_id')
            .orderBy('claimed_until_ms')
            .orderBy('at_ms')
            .orderBy('webhooks.id'),
        )
        .as('turn'),
    )
    .where('state', '=', 'active')
    .whereRef('last_sequence', '>', 'delivered')
    .where('next_attempt_at_ms', '<=', nowMs)
    .where(isFree(nowMs))
    .where('disabled_at_ms', 'is', null)
  return tables
    .selectFrom(due.as('due'))
    .select(['id', 'account_id', 'turn'])
    .orderBy('turn')
    .orderBy('claimed_until_ms')
    .orderBy('at_ms')
    .orderBy('id')
}
