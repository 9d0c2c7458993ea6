/** The contract of the stores of webhooks and of the queue of their events. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemSecrets } from '../../src/adapters/system/secrets.ts'
import { Failure } from '../../src/core/failure.ts'
import type { AccountId } from '../../src/core/identity/ids.ts'
import { newEmail } from '../../src/core/notifications/email.ts'
import { type NewWebhookEvent, WEBHOOKS_MAX, type WebhookId } from '../../src/core/watching/webhook.ts'
import type { HeldWebhook, WebhookPlaces, WebhookQueue } from '../../src/core/watching/webhook-queue.ts'
import { madeEvent, madeWebhook, OWNER, type WatchPlace } from './watch-store.ts'

const FAULT = { code: 'status', status: 500 } as const
const A = 'whk_a' as WebhookId
const B = 'whk_b' as WebhookId

/** Free places of a node that has no webhook. */
export function placesFor(free: number): WebhookPlaces {
  return { free, perAccount: free, taken: new Map() }
}

/** The stores over one place, as two nodes have them. */
export interface WebhookPlace extends WatchPlace {
  readonly queue: WebhookQueue
  /** As another node has it. */
  readonly other: WebhookQueue
  /**
   * Adds an event, and calls the step before the transaction ends. What the step is given resolves when somebody waits for
   * this transaction; at once where nobody can.
   */
  whileAdding(
    id: WebhookId,
    event: NewWebhookEvent,
    step: (isWaitedFor: () => Promise<void>) => Promise<void>,
  ): Promise<void>
}

/** Registers the tests over one kind of database. */
export function webhookQueueContract(
  name: string,
  skip: string | false,
  open: (after: (end: () => unknown) => void) => Promise<WebhookPlace>,
): void {
  const holds = (sentence: string, step: (place: WebhookPlace) => Promise<void>) =>
    test(`${name}: ${sentence}`, { skip }, async (t) => {
      await step(await open((end) => t.after(end)))
    })
  /** Adds a webhook with events that wait. */
  const withEvents = async ({ webhooks }: WebhookPlace, id: WebhookId, times: readonly number[]) => {
    await webhooks.add(madeWebhook(id))
    for (const [i, atMs] of times.entries())
      await webhooks.addEvent(OWNER, id, madeEvent(`evt_${id}_${i + 1}`, atMs))
  }
  /** Claims all webhooks that are due, and returns the claim of A. */
  const claimA = async (queue: WebhookQueue, node = 'a', nowMs = 1) => {
    const claimed = await queue.claim({ node, untilMs: nowMs + 99 }, nowMs, placesFor(10))
    return claimed.find(({ id }) => id === A)!.held
  }
  const numbers = async (queue: WebhookQueue, held: HeldWebhook) =>
    (await queue.next(held, 10)).map(({ sequence }) => sequence)

  holds('a webhook is stored as it was given', async ({ webhooks }) => {
    const webhook = madeWebhook(A, { description: 'CRM' })
    const stored = await webhooks.add(webhook)
    assert.deepEqual(stored, {
      ...{ ...webhook, state: 'active', generation: 1, oldSecretEndsAtMs: null, lastSequence: 0 },
      ...{ delivered: 0, attempts: 0, firstFailedAtMs: null, nextAttemptAtMs: 0, lastFault: null },
    })
    assert.deepEqual(await webhooks.find(OWNER, A), stored)
    assert.deepEqual(await webhooks.list(OWNER), [stored])
  })

  holds('an owner has at most WEBHOOKS_MAX webhooks', async ({ webhooks }) => {
    const adding = Array.from({ length: WEBHOOKS_MAX + 3 }, (_, i) => webhooks.add(madeWebhook(`whk_${i}`)))
    const refused = (await Promise.allSettled(adding)).filter((one) => one.status === 'rejected')
    assert.equal(refused.length, 3)
    for (const { reason } of refused) assert.ok(reason instanceof Failure && reason.code === 'conflict')
    assert.equal((await webhooks.list(OWNER)).length, WEBHOOKS_MAX)
    await webhooks.add(madeWebhook('whk_test', { isTest: true }))
  })

  holds('another owner sees and changes no webhook', async (place) => {
    const { webhooks, addAccount } = place
    await addAccount('acc_b' as AccountId, 'b@example.test')
    await withEvents(place, A, [1])
    for (const owner of [
      { account: 'acc_b' as AccountId, isTest: false },
      { ...OWNER, isTest: true },
    ]) {
      assert.deepEqual(await webhooks.list(owner), [])
      assert.equal(await webhooks.find(owner, A), undefined)
      assert.equal(await webhooks.rotate(owner, A, null), undefined)
      assert.equal(await webhooks.pause(owner, A), undefined)
      assert.equal(await webhooks.resume(owner, A, 0), undefined)
      assert.equal(await webhooks.addEvent(owner, A, madeEvent('evt_x')), undefined)
      assert.equal(await webhooks.remove(owner, A), false)
    }
    assert.equal((await webhooks.find(OWNER, A))?.lastSequence, 1)
  })

  holds(
    'each webhook is claimed by one node, those that waited for the longest time first',
    async (place) => {
      const { queue, other, webhooks } = place
      await withEvents(place, A, [300])
      await withEvents(place, B, [200, 900])
      await withEvents(place, 'whk_c' as WebhookId, [100])
      await webhooks.add(madeWebhook('whk_idle'))
      const first = await queue.claim({ node: 'a', untilMs: 100 }, 1, placesFor(2))
      const idsOf = async (limit: number) =>
        (await queue.claim({ node: 'a', untilMs: 100 }, 1, placesFor(limit))).map(({ id }) => id)
      assert.deepEqual(
        first.map(({ id }) => id),
        ['whk_c', B],
      )
      await queue.giveBack(first[1]!.held)
      assert.deepEqual(await idsOf(1), [A], 'one that was given back is behind those that were not claimed')
      await queue.release('a')
      const claims = await Promise.all(
        [queue, other, queue, other].map((one, i) =>
          one.claim({ node: `n${i}`, untilMs: 100 }, 1, placesFor(10)),
        ),
      )
      assert.deepEqual(
        claims
          .flat()
          .map(({ id }) => id)
          .toSorted(),
        [A, B, 'whk_c'],
      )
    },
  )

  holds(
    'an account has at most its share of the places, and each account gets one before any gets the next',
    async (place) => {
      const { queue, webhooks, addAccount } = place
      const others = ['acc_b', 'acc_c'].map((account) => ({ account: account as AccountId, isTest: false }))
      for (const { account } of others) await addAccount(account, `${account}@example.test`)
      for (let i = 1; i <= 5; i++) await withEvents(place, `whk_a${i}` as WebhookId, [i])
      for (const owner of others) {
        for (let i = 1; i <= 2; i++) {
          const id = `whk_${owner.account}${i}` as WebhookId
          await webhooks.add(madeWebhook(id, owner))
          await webhooks.addEvent(owner, id, madeEvent(`evt_${id}`, 900 + i))
        }
      }
      const claimed = async (free: number, taken: ReadonlyMap<AccountId, number>) => {
        const got = await queue.claim({ node: 'a', untilMs: 0 }, 1, { free, perAccount: 3, taken })
        for (const { held } of got) await queue.giveBack(held)
        return got.map(({ id }) => id.slice(4))
      }
      const all = ['a1', 'acc_b1', 'acc_c1', 'a2', 'acc_b2', 'acc_c2', 'a3']
      assert.deepEqual(await claimed(10, new Map()), all)
      assert.deepEqual(await claimed(4, new Map()), all.slice(0, 4))
      const taken = new Map([
        [OWNER.account, 2],
        [others[0]!.account, 3],
      ])
      assert.deepEqual(await claimed(10, taken), ['a1', 'acc_c1', 'acc_c2'])
      assert.deepEqual(await claimed(2, taken), ['a1', 'acc_c1'])
    },
  )

  holds('the events of a webhook are delivered in their order, each once', async (place) => {
    const { queue } = place
    await withEvents(place, A, [100, 100, 100])
    const held = await claimA(queue)
    assert.deepEqual(await numbers(queue, held), [1, 2, 3])
    assert.equal(await queue.delivered(held, 1), true)
    assert.equal(await queue.delivered(held, 2), true)
    assert.deepEqual(await queue.next(held, 1), [{ ...madeEvent('evt_whk_a_3', 100), sequence: 3 }])
    assert.equal(await queue.delivered(held, 3), true)
    await queue.giveBack(held)
    assert.deepEqual(await queue.claim({ node: 'a', untilMs: 100 }, 1, placesFor(10)), [])
  })

  holds('only the claims that a node names are prolonged', async (place) => {
    const { queue } = place
    await withEvents(place, A, [100])
    await withEvents(place, B, [100])
    await queue.claim({ node: 'a', untilMs: 100 }, 1, placesFor(10))
    const renewed = await queue.renew({ node: 'a', untilMs: 300 }, [B])
    assert.deepEqual(renewed, [{ id: B, node: 'a', claim: 1 }])
    assert.deepEqual(
      (await queue.claim({ node: 'a', untilMs: 300 }, 200, placesFor(10))).map(({ id }) => id),
      [A],
    )
  })

  holds('a claim that its owner ended stays ended, even if the same node claims again', async (place) => {
    const { queue, webhooks } = place
    await withEvents(place, A, [100, 100, 100])
    const failure = { fault: FAULT, nextAttemptAtMs: 9, pause: true, emails: [], nowMs: 1 }
    for (const change of [() => webhooks.resume(OWNER, A, 0), () => webhooks.rotate(OWNER, A, null)]) {
      const old = await claimA(queue)
      await change()
      const now = await claimA(queue)
      assert.equal(now.claim, old.claim + 1)
      assert.deepEqual(await numbers(queue, old), [])
      assert.equal(await queue.delivered(old, 1), false)
      assert.equal(await queue.failed(old, failure), false)
      await queue.giveBack(old)
      assert.deepEqual(await queue.renew({ node: 'a', untilMs: 100 }, [A]), [now])
      assert.deepEqual(await numbers(queue, now), [1, 2, 3])
      await queue.giveBack(now)
    }
  })

  holds('a node that lost its claim reads and stores nothing', async (place) => {
    const { queue, other } = place
    await withEvents(place, A, [100])
    const held = await claimA(queue)
    assert.deepEqual(await other.claim({ node: 'b', untilMs: 300 }, 99, placesFor(10)), [])
    assert.deepEqual(await queue.renew({ node: 'a', untilMs: 200 }, [A]), [held])
    assert.deepEqual(await other.claim({ node: 'b', untilMs: 300 }, 199, placesFor(10)), [])
    const others = await claimA(other, 'b', 200)
    assert.deepEqual(await queue.renew({ node: 'a', untilMs: 400 }, [A]), [])
    assert.deepEqual(await numbers(queue, held), [])
    assert.equal(await queue.delivered(held, 1), false)
    const failure = { fault: FAULT, nextAttemptAtMs: 9, pause: true, emails: [], nowMs: 1 }
    assert.equal(await queue.failed(held, failure), false)
    assert.deepEqual(await numbers(other, others), [1])
  })

  holds('a failed attempt is counted, delays the next one, and is forgotten by a delivery', async (place) => {
    const { queue, webhooks } = place
    await withEvents(place, A, [100])
    const failure = { fault: FAULT, pause: false, emails: [] }
    await queue.failed(await claimA(queue), { ...failure, nextAttemptAtMs: 50, nowMs: 10 })
    assert.deepEqual(await queue.claim({ node: 'a', untilMs: 100 }, 49, placesFor(10)), [])
    const [again] = await queue.claim({ node: 'a', untilMs: 100 }, 50, placesFor(10))
    assert.deepEqual([again?.attempts, again?.firstFailedAtMs, again?.lastFault], [1, 10, FAULT])
    await queue.failed(again!.held, { ...failure, nextAttemptAtMs: 70, nowMs: 60 })
    const [third] = await queue.claim({ node: 'a', untilMs: 100 }, 70, placesFor(10))
    assert.deepEqual([third?.attempts, third?.firstFailedAtMs], [2, 10])
    await queue.delivered(third!.held, 1)
    const done = await webhooks.find(OWNER, A)
    assert.deepEqual([done?.attempts, done?.firstFailedAtMs, done?.lastFault], [0, null, null])
  })

  holds(
    'a webhook that is paused after failures keeps its events, and its owner gets an e-mail',
    async (place) => {
      const { queue, webhooks } = place
      await place.addAccount('acc_b' as AccountId, 'b@example.test')
      await withEvents(place, A, [100])
      const held = await claimA(queue)
      const emails = [
        newEmail(
          { secrets: systemSecrets },
          'operator_granted',
          { atMs: 1 },
          {
            ...{
              account: 'acc_b' as AccountId,
              recipient: 'b@example.test',
              language: 'de',
              matter: A,
              atMs: 1,
            },
          },
        ),
      ]
      await queue.failed(held, { fault: FAULT, nextAttemptAtMs: 0, pause: true, emails, nowMs: 5 })
      assert.deepEqual(await place.emails(), ['operator_granted'])
      assert.deepEqual(await queue.claim({ node: 'a', untilMs: 100 }, 99, placesFor(10)), [])
      await webhooks.addEvent(OWNER, A, madeEvent('evt_later'))
      const resumed = await webhooks.resume(OWNER, A, undefined)
      assert.deepEqual([resumed?.state, resumed?.attempts, resumed?.lastFault], ['active', 0, null])
      assert.deepEqual(await numbers(queue, await claimA(queue)), [1, 2])
    },
  )

  holds('events are delivered again from a number, not before those that are kept', async (place) => {
    const { queue, webhooks } = place
    await withEvents(place, A, [100, 200, 300])
    await queue.delivered(await claimA(queue), 3)
    assert.equal((await webhooks.resume(OWNER, A, 1))?.delivered, 1)
    assert.deepEqual(await numbers(queue, await claimA(queue, 'b')), [2, 3])
    assert.equal(await queue.purge(200), 1)
    assert.equal((await webhooks.resume(OWNER, A, 0))?.delivered, 1)
    assert.equal((await webhooks.resume(OWNER, A, 99))?.delivered, 3)
  })

  holds('a change by the owner ends the claim', async (place) => {
    const { queue, webhooks } = place
    await withEvents(place, A, [100])
    const changes = [
      () => webhooks.rotate(OWNER, A, 500),
      () => webhooks.pause(OWNER, A),
      () => webhooks.resume(OWNER, A, undefined),
      () => webhooks.remove(OWNER, A),
    ]
    for (const change of changes) {
      await webhooks.resume(OWNER, A, undefined)
      const held = await claimA(queue)
      await change()
      assert.equal(await queue.delivered(held, 1), false)
    }
  })

  holds('a rotation begins the next generation', async ({ webhooks }) => {
    await webhooks.add(madeWebhook(A))
    const rotated = await webhooks.rotate(OWNER, A, 500)
    assert.deepEqual([rotated?.generation, rotated?.oldSecretEndsAtMs], [2, 500])
    const again = await webhooks.rotate(OWNER, A, null)
    assert.deepEqual([again?.generation, again?.oldSecretEndsAtMs], [3, null])
  })

  holds('events that are deleted do not wait any more', async (place) => {
    const { queue, webhooks } = place
    await withEvents(place, A, [100, 200, 300])
    await withEvents(place, B, [100])
    assert.deepEqual(await queue.counts(1000), { active: 2, paused: 0, waiting: 4, oldestMs: 900 })
    assert.equal(await queue.purge(100), 0)
    assert.equal(await queue.purge(101), 2)
    assert.deepEqual(await queue.counts(1000), { active: 2, paused: 0, waiting: 2, oldestMs: 800 })
    await webhooks.pause(OWNER, A)
    assert.deepEqual(await queue.counts(1000), { active: 1, paused: 1, waiting: 0, oldestMs: 0 })
    assert.equal((await webhooks.find(OWNER, B))?.delivered, 1)
  })

  holds(
    'events are deleted from the first number on, so that none between them is missing',
    async (place) => {
      const { queue } = place
      // The second one is a change that was stored just before the test event, and read after it.
      await withEvents(place, A, [100, 200, 199, 300])
      assert.equal(await queue.purge(200), 1)
      const held = await claimA(queue)
      assert.deepEqual(await numbers(queue, held), [2, 3, 4])
      assert.equal(await queue.purge(201), 2)
      assert.deepEqual(await numbers(queue, held), [4])
      assert.equal(await queue.delivered(held, 4), true)
    },
  )

  holds(
    'an event that was deleted during its delivery, with all after it, does not wait again',
    async (place) => {
      const { queue, webhooks } = place
      await withEvents(place, A, [100, 101, 102])
      const held = await claimA(queue)
      assert.equal(await queue.purge(200), 3)
      assert.equal(await queue.delivered(held, 1), false)
      const webhook = await webhooks.find(OWNER, A)
      assert.deepEqual([webhook?.lastSequence, webhook?.delivered], [3, 3])
      await queue.giveBack(held)
      assert.deepEqual(await queue.claim({ node: 'a', untilMs: 5000 }, 1000, placesFor(10)), [])
    },
  )

  holds('an event that is added while old ones are deleted waits', async (place) => {
    const { queue, webhooks } = place
    await withEvents(place, A, [100])
    const deletion = Promise.withResolvers<unknown>()
    await place.whileAdding(A, madeEvent('evt_new', 900), (isWaitedFor) => {
      deletion.resolve(queue.purge(500))
      return isWaitedFor()
    })
    assert.equal(await deletion.promise, 1)
    const webhook = await webhooks.find(OWNER, A)
    assert.deepEqual([webhook?.lastSequence, webhook?.delivered], [2, 1])
    assert.deepEqual(await numbers(queue, await claimA(queue)), [2])
  })

  holds('a webhook of a disabled account is not claimed', async (place) => {
    const account = 'acc_b' as AccountId
    await place.addAccount(account, 'b@example.test')
    await place.webhooks.add(madeWebhook(A, { account }))
    await place.webhooks.addEvent({ account, isTest: false }, A, madeEvent('evt_a'))
    await place.disableAccount(account)
    assert.deepEqual(await place.queue.claim({ node: 'a', untilMs: 100 }, 1, placesFor(10)), [])
  })
}
