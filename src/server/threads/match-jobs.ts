/** Reads the lists that clients send, and runs the jobs that match them, each in a thread of its own. */
import { existsSync } from 'node:fs'
import type { Commands } from '../../core/commands.ts'
import { Failure } from '../../core/failure.ts'
import { FairTurns } from '../../core/fair-turns.ts'
import type { AccountId } from '../../core/identity/ids.ts'
import { decideRow } from '../../core/matching/decide-row.ts'
import { UPLOADS_PER_ACCOUNT_MAX } from '../../core/matching/list-files.ts'
import type { ListPreview } from '../../core/matching/list-preview.ts'
import type { MatchJob, MatchOwner } from '../../core/matching/match-job.ts'
import type { MatchJobStore } from '../../core/matching/match-job-store.ts'
import { RepeatedFaults } from '../../core/outage-log.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { PublishedIndex } from '../../core/search/published-index.ts'
import { RepeatedJob, repeatJob } from '../repeat-job.ts'
import { type ListThread, ListThreads, type ListThreadsNeeds } from './list-threads.ts'
import { ThreadExhausted } from './thread.ts'

/** Interval at which queued jobs are looked for, in ms. */
const POLL_MS = 1000
/** Time for which a node has a job after it said so, in ms. */
const CLAIM_MS = 15_000
/** Interval at which it says so again, in ms. */
const RENEW_MS = 5000
/** Interval at which expired jobs are deleted, in ms. */
const PURGE_MS = 600_000
/** Interval at which a client that has left is noticed while its list is read, in ms. */
const LEFT_MS = 500
/** Lists that are read at the same time, each of another account: others go on beside those that take long. */
const READS = { runningMax: 6, waitingMax: 32, waitingOfOwnerMax: UPLOADS_PER_ACCOUNT_MAX }
/** Jobs that run at the same time. */
const RUNS_MAX = 2
/**
 * Time that a job has, from its first stored rows on, before it is paused for one that waits, in ms. It has as long as it needed to
 * its first rows if that was longer: each time it goes on, its list is read again.
 */
const SLICE_MS = 2000
/** Times that a job may exhaust its thread. */
const EXHAUSTED_MAX = 2

/** What running jobs needs. */
export interface MatchJobsNeeds extends ListThreadsNeeds {
  readonly jobs: Omit<MatchJobStore, 'add' | 'file' | 'save' | 'takeBackStart'>
  readonly clock: Clock
  readonly log: Pick<ProcessLog, 'warn' | 'error'>
  /** Name of this node, different after each start. */
  readonly node: string
  /** Whether no other node shares the jobs. */
  readonly isAlone: boolean
}

/** A job that runs here. */
interface Run {
  thread: ListThread | undefined
  readonly begunMs: number
  /** When it stored its first rows; `undefined` before. */
  storedMs: number | undefined
  /** Whether it goes on when others had their turn. */
  isPaused: boolean
  ended: Promise<void>
}

/** The lists and jobs of a server. */
export class MatchJobs {
  readonly #needs: MatchJobsNeeds
  readonly #threads: ListThreads
  readonly #faults: RepeatedFaults
  readonly #reads = new FairTurns<AccountId>(READS)
  /** By the id of the job, the one that began first is the first. */
  readonly #runs = new Map<string, Run>()
  /** How often jobs have exhausted their threads, by their ids. */
  readonly #exhausted = new Map<string, number>()
  #isClosed = false
  #polling: RepeatedJob | undefined
  #endPurging: () => Promise<void> = async () => {}
  /** Rows that were matched since the start. */
  rowsMatched = 0

  constructor(needs: MatchJobsNeeds) {
    this.#needs = needs
    this.#threads = new ListThreads(needs)
    this.#faults = new RepeatedFaults(needs)
  }

  /** Continues what an earlier process has left, and runs queued jobs from now on. */
  async open(): Promise<void> {
    const { jobs, isAlone } = this.#needs
    if (isAlone) await this.#logged(() => jobs.release('all'))
    this.#endPurging = repeatJob(() => this.#logged(() => jobs.purge(this.#needs.clock.nowMs())), PURGE_MS)
    this.#polling = new RepeatedJob(() => this.#logged(() => this.#runQueued()), POLL_MS)
  }

  /**
   * Reads a list and queues it.
   *
   * @throws {Failure} as `startMatch` and `FairTurns.run`; `invalid_request` with reason `too_large` if reading it takes too much
   * memory or time.
   */
  async start(params: Commands['startMatch']['params']): Promise<MatchJob> {
    const { owner, sent } = params
    let stored: string | undefined
    try {
      return await this.#read(owner.account, sent.path, (thread, stay) =>
        thread.send('start', params, (id) => {
          stored = id
          stay()
        }),
      )
    } catch (error) {
      // A thread that died has stored a part of it.
      if (stored !== undefined) await this.#needs.jobs.remove(owner, stored)
      throw error
    } finally {
      this.#polling?.wake()
    }
  }

  /** @throws {Failure} as `previewMatch`, and as `start` for a list that cannot be read. */
  preview(list: Commands['previewMatch']['params']): Promise<ListPreview> {
    return this.#read(list.account, list.path, (thread) => thread.send('preview', list))
  }

  /** @throws {Failure} as `decideRow`. */
  decide({ owner, decision }: Commands['decideRow']['params']): Promise<void> {
    const { jobs: matchJobs, clock } = this.#needs
    return decideRow({ matchJobs, clock }, owner, decision)
  }

  /** @throws {Failure} `not_found` if the owner has no such job. */
  async remove(owner: MatchOwner, id: string): Promise<void> {
    if (!(await this.#needs.jobs.remove(owner, id))) throw new Failure('not_found', 'There is no such job.')
    await this.#runs.get(id)?.thread?.kill()
  }

  /** Returns the number of jobs by state. */
  counts() {
    return this.#needs.jobs.counts()
  }

  /** Makes running jobs search the snapshot from their next rows on. */
  publish(snapshot: PublishedIndex): void {
    this.#threads.publish(snapshot)
  }

  /** Ends running jobs after their stored rows; a later start continues them. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#endPurging()
    await this.#polling?.end()
    await this.#threads.close()
    await Promise.all([...this.#runs.values()].map(({ ended }) => ended))
    await this.#logged(() => this.#needs.jobs.release(this.#needs.node))
  }

  /**
   * Reads a list in a thread of its own, unless its client leaves, which deletes the file. From `stay` on it does not matter whether
   * it has left.
   */
  #read<Result>(
    account: AccountId,
    path: string,
    call: (thread: ListThread, stay: () => void) => Promise<Result>,
  ): Promise<Result> {
    const readIn = async (thread: ListThread) => {
      const looking = setInterval(() => {
        if (!existsSync(path)) void thread.kill()
      }, LEFT_MS)
      const stay = () => clearInterval(looking)
      return call(thread, stay).finally(stay)
    }
    return this.#reads.run(account, async () => {
      if (!existsSync(path)) throw new Failure('service_unavailable', 'The client has left.')
      return this.#threads.use(readIn).catch((error: unknown) => {
        if (!(error instanceof ThreadExhausted)) throw error
        throw new Failure('invalid_request', error.message, [{ field: '', reason: 'too_large' }])
      })
    })
  }

  /** Runs as many jobs as may run; if others wait then, one that has had its time is paused for them. */
  async #runQueued(): Promise<void> {
    const { jobs, clock, searched } = this.#needs
    if (searched() === undefined) return
    while (!this.#isClosed && this.#runs.size < RUNS_MAX) {
      const job = await jobs.claim(this.#claim(), clock.nowMs())
      if (job === undefined) return
      this.#begin(job)
    }
    if (await jobs.isAnyWaiting(clock.nowMs())) this.#pauseOne(clock.nowMs())
  }

  #begin(job: MatchJob): void {
    const begunMs = this.#needs.clock.nowMs()
    const none = { thread: undefined, storedMs: undefined, isPaused: false }
    const run: Run = { ...none, begunMs, ended: Promise.resolve() }
    this.#runs.set(job.id, run)
    run.ended = this.#logged(() => this.#run(job, run)).finally(() => {
      this.#runs.delete(job.id)
      this.#polling?.wake()
    })
  }

  #pauseOne(nowMs: number): void {
    const runs = [...this.#runs.values()]
    if (runs.some(({ isPaused }) => isPaused)) return
    const run = runs.find(
      ({ begunMs, storedMs }) =>
        storedMs !== undefined && nowMs - storedMs >= Math.max(SLICE_MS, storedMs - begunMs),
    )
    if (run === undefined) return
    run.isPaused = true
    void run.thread?.send('pause', {}).catch(() => undefined)
  }

  async #run(job: MatchJob, run: Run): Promise<void> {
    const { jobs, node, clock } = this.#needs
    const endRenewing = repeatJob(() => this.#logged(() => jobs.renew(job.id, this.#claim())), RENEW_MS)
    const stored = (rows: number) => {
      this.rowsMatched += rows
      run.storedMs ??= clock.nowMs()
    }
    try {
      await this.#threads.use((thread) => {
        run.thread = thread
        return thread.send('run', { job, node }, stored)
      })
      this.#exhausted.delete(job.id)
    } catch (error) {
      await this.#failed(job, run, error)
    } finally {
      // After another error the claim runs out, so that the job is not begun again at once.
      await endRenewing()
      if (run.isPaused) await jobs.renew(job.id, { node, untilMs: clock.nowMs() })
    }
  }

  /** @throws the error, unless the job was deleted, or fails. */
  async #failed(job: MatchJob, run: Run, error: unknown): Promise<void> {
    const { jobs, node, clock } = this.#needs
    const times = (this.#exhausted.get(job.id) ?? 0) + 1
    const isLost = (await jobs.find(job, job.id)) === undefined
    const isLast = error instanceof ThreadExhausted && times >= EXHAUSTED_MAX
    if (isLost || isLast) this.#exhausted.delete(job.id)
    if (isLost) return
    if (!isLast) {
      run.isPaused = error instanceof ThreadExhausted
      if (run.isPaused) this.#exhausted.set(job.id, times)
      throw error
    }
    const fault = `The list was begun ${times} times and could not be matched: ${error.message}`
    await jobs.end(job.id, node, { state: 'failed', fault, atMs: clock.nowMs() })
  }

  #claim() {
    return { node: this.#needs.node, untilMs: this.#needs.clock.nowMs() + CLAIM_MS }
  }

  async #logged(work: () => unknown): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!this.#isClosed) this.#faults.note(error, 'a job that matches a list met an error')
    }
  }
}
