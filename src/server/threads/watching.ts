/** The watch thread as the supervisor has it: there only while something is watched, or an event waits. */
import { inspect } from 'node:util'
import { oneAtATime } from '../../core/one-at-a-time.ts'
import { RepeatedFaults } from '../../core/outage-log.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { AttemptResult } from '../../core/watching/deliver-events.ts'
import type { WatchFeed } from '../../core/watching/watch-feed.ts'
import type { WatchStore } from '../../core/watching/watch-store.ts'
import type { WebhookQueue } from '../../core/watching/webhook-queue.ts'
import type { WatchThreadCommands } from '../commands/thread-commands.ts'
import type { WatchThreadData } from '../compose/watch-thread.ts'
import { repeatJob } from '../repeat-job.ts'
import { startThread } from './thread.ts'
import { ThreadSupervisor } from './thread-supervisor.ts'

const THREAD_FILE = new URL('./watch-thread.ts', import.meta.url)
/** Interval at which it is found out whether the thread is needed, in ms. */
const POLL_MS = 2000
const OLD_MB_MAX = 256
const YOUNG_MB_MAX = 8

/** What watching needs. */
export interface WatchingNeeds {
  readonly watches: Pick<WatchStore, 'isNeeded'>
  readonly queue: Pick<WebhookQueue, 'release' | 'counts'>
  readonly feed: Pick<WatchFeed, 'release'>
  readonly clock: Clock
  readonly log: Pick<ProcessLog, 'warn' | 'error'>
  /** `undefined` without a root secret, as nothing can be signed, and for a passive server. */
  readonly data: WatchThreadData | undefined
  /** Name of this node, different after each start. */
  readonly node: string
  /** Whether no other node shares the events. */
  readonly isAlone: boolean
}

/** The watch thread of a server. */
export class Watching {
  readonly #needs: WatchingNeeds
  #supervisor: ThreadSupervisor<WatchThreadCommands> | undefined
  /** The thread is started and stopped in turn. */
  readonly #inTurn = oneAtATime()
  #isOpen = false
  #isClosed = false
  #endPolling: () => Promise<void> = async () => {}
  readonly #faults: RepeatedFaults
  /** Attempts to deliver an event since the start, by their result. */
  readonly attempts: Record<AttemptResult, number> = { delivered: 0, failed: 0, paused: 0 }

  constructor(needs: WatchingNeeds) {
    this.#needs = needs
    this.#faults = new RepeatedFaults(needs)
  }

  /** Continues what an earlier process has left, and starts the thread whenever it is needed from now on. */
  async open(): Promise<void> {
    const { isAlone, queue, feed, data } = this.#needs
    if (data === undefined) return
    this.#isOpen = true
    if (isAlone) {
      await this.#logged(async () => {
        await queue.release('all')
        await feed.release('all')
      })
    }
    this.#endPolling = repeatJob(() => this.#check(), POLL_MS)
  }

  /** Returns the numbers of webhooks and waiting events. */
  counts() {
    return this.#needs.queue.counts(this.#needs.clock.nowMs())
  }

  /** Makes the thread look for changes now, as there is a new snapshot. */
  publish(): void {
    this.wake()
  }

  /** Makes the thread look for changes and events now; starts it if it is needed by now. */
  wake(): void {
    if (this.#isClosed) return
    const thread = this.#supervisor?.thread
    if (thread === undefined) void this.#check()
    else void thread.send('wake', {}).catch(() => undefined)
  }

  /** Ends the thread; another node, or a later start, continues. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#endPolling()
    await this.#inTurn(() => this.#stop())
  }

  #check(): Promise<void> {
    return this.#inTurn(() => this.#logged(() => this.#startOrStop()))
  }

  async #startOrStop(): Promise<void> {
    const { data } = this.#needs
    if (data === undefined || !this.#isOpen || this.#isClosed) return
    const isNeeded = await this.#needs.watches.isNeeded()
    if (!isNeeded) return this.#stop()
    if (this.#supervisor !== undefined) return
    const supervisor = this.#supervise(data)
    this.#supervisor = supervisor
    await supervisor.start().catch((error: unknown) => {
      this.#supervisor = undefined
      throw error
    })
  }

  #supervise(data: WatchThreadData): ThreadSupervisor<WatchThreadCommands> {
    const { log, clock, node } = this.#needs
    return new ThreadSupervisor<WatchThreadCommands>(
      {
        start: () => startThread(THREAD_FILE, data, { oldMbMax: OLD_MB_MAX, youngMbMax: YOUNG_MB_MAX }),
        prepare: async (thread) => {
          await thread.send('open', {})
          const count = (result: AttemptResult) => {
            this.attempts[result]++
          }
          // It ends with the thread, whose death the supervisor notices.
          void thread.send('run', { node }, count).catch(() => undefined)
        },
        died: (error, restartInMs) =>
          log.error({ error: inspect(error), restart_in_ms: restartInMs }, 'the watch thread died'),
      },
      clock.nowMs,
    )
  }

  async #stop(): Promise<void> {
    const supervisor = this.#supervisor
    this.#supervisor = undefined
    await supervisor?.stop((thread) => thread.send('close', {}))
  }

  async #logged(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      this.#faults.note(error, 'watching met an error')
    }
  }
}
