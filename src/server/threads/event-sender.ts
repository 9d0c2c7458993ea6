/** Delivers the events of many webhooks at the same time, for as long as the watch thread runs. */
import type { AccountId } from '../../core/identity/ids.ts'
import { oneAtATime } from '../../core/one-at-a-time.ts'
import {
  type AttemptResult,
  type DeliveryEnd,
  type DeliveryNeeds,
  deliverEvents,
} from '../../core/watching/deliver-events.ts'
import type { WebhookId } from '../../core/watching/webhook.ts'
import type { ClaimedWebhook, HeldWebhook, WebhookQueue } from '../../core/watching/webhook-queue.ts'

/** Webhooks that are delivered at the same time. Each has one request in progress, and a connection. */
export const WEBHOOKS_AT_ONCE = 32
/** Of these, webhooks of one account. */
export const WEBHOOKS_OF_ACCOUNT_AT_ONCE = 8
/** Time for which a node has a webhook after it said so, in ms. */
export const CLAIM_MS = 20_000
/** Interval at which it says so again, in ms. */
const RENEW_MS = 5000
/** Interval at which due events are looked for, in ms. */
const POLL_MS = 1000
/** Time that requests in progress have at the stop, in ms. */
export const FINISH_MS = 2000

/** What sending needs. */
export interface EventSenderNeeds extends DeliveryNeeds {
  readonly queue: WebhookQueue
  /** Name of this node, different after each start. */
  readonly node: string
  /** Called after each stored attempt. */
  readonly attempted: (result: AttemptResult) => void
  /** Called with unexpected errors; a webhook that met one is continued when its claim has ended. */
  readonly failed: (error: unknown) => void
}

/** A webhook whose events are being delivered. */
interface Running {
  readonly held: HeldWebhook
  readonly account: AccountId
  /** Until when this node has it, in ms since 1970. */
  untilMs: number
  readonly stop: AbortController
  ended: Promise<void>
}

/** Sends events from its construction on: at once, after each `wake`, and every second. */
export class EventSender {
  readonly #needs: EventSenderNeeds
  readonly #running = new Map<WebhookId, Running>()
  /** Claims and renewals run one after another, so that each knows which webhooks this node has. */
  readonly #inTurn = oneAtATime()
  readonly #timers: readonly NodeJS.Timeout[]
  #isStopped = false
  #isClaiming = false

  constructor(needs: EventSenderNeeds) {
    this.#needs = needs
    // What a thread before this one had: it ended without giving it back.
    void this.#logged(async () => needs.queue.release(needs.node))
    this.#timers = [
      setInterval(() => this.#tick(), POLL_MS),
      setInterval(() => void this.#logged(() => this.#renew()), RENEW_MS),
    ]
    this.wake()
  }

  /** Looks for due events now. */
  wake(): void {
    if (this.#isStopped || this.#isClaiming || this.#running.size >= WEBHOOKS_AT_ONCE) return
    this.#isClaiming = true
    void this.#logged(async () => {
      // From here on a further call sees events that this claim may miss.
      this.#isClaiming = false
      await this.#claim()
    })
  }

  /** Begins no further request; ends those in progress after `FINISH_MS`, and gives all webhooks back. */
  async close(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    const late = setTimeout(() => {
      for (const { stop } of this.#running.values()) stop.abort()
    }, FINISH_MS)
    await this.#logged(async () => {})
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
    clearTimeout(late)
    await this.#logged(async () => this.#needs.queue.release(this.#needs.node))
  }

  #tick(): void {
    const nowMs = this.#needs.clock.nowMs()
    // Another node may have it by now: its requests and these must not get mixed.
    for (const { untilMs, stop } of this.#running.values()) if (nowMs >= untilMs) stop.abort()
    this.wake()
  }

  async #claim(): Promise<void> {
    const { queue, node, clock } = this.#needs
    const free = WEBHOOKS_AT_ONCE - this.#running.size
    if (this.#isStopped || free <= 0) return
    const nowMs = clock.nowMs()
    const untilMs = nowMs + CLAIM_MS
    const places = { free, perAccount: WEBHOOKS_OF_ACCOUNT_AT_ONCE, taken: this.#taken() }
    for (const webhook of await queue.claim({ node, untilMs }, nowMs, places)) this.#begin(webhook, untilMs)
  }

  /** Counts requests in progress, also of webhooks that were deleted meanwhile: an account cannot get more places so. */
  #taken(): ReadonlyMap<AccountId, number> {
    const taken = new Map<AccountId, number>()
    for (const { account } of this.#running.values()) taken.set(account, (taken.get(account) ?? 0) + 1)
    return taken
  }

  async #renew(): Promise<void> {
    const { queue, node, clock } = this.#needs
    if (this.#running.size === 0) return
    const untilMs = clock.nowMs() + CLAIM_MS
    const renewed = await queue.renew({ node, untilMs }, [...this.#running.keys()])
    const claims = new Map(renewed.map(({ id, claim }) => [id, claim]))
    for (const [id, running] of this.#running) {
      if (claims.get(id) === running.held.claim) running.untilMs = untilMs
      else running.stop.abort()
    }
  }

  #begin(webhook: ClaimedWebhook, untilMs: number): void {
    const before = this.#running.get(webhook.id)
    // Its claim ended by a change of the owner, or it is giving the webhook back: the request in progress has no effect.
    before?.stop.abort()
    const running: Running = {
      ...{
        held: webhook.held,
        account: webhook.account,
        untilMs,
        stop: new AbortController(),
        ended: Promise.resolve(),
      },
    }
    this.#running.set(webhook.id, running)
    running.ended = this.#deliver(webhook, running, before?.ended).finally(() => {
      if (this.#running.get(webhook.id) === running) this.#running.delete(webhook.id)
      this.wake()
    })
  }

  async #deliver(webhook: ClaimedWebhook, running: Running, before?: Promise<void>): Promise<void> {
    const { attempted, clock, failed, queue } = this.#needs
    const { signal } = running.stop
    const mayBegin = () => !(this.#isStopped || signal.aborted) && clock.nowMs() < running.untilMs
    try {
      await before
      const end: DeliveryEnd = await deliverEvents(this.#needs, webhook, { mayBegin, signal, attempted })
      if (end !== 'failed') await queue.giveBack(webhook.held)
    } catch (error) {
      failed(error)
    }
  }

  #logged(step: () => Promise<void>): Promise<void> {
    return this.#inTurn(step).catch(this.#needs.failed)
  }
}
