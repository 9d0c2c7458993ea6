/** Starts list threads: one for each list, with limits of its own, so that no list harms another one. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { Failure } from '../../core/failure.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import type { ListThreadCommands } from '../commands/thread-commands.ts'
import { dataFiles } from '../data-folder.ts'
import type { ListThreadData } from './list-thread.ts'
import { type BeatLimits, startThread, type Thread, ThreadExhausted } from './thread.ts'

const THREAD_FILE = new URL('./list-thread.ts', import.meta.url)
/** Time that the work of a thread has to end when the thread is closed, in ms. */
const CLOSE_MS = 3000
/** Enough for hostile lists (`bench/hostile-uploads.ts`) and for 50 MiB of sent rows (`sent-rows.test.ts`). */
const OLD_MB_MAX = 128
/** More takes memory of each thread, and no less time. */
const YOUNG_MB_MAX = 4

/** A thread that reads a list, or runs a job. */
export type ListThread = Thread<ListThreadCommands>

/** What the threads need. */
export interface ListThreadsNeeds {
  readonly config: Config
  readonly log: Pick<ProcessLog, 'error'>
  /** Returns the searched snapshot; `undefined` before the first one. */
  searched(): PublishedIndex | undefined
  /** Another entry file and other limits, for tests. */
  readonly file?: URL
  readonly beats?: BeatLimits
}

/** The list threads of a server. */
export class ListThreads {
  readonly #needs: ListThreadsNeeds
  readonly #threads = new Set<ListThread>()
  #started = 0
  #isClosed = false

  constructor(needs: ListThreadsNeeds) {
    this.#needs = needs
  }

  /**
   * Runs a step with a new thread, which ends with it.
   *
   * @throws {ThreadExhausted} if the thread needed too much memory, or made no progress; `service_unavailable` if it died, or the
   * server is stopping. Otherwise what the step throws.
   */
  async use<Result>(step: (thread: ListThread) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new Failure('service_unavailable', 'The server is stopping.')
    const folder = join(dataFiles(this.#needs.config.dataDir).lists, `thread-${++this.#started}`)
    const thread = this.#start(folder)
    try {
      return await step(thread)
    } catch (error) {
      throw thread.fault instanceof ThreadExhausted ? thread.fault : error
    } finally {
      await close(thread)
      this.#threads.delete(thread)
      this.#empty(folder)
    }
  }

  /** Makes running jobs search the snapshot from their next rows on. */
  publish(snapshot: PublishedIndex): void {
    for (const thread of this.#threads) void thread.send('publish', { snapshot }).catch(() => undefined)
  }

  /** Ends all threads after the rows that are being matched. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#threads].map(close))
  }

  /** Removes what a thread has left that could not end by itself. The next start removes the rest. */
  #empty(folder: string): void {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      this.#needs.log.error({ error: String(error) }, 'files of a list cannot be removed')
    }
  }

  #start(folder: string): ListThread {
    const { config, searched, log, file = THREAD_FILE, beats } = this.#needs
    const data: ListThreadData = { config, folder }
    const options = { oldMbMax: OLD_MB_MAX, youngMbMax: YOUNG_MB_MAX, ...(beats && { beats }) }
    const thread = startThread<ListThreadCommands>(file, data, options)
    this.#threads.add(thread)
    thread.watch()
    const snapshot = searched()
    if (snapshot !== undefined) void thread.send('publish', { snapshot }).catch(() => undefined)
    void thread.ended.then((error) => {
      if (error !== undefined) log.error({ error: String(error) }, 'a list thread died')
    })
    return thread
  }
}

/** Ends a thread; kills it after `CLOSE_MS`. */
async function close(thread: ListThread): Promise<void> {
  const late = setTimeout(() => void thread.kill(), CLOSE_MS)
  await thread.send('close', {}).catch(() => undefined)
  await thread.ended
  clearTimeout(late)
}
