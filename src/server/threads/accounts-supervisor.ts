/** Keeps the accounts thread running and sends commands to it. */
import { setTimeout as passed } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import type { CommandSender } from '../../core/command.ts'
import { Failure } from '../../core/failure.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { AccountsThreadCommands } from '../commands/thread-commands.ts'
import type { AccountsThreadData } from '../compose/accounts-thread.ts'
import { startThread } from './thread.ts'
import { ThreadSupervisor } from './thread-supervisor.ts'

const THREAD_FILE = new URL('./accounts-thread.ts', import.meta.url)
const OLD_MB_MAX = 256
/**
 * Size of the young generation in MB. The thread creates few objects; with V8's default it would take 45 MB
 * more.
 */
const YOUNG_MB_MAX = 4
/** Time that an e-mail in delivery has after the signal to stop, in ms. */
const CLOSE_MS = 2000
/** Longest time that a command waits for the first start, in ms. */
const START_MS_MAX = 10_000

/** What the supervisor of the accounts thread needs. */
export interface SupervisingNeeds {
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Pick<ProcessLog, 'error'>
}

/** The supervisor of the accounts thread. */
export class AccountsSupervisor {
  readonly #supervisor: ThreadSupervisor<AccountsThreadCommands>
  #started: Promise<void> | undefined

  constructor(data: AccountsThreadData, { clock, log }: SupervisingNeeds) {
    this.#supervisor = new ThreadSupervisor(
      {
        start: () => startThread(THREAD_FILE, data, { oldMbMax: OLD_MB_MAX, youngMbMax: YOUNG_MB_MAX }),
        prepare: async (thread) => {
          await thread.send('open', {})
        },
        died: (error, restartInMs) =>
          log.error(
            { error: inspect(error), restart_in_ms: restartInMs, file: fileURLToPath(THREAD_FILE) },
            'the accounts thread died',
          ),
      },
      clock.nowMs,
    )
  }

  /**
   * Starts the thread; resolves when it is ready. Searching does not wait for it.
   *
   * @throws the error that ended the thread.
   */
  start(): Promise<void> {
    this.#started = this.#supervisor.start()
    return this.#started
  }

  /**
   * Sends a command to the thread. During the first start it waits for the thread, as the pages are served a
   * moment earlier.
   *
   * @throws {Failure} the failure that the thread threw; `service_unavailable` with reason `not_now` if the
   * thread is not running.
   */
  readonly send: CommandSender<AccountsThreadCommands> = async (name, params) => {
    if (this.#supervisor.state === 'starting')
      await Promise.race([this.#started, passed(START_MS_MAX, undefined, { ref: false })]).catch(
        () => undefined,
      )
    const thread = this.#supervisor.state === 'working' ? this.#supervisor.thread : undefined
    if (thread === undefined) {
      throw new Failure('service_unavailable', 'The accounts thread is starting.', [], 'not_now')
    }
    return thread.send(name, params)
  }

  get isWorking(): boolean {
    return this.#supervisor.state === 'working'
  }

  /** Wakes the mail sender after e-mails were queued elsewhere, so that it does not wait for its next poll. */
  wake(): void {
    this.send('wake', {}).catch(() => undefined)
  }

  async stop(): Promise<void> {
    const late = setTimeout(() => void this.#supervisor.kill(), CLOSE_MS)
    await this.#supervisor.stop((thread) => thread.send('close', {}))
    clearTimeout(late)
  }
}
