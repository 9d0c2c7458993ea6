/**
 * The list thread: reads lists that clients send, at a low priority, and runs the jobs that match them, at the lowest. It
 * lives as long as there is something to do.
 */
import { workerData } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { runMatch } from '../../core/matching/run-match.ts'
import { startMatch } from '../../core/matching/start-match.ts'
import type { ListThreadCommands } from '../commands/thread-commands.ts'
import { openListThread } from '../compose/list-thread.ts'
import { answerAsThread, stopAnswering } from './thread.ts'
import { LOWEST_PRIORITY, workInBackground } from './thread-priority.ts'

/** What the thread is started with. */
export interface ListThreadData {
  readonly config: Config
}

// The client waits while its list is read: the lowest priority comes with the first job.
workInBackground()
const thread = await openListThread((workerData as ListThreadData).config)
const stop = new AbortController()
let running: Promise<unknown> = Promise.resolve()

answerAsThread<ListThreadCommands>({
  publish: ({ snapshot }) => thread.publish(snapshot),
  start: ({ owner, sent }) => startMatch(thread, owner, sent),
  run({ job, node }, report) {
    workInBackground(LOWEST_PRIORITY)
    const needs = { ...thread, matcher: thread.matcherOf(job) }
    const run = runMatch(needs, job, { node, signal: stop.signal, stored: report })
    running = run.catch(() => undefined)
    return run
  },
  close: async () => {
    stop.abort()
    await running
    await thread.close()
    stopAnswering()
  },
})
