/**
 * The steps within the transaction that deletes or shortens old data. Each returns how many rows it deleted or
 * shortened.
 */
import type { DeleteResult, UpdateResult } from 'kysely'
import type { PurgeLimits } from '../../../core/accounts/cleanup-store.ts'
import { networkOf } from '../../../core/accounts/device.ts'
import { IDLE_MS, STAYING_IDLE_MS } from '../../../core/accounts/session.ts'
import { sql } from '../database/kysely.ts'
import { isoOf } from './account-changes.ts'
import type { Accounts } from './accounts-tables.ts'

/** Number of audit entries whose addresses one statement shortens. */
const ADDRESSES_PER_STATEMENT = 500

/** Deletes old audit entries. */
export async function purgeAudit(tables: Accounts, { keptFromMs }: PurgeLimits): Promise<number> {
  return countOf(await tables.deleteFrom('audit').where('at_ms', '<', keptFromMs).executeTakeFirst())
}

/** Reduces the client addresses in audit entries to networks. */
export async function shortenAddresses(tables: Accounts, { personalFromMs }: PurgeLimits): Promise<number> {
  let count = 0
  for (let last = 0; ; ) {
    const rows = await tables
      .selectFrom('audit')
      .select(['number', 'address'])
      .where('number', '>', last)
      .where('at_ms', '<', personalFromMs)
      .where('address', '<>', '')
      .where('address', 'not like', '%/%')
      .orderBy('number')
      .limit(ADDRESSES_PER_STATEMENT)
      .execute()
    if (rows.length === 0) return count
    await setAddresses(tables, rows)
    count += rows.length
    last = rows.at(-1)!.number
  }
}

async function setAddresses(
  tables: Accounts,
  rows: readonly { readonly number: number; readonly address: string }[],
): Promise<void> {
  const short = rows.map(
    ({ number, address }) => sql`(cast(${number} as bigint), cast(${networkOf(address)} as text))`,
  )
  // Both databases name the columns of VALUES so.
  const networks = sql<{ column1: number; column2: string }>`(values ${sql.join(short)})`
  await tables
    .updateTable('audit')
    .from(networks.as('short'))
    .set(({ ref }) => ({ address: ref('short.column2') }))
    .whereRef('audit.number', '=', 'short.column1')
    .execute()
}

/** Deletes old e-mails, and the recipients and contents of others. */
export async function purgeEmails(
  tables: Accounts,
  { keptFromMs, personalFromMs }: PurgeLimits,
): Promise<number> {
  const deleted = await tables.deleteFrom('emails').where('settled_at_ms', '<', keptFromMs).executeTakeFirst()
  const emptied = await tables
    .updateTable('emails')
    .set({ recipient: '', data: '{}' })
    .where('settled_at_ms', '<', personalFromMs)
    .where('recipient', '<>', '')
    .executeTakeFirst()
  return countOf(deleted) + countOf(emptied)
}

/** Deletes the passwords of expired links, and old links that no waiting e-mail needs. */
export async function purgeLinks(tables: Accounts, { nowMs, personalFromMs }: PurgeLimits): Promise<number> {
  const emptied = await tables
    .updateTable('links')
    .set({ password_hash: null })
    .where('expires_at_ms', '<=', nowMs)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
  const parted = await tables
    .updateTable('emails')
    .set({ link_id: null })
    .where('state', '<>', 'waiting')
    .where('link_id', 'in', (query) =>
      query.selectFrom('links').select('links.id').where('expires_at_ms', '<', personalFromMs),
    )
    .executeTakeFirst()
  const deleted = await tables
    .deleteFrom('links')
    .where('expires_at_ms', '<', personalFromMs)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('emails').select('emails.id').whereRef('emails.link_id', '=', 'links.id'))),
    )
    .executeTakeFirst()
  return countOf(emptied) + countOf(parted) + countOf(deleted)
}

/** Deletes the sessions that have ended: idle for too long, or at their absolute end. */
export async function purgeSessions(tables: Accounts, { nowMs }: PurgeLimits): Promise<number> {
  const result = await tables
    .deleteFrom('sessions')
    .where(({ eb, or, and }) =>
      or([
        eb('expires_at', '<=', isoOf(nowMs)),
        and([eb('stays', '=', 1), eb('seen_at_ms', '<=', nowMs - STAYING_IDLE_MS)]),
        and([or([eb('stays', '<>', 1), eb('stays', 'is', null)]), eb('seen_at_ms', '<=', nowMs - IDLE_MS)]),
      ]),
    )
    .executeTakeFirst()
  return countOf(result)
}

/** Deletes expired steps of sign-ins, and used codes that are no longer valid anyway. */
export async function purgeChallenges(tables: Accounts, { nowMs }: PurgeLimits): Promise<number> {
  const challenges = await tables
    .deleteFrom('challenges')
    .where('expires_at', '<=', isoOf(nowMs))
    .executeTakeFirst()
  const codes = await tables.deleteFrom('spent_codes').where('expires_at_ms', '<=', nowMs).executeTakeFirst()
  return countOf(challenges) + countOf(codes)
}

/** Forgets devices that were not used for long. */
export async function purgeDevices(tables: Accounts, { keptFromMs }: PurgeLimits): Promise<number> {
  return countOf(await tables.deleteFrom('devices').where('last_seen_ms', '<', keptFromMs).executeTakeFirst())
}

function countOf(result: DeleteResult | UpdateResult): number {
  return Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows)
}
