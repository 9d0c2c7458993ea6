/** Addresses that get the events of watch lists. */
import { cursorPageOf, walk } from './pages.ts'
import type { CallOptions, Question, Send } from './send.ts'
import type { CursorPage } from './types.ts'
import type { CursorQuestion, Webhook, WebhookEvent, WebhookWithSecret } from './watch-types.ts'

/** The webhooks of the account. They need a key with `companies:watch`. */
export class Webhooks {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  /** Makes a webhook. Store its `secret`: no later answer has it. */
  create(
    webhook: { readonly url: string; readonly note?: string | undefined },
    call?: CallOptions,
  ): Promise<WebhookWithSecret> {
    return this.#post('/webhooks', webhook, call)
  }

  /** All webhooks, the newest first. */
  async list(call?: CallOptions): Promise<readonly Webhook[]> {
    return (await this.#send({ path: '/webhooks' }, call)).body as readonly Webhook[]
  }

  /** A webhook, how many events wait, and whether deliveries fail. */
  async get(id: string, call?: CallOptions): Promise<Webhook> {
    return (await this.#send({ path: pathOf(id) }, call)).body as Webhook
  }

  /** Deletes a webhook with its events. */
  async delete(id: string, call?: CallOptions): Promise<void> {
    await this.#send({ path: pathOf(id), method: 'DELETE', isChange: true }, call)
  }

  /** Makes a new secret. For `overlap_s` seconds, up to 30 days, the old one signs, too. */
  rotate(
    id: string,
    { overlap_s }: { readonly overlap_s: number },
    call?: CallOptions,
  ): Promise<WebhookWithSecret> {
    return this.#post(`${pathOf(id)}/rotate`, { overlap_s }, call)
  }

  /** Queues an event of type `ping`, which is delivered after those that wait. */
  ping(id: string, call?: CallOptions): Promise<{ readonly id: string; readonly cursor: string }> {
    return this.#post(`${pathOf(id)}/ping`, undefined, call)
  }

  /** Stops deliveries. Events are still made, and wait for 30 days at most. */
  pause(id: string, call?: CallOptions): Promise<Webhook> {
    return this.#post(`${pathOf(id)}/pause`, undefined, call)
  }

  /** Delivers waiting events at once; with `from`, the `cursor` of an event, all events after it again. */
  resume(
    id: string,
    { from }: { readonly from?: string | undefined } = {},
    call?: CallOptions,
  ): Promise<Webhook> {
    return this.#post(`${pathOf(id)}/resume`, { from }, call)
  }

  /** The events of the last 30 days in their order: one page. */
  async events(
    id: string,
    question: CursorQuestion = {},
    call?: CallOptions,
  ): Promise<CursorPage<WebhookEvent>> {
    const path = `${pathOf(id)}/events`
    return cursorPageOf(await this.#send({ path, query: question }, call))
  }

  /** The events of all pages. `cursor` of an event is where a later walk goes on. */
  eventsAll(
    id: string,
    question: CursorQuestion = {},
    call?: CallOptions,
  ): AsyncGenerator<WebhookEvent, void, void> {
    return walk((cursor) => this.events(id, { ...question, cursor }, call), question.cursor)
  }

  async #post<Result>(path: string, body: unknown, call: CallOptions | undefined): Promise<Result> {
    const question: Question = { path, body, method: 'POST', isChange: true }
    return (await this.#send(question, call)).body as Result
  }
}

function pathOf(id: string): string {
  return `/webhooks/${encodeURIComponent(id)}`
}
