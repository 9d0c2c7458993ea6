/** The watch thread: makes events of the changes of watched companies, and sends them. */
import { workerData } from 'node:worker_threads'
import type { WatchThreadCommands } from '../commands/thread-commands.ts'
import { openWatchThread, type WatchThreadData } from '../compose/watch-thread.ts'
import { RepeatedJob } from '../repeat-job.ts'
import { EventSender } from './event-sender.ts'
import { answerAsThread, stopAnswering } from './thread.ts'
import { workInBackground } from './thread-priority.ts'

/** Interval at which changes are looked for that no snapshot announced, in ms. */
const FEED_MS = 2000

workInBackground()
const thread = await openWatchThread(workerData as WatchThreadData)
const closing = Promise.withResolvers<void>()
let isStopped = false
let wake = () => {}
let end = async () => {}

answerAsThread<WatchThreadCommands>({
  open: () => {},
  async run({ node }, report) {
    const sender = new EventSender({ ...thread.delivery, node, attempted: report, failed: thread.failed })
    const feed = new RepeatedJob(async () => {
      await thread.feed(node, () => isStopped).catch(thread.failed)
      sender.wake()
    }, FEED_MS)
    wake = () => {
      // Not only after the feed, which may have many changes to read.
      sender.wake()
      feed.wake()
    }
    end = async () => {
      await Promise.all([feed.end(), sender.close()])
    }
    await closing.promise
  },
  wake: () => wake(),
  async close() {
    isStopped = true
    await end()
    closing.resolve()
    await thread.close()
    stopAnswering()
  },
})
