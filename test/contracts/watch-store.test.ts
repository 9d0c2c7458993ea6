import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Accounts, AccountsTables } from '../../src/adapters/sql/accounts/accounts-tables.ts'
import { emptyAccountRow } from '../../src/adapters/sql/accounts/empty-account.ts'
import { SqlWatchFeed } from '../../src/adapters/sql/accounts/watch-feed.ts'
import { insertEvents, takeNumbers } from '../../src/adapters/sql/accounts/watch-rows.ts'
import { SqlWatchStore } from '../../src/adapters/sql/accounts/watch-store.ts'
import { PURGED_AT_ONCE, SqlWebhookQueue } from '../../src/adapters/sql/accounts/webhook-queue.ts'
import { SqlWebhookStore } from '../../src/adapters/sql/accounts/webhook-store.ts'
import { sql } from '../../src/adapters/sql/database/kysely.ts'
import type { SqlDatabase } from '../../src/adapters/sql/database/sql-database.ts'
import type { WebhookId } from '../../src/core/watching/webhook.ts'
import { ACCOUNTS_PLACES } from '../fixtures/accounts-places.ts'
import { madeEvent, madeWebhook, OWNER, watchStoreContract } from './watch-store.ts'
import { type WebhookPlace, webhookQueueContract } from './webhook-queue.ts'

/** Resolves when a statement waits for a lock. */
async function waitForWaiting(tables: Accounts): Promise<void> {
  for (;;) {
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(tables)
    if (rows.length > 0) return
  }
}

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  const open = async (after: (end: () => unknown) => void): Promise<WebhookPlace> => {
    const place = await make()
    after(place.remove)
    const database = place.open()
    const other = place.open()
    const { tables } = place
    return {
      watches: new SqlWatchStore(database),
      webhooks: new SqlWebhookStore(database),
      feed: new SqlWatchFeed(database),
      otherFeed: new SqlWatchFeed(other),
      queue: new SqlWebhookQueue(database),
      other: new SqlWebhookQueue(other),
      async whileAdding(id, { atMs, ...event }, step) {
        if (name === 'SQLite') {
          // Its transactions run one after another.
          await step(async () => {})
          await new SqlWebhookStore(database).addEvent(OWNER, id, { atMs, ...event })
          return
        }
        await other.forAccount(undefined, async (all) => {
          const sequence = (await takeNumbers(all, id, 1))!
          await insertEvents(all, [{ webhook_id: id, sequence, at_ms: atMs, ...event }])
          await step(() => waitForWaiting(tables))
        })
      },
      async addAccount(id, email) {
        await tables.insertInto('accounts').values({ id, email }).execute()
      },
      async disableAccount(id) {
        await tables.updateTable('accounts').set({ disabled_at_ms: 1 }).where('id', '=', id).execute()
      },
      deleteAccount: (id) => database.alone((all) => emptyAccountRow(all, id, 1)),
      async emails() {
        const rows = await tables.selectFrom('emails').select('kind').execute()
        return rows.map(({ kind }) => kind)
      },
    }
  }
  watchStoreContract(name, skip, open)
  webhookQueueContract(name, skip, open)
}

/** The same database, which calls a step before each of its transactions. */
function beforeTransactions(
  database: SqlDatabase<AccountsTables>,
  step: () => Promise<void>,
): typeof database {
  return {
    tables: database.tables,
    alone: (own) => database.alone(own),
    discardLog: () => database.discardLog(),
    async forAccount(account, own) {
      await step()
      return database.forAccount(account, own)
    },
    close: () => database.close(),
  }
}

/** Counts the turns of this thread. */
function countTurns() {
  let turns = 0
  let next: NodeJS.Immediate
  const turn = () => {
    turns++
    next = setImmediate(turn)
  }
  turn()
  return { count: () => turns, end: () => clearImmediate(next) }
}

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  test(`${name}: old events are deleted PURGED_AT_ONCE at a time, and the thread does other work between`, {
    skip,
  }, async (t) => {
    const place = await make()
    t.after(place.remove)
    const database = place.open()
    const webhooks = new SqlWebhookStore(database)
    const { id } = await webhooks.add(madeWebhook('whk_a'))
    const old = 2 * PURGED_AT_ONCE
    await database.forAccount(undefined, async (tables) => {
      await takeNumbers(tables, id, old + 1)
      const numbers = Array.from({ length: old + 1 }, (_, i) => i + 1)
      await insertEvents(
        tables,
        numbers.map((sequence) => eventRow(id, sequence, sequence <= old ? 100 : 200)),
      )
    })
    const left = () => place.tables.selectFrom('webhook_events').select('sequence').execute()
    const turns = countTurns()
    t.after(turns.end)
    const parts: { readonly left: number; readonly turns: number }[] = []
    const noted = beforeTransactions(database, async () => {
      parts.push({ left: (await left()).length, turns: turns.count() })
    })
    assert.equal(await new SqlWebhookQueue(noted).purge(200), old)
    assert.deepEqual(
      parts.map((part) => part.left),
      [old + 1, PURGED_AT_ONCE + 1, 1],
    )
    assert.equal(new Set(parts.map((part) => part.turns)).size, parts.length, 'no turn between two parts')
    assert.deepEqual(await left(), [{ sequence: old + 1 }])
    const webhook = await webhooks.find(OWNER, id)
    assert.deepEqual([webhook?.lastSequence, webhook?.delivered], [old + 1, old])
  })
}

function eventRow(webhook: WebhookId, sequence: number, atMs: number) {
  const { atMs: at_ms, ...event } = madeEvent(`evt_${sequence}`, atMs)
  return { webhook_id: webhook, sequence, at_ms, ...event }
}
