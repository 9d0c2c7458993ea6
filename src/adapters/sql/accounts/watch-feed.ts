import type { CompanyId } from '../../../core/company/company.ts'
import type { Change } from '../../../core/company/company-store.ts'
import type { Language } from '../../../core/identity/account.ts'
import type { AccountId } from '../../../core/identity/ids.ts'
import type { NewEmail } from '../../../core/notifications/email.ts'
import type { WatchEmail, WatchId } from '../../../core/watching/watch.ts'
import type {
  DigestRow,
  DigestTimes,
  DueDigest,
  FedChanges,
  Watcher,
  WatchFeed,
} from '../../../core/watching/watch-feed.ts'
import type { WebhookId } from '../../../core/watching/webhook.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { Accounts, AccountsTables } from './accounts-tables.ts'
import { insertEmail } from './email-rows.ts'
import { CHANGE_FEED, hasLiveWatch } from './watch-feed-rows.ts'
import { insertEvents, moveCompany, noteChanges, partsOf, takeNumbers } from './watch-rows.ts'
import type { DigestRowsTable, WebhookEventsTable } from './watching-tables.ts'

/** The feed of changes. It uses the database and does not close it. */
export class SqlWatchFeed implements WatchFeed {
  readonly #database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.#database = database
  }

  get #tables(): Accounts {
    return this.#database.tables
  }

  async position(): Promise<number | undefined> {
    if (!(await hasLiveWatch(this.#tables))) return undefined
    const row = await this.#tables
      .selectFrom('watch_feed')
      .select('sequence')
      .where('id', '=', CHANGE_FEED)
      .executeTakeFirst()
    return row?.sequence
  }

  async claim(
    { node, untilMs }: { readonly node: string; readonly untilMs: number },
    nowMs: number,
  ): Promise<number | undefined> {
    const row = await this.#tables
      .updateTable('watch_feed')
      .set({ node, claimed_until_ms: untilMs })
      .where('id', '=', CHANGE_FEED)
      .where(({ eb, or }) => or([eb('claimed_until_ms', '<=', nowMs), eb('node', '=', node)]))
      .returning('sequence')
      .executeTakeFirst()
    return row?.sequence
  }

  async release(node: string | 'all'): Promise<void> {
    const claims = this.#tables
      .updateTable('watch_feed')
      .set({ node: '', claimed_until_ms: 0 })
      .where('node', '<>', '')
    await (node === 'all' ? claims : claims.where('node', '=', node)).execute()
  }

  async watchers(uuids: readonly string[]): Promise<readonly Watcher[]> {
    const found: Watcher[] = []
    const webhooks = new Map<string, WebhookId[]>()
    for (const part of partsOf([...new Set(uuids)])) {
      const rows = await watchersOf(this.#tables, part).execute()
      await readWebhooks(
        this.#tables,
        rows.map((row) => row.id),
        webhooks,
      )
      for (const { id, uuid, ref, email } of rows)
        found.push({
          watch: id as WatchId,
          uuid,
          ref,
          webhooks: webhooks.get(id) ?? [],
          email: email as WatchEmail,
        })
    }
    return found
  }

  record(node: string, { from, to, events, digest, moves, changedAtMs }: FedChanges): Promise<boolean> {
    return this.#database.forAccount(undefined, async (tables) => {
      // First, so that another node waits here and then finds that it was done.
      const { numUpdatedRows } = await tables
        .updateTable('watch_feed')
        .set({ sequence: to })
        .where('id', '=', CHANGE_FEED)
        .where('node', '=', node)
        .where('sequence', '=', from)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      await insertEvents(tables, await numbered(tables, events))
      await insertDigest(tables, digest)
      await noteChanges(tables, changedAtMs)
      for (const move of moves) await moveCompany(tables, move.from, move.into)
      return true
    })
  }

  async dueDigests(times: DigestTimes, limit: number, rowsMax: number): Promise<readonly DueDigest[]> {
    const watches = await watchesWithDueRows(this.#tables, times).limit(limit).execute()
    return Promise.all(
      watches.map(async ({ id, name, account_id, language, emailed_at_ms, recipient, last }) => {
        const rows = () =>
          this.#tables.selectFrom('digest_rows').where('watch_id', '=', id).where('number', '<=', last)
        const first = await rows().selectAll().orderBy('number').limit(rowsMax).execute()
        const { count } = await rows()
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return {
          watch: id as WatchId,
          name,
          account: account_id as AccountId,
          recipient: recipient ?? undefined,
          language: language as Language,
          emailedAtMs: emailed_at_ms,
          last,
          rows: first.map(digestRowOf),
          count: Number(count),
        }
      }),
    )
  }

  settleDigest(
    { watch, last, emailedAtMs }: Pick<DueDigest, 'watch' | 'last' | 'emailedAtMs'>,
    email: NewEmail | undefined,
    atMs: number,
  ): Promise<boolean> {
    return this.#database.forAccount(undefined, async (tables) => {
      // First, so that another run waits here and then finds that it was done. It changes nothing yet.
      const { numUpdatedRows } = await tables
        .updateTable('watches')
        .set({ emailed_at_ms: emailedAtMs })
        .where('id', '=', watch)
        .where('emailed_at_ms', '=', emailedAtMs)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return false
      const { numDeletedRows } = await tables
        .deleteFrom('digest_rows')
        .where('watch_id', '=', watch)
        .where('number', '<=', last)
        .executeTakeFirst()
      // They are gone if the owner ended the e-mails of the watch since.
      if (numDeletedRows === 0n) return false
      await tables.updateTable('watches').set({ emailed_at_ms: atMs }).where('id', '=', watch).execute()
      if (email !== undefined) await insertEmail(tables, email)
      return true
    })
  }

  async purge(beforeMs: number): Promise<void> {
    await this.#tables.deleteFrom('digest_rows').where('at_ms', '<', beforeMs).execute()
  }
}

function watchersOf(tables: Accounts, uuids: readonly string[]) {
  return tables
    .selectFrom('watched_companies')
    .innerJoin('watches', 'watches.id', 'watched_companies.watch_id')
    .innerJoin('accounts', 'accounts.id', 'watches.account_id')
    .select(['watches.id', 'watched_companies.uuid', 'watched_companies.ref', 'watches.email'])
    .where('watched_companies.uuid', 'in', uuids)
    .where('watches.is_test', '=', 0)
    .where('accounts.disabled_at_ms', 'is', null)
    .orderBy('watches.created_at_ms')
    .orderBy('watches.id')
}

async function readWebhooks(
  tables: Accounts,
  watches: readonly string[],
  known: Map<string, WebhookId[]>,
): Promise<void> {
  const missing = [...new Set(watches)].filter((id) => !known.has(id))
  for (const id of missing) known.set(id, [])
  for (const part of partsOf(missing)) {
    const rows = await tables
      .selectFrom('watch_webhooks')
      .selectAll()
      .where('watch_id', 'in', part)
      .orderBy('webhook_id')
      .execute()
    for (const { watch_id, webhook_id } of rows) known.get(watch_id)!.push(webhook_id as WebhookId)
  }
}

/** Gives the events their numbers, webhook by webhook in the order of their ids: two transactions never wait in a circle. */
async function numbered(
  tables: Accounts,
  events: FedChanges['events'],
): Promise<readonly WebhookEventsTable[]> {
  const byWebhook = Map.groupBy(events, ({ webhook }) => webhook)
  const rows: WebhookEventsTable[] = []
  for (const [webhook, own] of [...byWebhook].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const last = await takeNumbers(tables, webhook, own.length)
    // Without a webhook, it was deleted since the watchers were read.
    if (last === undefined) continue
    for (const [place, { event }] of own.entries()) {
      const { atMs, ...rest } = event
      rows.push({ webhook_id: webhook, sequence: last - own.length + 1 + place, at_ms: atMs, ...rest })
    }
  }
  return rows
}

async function insertDigest(tables: Accounts, digest: readonly DigestRow[]): Promise<void> {
  const watches = [...new Set(digest.map(({ watch }) => watch))].toSorted()
  const left = new Set<string>()
  for (const part of partsOf(watches)) {
    // The update changes nothing: it keeps the watches from being deleted until the rows are stored.
    const rows = await tables
      .updateTable('watches')
      .set(({ ref }) => ({ emailed_at_ms: ref('emailed_at_ms') }))
      .where('id', 'in', part)
      .where('email', '<>', 'none')
      .returning('id')
      .execute()
    for (const { id } of rows) left.add(id)
  }
  for (const part of partsOf(digest.filter(({ watch }) => left.has(watch)))) {
    await tables
      .insertInto('digest_rows')
      .values(
        part.map(({ watch, uuid, kind, fields, atMs }) => ({
          ...{ watch_id: watch, uuid, kind, fields: fields.join(' '), at_ms: atMs },
        })),
      )
      .execute()
  }
}

function watchesWithDueRows(tables: Accounts, { instantMs, dailyMs }: DigestTimes) {
  return tables
    .selectFrom('watches')
    .innerJoin('digest_rows', 'digest_rows.watch_id', 'watches.id')
    .innerJoin('accounts', 'accounts.id', 'watches.account_id')
    .select(['watches.id', 'watches.name', 'watches.account_id', 'watches.language', 'emailed_at_ms'])
    .select(({ fn, eb }) => [
      fn.max('digest_rows.number').as('last'),
      eb.case().when('disabled_at_ms', 'is', null).then(eb.ref('accounts.email')).end().as('recipient'),
    ])
    .where(({ eb, or, and }) =>
      or([
        and([eb('watches.email', '=', 'instant'), eb('emailed_at_ms', '<=', instantMs)]),
        and([
          eb('watches.email', '=', 'daily'),
          eb('emailed_at_ms', '<', dailyMs),
          eb('digest_rows.at_ms', '<', dailyMs),
        ]),
      ]),
    )
    .groupBy(['watches.id', 'accounts.email', 'accounts.disabled_at_ms'])
    .orderBy('watches.id')
}

function digestRowOf(row: { [Name in keyof DigestRowsTable]: unknown }): DigestRow {
  return {
    watch: row.watch_id as WatchId,
    uuid: row.uuid as CompanyId,
    kind: row.kind as Change['kind'],
    fields: (row.fields as string).split(' ').filter((field) => field !== ''),
    atMs: row.at_ms as number,
  }
}
