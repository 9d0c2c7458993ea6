import { Failure } from '../../../core/failure.ts'
import {
  type NewWatch,
  WATCHED_COMPANIES_MAX,
  WATCHES_MAX,
  type Watch,
  type WatchChange,
  type WatchEmail,
  type WatchedCompany,
  type WatchId,
  type WatchOwner,
} from '../../../core/watching/watch.ts'
import type { AddedState, CompanyMove, WatchStore } from '../../../core/watching/watch-store.ts'
import type { WebhookId } from '../../../core/watching/webhook.ts'
import type { SqlDatabase } from '../database/sql-database.ts'
import type { Accounts, AccountsTables } from './accounts-tables.ts'
import { hasLiveWatch, startFeed } from './watch-feed-rows.ts'
import {
  checkNumber,
  moveCompany,
  openAccountRow,
  partsOf,
  watchedCompanyOf,
  watchesOf,
  watchOf,
  webhooksOf,
} from './watch-rows.ts'
import { insertCompanies, knownOf } from './watched-company-rows.ts'
import type { WatchesTable } from './watching-tables.ts'

/** The watches. It uses the database and does not close it. */
export class SqlWatchStore implements WatchStore {
  readonly #database: SqlDatabase<AccountsTables>

  constructor(database: SqlDatabase<AccountsTables>) {
    this.#database = database
  }

  get #tables(): Accounts {
    return this.#database.tables
  }

  async list(owner: WatchOwner): Promise<readonly Watch[]> {
    const rows = await watchesOf(this.#tables, owner).orderBy('created_at_ms', 'desc').orderBy('id').execute()
    return wholeWatches(this.#tables, rows)
  }

  async find(owner: WatchOwner, id: WatchId): Promise<Watch | undefined> {
    return findWatch(this.#tables, owner, id)
  }

  async companies(id: WatchId, after: string, limit: number): Promise<readonly WatchedCompany[]> {
    const rows = await this.#tables
      .selectFrom('watched_companies')
      .selectAll()
      .where('watch_id', '=', id)
      .where('uuid', '>', after)
      .orderBy('uuid')
      .limit(limit)
      .execute()
    return rows.map(watchedCompanyOf)
  }

  add(watch: NewWatch, feedEnd: number): Promise<Watch> {
    // Alone, so that of the first watches of two accounts one starts the feed.
    return this.#database.alone(async (tables) => {
      const account = await openAccountRow(tables, watch.account)
      const known = await watchesOf(tables, watch).execute()
      checkNumber(known.length, WATCHES_MAX, 'watches')
      checkEmail(watch.email, account.email)
      if (!watch.isTest) await startFeed(tables, feedEnd)
      await tables
        .insertInto('watches')
        .values({
          id: watch.id,
          account_id: watch.account,
          is_test: Number(watch.isTest),
          name: watch.name,
          email: watch.email,
          language: watch.language ?? account.language,
          created_at_ms: watch.createdAtMs,
          emailed_at_ms: 0,
          changed_at_ms: null,
        })
        .execute()
      await setWebhooks(tables, watch, watch.id, watch.webhooks)
      return (await findWatch(tables, watch, watch.id))!
    })
  }

  change(owner: WatchOwner, id: WatchId, terms: WatchChange): Promise<Watch | undefined> {
    const { name, email, webhooks, language } = terms
    return this.#database.forAccount(owner.account, async (tables) => {
      if ((await findWatch(tables, owner, id)) === undefined) return undefined
      if (name !== undefined) await setWatch(tables, id, { name })
      if (language !== undefined) await setWatch(tables, id, { language })
      if (email !== undefined) {
        checkEmail(email, (await openAccountRow(tables, owner.account)).email)
        await setEmail(tables, id, email)
      }
      if (webhooks !== undefined) await setWebhooks(tables, owner, id, webhooks)
      return findWatch(tables, owner, id)
    })
  }

  async remove({ account, isTest }: WatchOwner, id: WatchId): Promise<boolean> {
    const { numDeletedRows } = await this.#tables
      .deleteFrom('watches')
      .where('id', '=', id)
      .where('account_id', '=', account)
      .where('is_test', '=', Number(isTest))
      .executeTakeFirst()
    return numDeletedRows > 0n
  }

  addCompanies(
    owner: WatchOwner,
    id: WatchId,
    companies: readonly WatchedCompany[],
  ): Promise<readonly AddedState[] | undefined> {
    return this.#database.forAccount(owner.account, async (tables) => {
      const watch = await findWatch(tables, owner, id)
      if (watch === undefined) return undefined
      const known = await knownOf(tables, id, companies)
      const states = companies.map(({ uuid }) => {
        if (known.has(uuid)) return 'present'
        known.add(uuid)
        return 'added'
      })
      const added = states.filter((state) => state === 'added').length
      if (watch.companies + added > WATCHED_COMPANIES_MAX)
        throw new Failure('conflict', `A watch has at most ${WATCHED_COMPANIES_MAX} companies.`)
      await insertCompanies(tables, id, companies)
      return states
    })
  }

  removeCompanies(owner: WatchOwner, id: WatchId, uuids: readonly string[]): Promise<number | undefined> {
    return this.#database.forAccount(owner.account, async (tables) => {
      if ((await findWatch(tables, owner, id)) === undefined) return undefined
      let removed = 0
      for (const part of partsOf(uuids)) {
        const { numDeletedRows } = await tables
          .deleteFrom('watched_companies')
          .where('watch_id', '=', id)
          .where('uuid', 'in', part)
          .executeTakeFirst()
        removed += Number(numDeletedRows)
      }
      return removed
    })
  }

  async follow(moves: readonly CompanyMove[]): Promise<void> {
    if (moves.length === 0) return
    await this.#database.forAccount(undefined, async (tables) => {
      for (const { from, into } of moves) await moveCompany(tables, from, into)
    })
  }

  endEmails(id: WatchId): Promise<boolean> {
    return this.#database.forAccount(undefined, (tables) => setEmail(tables, id, 'none'))
  }

  async isNeeded(): Promise<boolean> {
    if (await hasLiveWatch(this.#tables)) return true
    const waiting = await this.#tables
      .selectFrom('webhooks')
      .select('id')
      .where('state', '=', 'active')
      .whereRef('last_sequence', '>', 'delivered')
      .limit(1)
      .executeTakeFirst()
    return waiting !== undefined
  }
}

async function findWatch(tables: Accounts, owner: WatchOwner, id: WatchId): Promise<Watch | undefined> {
  const row = await watchesOf(tables, owner).where('id', '=', id).executeTakeFirst()
  return row && (await wholeWatches(tables, [row]))[0]
}

/** Adds the numbers of companies, and the webhooks. */
async function wholeWatches(tables: Accounts, rows: readonly WatchesTable[]): Promise<readonly Watch[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await tables
    .selectFrom('watched_companies')
    .select(['watch_id', ({ fn }) => fn.countAll<number>().as('companies')])
    .where('watch_id', 'in', ids)
    .groupBy('watch_id')
    .execute()
  const links = await tables
    .selectFrom('watch_webhooks')
    .selectAll()
    .where('watch_id', 'in', ids)
    .orderBy('webhook_id')
    .execute()
  const numbers = new Map(counts.map((row) => [row.watch_id, Number(row.companies)]))
  return rows.map((row) => {
    const webhooks = links.filter((link) => link.watch_id === row.id)
    return watchOf(
      row,
      numbers.get(row.id) ?? 0,
      webhooks.map((link) => link.webhook_id as WebhookId),
    )
  })
}

async function setWatch(tables: Accounts, id: WatchId, change: Partial<WatchesTable>): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('watches')
    .set(change)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function setEmail(tables: Accounts, id: WatchId, email: WatchEmail): Promise<boolean> {
  const isThere = await setWatch(tables, id, { email })
  if (email === 'none') await tables.deleteFrom('digest_rows').where('watch_id', '=', id).execute()
  return isThere
}

/** @throws {Failure} `invalid_request` if the owner has no such webhook. */
async function setWebhooks(
  tables: Accounts,
  owner: WatchOwner,
  id: WatchId,
  webhooks: readonly WebhookId[],
): Promise<void> {
  const known = new Set((await webhooksOf(tables, owner).execute()).map((row) => row.id))
  const missing = webhooks.findIndex((webhook) => !known.has(webhook))
  if (missing >= 0)
    throw new Failure('invalid_request', 'There is no such webhook.', [
      { field: `/webhooks/${missing}`, reason: 'not_allowed' },
    ])
  await tables.deleteFrom('watch_webhooks').where('watch_id', '=', id).execute()
  const links = [...new Set(webhooks)].map((webhook) => ({ watch_id: id, webhook_id: webhook }))
  if (links.length > 0) await tables.insertInto('watch_webhooks').values(links).execute()
}

/** @throws {Failure} `invalid_request` if the account has no address. */
function checkEmail(email: WatchEmail, address: string | null): void {
  if (email !== 'none' && address === null)
    throw new Failure('invalid_request', 'The account has no e-mail address.', [
      { field: '/email', reason: 'not_allowed', allowed: ['none'] },
    ])
}
