/**
 * A list thread: reads one list that a client sends, or runs one job that matches a list. It matches a short list itself, and a long
 * one with match threads. What a list does to it is not felt by the others.
 */
import { availableParallelism } from 'node:os'
import { setImmediate as turn } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import type { Config } from '../../config/config.ts'
import { previewMatch } from '../../core/matching/preview-match.ts'
import type { RowMatcher } from '../../core/matching/row-matcher.ts'
import { runMatch } from '../../core/matching/run-match.ts'
import { startMatch } from '../../core/matching/start-match.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import type { ListThreadCommands } from '../commands/thread-commands.ts'
import { openListThread } from '../compose/list-thread.ts'
import { openMatchThread } from '../compose/match-thread.ts'
import { isInOpenSearch } from '../compose/search-index.ts'
import { type MatchThreads, startMatchThreads } from './match-threads.ts'
import { answerAsThread, stopAnswering } from './thread.ts'
import { LOWEST_PRIORITY, SHORT_ROWS, workInBackground } from './thread-priority.ts'

/** What the thread is started with. */
export interface ListThreadData {
  readonly config: Config
  /** The folder of its own for files, which is deleted with what it leaves there. */
  readonly folder: string
}

/** Time in ms after which reading a list gets the lowest priority, so that it does not delay lists that came later. */
const SHORT_READ_MS = 1000

// The client waits while its list is read, and for a short list.
workInBackground()
const { config, folder } = workerData as ListThreadData
const thread = await openListThread(config, folder)
/** As many threads as cores, at the priority of this thread. OpenSearch does the work elsewhere. */
const matchThreads = isInOpenSearch(config) ? 1 : availableParallelism()
let isShort = false
let snapshot: PublishedIndex | undefined
let matching: Promise<MatchThreads> | undefined
const stop = new AbortController()
let running: Promise<unknown> = Promise.resolve()

/** Matches rows in this thread: starting another one would take longer than a short list. */
async function matchHere(): Promise<MatchThreads> {
  const here = await openMatchThread(config)
  here.publish(snapshot)
  return {
    hasDied: false,
    match: here.match,
    publish: async (published) => here.publish(published),
    close: async () => here.close(),
  }
}

const register: RowMatcher = {
  async match(rows) {
    matching ??= isShort ? matchHere() : startMatchThreads(config, snapshot, matchThreads)
    const threads = await matching
    try {
      return await threads.match(rows)
    } catch (error) {
      await turn()
      // The rows may be to blame, so this counts as a start of the job.
      throw threads.hasDied ? new Error(`A thread that matches rows died: ${error}`) : error
    }
  },
}

answerAsThread<ListThreadCommands>({
  async publish(published) {
    snapshot = published.snapshot
    await (await matching)?.publish(snapshot)
  },
  start({ owner, sent }, report) {
    setTimeout(workInBackground, SHORT_READ_MS, LOWEST_PRIORITY).unref()
    return startMatch({ ...thread, storing: report }, owner, sent)
  },
  preview(list) {
    setTimeout(workInBackground, SHORT_READ_MS, LOWEST_PRIORITY).unref()
    return previewMatch(thread, list)
  },
  run({ job, node }, report) {
    const rows = job.rows - job.rowsDone
    isShort = rows <= SHORT_ROWS
    if (!isShort) workInBackground(LOWEST_PRIORITY)
    const partsAtOnce = job.isTest || isShort ? 1 : matchThreads + 1
    const needs = { ...thread, matcher: job.isTest ? thread.sandbox : register }
    const run = runMatch(needs, job, { node, signal: stop.signal, stored: report, partsAtOnce })
    running = run.catch(() => undefined)
    return run
  },
  pause: () => stop.abort(),
  close: async () => {
    stop.abort()
    await running
    await (await matching?.catch(() => undefined))?.close()
    await thread.close()
    stopAnswering()
  },
})
