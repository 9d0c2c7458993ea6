/** Runs the jobs that match lists: one at a time on this node, in a thread that is there while there is work. */
import type { Config } from '../../config/config.ts'
import type { Commands } from '../../core/commands.ts'
import { Failure } from '../../core/failure.ts'
import { decideRow } from '../../core/matching/decide-row.ts'
import type { ListPreview } from '../../core/matching/list-preview.ts'
import type { MatchJob, MatchOwner } from '../../core/matching/match-job.ts'
import type { MatchJobStore } from '../../core/matching/match-job-store.ts'
import { RepeatedFaults } from '../../core/outage-log.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import type { ListThreadCommands } from '../commands/thread-commands.ts'
import { repeatJob } from '../repeat-job.ts'
import type { ListThreadData } from './list-thread.ts'
import { startThread, type Thread } from './thread.ts'

const THREAD_FILE = new URL('./list-thread.ts', import.meta.url)
/** Interval at which queued jobs are looked for, in ms. */
const POLL_MS = 1000
/** Time for which a node has a job after it said so, in ms. */
const CLAIM_MS = 15_000
/** Interval at which it says so again, in ms. */
const RENEW_MS = 5000
/** Time that the rows that are being matched have at the stop, in ms. */
const CLOSE_MS = 3000
/** Interval at which expired jobs are deleted, in ms. */
const PURGE_MS = 600_000
const YOUNG_MB_MAX = 16

/** What running jobs needs. */
export interface MatchJobsNeeds {
  readonly jobs: Pick<
    MatchJobStore,
    'find' | 'results' | 'decide' | 'remove' | 'claim' | 'renew' | 'release' | 'purge' | 'counts'
  >
  readonly clock: Clock
  readonly log: Pick<ProcessLog, 'warn' | 'error'>
  readonly config: Config
  /** Name of this node, different after each start. */
  readonly node: string
  /** Whether no other node shares the jobs. */
  readonly isAlone: boolean
  /** Returns the searched snapshot; `undefined` before the first one. */
  searched(): PublishedIndex | undefined
}

/** The jobs of a server. */
export class MatchJobs {
  readonly #needs: MatchJobsNeeds
  readonly #faults: RepeatedFaults
  #thread: Thread<ListThreadCommands> | undefined
  /** Calls that use the thread. */
  #users = 0
  #running: Promise<void> | undefined
  #isClosed = false
  #enders: (() => Promise<void>)[] = []
  /** Rows that were matched since the start. */
  rowsMatched = 0

  constructor(needs: MatchJobsNeeds) {
    this.#needs = needs
    this.#faults = new RepeatedFaults(needs)
  }

  /** Continues what an earlier process has left, and runs queued jobs from now on. */
  async open(): Promise<void> {
    const { jobs, isAlone } = this.#needs
    if (isAlone) await this.#logged(() => jobs.release('all'))
    const endPurging = repeatJob(() => this.#logged(() => jobs.purge(this.#needs.clock.nowMs())), PURGE_MS)
    const endPolling = repeatJob(async () => this.#wake(), POLL_MS)
    this.#enders = [endPurging, endPolling]
  }

  /**
   * Reads a list and queues it.
   *
   * @throws {Failure} as `startMatch`.
   */
  async start(params: Commands['startMatch']['params']): Promise<MatchJob> {
    const job = await this.#withThread((thread) => thread.send('start', params))
    this.#wake()
    return job
  }

  /** @throws {Failure} as `previewMatch`. */
  preview(list: Commands['previewMatch']['params']): Promise<ListPreview> {
    return this.#withThread((thread) => thread.send('preview', list))
  }

  /** @throws {Failure} as `decideRow`. */
  decide({ owner, decision }: Commands['decideRow']['params']): Promise<void> {
    const { jobs: matchJobs, clock } = this.#needs
    return decideRow({ matchJobs, clock }, owner, decision)
  }

  /** @throws {Failure} `not_found` if the owner has no such job. */
  async remove(owner: MatchOwner, id: string): Promise<void> {
    if (!(await this.#needs.jobs.remove(owner, id))) throw new Failure('not_found', 'There is no such job.')
  }

  /** Returns the number of jobs by state. */
  counts() {
    return this.#needs.jobs.counts()
  }

  /** Makes a running job search the snapshot from its next row on. */
  publish(snapshot: PublishedIndex): void {
    void this.#thread?.send('publish', { snapshot }).catch(() => undefined)
  }

  /** Ends a running job after its stored rows; a later start continues it. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const end of this.#enders.splice(0)) await end()
    const thread = this.#thread
    if (thread !== undefined) {
      const late = setTimeout(() => void thread.kill(), CLOSE_MS)
      await thread.send('close', {}).catch(() => undefined)
      await thread.ended
      clearTimeout(late)
    }
    await this.#running
    await this.#logged(() => this.#needs.jobs.release(this.#needs.node))
  }

  #wake(): void {
    if (this.#isClosed || this.#running !== undefined || this.#needs.searched() === undefined) return
    this.#running = this.#logged(() => this.#runQueued()).finally(() => {
      this.#running = undefined
    })
  }

  async #runQueued(): Promise<void> {
    const { jobs, clock } = this.#needs
    while (!this.#isClosed) {
      const nowMs = clock.nowMs()
      const job = await jobs.claim(this.#claim(), nowMs)
      if (job === undefined) return
      await this.#run(job)
    }
  }

  async #run(job: MatchJob): Promise<void> {
    const { jobs, node } = this.#needs
    const endRenewing = repeatJob(() => this.#logged(() => jobs.renew(job.id, this.#claim())), RENEW_MS)
    try {
      await this.#withThread((thread) =>
        thread.send('run', { job, node }, (rows) => {
          this.rowsMatched += rows
        }),
      )
    } finally {
      // After an error the claim runs out, so that the job is not begun again at once.
      await endRenewing()
    }
  }

  #claim() {
    return { node: this.#needs.node, untilMs: this.#needs.clock.nowMs() + CLAIM_MS }
  }

  async #withThread<Result>(work: (thread: Thread<ListThreadCommands>) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new Failure('service_unavailable', 'The server is stopping.')
    this.#users++
    const thread = this.#thread ?? this.#startThread()
    try {
      return await work(thread)
    } finally {
      this.#users--
      if (this.#users === 0 && this.#thread === thread && !this.#isClosed) {
        this.#thread = undefined
        void thread.send('close', {}).catch(() => undefined)
      }
    }
  }

  #startThread(): Thread<ListThreadCommands> {
    const { config, searched, log } = this.#needs
    const data: ListThreadData = { config }
    const thread = startThread<ListThreadCommands>(THREAD_FILE, data, { youngMbMax: YOUNG_MB_MAX })
    this.#thread = thread
    const snapshot = searched()
    if (snapshot !== undefined) this.publish(snapshot)
    void thread.ended.then((error) => {
      if (this.#thread === thread) this.#thread = undefined
      if (error !== undefined) log.error({ error: String(error) }, 'the list thread died')
    })
    return thread
  }

  async #logged(work: () => unknown): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!this.#isClosed) this.#faults.note(error, 'a job that matches a list met an error')
    }
  }
}
