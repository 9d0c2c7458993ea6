/** The accounts thread of a server: kept running, asked for what it does, told of letters that wait. */
import { setTimeout as passed } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { systemClock } from '../../adapters/system/clock.ts'
import type { ProcessLog } from '../../adapters/system/log.ts'
import { Failure } from '../../core/failure.ts'
import type { AccountsThreadData } from './accounts-thread.ts'
import { startThread } from './thread.ts'
import { ThreadSupervisor } from './thread-supervisor.ts'

const THREAD_FILE = new URL('./accounts-thread.ts', import.meta.url)
/** It makes few objects: with the standard room it would take 45 MB more. */
const YOUNG_MB_MAX = 4
/** What a letter on its way may take after the signal to stop. */
const CLOSE_MS = 2000
/** Longest wait for the first start. */
const COMING_UP_MS = 10_000

export class AccountsSupervisor {
  readonly #supervisor: ThreadSupervisor
  #up: Promise<void> | undefined

  constructor(data: AccountsThreadData, log: ProcessLog) {
    this.#supervisor = new ThreadSupervisor(
      {
        start: () => startThread(THREAD_FILE, data, { youngMbMax: YOUNG_MB_MAX }),
        prepare: async (thread) => {
          await thread.ask('open', {})
        },
        died: (error, restartInMs) =>
          log.error(
            { error: inspect(error), restart_in_ms: restartInMs, file: fileURLToPath(THREAD_FILE) },
            'the accounts thread died',
          ),
      },
      systemClock.nowMs,
    )
  }

  /** Resolves when it is up; searching does not wait for that. @throws What it died of. */
  start(): Promise<void> {
    this.#up = this.#supervisor.start()
    return this.#up
  }

  /**
   * Pages are there a moment before this thread is: whoever asks so early waits for it.
   *
   * @throws Failure that the thread threw; `service_unavailable` with reason `not_now` while it is not there.
   */
  async ask(name: string, params: unknown): Promise<unknown> {
    if (this.#supervisor.state === 'starting')
      await Promise.race([this.#up, passed(COMING_UP_MS, undefined, { ref: false })]).catch(() => undefined)
    const thread = this.#supervisor.state === 'working' ? this.#supervisor.thread : undefined
    if (thread === undefined) {
      throw new Failure('service_unavailable', 'The accounts thread is being started.', [], 'not_now')
    }
    return thread.ask(name, params)
  }

  get isWorking(): boolean {
    return this.#supervisor.state === 'working'
  }

  /** Letters were written elsewhere: the sender need not wait for its next look. */
  wake(): void {
    this.ask('poke', {}).catch(() => undefined)
  }

  async stop(): Promise<void> {
    const late = setTimeout(() => void this.#supervisor.kill(), CLOSE_MS)
    await this.#supervisor.stop((thread) => thread.ask('close', {}))
    clearTimeout(late)
  }
}
