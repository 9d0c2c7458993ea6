import type { Accounts } from '../../src/adapters/sql/accounts/accounts-tables.ts'
import { emptyAccountRow } from '../../src/adapters/sql/accounts/empty-account.ts'
import { SqlWatchFeed } from '../../src/adapters/sql/accounts/watch-feed.ts'
import { insertEvents, takeNumbers } from '../../src/adapters/sql/accounts/watch-rows.ts'
import { SqlWatchStore } from '../../src/adapters/sql/accounts/watch-store.ts'
import { SqlWebhookQueue } from '../../src/adapters/sql/accounts/webhook-queue.ts'
import { SqlWebhookStore } from '../../src/adapters/sql/accounts/webhook-store.ts'
import { sql } from '../../src/adapters/sql/database/kysely.ts'
import { ACCOUNTS_PLACES } from '../fixtures/accounts-places.ts'
import { OWNER, watchStoreContract } from './watch-store.ts'
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
