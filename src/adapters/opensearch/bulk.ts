/** Sends documents in bulk. */
import type { OpenSearchClient } from './client.ts'
import { errorOf, type ToldError } from './client.ts'

/** A request is sent when it has this many characters, which OpenSearch recommends: some megabytes. */
const BULK_CHARS = 4_000_000
/** Requests on their way at a time. */
const BULKS_MAX = 2
/**
 * Times that a request is sent to a cluster that has too much to do, half a minute in all: what fills an index is
 * quicker than the cluster, which then refuses requests until it has written or collected what fills its memory.
 */
export const BULK_TRIES_MAX = 9

interface BulkAnswer {
  readonly errors: boolean
  readonly items: readonly Readonly<Record<string, { readonly status: number; readonly error?: ToldError }>>[]
}

/** Collects actions and sends them; several requests are on their way at a time. */
export class Bulk {
  readonly #client: OpenSearchClient
  #lines: string[] = []
  #chars = 0
  readonly #sending = new Set<Promise<void>>()
  #error: unknown

  constructor(client: OpenSearchClient) {
    this.#client = client
  }

  /** Stores a document. Rejects with the error of an earlier one. */
  async put(index: string, id: string, document: object): Promise<void> {
    await this.#add(JSON.stringify({ index: { _index: index, _id: id } }), JSON.stringify(document))
  }

  /** Deletes a document, if it is there. */
  async delete(index: string, id: string): Promise<void> {
    await this.#add(JSON.stringify({ delete: { _index: index, _id: id } }))
  }

  async #add(...lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      this.#lines.push(line)
      this.#chars += line.length
    }
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
    if (this.#lines.length === 0) return
    const body = `${this.#lines.join('\n')}\n`
    this.#lines = []
    this.#chars = 0
    const sending = this.#send(body).catch((error: unknown) => {
      this.#error ??= error
    })
    this.#sending.add(sending)
    sending.then(() => this.#sending.delete(sending))
    if (this.#sending.size >= BULKS_MAX) await Promise.race(this.#sending)
  }

  async #send(body: string): Promise<void> {
    const filter = 'errors,items.*.status,items.*.error'
    const { errors, items } = await this.#client.send<BulkAnswer>(
      'POST',
      `/_bulk?filter_path=${filter}`,
      body,
      BULK_TRIES_MAX,
    )
    if (!errors) return
    for (const item of items) {
      const { status, error } = Object.values(item)[0] as BulkAnswer['items'][number][string]
      if (error !== undefined) throw errorOf(status, error)
    }
  }
}
