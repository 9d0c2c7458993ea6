/** The feed: from the change log of companies to events and e-mails, over both databases of accounts. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { SqlWatchFeed } from '../src/adapters/sql/accounts/watch-feed.ts'
import { SqlWatchStore } from '../src/adapters/sql/accounts/watch-store.ts'
import { SqlWebhookStore } from '../src/adapters/sql/accounts/webhook-store.ts'
import { openCompanyStore } from '../src/adapters/sqlite/companies/read/company-store.ts'
import { openCompanyWriter } from '../src/adapters/sqlite/companies/write/company-writer.ts'
import { systemSecrets } from '../src/adapters/system/secrets.ts'
import type { CompanyId } from '../src/core/company/company.ts'
import type { Change, CompanyStore } from '../src/core/company/company-store.ts'
import {
  FED_CHANGES_MAX,
  FED_EVENTS_MAX,
  type FeedNeeds,
  feedChanges,
} from '../src/core/watching/feed-changes.ts'
import {
  DAILY_TIME_MS,
  DIGEST_COMPANIES_MAX,
  digestTimes,
  INSTANT_PAUSE_MS,
  sendDigests,
} from '../src/core/watching/send-digests.ts'
import type { WatchId } from '../src/core/watching/watch.ts'
import type { WatchFeed } from '../src/core/watching/watch-feed.ts'
import type { WebhookId } from '../src/core/watching/webhook.ts'
import { handClock } from './api/hand-clock.ts'
import { madeWatch, madeWebhook, OWNER } from './contracts/watch-store.ts'
import { ACCOUNTS_PLACES } from './fixtures/accounts-places.ts'
import { incomingCompany } from './fixtures/incoming-companies.ts'

const HOOK = 'whk_a' as WebhookId
const WATCH = 'wat_a' as WatchId
const [A, B, C] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`) as [
  CompanyId,
  CompanyId,
  CompanyId,
]
const never = () => false

/** A store of companies whose change log is this list, which may grow. */
function withLog(
  store: CompanyStore,
  log: readonly Change[],
  more: Partial<CompanyStore> = {},
): CompanyStore {
  return {
    ...{ find: store.find.bind(store), findMany: store.findMany.bind(store), suppressions: () => [] },
    lastSequence: () => log.at(-1)?.sequence ?? 0,
    changes: (after: number, limit: number) => log.filter(({ sequence }) => sequence > after).slice(0, limit),
    ...more,
  } as CompanyStore
}

function change(sequence: number, uuid: CompanyId, more: Partial<Change> = {}): Change {
  return { sequence, uuid, kind: 'changed', atMs: sequence * 1000, fields: ['name'], into: null, ...more }
}

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  const open = async (t: TestContext, companies: CompanyStore) => {
    const place = await make()
    t.after(place.remove)
    const clock = handClock(1_000_000)
    const node = (more: Partial<FeedNeeds> = {}): FeedNeeds => ({
      ...{ companies, clock, secrets: systemSecrets, feed: new SqlWatchFeed(place.open()) },
      companyJson: (company) => ({ name: company.name }),
      ...more,
    })
    const database = place.open()
    const watches = new SqlWatchStore(database)
    const webhooks = new SqlWebhookStore(database)
    await webhooks.add(madeWebhook(HOOK))
    await watches.add(madeWatch(WATCH, { webhooks: [HOOK] }), 0)
    const watch = (...uuids: CompanyId[]) =>
      watches.addCompanies(
        OWNER,
        WATCH,
        uuids.map((uuid) => ({ uuid, ref: null, addedAtMs: 1 })),
      )
    const told = async () => {
      const events = await webhooks.events(HOOK, 0, 100_000)
      return events.map(({ sequence, type, payload }) => {
        const { data } = JSON.parse(payload) as { data: Record<string, unknown> }
        return { sequence, type, ...data }
      })
    }
    return { node, clock, watches, webhooks, watch, told, tables: place.tables }
  }
  const holds = (sentence: string, step: (t: TestContext, companies: CompanyStore) => Promise<void>) =>
    test(`${name}: ${sentence}`, { skip }, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'feed-'))
      const path = join(folder, 'companies.sqlite')
      openCompanyWriter(path, 1).close()
      const companies = openCompanyStore(path)
      t.after(() => {
        companies.close()
        rmSync(folder, { recursive: true })
      })
      await step(t, companies)
    })

  holds(
    'only changes of watched companies are told, each once, in the order of the log',
    async (t, store) => {
      const log = [change(1, A), change(2, B), change(3, A, { kind: 'removed', fields: ['status'] })]
      const { node, watch, told } = await open(t, withLog(store, log))
      await watch(A)
      assert.equal(await feedChanges(node(), 'a', never), 2)
      assert.equal(await feedChanges(node(), 'a', never), 0)
      const data = { watch: WATCH, ref: null, uuid: A, company: null }
      assert.deepEqual(await told(), [
        { sequence: 1, type: 'company.changed', ...data, kind: 'changed', fields: ['name'] },
        { sequence: 2, type: 'company.removed', ...data, kind: 'removed', fields: ['status'] },
      ])
    },
  )

  holds('a list has the time of its newest change, also if nobody is told', async (t, store) => {
    const log = [change(1, A), change(2, B), change(3, A), change(4, C)]
    const { node, watch, watches } = await open(t, withLog(store, log))
    await watches.change(OWNER, WATCH, { webhooks: [] })
    await watch(A, B)
    assert.equal((await watches.find(OWNER, WATCH))?.changedAtMs, null)
    assert.equal(await feedChanges(node(), 'a', never), 0)
    assert.equal((await watches.find(OWNER, WATCH))?.changedAtMs, 3000)
  })

  holds('a suppressed company is told without its data', async (t, store) => {
    const log = [change(1, A), change(2, A, { kind: 'suppressed', fields: [] })]
    const suppressions = () => [{ uuid: A, reason: 'court', atMs: 1, actor: 'x' }]
    const { node, watch, told } = await open(t, withLog(store, log, { suppressions }))
    await watch(A)
    await feedChanges(node(), 'a', never)
    for (const { fields, company } of (await told()) as { fields?: unknown; company?: unknown }[])
      assert.deepEqual([fields, company], [[], null])
  })

  holds('a list follows a merged company, also within one step', async (t, store) => {
    const merged = (sequence: number, uuid: CompanyId, into: CompanyId) =>
      change(sequence, uuid, { kind: 'merged', fields: [], into })
    const log = [merged(1, A, B), change(2, B), merged(3, B, C), change(4, A)]
    const { node, watch, told, watches } = await open(t, withLog(store, log))
    await watch(A)
    await feedChanges(node(), 'a', never)
    log.push(change(5, C))
    await feedChanges(node(), 'a', never)
    assert.deepEqual(
      (await told()).map((event) => {
        const { kind, uuid, into } = event as { kind?: string; uuid?: string; into?: string }
        return [kind, uuid, into]
      }),
      [
        ['merged', A, B],
        ['changed', B, undefined],
        ['merged', B, C],
        ['changed', C, undefined],
      ],
    )
    const left = await watches.companies(WATCH, '', 10)
    assert.deepEqual(
      left.map(({ uuid }) => uuid),
      [C],
    )
  })

  holds('after the companies were restored from a backup, what follows is told', async (t, store) => {
    const log = Array.from({ length: 9 }, (_, i) => change(i + 1, B))
    const { node, watch, told } = await open(t, withLog(store, log))
    await watch(A)
    await feedChanges(node(), 'a', never)
    log.length = 4
    await feedChanges(node(), 'a', never)
    log.push(change(5, A))
    await feedChanges(node(), 'a', never)
    assert.equal((await told()).length, 1)
  })

  holds('a node that ends in the middle of the feed loses and doubles no event', async (t, store) => {
    const log = Array.from({ length: 3 * FED_CHANGES_MAX + 7 }, (_, i) => change(i + 1, i % 2 ? A : B))
    const { node, clock, watch, told } = await open(t, withLog(store, log))
    await watch(A, B)
    for (const breaks of ['before', 'after'] as const) {
      const needs = node()
      const { feed } = needs
      const broken: Pick<WatchFeed, 'record'> = {
        record: async (...step) => {
          if (breaks === 'after') await feed.record(...step)
          throw new Error('killed')
        },
      }
      // Killed, it does not give its claim back.
      const dying = {
        ...{ position: feed.position.bind(feed), claim: feed.claim.bind(feed) },
        ...{ watchers: feed.watchers.bind(feed), release: () => undefined, ...broken },
      }
      await assert.rejects(feedChanges({ ...needs, feed: dying }, 'a', never), /killed/)
      assert.equal(await feedChanges(node(), 'b', never), 0, 'the claim of the killed node still holds')
      clock.pass(60_000)
    }
    let steps = 0
    await feedChanges(node(), 'b', () => steps++ > 0)
    await feedChanges(node(), 'b', never)
    const events = (await told()) as { sequence: number; uuid?: string }[]
    assert.deepEqual(
      events.map(({ sequence, uuid }) => [sequence, uuid]),
      log.map(({ uuid }, i) => [i + 1, uuid]),
    )
  })

  holds('two nodes that read the feed at the same time make each event once', async (t, store) => {
    const log: Change[] = []
    const { node, watch, told } = await open(t, withLog(store, log))
    await watch(A)
    const nodes = [node(), node()]
    for (let round = 0; round < 10; round++) {
      for (let i = 0; i < 20; i++) log.push(change(log.length + 1, A))
      await Promise.all(nodes.map((needs, i) => feedChanges(needs, `node ${i}`, never)))
    }
    await feedChanges(nodes[0]!, 'node 0', never)
    assert.deepEqual(
      (await told()).map(({ sequence }) => sequence),
      log.map(({ sequence }) => sequence),
    )
  })

  holds('a step that would make too many events is continued by the next one', async (t, store) => {
    const changes = FED_EVENTS_MAX / 10 + 1
    const log = Array.from({ length: changes }, (_, i) => change(i + 1, A))
    const { node, watch, watches, webhooks } = await open(t, withLog(store, log))
    const hooks = [HOOK, ...['b', 'c', 'd', 'e'].map((name) => `whk_${name}` as WebhookId)]
    for (const hook of hooks.slice(1)) await webhooks.add(madeWebhook(hook))
    await watches.change(OWNER, WATCH, { webhooks: hooks })
    const { id } = await watches.add(madeWatch('wat_b', { webhooks: hooks }), 0)
    await watch(A)
    await watches.addCompanies(OWNER, id, [{ uuid: A, ref: null, addedAtMs: 1 }])
    let steps = 0
    const first = await feedChanges(node(), 'a', () => steps++ > 0)
    assert.equal(first, FED_EVENTS_MAX, 'those of a change stay together')
    assert.equal(await feedChanges(node(), 'a', never), 10)
    for (const hook of hooks)
      assert.equal((await webhooks.events(hook, 0, 100_000)).at(-1)?.sequence, 2 * changes)
  })

  holds(
    'an e-mail lists DIGEST_COMPANIES_MAX companies, and says how many changes are left',
    async (t, store) => {
      const uuids = Array.from(
        { length: DIGEST_COMPANIES_MAX + 1 },
        (_, i) => `${String(i).padStart(8, '0')}-0000-4000-8000-000000000000` as CompanyId,
      )
      const log = [...uuids, uuids[0]!].map((uuid, i) => change(i + 1, uuid))
      const { node, clock, watch, watches, tables } = await open(t, withLog(store, log))
      await tables.updateTable('accounts').set({ email: 'a@example.org' }).where('id', '=', 'local').execute()
      await watches.change(OWNER, WATCH, { email: 'instant' })
      await watch(...uuids)
      const needs = node()
      await feedChanges(needs, 'a', never)
      assert.equal(await sendDigests({ ...needs, feed: needs.feed as SqlWatchFeed }, never), 1)
      clock.pass(INSTANT_PAUSE_MS)
      assert.equal(await sendDigests({ ...needs, feed: needs.feed as SqlWatchFeed }, never), 0)
      const [email] = await tables.selectFrom('emails').select('data').execute()
      const { companies, moreChanges } = JSON.parse(email!.data)
      assert.deepEqual([companies.length, moreChanges], [DIGEST_COMPANIES_MAX, 1])
    },
  )

  holds('the event contains the company as it is stored', async (t, store) => {
    const log: Change[] = []
    const { node, watch, told } = await open(
      t,
      withLog(store, log, {
        findMany: async (uuids) => uuids.map((uuid) => ({ ...COMPANY, uuid: uuid as CompanyId })),
      }),
    )
    await watch(A)
    log.push(change(1, A))
    await feedChanges(node(), 'a', never)
    assert.deepEqual(
      (await told()).map((event) => (event as { company?: unknown }).company),
      [{ name: COMPANY.name }],
    )
  })
}

const COMPANY = { ...incomingCompany(1), uuid: A } as never as Awaited<
  ReturnType<CompanyStore['findMany']>
>[number]

test('instant e-mails pause for ten minutes, daily ones tell what happened before six o’clock UTC', () => {
  const day = Date.UTC(2026, 5, 1)
  assert.equal(digestTimes(day).instantMs, day - INSTANT_PAUSE_MS)
  assert.equal(digestTimes(day + DAILY_TIME_MS).dailyMs, day + DAILY_TIME_MS)
  assert.equal(digestTimes(day + DAILY_TIME_MS - 1).dailyMs, day + DAILY_TIME_MS - 86_400_000)
})
