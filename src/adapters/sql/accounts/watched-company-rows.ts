/** The rows of the companies of a watch. */
import type { WatchedCompany, WatchId } from '../../../core/watching/watch.ts'
import type { Accounts } from './accounts-tables.ts'
import { partsOf } from './watch-rows.ts'

/** Returns the ids of those that the watch has. */
export async function knownOf(
  tables: Accounts,
  id: WatchId,
  companies: readonly WatchedCompany[],
): Promise<Set<string>> {
  const known = new Set<string>()
  for (const part of partsOf(companies)) {
    const rows = await tables
      .selectFrom('watched_companies')
      .select('uuid')
      .where('watch_id', '=', id)
      .where(
        'uuid',
        'in',
        part.map(({ uuid }) => uuid),
      )
      .execute()
    for (const { uuid } of rows) known.add(uuid)
  }
  return known
}

/** Adds companies; the `ref` of one that is there is replaced, unless the new one is `null`. */
export async function insertCompanies(
  tables: Accounts,
  id: WatchId,
  companies: readonly WatchedCompany[],
): Promise<void> {
  // A statement must not name a row twice.
  const last = [...new Map(companies.map((company) => [company.uuid, company])).values()]
  for (const part of partsOf(last)) {
    await tables
      .insertInto('watched_companies')
      .values(part.map(({ uuid, ref, addedAtMs }) => ({ watch_id: id, uuid, ref, added_at_ms: addedAtMs })))
      .onConflict((conflict) =>
        conflict.columns(['watch_id', 'uuid']).doUpdateSet(({ fn, ref }) => ({
          ref: fn.coalesce(ref('excluded.ref'), ref('watched_companies.ref')),
        })),
      )
      .execute()
  }
}
