/** Starts, restarts and stops the HTTP threads of a server, and publishes each new index snapshot to them. */
import { inspect } from 'node:util'
import type { SendCommand } from '../../core/commands.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import type { HttpThreadCommands } from '../commands/thread-commands.ts'
import type { HttpThreadData } from '../compose/http-thread.ts'
import { type SharedMemory, SUPERVISOR } from '../compose/supervisor.ts'
import { startThread, type Thread } from './thread.ts'
import { ThreadSupervisor } from './thread-supervisor.ts'

const THREAD_FILE = new URL('./http-thread.ts', import.meta.url)
/** The index is in shared memory. */
const OLD_MB_MAX = 512
/** Time that requests in flight have after the signal to stop, in ms. */
const CLOSE_MS = 8000
/**
 * Time after which a thread that has not taken a new snapshot is replaced, in ms: it could serve the old one
 * for ever.
 */
const PUBLISH_MS_MAX = 60_000

/** What the HTTP threads are started with. */
export interface HttpThreadsOptions {
  readonly memory: Pick<SharedMemory, 'buffer' | 'freeLocksOfDead'>
  readonly data: Omit<HttpThreadData, 'block' | 'thread'>
  readonly count: number
  readonly port: number
  /** Whether other sockets may listen on the port, too. */
  readonly isShared: boolean
  /** Answers the commands that the threads send. */
  readonly answer: SendCommand
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: ProcessLog
  /** Another entry file and another time limit, for tests. */
  readonly file?: URL
  readonly publishMsMax?: number
}

/** The supervisor of all HTTP threads. */
export class HttpThreads {
  readonly #options: HttpThreadsOptions
  readonly #supervisors: readonly ThreadSupervisor<HttpThreadCommands>[]
  #snapshot: PublishedIndex | undefined
  #isDraining = false

  constructor(options: HttpThreadsOptions) {
    this.#options = options
    this.#supervisors = Array.from({ length: options.count }, (_, i) => this.#supervisor(SUPERVISOR + 1 + i))
  }

  /** The state of each thread. */
  get states(): readonly string[] {
    return this.#supervisors.map((supervisor) => supervisor.state)
  }

  /**
   * Starts all threads; resolves when all of them listen.
   *
   * @throws the error that ended one of them.
   */
  async start(): Promise<void> {
    await Promise.all(this.#supervisors.map((supervisor) => supervisor.start()))
  }

  /**
   * Publishes a snapshot to all threads; resolves when no thread answers from an older one. A thread that
   * cannot take it is ended and restarted. A thread that starts meanwhile gets the newest snapshot before it
   * listens.
   */
  async publish(snapshot: PublishedIndex): Promise<void> {
    if (snapshot.number >= (this.#snapshot?.number ?? 0)) this.#snapshot = snapshot
    await Promise.all(this.#supervisors.map((supervisor) => this.#publishTo(supervisor, snapshot)))
  }

  async #publishTo(
    supervisor: ThreadSupervisor<HttpThreadCommands>,
    snapshot: PublishedIndex,
  ): Promise<void> {
    const { thread } = supervisor
    if (thread === undefined) return
    try {
      await inTime(thread.send('publish', { snapshot }), this.#options.publishMsMax ?? PUBLISH_MS_MAX)
    } catch (error) {
      await supervisor.replace(thread, new Error('the thread could not load a new index', { cause: error }))
    }
  }

  /**
   * Makes `/health/ready` answer 503 on all threads, also on those that start from now on. They accept
   * connections and answer until `stop`.
   */
  async drain(): Promise<void> {
    this.#isDraining = true
    // A thread that dies meanwhile is replaced by one that drains.
    const told = this.#supervisors.map(({ thread }) => thread?.send('drain', {}).catch(() => undefined))
    await Promise.all(told)
  }

  /**
   * Stops all threads: they accept no new connections and answer the requests in flight. Threads that need
   * longer than `CLOSE_MS` are killed.
   */
  async stop(): Promise<void> {
    const late = setTimeout(() => {
      for (const supervisor of this.#supervisors) void supervisor.kill()
    }, CLOSE_MS)
    await Promise.all(
      this.#supervisors.map((supervisor) => supervisor.stop((thread) => thread.send('close', {}))),
    )
    clearTimeout(late)
  }

  #supervisor(thread: number): ThreadSupervisor<HttpThreadCommands> {
    const { memory, data, answer, clock, log, file = THREAD_FILE } = this.#options
    return new ThreadSupervisor(
      {
        start: () =>
          startThread(file, { ...data, block: memory.buffer, thread } satisfies HttpThreadData, {
            oldMbMax: OLD_MB_MAX,
            answer,
          }),
        prepare: (started) => this.#prepare(started),
        died: (error, restartInMs) => {
          memory.freeLocksOfDead(thread)
          log.error(
            { died: thread, error: inspect(error), restart_in_ms: restartInMs },
            'an HTTP thread died',
          )
        },
      },
      clock.nowMs,
    )
  }

  async #prepare(thread: Thread<HttpThreadCommands>): Promise<void> {
    if (this.#snapshot !== undefined) await thread.send('publish', { snapshot: this.#snapshot })
    if (this.#isDraining) await thread.send('drain', {})
    await thread.send('listen', { port: this.#options.port, isShared: this.#options.isShared })
  }
}

/**
 * Waits for the answer for at most `ms`.
 *
 * @throws {Error} if it takes longer.
 */
async function inTime(answer: Promise<unknown>, ms: number): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
