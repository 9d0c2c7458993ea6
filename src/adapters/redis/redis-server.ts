/**
 * A Redis or Valkey server as one thread uses it: one connection, on which every call has an answer in time,
 * or the connection is given up and a new one is tried until the server answers again. The client's own
 * reconnecting is off, so that a connection is either in use or closed.
 */
import { createHash } from 'node:crypto'
import { createClient } from '@redis/client'
import type { Clock, Needs } from '../../core/ports.ts'

/** Time in ms that a call waits for its answer. */
const ANSWER_MS_MAX = 100
/** Time in ms that an attempt to connect and to sign in may take. */
export const CONNECT_MS_MAX = 1000
/** Time in ms between two attempts. With `CONNECT_MS_MAX` and `ANSWER_MS_MAX` it is far below 5 s. */
export const RETRY_MS = 500

/** What is told about the server. */
export interface RedisEvents {
  /** The server answers: at first, or again. */
  reached(): void
  /** The server does not answer any more, or not yet; at each attempt. */
  lost(error: Error): void
  /** It answered a call after this time. */
  answered(us: number): void
}

/** Where the server is, and what is run there. */
export interface RedisOptions {
  /** `redis://` or `rediss://` with user and password, as in the settings. */
  readonly url: string
  /** The Lua script that calls run. */
  readonly script: string
  /** A call whose answer shows that the server does what is asked of it, writing included. */
  readonly probe: ScriptCall
  /** Another limit than `ANSWER_MS_MAX`, for tests. */
  readonly answerMsMax?: number
}

/** Keys and arguments of one run of the script. */
export interface ScriptCall {
  readonly keys: readonly string[]
  readonly args: readonly string[]
}

type Client = ReturnType<typeof openClient>

/** One connection and its successors. Call `start` once and `close` at the end. */
export class RedisServer {
  readonly #options: RedisOptions
  readonly #events: RedisEvents
  readonly #clock: Pick<Clock, 'monotonicNs'>
  readonly #sha: string
  /** The connection in use; `undefined` while the server is lost. */
  #client: Client | undefined
  /** The connection that is being tried. */
  #tried: Client | undefined
  #retry: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: RedisOptions, events: RedisEvents, { clock }: Needs<'clock'>) {
    this.#options = options
    this.#events = events
    this.#clock = clock
    this.#sha = createHash('sha1').update(options.script).digest('hex')
  }

  get #answerMsMax(): number {
    return this.#options.answerMsMax ?? ANSWER_MS_MAX
  }

  /** Whether calls are sent to the server now. */
  get isReached(): boolean {
    return this.#client !== undefined
  }

  /** Makes the first attempt; resolves when it has succeeded or failed. */
  start(): Promise<void> {
    return this.#attempt()
  }

  /**
   * Runs the script.
   *
   * @throws {Error} if the server is lost, does not answer within `ANSWER_MS_MAX`, or answers with an error.
   *   It is lost then.
   */
  async run(call: ScriptCall): Promise<unknown> {
    const client = this.#client
    if (client === undefined) throw new Error('the server is lost')
    const startNs = this.#clock.monotonicNs()
    try {
      const answer = await inTime(this.#send(client, call), this.#answerMsMax)
      this.#events.answered(Number(this.#clock.monotonicNs() - startNs) / 1000)
      return answer
    } catch (error) {
      this.#lose(client, error as Error)
      throw error
    }
  }

  /** Closes the connection. Calls without an answer fail. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    for (const client of [this.#client, this.#tried]) if (client !== undefined) end(client)
    this.#client = undefined
  }

  async #send(client: Client, { keys, args }: ScriptCall): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...args]
    try {
      return await client.sendCommand(['EVALSHA', this.#sha, ...rest])
    } catch (error) {
      // The server has forgotten its scripts: it was restarted, or somebody flushed them.
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error
      return client.sendCommand(['EVAL', this.#options.script, ...rest])
    }
  }

  async #attempt(): Promise<void> {
    const client = openClient(this.#options.url)
    // A process that ends does not wait for the server.
    client.unref()
    this.#tried = client
    // A lost connection tells it here, and the calls on it fail, too.
    client.on('error', (error: Error) => this.#lose(client, error))
    try {
      await inTime(client.connect(), CONNECT_MS_MAX)
      await inTime(this.#send(client, this.#options.probe), this.#answerMsMax)
      if (this.#isClosed) return end(client)
      if (!client.isOpen) throw new Error('the connection was closed')
      this.#client = client
      this.#events.reached()
    } catch (error) {
      this.#lose(client, error as Error)
    } finally {
      if (this.#tried === client) this.#tried = undefined
    }
  }

  /** Gives up a connection that is in use or being tried; others are given up already. */
  #lose(client: Client, error: Error): void {
    end(client)
    if (this.#isClosed || (client !== this.#client && client !== this.#tried)) return
    this.#client = undefined
    this.#tried = undefined
    this.#retry = setTimeout(() => void this.#attempt(), RETRY_MS).unref()
    this.#events.lost(error)
  }
}

/** Opens a client that never reconnects by itself and queues nothing while it has no connection. */
export function openClient(url: string) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS_MAX },
  })
}

/** Closes the connection at once; commands without an answer fail. */
export function end(client: Client): void {
  if (client.isOpen) client.destroy()
}

/** The parts of the time to wait. Of a part in which the thread computes something else, the rest is not counted. */
const WAIT_PARTS = 4

/**
 * Waits for an answer for at most `ms`, not counting time in which this thread computes: an answer that could
 * not be read for that long is not late.
 *
 * @throws {Error} of the answer, or if it takes longer.
 */
export function inTime<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let parts = WAIT_PARTS
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(() => {
      parts--
      if (parts > 0) wait()
      // Answers that have arrived are read before.
      else setImmediate(() => reject(new Error(`no answer within ${ms} ms`)))
    }, ms / WAIT_PARTS)
  }
  wait()
  answer.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}
