/** Events that are delivered from the stores of both databases to real receivers. The clock is set by hand. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SqlAccountReader } from '../src/adapters/sql/accounts/account-reader.ts'
import { SqlWebhookQueue } from '../src/adapters/sql/accounts/webhook-queue.ts'
import { SqlWebhookStore } from '../src/adapters/sql/accounts/webhook-store.ts'
import { systemSecrets } from '../src/adapters/system/secrets.ts'
import { openWebhookSender } from '../src/adapters/webhooks/webhook-sender.ts'
import type { AccountId } from '../src/core/identity/ids.ts'
import {
  type AttemptResult,
  type DeliveryNeeds,
  type DeliveryOptions,
  deliverEvents,
  TURN_MS,
} from '../src/core/watching/deliver-events.ts'
import { GIVE_UP_MS } from '../src/core/watching/retry-schedule.ts'
import type { Webhook, WebhookId } from '../src/core/watching/webhook.ts'
import { webhookSecret } from '../src/core/watching/webhook-secret.ts'
import type { WebhookSender } from '../src/core/watching/webhook-sender.ts'
import {
  CLAIM_MS,
  EventSender,
  type EventSenderNeeds,
  FINISH_MS,
  WEBHOOKS_AT_ONCE,
  WEBHOOKS_OF_ACCOUNT_AT_ONCE,
} from '../src/server/threads/event-sender.ts'
import { madeEvent, madeWebhook } from './contracts/watch-store.ts'
import { placesFor } from './contracts/webhook-queue.ts'
import { ACCOUNTS_PLACES, type AccountsPlace } from './fixtures/accounts-places.ts'
import { type Behaviour, startReceiver } from './fixtures/webhook-receiver.ts'

const SECRET = '5a'.repeat(32)
const OWNER = { account: 'acc_1' as AccountId, isTest: false }
const ID = 'whk_1' as WebhookId
/** Requests end by what a test does, however busy the machine is. */
const PATIENT_MS = 600_000
/** A test waits for requests that a fault would never send. */
const TEST_MS = 60_000
const LOOPBACK = { kind: 'network', address: '127.0.0.0', prefixBits: 8 } as const

/** A node, with a clock that all nodes of a place share. */
async function prepare(t: TestContext, place: AccountsPlace) {
  const senders: EventSender[] = []
  t.after(async () => {
    for (const sender of senders) await sender.close()
    await place.remove()
  })
  const database = place.open()
  const { tables } = place
  await tables.insertInto('accounts').values({ id: OWNER.account, email: 'tom@example.test' }).execute()
  const clock = { nowMs: () => time.nowMs, monotonicNs: () => BigInt(time.nowMs) * 1_000_000n }
  // As late as possible: the reference library refuses signatures that are older than five minutes.
  const startMs = Date.now()
  const time = { nowMs: startMs }
  const waits = { nowMs: clock.nowMs, attemptMsMax: PATIENT_MS }
  const sender = openWebhookSender({ allowed: [LOOPBACK], userAgent: 'test', ...waits })
  const webhooks = new SqlWebhookStore(database)
  const queue = new SqlWebhookQueue(database)
  const accounts = new SqlAccountReader(database)
  const needs: DeliveryNeeds & { queue: SqlWebhookQueue } = {
    ...{ queue, sender, accounts, webhookSecret: SECRET, secrets: systemSecrets, clock, random: () => 0 },
  }
  return {
    ...{ place, startMs, time, clock, needs, webhooks, queue, tables },
    async receiver(behaviour: Behaviour = 'good') {
      const receiver = await startReceiver(behaviour)
      t.after(() => receiver.close())
      return receiver
    },
    async webhook(url: string, events: number, id = ID, owner = OWNER) {
      await webhooks.add(madeWebhook(id, { ...owner, url }))
      for (let i = 1; i <= events; i++)
        await webhooks.addEvent(owner, id, madeEvent(`evt_${id}_${i}`, startMs))
    },
    /** Claims and delivers once; returns how it ended and what was counted. */
    async deliver(more: Partial<DeliveryOptions> & { node?: string; sender?: WebhookSender } = {}) {
      const node = more.node ?? 'a'
      const claim = { node, untilMs: time.nowMs + CLAIM_MS }
      const claimed = await queue.claim(claim, time.nowMs, placesFor(10))
      const counted: AttemptResult[] = []
      const options: DeliveryOptions = {
        ...{ mayBegin: () => true, signal: new AbortController().signal },
        ...{ attempted: (result: AttemptResult) => counted.push(result), ...more },
      }
      const ends = []
      for (const webhook of claimed) {
        const end = await deliverEvents({ ...needs, ...(more.sender && more) }, webhook, options)
        if (end !== 'failed') await queue.giveBack(webhook.held)
        ends.push(end)
      }
      return { ends, counted }
    },
    /** Sends from now on, as a server does; it meets no error. */
    eventSender(more: Partial<EventSenderNeeds> = {}) {
      const failed = (error: unknown) => assert.fail(String(error))
      const events = new EventSender({ ...needs, node: 'a', attempted: () => {}, failed, ...more })
      senders.push(events)
      return events
    },
    stored: async () => (await webhooks.find(OWNER, ID)) as Webhook,
  }
}

const ids = (received: readonly { readonly id: string }[]) => received.map(({ id }) => id)
const firstIds = (count: number, from = 1, id = ID) =>
  Array.from({ length: count }, (_, i) => `evt_${id}_${from + i}`)

for (const { name, skip, make } of ACCOUNTS_PLACES) {
  const delivers = (sentence: string, step: (at: Awaited<ReturnType<typeof prepare>>) => Promise<void>) =>
    test(`${name}: ${sentence}`, { skip, timeout: TEST_MS }, async (t) => {
      await step(await prepare(t, await make()))
    })

  delivers('all events of a webhook are delivered in their order, each once', async (at) => {
    const receiver = await at.receiver()
    await at.webhook(receiver.url, 45)
    receiver.secret = webhookSecret(SECRET, ID, 1)
    const { ends, counted } = await at.deliver()
    assert.deepEqual(ends, ['empty'])
    assert.deepEqual(ids(receiver.received), firstIds(45))
    assert.deepEqual(counted, new Array(45).fill('delivered'))
    assert.deepEqual(receiver.received[2]!.event, { id: 'evt_whk_1_3' })
    assert.deepEqual(receiver.refused, [])
    assert.deepEqual(await at.deliver(), { ends: [], counted: [] })
  })

  delivers(
    'while an event fails, later ones wait, and it is tried again when it is due with the same id',
    async (at) => {
      const receiver = await at.receiver('fail')
      await at.webhook(receiver.url, 3)
      assert.deepEqual(await at.deliver(), { ends: ['failed'], counted: ['failed'] })
      const failed = await at.stored()
      assert.deepEqual([failed.attempts, failed.firstFailedAtMs], [1, at.startMs])
      assert.deepEqual(
        [failed.nextAttemptAtMs, failed.lastFault],
        [at.startMs + 5000, { code: 'status', status: 503 }],
      )
      at.time.nowMs += 4999
      assert.deepEqual((await at.deliver()).ends, [], 'not due yet')
      at.time.nowMs += 1
      assert.deepEqual((await at.deliver()).ends, ['failed'])
      assert.equal((await at.stored()).nextAttemptAtMs, at.time.nowMs + 30_000)
      receiver.behaviour = 'good'
      at.time.nowMs += 30_000
      assert.deepEqual((await at.deliver()).ends, ['empty'])
      assert.deepEqual(ids(receiver.received), [...firstIds(1), ...firstIds(1), ...firstIds(3)])
      const { attempts, firstFailedAtMs, lastFault, delivered } = await at.stored()
      assert.deepEqual([attempts, firstFailedAtMs, lastFault, delivered], [0, null, null, 3])
    },
  )

  delivers('a failure after a success begins the schedule anew', async (at) => {
    const receiver = await at.receiver('fail')
    await at.webhook(receiver.url, 2)
    await at.deliver()
    at.time.nowMs += 5000
    await at.deliver()
    at.time.nowMs += 30_000
    const real = at.needs.sender
    let sent = 0
    const sender: WebhookSender = {
      send(request, signal) {
        receiver.behaviour = ++sent === 1 ? 'good' : 'fail'
        return real.send(request, signal)
      },
    }
    assert.deepEqual(await at.deliver({ sender }), { ends: ['failed'], counted: ['delivered', 'failed'] })
    const { attempts, firstFailedAtMs, nextAttemptAtMs } = await at.stored()
    const { nowMs } = at.time
    assert.deepEqual([attempts, firstFailedAtMs, nextAttemptAtMs], [1, nowMs, nowMs + 5000])
  })

  delivers(
    'after three days of failures the webhook is paused, its owner gets one e-mail, and a resume delivers all',
    async (at) => {
      const receiver = await at.receiver('redirect')
      await at.webhook(receiver.url, 2)
      let end = ''
      for (let attempts = 0; end !== 'paused'; attempts++) {
        assert.ok(attempts < 30)
        end = (await at.deliver()).counted[0]!
        if (end !== 'paused') at.time.nowMs = (await at.stored()).nextAttemptAtMs
      }
      assert.equal(at.time.nowMs, at.startMs + GIVE_UP_MS)
      assert.equal((await at.stored()).state, 'paused')
      const emails = await at.tables.selectFrom('emails').selectAll().execute()
      assert.deepEqual(
        emails.map(({ kind, recipient }) => [kind, recipient]),
        [['webhook_paused', 'tom@example.test']],
      )
      at.time.nowMs += GIVE_UP_MS
      assert.deepEqual((await at.deliver()).ends, [], 'paused')
      receiver.behaviour = 'good'
      await at.webhooks.resume(OWNER, ID, undefined)
      assert.deepEqual((await at.deliver()).ends, ['empty'])
      const confirmed = receiver.received.filter(({ isConfirmed }) => isConfirmed)
      assert.deepEqual(ids(confirmed), firstIds(2))
      await at.webhooks.resume(OWNER, ID, 0)
      await at.deliver()
      assert.deepEqual(ids(receiver.received.slice(-2)), firstIds(2), 'a replay has the same ids')
    },
  )

  delivers('410 Gone pauses at once', async (at) => {
    const receiver = await at.receiver('gone')
    await at.webhook(receiver.url, 1)
    assert.deepEqual(await at.deliver(), { ends: ['failed'], counted: ['paused'] })
    assert.equal((await at.stored()).state, 'paused')
  })

  delivers('after a rotation both secrets verify until the overlap ends', async (at) => {
    const receiver = await at.receiver()
    await at.webhook(receiver.url, 1)
    await at.webhooks.rotate(OWNER, ID, at.time.nowMs + 1000)
    for (const generation of [1, 2]) {
      await at.webhooks.resume(OWNER, ID, 0)
      receiver.secret = webhookSecret(SECRET, ID, generation)
      assert.deepEqual((await at.deliver()).ends, ['empty'], `generation ${generation}`)
    }
    at.time.nowMs += 1000
    await at.webhooks.resume(OWNER, ID, 0)
    receiver.secret = webhookSecret(SECRET, ID, 1)
    assert.deepEqual((await at.deliver()).ends, ['failed'])
    assert.equal(receiver.refused.length, 1)
  })

  delivers(
    'an owner who pauses during a request has no further one, and its event is sent again after the resume',
    async (at) => {
      const receiver = await at.receiver()
      await at.webhook(receiver.url, 2)
      const real = at.needs.sender
      const sender: WebhookSender = {
        async send(request, signal) {
          const attempt = await real.send(request, signal)
          await at.webhooks.pause(OWNER, ID)
          return attempt
        },
      }
      assert.deepEqual(await at.deliver({ sender }), { ends: ['left'], counted: [] })
      assert.equal((await at.stored()).delivered, 0)
      await at.webhooks.resume(OWNER, ID, undefined)
      await at.deliver()
      assert.deepEqual(ids(receiver.received), [...firstIds(1), ...firstIds(2)])
    },
  )

  delivers(
    'what a killed node had is taken over when its claim ends, which is in 20 seconds at most',
    async (at) => {
      const receiver = await at.receiver('silent')
      await at.webhook(receiver.url, 2)
      const killed = new AbortController()
      const dying = at.deliver({ node: 'a', signal: killed.signal, mayBegin: () => !killed.signal.aborted })
      await receiver.whenReceived(1)
      receiver.behaviour = 'good'
      assert.ok(CLAIM_MS <= 20_000)
      at.time.nowMs += CLAIM_MS - 1
      assert.deepEqual((await at.deliver({ node: 'b' })).ends, [], 'the claim has not ended')
      at.time.nowMs += 1
      assert.deepEqual((await at.deliver({ node: 'b' })).ends, ['empty'])
      killed.abort()
      assert.deepEqual((await dying).ends, ['left'])
      assert.deepEqual(ids(receiver.received), [...firstIds(1), ...firstIds(2)])
      assert.equal((await at.stored()).delivered, 2)
    },
  )

  delivers('a node that lost its claim stores nothing, and begins no further request', async (at) => {
    const receiver = await at.receiver()
    await at.webhook(receiver.url, 3)
    const real = at.needs.sender
    const sender: WebhookSender = {
      async send(request, signal) {
        const attempt = await real.send(request, signal)
        at.time.nowMs += CLAIM_MS
        assert.deepEqual((await at.deliver({ node: 'b' })).ends, ['empty'])
        return attempt
      },
    }
    assert.deepEqual((await at.deliver({ node: 'a', sender })).ends, ['left'])
    assert.deepEqual(ids(receiver.received), [...firstIds(1), ...firstIds(3)])
    assert.equal((await at.stored()).delivered, 3)
  })

  delivers('a webhook gives its place back after its turn', async (at) => {
    const receiver = await at.receiver()
    await at.webhook(receiver.url, 3)
    const real = at.needs.sender
    const sender: WebhookSender = {
      send(request, signal) {
        at.time.nowMs += TURN_MS / 2
        return real.send(request, signal)
      },
    }
    assert.deepEqual((await at.deliver({ sender })).ends, ['turn'])
    assert.equal(receiver.received.length, 2)
    assert.deepEqual((await at.deliver()).ends, ['empty'])
    assert.deepEqual(ids(receiver.received), firstIds(3))
  })

  delivers(
    'several senders deliver each event once and in order, though many receivers do not answer',
    async (at) => {
      const good = await at.receiver()
      const silent = await at.receiver('silent')
      const webhooks = WEBHOOKS_AT_ONCE
      for (let i = 0; i < webhooks / 2; i++) await at.webhook(silent.url, 2, `whk_silent_${i}` as WebhookId)
      for (let i = 0; i < webhooks; i++) {
        const owner = { ...OWNER, account: `acc_good_${i}` as AccountId }
        const email = `${i}@example.test`
        await at.tables.insertInto('accounts').values({ id: owner.account, email }).execute()
        await at.webhook(good.url, 5, `whk_good_${i}` as WebhookId, owner)
      }
      const faults: unknown[] = []
      const senders = ['a', 'b'].map((node) => {
        const queue = new SqlWebhookQueue(at.place.open())
        return new EventSender({
          ...{ ...at.needs, queue, node, attempted: () => {}, failed: (error) => faults.push(error) },
        })
      })
      await good.whenReceived(webhooks * 5)
      await silent.whenReceived(webhooks / 2)
      await Promise.all(senders.map((sender) => sender.close()))
      assert.deepEqual(faults, [])
      for (let i = 0; i < webhooks; i++) {
        const id = `whk_good_${i}` as WebhookId
        const own = ids(good.received).filter((one) => one.startsWith(`evt_${id}_`))
        assert.deepEqual(own, firstIds(5, 1, id))
      }
      const claimed = await at.tables.selectFrom('webhooks').select('node').where('node', '<>', '').execute()
      assert.deepEqual(claimed, [], 'all are given back')
      assert.equal(silent.received.length, webhooks / 2, 'one request at a time for each')
      const { attempts, delivered } = (await at.webhooks.find(OWNER, 'whk_silent_0' as WebhookId)) as Webhook
      assert.deepEqual([attempts, delivered], [0, 0], 'a request that was stopped is no failure')
      assert.ok(FINISH_MS > 0)
    },
  )

  delivers(
    'at most WEBHOOKS_AT_ONCE webhooks are delivered at the same time, and the next one when a place is free',
    async (at) => {
      const silent = await at.receiver('silent')
      for (let i = 0; i <= WEBHOOKS_AT_ONCE; i++) {
        const owner = { ...OWNER, account: `acc_${i}_silent` as AccountId }
        const email = `${i}@example.test`
        await at.tables.insertInto('accounts').values({ id: owner.account, email }).execute()
        await at.webhook(silent.url, 1, `whk_${i}` as WebhookId, owner)
      }
      const ends: AttemptResult[] = []
      const real = at.needs.sender
      const first = new AbortController()
      let sent = 0
      const sender: WebhookSender = {
        send: (request, signal) =>
          real.send(request, sent++ === 0 ? AbortSignal.any([signal, first.signal]) : signal),
      }
      const failed = (error: unknown) => assert.fail(String(error))
      const events = new EventSender({
        ...{ ...at.needs, sender, node: 'a', attempted: (end: AttemptResult) => ends.push(end), failed },
      })
      await silent.whenReceived(WEBHOOKS_AT_ONCE)
      const claimed = at.tables.selectFrom('webhooks').select('id').where('node', '=', 'a')
      assert.equal((await claimed.execute()).length, WEBHOOKS_AT_ONCE)
      assert.equal(silent.received.length, WEBHOOKS_AT_ONCE)
      first.abort()
      await silent.whenReceived(WEBHOOKS_AT_ONCE + 1)
      assert.equal(
        new Set(ids(silent.received)).size,
        WEBHOOKS_AT_ONCE + 1,
        'one that had no turn goes first',
      )
      await events.close()
      assert.deepEqual(ends, [])
    },
  )

  delivers(
    'an account whose receivers never answer has a quarter of the places, also if it deletes and adds webhooks, and others are sent to at once',
    async (at) => {
      const silent = await at.receiver('silent')
      const good = await at.receiver()
      const add = async (from: number) => {
        for (let i = from; i < from + 20; i++) await at.webhook(silent.url, 1, `whk_${i}` as WebhookId)
      }
      await add(0)
      const events = at.eventSender()
      await silent.whenReceived(WEBHOOKS_OF_ACCOUNT_AT_ONCE)
      for (let i = 0; i < 20; i++) await at.webhooks.remove(OWNER, `whk_${i}` as WebhookId)
      await add(20)
      events.wake()
      const other = { ...OWNER, account: 'acc_other' as AccountId }
      await at.tables.insertInto('accounts').values({ id: other.account, email: 'o@example.test' }).execute()
      await at.webhook(good.url, 3, 'whk_other' as WebhookId, other)
      events.wake()
      await good.whenReceived(3)
      assert.equal(silent.received.length, WEBHOOKS_OF_ACCOUNT_AT_ONCE)
      assert.ok(WEBHOOKS_OF_ACCOUNT_AT_ONCE * 4 <= WEBHOOKS_AT_ONCE)
      await events.close()
    },
  )

  delivers(
    'a rotation during a request that is not answered ends it: the next one has the new secret, at once',
    async (at) => {
      const receiver = await at.receiver('silent')
      await at.webhook(receiver.url, 2)
      const events = at.eventSender()
      await receiver.whenReceived(1)
      receiver.behaviour = 'good'
      receiver.secret = webhookSecret(SECRET, ID, 2)
      await at.webhooks.rotate(OWNER, ID, null)
      events.wake()
      await receiver.whenReceived(3)
      await events.close()
      assert.deepEqual(ids(receiver.received), [...firstIds(1), ...firstIds(2)])
      assert.deepEqual(receiver.refused, [], 'none has the old secret')
    },
  )

  delivers(
    'a replay during a request that is not answered ends it: the next one is the first of the replay, at once',
    async (at) => {
      const receiver = await at.receiver()
      await at.webhook(receiver.url, 3)
      const events = at.eventSender()
      await receiver.whenReceived(3)
      receiver.behaviour = 'silent'
      await at.webhooks.addEvent(OWNER, ID, madeEvent(`evt_${ID}_4`, at.startMs))
      events.wake()
      await receiver.whenReceived(4)
      receiver.behaviour = 'good'
      await at.webhooks.resume(OWNER, ID, 1)
      events.wake()
      await receiver.whenReceived(7)
      await events.close()
      assert.deepEqual(ids(receiver.received).slice(4), firstIds(3, 2))
      assert.equal((await at.stored()).delivered, 4)
    },
  )

  delivers('an event that arrives while its webhook is given back is sent at once', async (at) => {
    const receiver = await at.receiver()
    await at.webhook(receiver.url, 1)
    const claims = Promise.withResolvers<void>()
    let isAdded = false
    class Queue extends SqlWebhookQueue {
      override async claim(...claim: Parameters<SqlWebhookQueue['claim']>) {
        const claimed = await super.claim(...claim)
        if (isAdded && claimed.length > 0) claims.resolve()
        return claimed
      }
      override async giveBack(...which: Parameters<SqlWebhookQueue['giveBack']>) {
        await super.giveBack(...which)
        if (isAdded) return
        isAdded = true
        await at.webhooks.addEvent(OWNER, ID, madeEvent(`evt_${ID}_2`, at.startMs))
        events.wake()
        await claims.promise
      }
    }
    const events = at.eventSender({ queue: new Queue(at.place.open()) })
    await receiver.whenReceived(2)
    await events.close()
    assert.deepEqual(ids(receiver.received), firstIds(2))
  })
}
