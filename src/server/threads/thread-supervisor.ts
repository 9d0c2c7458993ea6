/** Keeps a thread running: when it dies, another one takes its place, later and later while that goes on. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Thread } from './thread.ts'

const FIRST_WAIT_MS = 100
const WAIT_MAX_MS = 10_000
/** A thread that lived that long was sound: the next death starts with the first wait again. */
const SOUND_AFTER_MS = 60_000

export type ThreadState = 'starting' | 'working' | 'restarting' | 'stopped'

export interface SupervisorSteps {
  start(): Thread
  /** Brings a new thread up; what it throws counts as its death. */
  prepare(thread: Thread): Promise<void>
  /** Told of every death, with when the next one starts. */
  died(error: Error, restartInMs: number): void
}

export class ThreadSupervisor {
  readonly #steps: SupervisorSteps
  readonly #nowMs: () => number
  readonly #stopping = new AbortController()
  #thread: Thread | undefined
  /** Why a thread was ended that did not die by itself. */
  readonly #endedFor = new WeakMap<Thread, Error>()
  state: ThreadState = 'starting'

  constructor(steps: SupervisorSteps, nowMs: () => number) {
    this.#steps = steps
    this.#nowMs = nowMs
  }

  /** The thread of now; it may be on its way up or dead. */
  get thread(): Thread | undefined {
    return this.#thread
  }

  /** @throws What the first thread died of: it never came up, and waiting would not help. */
  async start(): Promise<void> {
    await this.#bringUp()
    void this.#keep()
  }

  /** No new thread from now on; `ask` is given the one there is, to let it end in its own way. */
  async stop(ask: (thread: Thread) => Promise<unknown>): Promise<void> {
    const thread = this.#thread
    this.state = 'stopped'
    this.#stopping.abort()
    if (thread === undefined) return
    await ask(thread).catch(() => undefined)
    await thread.ended
  }

  /**
   * Ends a thread that is not fit to go on, as if it had died of `cause`: another one takes its place. Resolves when it has ended;
   * one that is stopped is waited for.
   */
  async replace(thread: Thread, cause: Error): Promise<void> {
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

  async #bringUp(): Promise<void> {
    const thread = this.#steps.start()
    this.#thread = thread
    try {
      await this.#steps.prepare(thread)
      // One that is being replaced has an answer under way, no more.
      if (!this.#stopping.signal.aborted && !this.#endedFor.has(thread)) this.state = 'working'
    } catch (error) {
      await thread.kill()
      throw (await thread.ended) ?? this.#endedFor.get(thread) ?? error
    }
  }

  async #keep(): Promise<void> {
    let waitMs = FIRST_WAIT_MS
    let error = await this.#death()
    while (this.state !== 'stopped') {
      this.state = 'restarting'
      this.#steps.died(error, waitMs)
      await wait(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      if (this.#stopping.signal.aborted) return
      const startedMs = this.#nowMs()
      error = await this.#bringUp().then(
        () => this.#death(),
        (fault: Error) => fault,
      )
      waitMs = this.#nowMs() - startedMs > SOUND_AFTER_MS ? FIRST_WAIT_MS : Math.min(WAIT_MAX_MS, waitMs * 2)
    }
  }

  async #death(): Promise<Error> {
    const thread = this.#thread!
    return (await thread.ended) ?? this.#endedFor.get(thread) ?? new Error('the thread ended by itself')
  }
}
