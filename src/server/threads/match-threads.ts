/** Several threads that match rows, as one matcher. */
import type { Config } from '../../config/config.ts'
import type { RowMatcher } from '../../core/matching/row-matcher.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import type { MatchThreadCommands } from '../commands/thread-commands.ts'
import type { MatchThreadData } from './match-thread.ts'
import { startThread, type Thread } from './thread.ts'

const THREAD_FILE = new URL('./match-thread.ts', import.meta.url)
/** The index is in shared memory. */
const OLD_MB_MAX = 256
/** Size of the young generation in MB, as for the import thread: more takes memory and no less time. */
const YOUNG_MB_MAX = 16

/** A running thread and the number of parts that it was given and has not answered. */
interface Busy {
  readonly thread: Thread<MatchThreadCommands>
  parts: number
}

/** Threads that match, and end. */
export interface MatchThreads extends RowMatcher {
  /** Whether one of them has died. */
  readonly hasDied: boolean
  /** Searches the snapshot from the next rows on. */
  publish(snapshot: PublishedIndex | undefined): Promise<void>
  close(): Promise<void>
}

/** Starts threads, all with the same snapshot in shared memory. A part goes to the thread with the fewest others. */
export async function startMatchThreads(
  config: Config,
  snapshot: PublishedIndex | undefined,
  count: number,
): Promise<MatchThreads> {
  const data: MatchThreadData = { config }
  const all = Array.from({ length: count }, (): Busy => {
    return {
      thread: startThread<MatchThreadCommands>(THREAD_FILE, data, {
        oldMbMax: OLD_MB_MAX,
        youngMbMax: YOUNG_MB_MAX,
      }),
      parts: 0,
    }
  })
  const publish = async (published: PublishedIndex | undefined) => {
    await Promise.all(all.map(({ thread }) => thread.send('publish', { snapshot: published })))
  }
  let hasDied = false
  for (const { thread } of all) {
    void thread.ended.then(() => {
      hasDied = true
    })
  }
  await publish(snapshot)
  return {
    get hasDied() {
      return hasDied
    },
    publish,
    async match(rows) {
      const least = all.reduce((best, one) => (one.parts < best.parts ? one : best))
      least.parts++
      try {
        return await least.thread.send('match', { rows })
      } finally {
        least.parts--
      }
    },
    async close() {
      await Promise.all(all.map(({ thread }) => thread.kill()))
    },
  }
}
