/** The rows of watches and webhooks, and the rules of both that are checked in a transaction. */
import type { CompanyId } from '../../../core/company/company.ts'
import { Failure } from '../../../core/failure.ts'
import type { Language } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { Watch, WatchEmail, WatchedCompany, WatchId, WatchOwner } from '../../../core/watching/watch.ts'
import type { FedChanges } from '../../../core/watching/watch-feed.ts'
import type {
  DeliveryFaultCode,
  Webhook,
  WebhookEvent,
  WebhookEventType,
  WebhookId,
  WebhookState,
} from '../../../core/watching/webhook.ts'
import type { Accounts } from './accounts-tables.ts'
import type {
  WatchedCompaniesTable,
  WatchesTable,
  WebhookEventsTable,
  WebhooksTable,
} from './watching-tables.ts'

/** Values of a condition or rows of an insertion in one statement: few enough for both databases. */
export const ROWS_PER_STATEMENT = 500

/** Yields the values in parts of at most `ROWS_PER_STATEMENT`. */
export function* partsOf<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let from = 0; from < values.length; from += ROWS_PER_STATEMENT)
    yield values.slice(from, from + ROWS_PER_STATEMENT)
}

/** Converts a row. */
export function watchOf(row: WatchesTable, companies: number, webhooks: readonly WebhookId[]): Watch {
  return {
    id: row.id as WatchId,
    account: row.account_id as AccountId,
    isTest: row.is_test === 1,
    name: row.name,
    webhooks,
    email: row.email as WatchEmail,
    language: row.language as Language,
    companies,
    createdAtMs: row.created_at_ms,
    changedAtMs: row.changed_at_ms,
  }
}

/** Converts a row. */
export function watchedCompanyOf(row: WatchedCompaniesTable): WatchedCompany {
  return { uuid: row.uuid as CompanyId, ref: row.ref, addedAtMs: row.added_at_ms }
}

/** Converts a row. */
export function webhookOf(row: WebhooksTable): Webhook {
  return {
    id: row.id as WebhookId,
    account: row.account_id as AccountId,
    isTest: row.is_test === 1,
    url: row.url,
    description: row.description,
    state: row.state as WebhookState,
    generation: row.generation,
    oldSecretEndsAtMs: row.old_secret_ends_at_ms,
    createdAtMs: row.created_at_ms,
    lastSequence: row.last_sequence,
    delivered: row.delivered,
    attempts: row.attempts,
    firstFailedAtMs: row.first_failed_at_ms,
    nextAttemptAtMs: row.next_attempt_at_ms,
    lastFault: row.fault === '' ? null : { code: row.fault as DeliveryFaultCode, status: row.fault_status },
  }
}

/** Converts a row. */
export function eventOf(row: WebhookEventsTable): WebhookEvent {
  return {
    sequence: row.sequence,
    id: row.id,
    type: row.type as WebhookEventType,
    atMs: row.at_ms,
    payload: row.payload,
  }
}

/** The rows of an owner. */
export function watchesOf(tables: Accounts, { account, isTest }: WatchOwner) {
  return tables
    .selectFrom('watches')
    .selectAll()
    .where('account_id', '=', account)
    .where('is_test', '=', Number(isTest))
}

/** The rows of an owner. */
export function webhooksOf(tables: Accounts, { account, isTest }: WatchOwner) {
  return tables
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', account)
    .where('is_test', '=', Number(isTest))
}

/** Returns the account. @throws {Failure} `conflict` if it was deleted. */
export async function openAccountRow(tables: Accounts, id: AccountId) {
  const account = await tables
    .selectFrom('accounts')
    .select(['email', 'language', 'deleted_at_ms'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (account === undefined || account.deleted_at_ms !== null)
    throw new Failure('conflict', 'The account was deleted.')
  return account
}

/** Fails if the owner has the maximum. @throws {Failure} `conflict`. */
export function checkNumber(known: number, max: number, what: string): void {
  if (known >= max)
    throw new Failure('conflict', `The account has ${max} ${what}, which is the maximum. Delete one first.`)
}

/** Adds events, which have their numbers. */
export async function insertEvents(tables: Accounts, rows: readonly WebhookEventsTable[]): Promise<void> {
  for (const part of partsOf(rows))
    await tables
      .insertInto('webhook_events')
      .values([...part])
      .execute()
}

/** Gives numbers to new events of a webhook; returns the last one, or `undefined` if there is no such webhook. */
export async function takeNumbers(
  tables: Accounts,
  id: WebhookId,
  count: number,
): Promise<number | undefined> {
  // The row stays locked until the transaction ends, so the numbers become visible in their order.
  const row = await tables
    .updateTable('webhooks')
    .set(({ eb }) => ({ last_sequence: eb('last_sequence', '+', count) }))
    .where('id', '=', id)
    .returning('last_sequence')
    .executeTakeFirst()
  return row?.last_sequence
}

/** Stores when each watch had its newest change. Most changes of an import have the same time. */
export async function noteChanges(tables: Accounts, changedAtMs: FedChanges['changedAtMs']): Promise<void> {
  const byTime = Map.groupBy(changedAtMs, ([, atMs]) => atMs)
  for (const [atMs, watches] of byTime) {
    for (const part of partsOf(watches.map(([id]) => id)))
      await tables.updateTable('watches').set({ changed_at_ms: atMs }).where('id', 'in', part).execute()
  }
}

/** Makes all watches follow a company that was merged: if a watch has both, the one that is left stays as it was. */
export async function moveCompany(tables: Accounts, from: string, into: string): Promise<void> {
  await tables
    .insertInto('watched_companies')
    .columns(['watch_id', 'uuid', 'ref', 'added_at_ms'])
    .expression((query) =>
      query
        .selectFrom('watched_companies')
        .select(({ cast, val }) => [
          'watch_id',
          cast<string>(val(into), 'text').as('uuid'),
          'ref',
          'added_at_ms',
        ])
        .where('uuid', '=', from),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tables.deleteFrom('watched_companies').where('uuid', '=', from).execute()
}
