/** The contract of the stores of watches and of the feed of changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import type { CompanyId } from '../../src/core/company/company.ts'
import { Failure } from '../../src/core/failure.ts'
import { type AccountId, LOCAL_ACCOUNT } from '../../src/core/identity/ids.ts'
import { newEmail } from '../../src/core/notifications/email.ts'
import {
  type NewWatch,
  WATCHED_COMPANIES_MAX,
  WATCHES_MAX,
  type WatchedCompany,
  type WatchId,
} from '../../src/core/watching/watch.ts'
import type { DigestRow, FedChanges, WatchFeed } from '../../src/core/watching/watch-feed.ts'
import type { WatchStore } from '../../src/core/watching/watch-store.ts'
import type { NewWebhook, NewWebhookEvent, WebhookId } from '../../src/core/watching/webhook.ts'
import type { WebhookStore } from '../../src/core/watching/webhook-store.ts'

/** The account of the command line, with live keys. */
export const OWNER = { account: LOCAL_ACCOUNT, isTest: false }
const isConflict = (error: unknown) => error instanceof Failure && error.code === 'conflict'
const isInvalid = (field: string) => (error: unknown) =>
  error instanceof Failure && error.code === 'invalid_request' && error.details[0]?.field === field

/** Makes a watch. */
export function madeWatch(id: string, more: Partial<NewWatch> = {}): NewWatch {
  return {
    ...{ id: id as WatchId, ...OWNER, name: 'Kunden', webhooks: [], email: 'none', language: 'de' },
    ...{ createdAtMs: 1000, ...more },
  }
}

/** Makes a webhook. */
export function madeWebhook(id: string, more: Partial<NewWebhook> = {}): NewWebhook {
  const url = 'https://example.test/hook'
  return { id: id as WebhookId, ...OWNER, url, description: '', createdAtMs: 1000, ...more }
}

/** Makes an event. */
export function madeEvent(id: string, atMs = 5000): NewWebhookEvent {
  return { id, type: 'company.changed', atMs, payload: `{"id":"${id}"}` }
}

/** Makes a company with the id of this number. */
export function madeCompany(number: number, ref: string | null = null): WatchedCompany {
  return { uuid: uuidOf(number), ref, addedAtMs: 2000 }
}

function uuidOf(number: number): CompanyId {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}` as CompanyId
}

/** The stores over one place, as two nodes have them. */
export interface WatchPlace {
  readonly watches: WatchStore
  readonly webhooks: WebhookStore
  readonly feed: WatchFeed
  /** As another node has it. */
  readonly otherFeed: WatchFeed
  addAccount(id: AccountId, email: string): Promise<void>
  disableAccount(id: AccountId): Promise<void>
  deleteAccount(id: AccountId): Promise<void>
  /** The kinds of all stored e-mails. */
  emails(): Promise<readonly string[]>
}

const nothing: Omit<FedChanges, 'from' | 'to'> = {
  ...{ events: [], digest: [], moves: [], changedAtMs: new Map() },
}
const digestRow = (watch: string, number: number, atMs = 5000): DigestRow => ({
  ...{ watch: watch as WatchId, uuid: uuidOf(number), kind: 'changed', fields: ['name', 'seat'], atMs },
})

/** Registers the tests over one kind of database. */
export function watchStoreContract(
  name: string,
  skip: string | false,
  open: (after: (end: () => unknown) => void) => Promise<WatchPlace>,
): void {
  const holds = (sentence: string, step: (place: WatchPlace) => Promise<void>) =>
    test(`${name}: ${sentence}`, { skip }, async (t) => {
      await step(await open((end) => t.after(end)))
    })

  holds('a watch is stored as it was given, and changed term by term', async ({ watches, webhooks }) => {
    await webhooks.add(madeWebhook('whk_a'))
    const watch = madeWatch('wat_a', { webhooks: ['whk_a' as WebhookId] })
    const stored = await watches.add(watch, 0)
    assert.deepEqual(stored, { ...watch, companies: 0, changedAtMs: null })
    assert.deepEqual(await watches.find(OWNER, watch.id), stored)
    const changed = await watches.change(OWNER, watch.id, { name: 'Lieferanten' })
    assert.deepEqual(changed, { ...stored, name: 'Lieferanten' })
    await watches.change(OWNER, watch.id, { webhooks: [] })
    await watches.change(OWNER, watch.id, { language: 'en' })
    assert.deepEqual(await watches.list(OWNER), [
      { ...stored, name: 'Lieferanten', webhooks: [], language: 'en' },
    ])
    assert.equal(await watches.change(OWNER, 'wat_b' as WatchId, { name: 'x' }), undefined)
  })

  holds('a watch notifies only webhooks of its owner', async ({ watches, webhooks, addAccount }) => {
    await addAccount('acc_b' as AccountId, 'b@example.test')
    await webhooks.add(madeWebhook('whk_b', { account: 'acc_b' as AccountId }))
    await webhooks.add(madeWebhook('whk_test', { isTest: true }))
    for (const id of ['whk_b', 'whk_test', 'whk_none']) {
      const watch = madeWatch('wat_a', { webhooks: [id as WebhookId] })
      await assert.rejects(async () => watches.add(watch, 0), isInvalid('/webhooks/0'))
    }
    assert.deepEqual(await watches.list(OWNER), [])
  })

  holds('an account without an address gets no watch with e-mails', async ({ watches, addAccount }) => {
    await assert.rejects(
      async () => watches.add(madeWatch('wat_a', { email: 'daily' }), 0),
      isInvalid('/email'),
    )
    await watches.add(madeWatch('wat_a'), 0)
    await assert.rejects(
      async () => watches.change(OWNER, 'wat_a' as WatchId, { email: 'instant' }),
      isInvalid('/email'),
    )
    const account = 'acc_b' as AccountId
    await addAccount(account, 'b@example.test')
    const watch = await watches.add(madeWatch('wat_b', { account, email: 'daily', language: undefined }), 0)
    assert.deepEqual([watch.email, watch.language], ['daily', 'de'])
  })

  holds('an owner has at most WATCHES_MAX watches, the newest listed first', async ({ watches }) => {
    for (let i = 0; i < WATCHES_MAX; i++) await watches.add(madeWatch(`wat_${i}`, { createdAtMs: i }), 0)
    await assert.rejects(async () => watches.add(madeWatch('wat_more'), 0), isConflict)
    assert.equal((await watches.list(OWNER))[0]?.id, `wat_${WATCHES_MAX - 1}`)
    await watches.add(madeWatch('wat_test', { isTest: true }), 0)
    assert.equal(await watches.remove(OWNER, 'wat_0' as WatchId), true)
    await watches.add(madeWatch('wat_more'), 0)
  })

  holds(
    'a company is added once, and its ref is replaced by a new one, but not by none',
    async ({ watches }) => {
      const { id } = await watches.add(madeWatch('wat_a'), 0)
      const first = [madeCompany(2), madeCompany(1, 'a'), madeCompany(2, 'b')]
      assert.deepEqual(await watches.addCompanies(OWNER, id, first), ['added', 'added', 'present'])
      assert.deepEqual(await watches.addCompanies(OWNER, id, [madeCompany(1, 'c')]), ['present'])
      assert.deepEqual(await watches.addCompanies(OWNER, id, [madeCompany(1)]), ['present'])
      assert.deepEqual(await watches.companies(id, '', 10), [madeCompany(1, 'c'), madeCompany(2, 'b')])
      assert.deepEqual(await watches.companies(id, uuidOf(1), 10), [madeCompany(2, 'b')])
      assert.deepEqual(await watches.companies(id, '', 1), [madeCompany(1, 'c')])
      assert.equal((await watches.find(OWNER, id))?.companies, 2)
      assert.equal(await watches.removeCompanies(OWNER, id, [uuidOf(1), uuidOf(7)]), 1)
      assert.equal((await watches.find(OWNER, id))?.companies, 1)
    },
  )

  holds(
    'a watch has at most WATCHED_COMPANIES_MAX companies; one too many adds none',
    async ({ watches }) => {
      const { id } = await watches.add(madeWatch('wat_a'), 0)
      const all = Array.from({ length: WATCHED_COMPANIES_MAX - 1 }, (_, i) => madeCompany(i))
      await watches.addCompanies(OWNER, id, all)
      const two = [madeCompany(20_001), madeCompany(20_002)]
      await assert.rejects(async () => watches.addCompanies(OWNER, id, two), isConflict)
      assert.equal((await watches.find(OWNER, id))?.companies, WATCHED_COMPANIES_MAX - 1)
      assert.deepEqual(await watches.addCompanies(OWNER, id, [two[0]!, all[0]!]), ['added', 'present'])
    },
  )

  holds('another owner sees and changes nothing', async ({ watches, addAccount }) => {
    await addAccount('acc_b' as AccountId, 'b@example.test')
    const { id } = await watches.add(madeWatch('wat_a'), 0)
    for (const owner of [
      { account: 'acc_b' as AccountId, isTest: false },
      { ...OWNER, isTest: true },
    ]) {
      assert.deepEqual(await watches.list(owner), [])
      assert.equal(await watches.find(owner, id), undefined)
      assert.equal(await watches.change(owner, id, { name: 'x' }), undefined)
      assert.equal(await watches.addCompanies(owner, id, [madeCompany(1)]), undefined)
      assert.equal(await watches.removeCompanies(owner, id, [uuidOf(1)]), undefined)
      assert.equal(await watches.remove(owner, id), false)
    }
  })

  holds(
    'the feed starts at the end when the first watch is added, and again after a pause',
    async (place) => {
      const { watches, feed } = place
      assert.equal(await feed.position(), undefined)
      await watches.add(madeWatch('wat_test', { isTest: true }), 3)
      assert.equal(await feed.position(), undefined)
      await watches.add(madeWatch('wat_a'), 7)
      await watches.add(madeWatch('wat_b'), 9)
      assert.equal(await feed.position(), 7)
      await watches.remove(OWNER, 'wat_a' as WatchId)
      await watches.remove(OWNER, 'wat_b' as WatchId)
      assert.equal(await feed.position(), undefined)
      await watches.add(madeWatch('wat_c'), 20)
      assert.equal(await feed.position(), 20)
    },
  )

  holds('one node has the feed until its claim ends', async ({ watches, feed, otherFeed }) => {
    await watches.add(madeWatch('wat_a'), 7)
    assert.equal(await feed.claim({ node: 'a', untilMs: 100 }, 1), 7)
    assert.equal(await otherFeed.claim({ node: 'b', untilMs: 200 }, 99), undefined)
    assert.equal(await feed.claim({ node: 'a', untilMs: 150 }, 99), 7)
    assert.equal(await otherFeed.claim({ node: 'b', untilMs: 300 }, 150), 7)
    await otherFeed.release('a')
    assert.equal(await feed.claim({ node: 'a', untilMs: 400 }, 160), undefined)
    await otherFeed.release('b')
    assert.equal(await feed.claim({ node: 'a', untilMs: 400 }, 160), 7)
  })

  holds('what changes cause is stored once, with the position', async (place) => {
    const { watches, webhooks, feed, otherFeed } = place
    const { id } = await webhooks.add(madeWebhook('whk_a'))
    await watches.add(madeWatch('wat_a', { webhooks: [id] }), 0)
    await feed.claim({ node: 'a', untilMs: 100 }, 1)
    const events = [1, 2, 3].map((number) => ({ webhook: id, event: madeEvent(`evt_${number}`) }))
    const fed = { ...nothing, from: 0, to: 10, events }
    assert.equal(await otherFeed.record('b', fed), false)
    const twice = await Promise.all([feed.record('a', fed), otherFeed.record('a', fed)])
    assert.deepEqual(twice.toSorted(), [false, true])
    assert.equal(await feed.position(), 10)
    const stored = await webhooks.events(id, 0, 10)
    assert.deepEqual(
      stored,
      events.map(({ event }, place) => ({ ...event, sequence: place + 1 })),
    )
  })

  holds('a watch has the time of its newest change, and one without changes has none', async (place) => {
    const { watches, feed } = place
    for (const id of ['wat_a', 'wat_b', 'wat_c']) await watches.add(madeWatch(id), 0)
    await feed.claim({ node: 'a', untilMs: 100 }, 1)
    const times = { wat_a: 5000, wat_b: 6000, wat_gone: 5000 }
    const changedAtMs = new Map(Object.entries(times) as [WatchId, number][])
    assert.equal(await feed.record('a', { ...nothing, from: 0, to: 1, changedAtMs }), true)
    const shown = (await watches.list(OWNER)).map((watch) => [watch.id, watch.changedAtMs])
    assert.deepEqual(shown.toSorted(), [
      ['wat_a', 5000],
      ['wat_b', 6000],
      ['wat_c', null],
    ])
  })

  holds('the events of a webhook have numbers without gaps while many add some', async (place) => {
    const { watches, webhooks, feed } = place
    const hooks = ['whk_a', 'whk_b'] as WebhookId[]
    for (const hook of hooks) await webhooks.add(madeWebhook(hook))
    await watches.add(madeWatch('wat_a', { webhooks: hooks }), 0)
    await feed.claim({ node: 'a', untilMs: 100 }, 1)
    const both = (round: number) =>
      hooks.toReversed().map((webhook) => ({ webhook, event: madeEvent(`evt_${round}_${webhook}`) }))
    const pings = Array.from({ length: 10 }, (_, i) =>
      webhooks.addEvent(OWNER, hooks[i % 2]!, madeEvent(`p${i}`)),
    )
    for (let i = 0; i < 5; i++)
      assert.equal(await feed.record('a', { ...nothing, from: i, to: i + 1, events: both(i) }), true)
    await Promise.all(pings)
    for (const hook of hooks) {
      const numbers = (await webhooks.events(hook, 0, 100)).map(({ sequence }) => sequence)
      assert.deepEqual(numbers, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    }
  })

  holds('events of a webhook and rows of a watch that were deleted meanwhile are left out', async (place) => {
    const { watches, webhooks, feed } = place
    await webhooks.add(madeWebhook('whk_a'))
    await watches.add(madeWatch('wat_a'), 0)
    await feed.claim({ node: 'a', untilMs: 100 }, 1)
    const events = [{ webhook: 'whk_gone' as WebhookId, event: madeEvent('evt_a') }]
    const digest = [digestRow('wat_gone', 1), digestRow('wat_a', 1)]
    assert.equal(await feed.record('a', { ...nothing, from: 0, to: 1, events, digest }), true)
    assert.deepEqual(await feed.dueDigests({ instantMs: 9999, dailyMs: 9999 }, 10, 10), [])
  })

  holds('the watchers of a company are those of accounts that are open, with live keys', async (place) => {
    const { watches, webhooks, feed, addAccount, disableAccount } = place
    const account = 'acc_b' as AccountId
    await addAccount(account, 'b@example.test')
    const { id: webhook } = await webhooks.add(madeWebhook('whk_a'))
    const made = [
      madeWatch('wat_a', { webhooks: [webhook] }),
      madeWatch('wat_b', { account, email: 'daily', createdAtMs: 2000 }),
      madeWatch('wat_test', { isTest: true }),
    ]
    for (const watch of made) {
      await watches.add(watch, 0)
      await watches.addCompanies(watch, watch.id, [madeCompany(1, watch.id), madeCompany(2)])
    }
    const uuid = uuidOf(1)
    const first = { watch: 'wat_a', uuid, ref: 'wat_a', webhooks: [webhook], email: 'none' }
    const second = { watch: 'wat_b', uuid, ref: 'wat_b', webhooks: [], email: 'daily' }
    assert.deepEqual(await feed.watchers([uuid, uuidOf(9)]), [first, second])
    await disableAccount(account)
    assert.deepEqual(await feed.watchers([uuid]), [first])
  })

  holds('a watch follows merged companies, and keeps the one that is left if it has both', async (place) => {
    const { watches, feed } = place
    const { id: both } = await watches.add(madeWatch('wat_a'), 0)
    const { id: one } = await watches.add(madeWatch('wat_b'), 0)
    await watches.addCompanies(OWNER, both, [madeCompany(1, 'old'), madeCompany(2, 'new')])
    await watches.addCompanies(OWNER, one, [madeCompany(1, 'old')])
    await feed.claim({ node: 'a', untilMs: 100 }, 1)
    const moves = [
      { from: uuidOf(1), into: uuidOf(2) },
      { from: uuidOf(2), into: uuidOf(3) },
    ]
    await feed.record('a', { ...nothing, from: 0, to: 1, moves })
    assert.deepEqual(await watches.companies(both, '', 10), [madeCompany(3, 'new')])
    assert.deepEqual(await watches.companies(one, '', 10), [madeCompany(3, 'old')])
    await watches.follow([{ from: uuidOf(3), into: uuidOf(4) }])
    assert.deepEqual(await watches.companies(one, '', 10), [madeCompany(4, 'old')])
  })

  const withDigests = async (place: WatchPlace, email: 'instant' | 'daily', rows: readonly DigestRow[]) => {
    const account = 'acc_b' as AccountId
    await place.addAccount(account, 'b@example.test')
    await place.watches.add(madeWatch('wat_a', { account, email }), 0)
    await place.feed.claim({ node: 'a', untilMs: 100 }, 1)
    await place.feed.record('a', { ...nothing, from: 0, to: 1, digest: rows })
    return account
  }
  const mailOf = (account: AccountId, matter: string) =>
    newEmail(
      { secrets: systemSecrets },
      'operator_granted',
      { atMs: 1 },
      {
        ...{ account, recipient: 'b@example.test', language: 'de' as const, matter, atMs: 1 },
      },
    )

  holds('an instant e-mail is due if the last one is old enough, and is queued once', async (place) => {
    const rows = [digestRow('wat_a', 1), digestRow('wat_a', 2), digestRow('wat_a', 1)]
    const account = await withDigests(place, 'instant', rows)
    const times = { instantMs: 0, dailyMs: 0 }
    const [due] = await place.feed.dueDigests(times, 10, 2)
    assert.deepEqual(due, {
      ...{ watch: 'wat_a', name: 'Kunden', account, recipient: 'b@example.test', language: 'de' },
      ...{ emailedAtMs: 0, last: due!.last, rows: rows.slice(0, 2), count: 3 },
    })
    await place.feed.record('a', { ...nothing, from: 1, to: 2, digest: [digestRow('wat_a', 3)] })
    const settle = (feed: WatchFeed) => feed.settleDigest(due!, mailOf(account, 'a'), 700)
    await Promise.all([settle(place.feed), settle(place.otherFeed)])
    assert.deepEqual(await place.emails(), ['operator_granted'])
    assert.deepEqual(await place.feed.dueDigests({ instantMs: 699, dailyMs: 0 }, 10, 2), [])
    const [next] = await place.feed.dueDigests({ instantMs: 700, dailyMs: 0 }, 10, 2)
    assert.deepEqual([next?.count, next?.rows], [1, [digestRow('wat_a', 3)]])
  })

  holds(
    'two runs that read the changes of a watch at different times tell each change once',
    async (place) => {
      const account = await withDigests(place, 'instant', [digestRow('wat_a', 1)])
      const times = { instantMs: 0, dailyMs: 0 }
      const [first] = await place.feed.dueDigests(times, 10, 10)
      await place.feed.record('a', { ...nothing, from: 1, to: 2, digest: [digestRow('wat_a', 2)] })
      const [second] = await place.otherFeed.dueDigests(times, 10, 10)
      assert.deepEqual([first?.count, second?.count], [1, 2])
      const settled = await Promise.all([
        place.feed.settleDigest(first!, mailOf(account, 'a'), 700),
        place.otherFeed.settleDigest(second!, mailOf(account, 'b'), 700),
      ])
      assert.deepEqual(settled.toSorted(), [false, true])
      assert.deepEqual(await place.emails(), ['operator_granted'])
      const left = await place.feed.dueDigests({ instantMs: 700, dailyMs: 0 }, 10, 10)
      assert.deepEqual(
        left.map(({ count }) => count),
        settled[0] ? [1] : [],
      )
    },
  )

  holds('an e-mail whose changes are gone is not queued, and does not delay the next one', async (place) => {
    const account = await withDigests(place, 'instant', [digestRow('wat_a', 1, 5000)])
    const times = { instantMs: 0, dailyMs: 0 }
    const [due] = await place.feed.dueDigests(times, 10, 10)
    await place.feed.purge(5001)
    assert.equal(await place.feed.settleDigest(due!, mailOf(account, 'a'), 700), false)
    assert.deepEqual(await place.emails(), [])
    await place.feed.record('a', { ...nothing, from: 1, to: 2, digest: [digestRow('wat_a', 2, 5002)] })
    const [next] = await place.feed.dueDigests(times, 10, 10)
    assert.deepEqual([next?.emailedAtMs, next?.count], [0, 1])
  })

  holds('a daily e-mail is due once for each time of the day, with the changes before it', async (place) => {
    const account = await withDigests(place, 'daily', [digestRow('wat_a', 1, 5000)])
    assert.deepEqual(await place.feed.dueDigests({ instantMs: 9999, dailyMs: 5000 }, 10, 10), [])
    const [due] = await place.feed.dueDigests({ instantMs: 0, dailyMs: 5001 }, 10, 10)
    assert.equal(due?.count, 1)
    await place.feed.settleDigest(due!, mailOf(account, 'a'), 5002)
    await place.feed.record('a', { ...nothing, from: 1, to: 2, digest: [digestRow('wat_a', 2, 5000)] })
    assert.deepEqual(await place.feed.dueDigests({ instantMs: 0, dailyMs: 5001 }, 10, 10), [])
    assert.equal((await place.feed.dueDigests({ instantMs: 0, dailyMs: 6000 }, 10, 10)).length, 1)
  })

  holds('changes of a disabled account are due without an address', async (place) => {
    const account = await withDigests(place, 'instant', [digestRow('wat_a', 1)])
    await place.disableAccount(account)
    const [due] = await place.feed.dueDigests({ instantMs: 0, dailyMs: 0 }, 10, 10)
    assert.equal(due?.recipient, undefined)
    await place.feed.settleDigest(due!, undefined, 1)
    assert.deepEqual(await place.feed.dueDigests({ instantMs: 9999, dailyMs: 0 }, 10, 10), [])
    assert.deepEqual(await place.emails(), [])
  })

  holds('changes that no e-mail has told are deleted before a time', async (place) => {
    await withDigests(place, 'instant', [digestRow('wat_a', 1, 499), digestRow('wat_a', 2, 500)])
    await place.feed.purge(500)
    const [due] = await place.feed.dueDigests({ instantMs: 9999, dailyMs: 9999 }, 10, 10)
    assert.deepEqual(due?.rows, [digestRow('wat_a', 2, 500)])
  })

  holds('ended e-mails are not sent any more, also for changes that waited', async (place) => {
    await withDigests(place, 'instant', [digestRow('wat_a', 1)])
    assert.equal(await place.watches.endEmails('wat_a' as WatchId), true)
    assert.equal(await place.watches.endEmails('wat_b' as WatchId), false)
    assert.deepEqual(await place.feed.dueDigests({ instantMs: 9999, dailyMs: 9999 }, 10, 10), [])
    await place.feed.record('a', { ...nothing, from: 1, to: 2, digest: [digestRow('wat_a', 2)] })
    assert.deepEqual(await place.feed.dueDigests({ instantMs: 9999, dailyMs: 9999 }, 10, 10), [])
  })

  holds('the watches and webhooks of a deleted account are gone, and it gets no new ones', async (place) => {
    const { watches, webhooks } = place
    const account = 'acc_gone' as AccountId
    const owner = { account, isTest: false }
    await place.addAccount(account, 'gone@example.test')
    const { id } = await webhooks.add(madeWebhook('whk_a', { account }))
    await watches.add(madeWatch('wat_a', { account, webhooks: [id] }), 0)
    await watches.addCompanies(owner, 'wat_a' as WatchId, [madeCompany(1)])
    await webhooks.addEvent(owner, id, madeEvent('evt_a'))
    await place.deleteAccount(account)
    assert.deepEqual([await watches.list(owner), await webhooks.list(owner)], [[], []])
    assert.deepEqual(await webhooks.events(id, 0, 10), [])
    assert.deepEqual(await watches.companies('wat_a' as WatchId, '', 10), [])
    await assert.rejects(async () => watches.add(madeWatch('wat_b', { account }), 0), isConflict)
    await assert.rejects(async () => webhooks.add(madeWebhook('whk_b', { account })), isConflict)
  })

  holds('something is to be done while a company is watched or an event waits', async (place) => {
    const { watches, webhooks } = place
    assert.equal(await watches.isNeeded(), false)
    const { id } = await webhooks.add(madeWebhook('whk_a'))
    assert.equal(await watches.isNeeded(), false)
    await webhooks.addEvent(OWNER, id, madeEvent('evt_a'))
    assert.equal(await watches.isNeeded(), true)
    await webhooks.pause(OWNER, id)
    assert.equal(await watches.isNeeded(), false)
    await watches.add(madeWatch('wat_a'), 0)
    assert.equal(await watches.isNeeded(), true)
  })
}
