/**
 * Keeps a thread running: a thread that died is replaced, after a wait that doubles with each death in a row.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { CommandTable } from '../../core/command.ts'
import type { Thread } from './thread.ts'

const FIRST_WAIT_MS = 100
const WAIT_MAX_MS = 10_000
/**
 * Lifetime in ms after which a thread counts as healthy: the wait after its death is `FIRST_WAIT_MS` again.
 */
const HEALTHY_AFTER_MS = 60_000

/** The states of a supervised thread. */
export type ThreadState = 'starting' | 'working' | 'restarting' | 'stopped'

/** The callbacks of a supervisor. */
export interface SupervisorSteps<Table extends CommandTable> {
  start(): Thread<Table>
  /** Makes a new thread ready for work. If it throws, the thread counts as died. */
  prepare(thread: Thread<Table>): Promise<void>
  /** Called after every death, with the time until the next start in ms. */
  died(error: Error, restartInMs: number): void
}

/** Supervises one thread. */
export class ThreadSupervisor<Table extends CommandTable> {
  readonly #steps: SupervisorSteps<Table>
  readonly #nowMs: () => number
  readonly #stopping = new AbortController()
  #thread: Thread<Table> | undefined
  /** Why a thread was ended by `replace`. */
  readonly #endedFor = new WeakMap<Thread<Table>, Error>()
  state: ThreadState = 'starting'

  constructor(steps: SupervisorSteps<Table>, nowMs: () => number) {
    this.#steps = steps
    this.#nowMs = nowMs
  }

  /** The current thread; it may be starting or dead. */
  get thread(): Thread<Table> | undefined {
    return this.#thread
  }

  /**
   * Starts the first thread.
   *
   * @throws the error that ended it: a thread that never came up is not restarted.
   */
  async start(): Promise<void> {
    await this.#startThread()
    void this.#supervise()
  }

  /** Stops the thread for good. `close` sends the current thread the command to end; resolves when it has ended. */
  async stop(close: (thread: Thread<Table>) => Promise<unknown>): Promise<void> {
    const thread = this.#thread
    this.state = 'stopped'
    this.#stopping.abort()
    if (thread === undefined) return
    await close(thread).catch(() => undefined)
    await thread.ended
  }

  /**
   * Ends an unusable thread as if it had died of `cause`, so that a new one replaces it. Resolves when the
   * thread has ended. If the supervisor is stopped, it only waits for that.
   */
  async replace(thread: Thread<Table>, cause: Error): Promise<void> {
    if (this.state !== 'stopped') {
      if (thread === this.#thread && this.state === 'working') this.state = 'restarting'
      this.#endedFor.set(thread, cause)
      await thread.kill()
    }
    await thread.ended
  }

  async kill(): Promise<void> {
    this.state = 'stopped'
    this.#stopping.abort()
    await this.#thread?.kill()
  }

  async #startThread(): Promise<void> {
    const thread = this.#steps.start()
    this.#thread = thread
    try {
      await this.#steps.prepare(thread)
      // A thread that is being replaced may still answer the call under way.
      if (!this.#stopping.signal.aborted && !this.#endedFor.has(thread)) this.state = 'working'
    } catch (error) {
      await thread.kill()
      throw (await thread.ended) ?? this.#endedFor.get(thread) ?? error
    }
  }

  async #supervise(): Promise<void> {
    let waitMs = FIRST_WAIT_MS
    let error = await this.#nextDeath()
    while (this.state !== 'stopped') {
      this.state = 'restarting'
      this.#steps.died(error, waitMs)
      await wait(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      if (this.#stopping.signal.aborted) return
      const startedMs = this.#nowMs()
      error = await this.#startThread().then(
        () => this.#nextDeath(),
        (fault: Error) => fault,
      )
      waitMs =
        this.#nowMs() - startedMs > HEALTHY_AFTER_MS ? FIRST_WAIT_MS : Math.min(WAIT_MAX_MS, waitMs * 2)
    }
  }

  async #nextDeath(): Promise<Error> {
    const thread = this.#thread!
    return (await thread.ended) ?? this.#endedFor.get(thread) ?? new Error('the thread ended by itself')
  }
}
