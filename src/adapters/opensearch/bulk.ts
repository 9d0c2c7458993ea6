/** Sends documents in bulk. */
import { setTimeout as afterMs } from 'node:timers/promises'
import { Failure } from '../../core/failure.ts'
import type { OpenSearchClient } from './client.ts'
import { errorOf, type ToldError } from './client.ts'

/** A request is sent when it has this many characters, which OpenSearch recommends: some megabytes. */
const BULK_CHARS = 4_000_000
/** Requests on their way at a time. */
const BULKS_MAX = 2
/**
 * Times that documents are sent to a cluster that stores none of them because it has too much to do, half a minute in
 * all: what fills an index is quicker than the cluster, which then refuses requests, or some of their documents, until it
 * has written or collected what fills its memory.
 */
export const BULK_TRIES_MAX = 9
/** Nine times with doubled waits are half a minute. */
const RETRY_AFTER_MS = 100
/** Status of a document for which the queue of a shard has no room. */
const TOO_MANY = 429

/** Type of the error while an index may not be written because a disk is nearly full. */
const BLOCKED = 'cluster_block_exception'

interface BulkItem {
  readonly status: number
  readonly error?: ToldError
}

interface BulkAnswer {
  readonly errors: boolean
  readonly items: readonly Readonly<Record<string, BulkItem>>[]
}

/** What happens to one document: the lines of the action, and the document that it is about. */
interface Action {
  readonly lines: string
  readonly document: string
}

/** Collects actions and sends them; several requests are on their way at a time. */
export class Bulk {
  readonly #client: OpenSearchClient
  #actions: Action[] = []
  /** Documents of `#actions`, and of the requests on their way. */
  readonly #collected = new Set<string>()
  readonly #underWay = new Set<string>()
  #chars = 0
  readonly #sending = new Set<Promise<void>>()
  readonly #retryAfterMs: number
  #error: unknown

  /** `retryAfterMs`: wait before refused documents are sent again, in ms; twice as long before each further time. */
  constructor(client: OpenSearchClient, retryAfterMs = RETRY_AFTER_MS) {
    this.#client = client
    this.#retryAfterMs = retryAfterMs
  }

  /** Stores a document. Rejects with the error of an earlier one. */
  async put(index: string, id: string, document: object): Promise<void> {
    const action = JSON.stringify({ index: { _index: index, _id: id } })
    await this.#add({ lines: `${action}\n${JSON.stringify(document)}\n`, document: `${index} ${id}` })
  }

  /** Deletes a document, if it is there. */
  async delete(index: string, id: string): Promise<void> {
    const action = JSON.stringify({ delete: { _index: index, _id: id } })
    await this.#add({ lines: `${action}\n`, document: `${index} ${id}` })
  }

  /**
   * A document is in one request at a time, and once in it: what is refused is sent again later, and must not overwrite what
   * came after it.
   */
  async #add(action: Action): Promise<void> {
    const { document, lines } = action
    if (this.#collected.has(document)) await this.#flush()
    while (this.#underWay.has(document)) await Promise.race(this.#sending)
    this.#actions.push(action)
    this.#collected.add(document)
    this.#chars += lines.length
    if (this.#chars >= BULK_CHARS) await this.#flush()
  }

  /** Sends the rest and waits for all answers. @throws the first error. */
  async finish(): Promise<void> {
    await this.#flush()
    await Promise.all(this.#sending)
    if (this.#error !== undefined) throw this.#error
  }

  async #flush(): Promise<void> {
    if (this.#error !== undefined) throw this.#error
    if (this.#actions.length === 0) return
    const actions = this.#actions
    this.#actions = []
    this.#collected.clear()
    this.#chars = 0
    for (const { document } of actions) this.#underWay.add(document)
    const sending = this.#sendAll(actions)
      .catch((error: unknown) => {
        this.#error ??= error
      })
      .then(() => {
        this.#sending.delete(sending)
        for (const { document } of actions) this.#underWay.delete(document)
      })
    this.#sending.add(sending)
    if (this.#sending.size >= BULKS_MAX) await Promise.race(this.#sending)
  }

  /**
   * Sends actions, and those that are refused for lack of room again. As long as some are stored each time, the cluster works,
   * and the wait does not grow.
   */
  async #sendAll(actions: readonly Action[]): Promise<void> {
    let [left, tried] = [actions, 0]
    while (left.length > 0) {
      const items = await this.#send(left)
      const refused = left.filter((_, i) => items[i]?.status === TOO_MANY)
      tried = refused.length < left.length ? 1 : tried + 1
      const fault = items.find(({ status, error }) => error !== undefined && status !== TOO_MANY)
      if (fault?.error !== undefined) throw errorOf(fault.status, fault.error)
      if (tried >= BULK_TRIES_MAX) throw refusedForEver(refused.length, items)
      left = refused
      if (left.length > 0) await afterMs(this.#retryAfterMs * 2 ** (tried - 1))
    }
  }

  /** Returns what happened to each of the actions; nothing if all succeeded. */
  async #send(actions: readonly Action[]): Promise<readonly BulkItem[]> {
    const path = '/_bulk?filter_path=errors,items.*.status,items.*.error'
    const body = actions.map(({ lines }) => lines).join('')
    const { errors, items } = await this.#client.send<BulkAnswer>('POST', path, body, BULK_TRIES_MAX)
    return errors ? items.map((item) => Object.values(item)[0] as BulkItem) : []
  }
}

function refusedForEver(documents: number, items: readonly BulkItem[]): Failure {
  const { status = TOO_MANY, error = {} } = items.find((item) => item.status === TOO_MANY) ?? {}
  const what = `has refused ${documents} documents ${BULK_TRIES_MAX} times`
  const advice =
    error.type === BLOCKED ? 'Free disk space on its nodes.' : 'Give it more memory or processors.'
  const sentence = `OpenSearch ${what}: ${errorOf(status, error).message}. ${advice}`
  return new Failure('service_unavailable', sentence)
}
