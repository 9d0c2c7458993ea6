/** The one row of the feed of changes. */
import type { Accounts } from './accounts-tables.ts'

/** The id of the row. */
export const CHANGE_FEED = 'changes'

/** Whether anything is watched; watches of test keys watch the sandbox, which never changes. */
export async function hasLiveWatch(tables: Accounts): Promise<boolean> {
  const row = await tables
    .selectFrom('watches')
    .select('id')
    .where('is_test', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Starts the feed after this change if nothing was watched until now. */
export async function startFeed(tables: Accounts, sequence: number): Promise<void> {
  if (await hasLiveWatch(tables)) return
  await tables
    .insertInto('watch_feed')
    .values({ id: CHANGE_FEED, sequence, node: '', claimed_until_ms: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ sequence, node: '', claimed_until_ms: 0 }))
    .execute()
}
