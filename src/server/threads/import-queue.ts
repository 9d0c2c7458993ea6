/**
 * The import queue: runs imports and index updates one after the other, each in a thread that lives only for
 * that step; the thread that opened the file runs the first one, too. When much has changed, a new base image
 * is merged in the background.
 */
import type { ControlCommands } from '../../control/commands.ts'
import type { ImportStep, ImportView } from '../../control/views.ts'
import type { Suppression } from '../../core/company/company-store.ts'
import { Failure } from '../../core/failure.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'
import type { MergeRule, PublishedIndex } from '../../core/search/published-index.ts'
import type { ImportThreadCommands, IndexAnswer, MergeThreadCommands } from '../commands/thread-commands.ts'
import { placeOf, type StorePlace } from '../store-place.ts'
import { type BeatLimits, startThread, type Thread } from './thread.ts'

const MERGE_FILE = new URL('./merge-thread.ts', import.meta.url)
const THREAD_FILE = new URL('./import-thread.ts', import.meta.url)
/** Time that a thread has to end by itself, in ms. */
const CLOSE_MS = 1000
/** Size of the old generation in MB: an import of 1.49 million companies and the build of their index need 135. */
const OLD_MB_MAX = 2048
/**
 * A thread that reads files is ended after half an hour without progress: at the end of an import SQLite makes the indexes of all
 * companies, or withdraws many, without a turn of the event loop.
 */
const BEATS: BeatLimits = { everyMs: 1000, missedMax: 1800 }
/**
 * Size of the young generation in MB. Young objects of a thread stay resident, three times over; with this
 * size the import of 1.49 million companies peaks 60 MB lower in the same time.
 */
const YOUNG_MB_MAX = 16

/**
 * Number of changes above which the index is built in a thread of its own, after the memory of the import is
 * free.
 */
const SAME_THREAD_MAX = 10_000

/** What the importer needs. */
export interface ImporterNeeds {
  readonly clock: Pick<Clock, 'monotonicNs'>
  readonly mergeRule: MergeRule
}

/** The callbacks of the importer. */
export interface ImporterSteps {
  /**
   * Checks that the companies file is the one that is searched.
   *
   * @throws {Failure} if it is not; nothing may be stored then.
   */
  readonly checkStore?: () => void
  /** Makes every thread search the snapshot; resolves when all do. */
  publish(snapshot: PublishedIndex): Promise<void>
  /** Returns the snapshot that is searched now. */
  searched(): PublishedIndex | undefined
  /** Runs a step that writes an index which several nodes share; absent if each has its own. */
  writeIndex?<Result>(step: () => Promise<Result>): Promise<Result>
  /**
   * Resolves when all other nodes search what is stored, or after some seconds; returns the names of those that do not
   * yet.
   */
  otherNodes?(): Promise<readonly string[]>
  /**
   * Called if the index could not be merged or saved. Searching continues; the next start repeats the missing
   * step.
   */
  notSaved(error: Error): void
  /**
   * Called if a whole index was built because the saved one is damaged or stale, with a sentence that says
   * why.
   */
  rebuilt(reason: string): void
  /** The log of a server; a command shows its result itself. */
  readonly log?: Pick<ProcessLog, 'info' | 'warn'>
  /** Called when a thread died. Its step has failed; the next step gets a new thread. */
  died?(error: Error): void
}

type ImportThread = Thread<ImportThreadCommands>
/** Either thread, as far as its end goes. */
interface Closable extends Pick<ImportThread, 'kill' | 'ended'> {
  send(name: 'close', params: Record<string, never>): Promise<void>
}

interface Merge {
  readonly thread: Thread<MergeThreadCommands>
  /** Never rejects. */
  readonly ended: Promise<void>
}

/** The queue of imports and index updates. */
export class Importer {
  readonly #needs: ImporterNeeds
  readonly #place: StorePlace
  readonly #steps: ImporterSteps
  #thread: ImportThread | undefined
  /** Whether `#thread` has opened the file and waits for the first step. */
  #isOpened = false
  #isClosed = false
  /** Number of the newest snapshot that was begun. */
  #number = 0
  /** Settles when the last queued step ends. */
  #last: Promise<unknown> = Promise.resolve()
  #merge: Merge | undefined
  #step: ImportStep | undefined
  /** The thread that reads files at the moment, if any. It handles messages between two batches. */
  #reading: ImportThread | undefined

  constructor(needs: ImporterNeeds, place: StorePlace, steps: ImporterSteps) {
    this.#needs = needs
    this.#place = placeOf(place)
    this.#steps = steps
  }

  /** Whether a new base image is being merged in the background. */
  get isMerging(): boolean {
    return this.#merge !== undefined
  }

  /** Progress of the running import; `undefined` if none runs. */
  get step(): ImportStep | undefined {
    return this.#step
  }

  /** Creates or migrates the companies file, and repairs what a killed import left. */
  async open(): Promise<void> {
    const thread = this.#start()
    try {
      await thread.send('open', {})
      this.#isOpened = true
    } catch (error) {
      await this.#endThread(thread)
      throw error
    }
  }

  /** Queues an import; resolves when its result is searched. */
  async import(
    params: ControlCommands['import']['params'],
    report: (step: ImportStep) => void,
  ): Promise<ImportView> {
    const { log } = this.#steps
    log?.info({ files: params.files.length }, 'an import begins')
    try {
      const view = await this.#import(params, this.#noting(report))
      const { rows, created, changed, unchanged, rejected, withdrawn, deleted, faults } = view
      const counts = { rows, created, changed, unchanged, rejected, withdrawn, deleted }
      const ms = view.importMs + view.indexMs
      log?.info({ ...counts, unreadable_files: faults.length, ms }, 'an import has ended')
      return view
    } catch (error) {
      log?.warn({ error: String(error) }, 'an import has failed')
      throw error
    } finally {
      this.#step = undefined
    }
  }

  /** Returns a report that is also the state of the queue. */
  #noting(report: (step: ImportStep) => void): (step: ImportStep) => void {
    return (step) => {
      this.#step = step
      report(step)
    }
  }

  async #import(
    params: ControlCommands['import']['params'],
    report: (step: ImportStep) => void,
  ): Promise<ImportView> {
    let startNs = 0n
    const answer = await this.#next(async (thread) => {
      this.#reading = thread
      const endWatch = thread.watch()
      const imported = await thread.send('import', params, report).finally(() => {
        endWatch()
        this.#reading = undefined
      })
      startNs = this.#needs.clock.monotonicNs()
      const isSmall = imported.created + imported.changed <= SAME_THREAD_MAX
      if (isSmall) await this.#index(thread, report, this.#steps.searched())
      return { imported, isSmall }
    })
    if (answer.isSmall) this.#mergeWhenDue()
    else await this.index(report)
    const indexMs = Number((this.#needs.clock.monotonicNs() - startNs) / 1_000_000n)
    return { ...answer.imported, indexMs, lateNodes: (await this.#steps.otherNodes?.()) ?? [] }
  }

  /**
   * Suppresses a company; resolves when no search finds it. Does not wait for the end of a running import.
   *
   * @returns whether the company was shown until now.
   */
  async suppress(suppression: Suppression): Promise<boolean> {
    const reading = this.#reading
    const present = this.#steps.searched()
    if (reading === undefined || present === undefined) {
      return this.#changeShown((thread) =>
        thread.send('suppress', { suppression }).then(({ isNew }) => isNew),
      )
    }
    const searched = { present, number: ++this.#number }
    const answer = await reading.send('suppress', { suppression, searched })
    if (answer.snapshot !== undefined) await this.#steps.publish(answer.snapshot)
    return answer.isNew
  }

  /**
   * Ends a suppression; resolves when the company is found again, or, during an import, when the change is
   * stored: the company is found from the end of that import.
   *
   * @returns whether the company was suppressed.
   */
  async lift(uuid: string): Promise<boolean> {
    if (this.#reading !== undefined) return this.#reading.send('lift', { uuid })
    return this.#changeShown((thread) => thread.send('lift', { uuid }))
  }

  async #changeShown(change: (thread: ImportThread) => Promise<boolean>): Promise<boolean> {
    return this.#next(async (thread) => {
      const isChanged = await change(thread)
      // Also if nothing changes now: an earlier call may have stored the change and failed before all threads
      // searched it.
      const present = this.#steps.searched()
      if (isChanged || present !== undefined) await this.#index(thread, () => {}, present)
      return isChanged
    })
  }

  /**
   * Makes the threads search what is stored: the present index with what changed since, or a new one. `report`
   * is called before a new one is built.
   */
  async index(report: (step: ImportStep) => void = () => {}): Promise<void> {
    await this.#next((thread) => this.#index(thread, this.#noting(report), this.#steps.searched())).finally(
      () => {
        this.#step = undefined
      },
    )
    // The previous thread has ended, so its memory is free for the merge.
    this.#mergeWhenDue()
  }

  /**
   * As `index`, but compares the index with the store even if nothing was stored since it was last searched: an index that
   * several nodes share may have lost what it had.
   */
  async restore(report: (step: ImportStep) => void): Promise<void> {
    await this.#next((thread) => this.#index(thread, report, undefined))
  }

  /** Resolves when no merge runs. */
  async merged(): Promise<void> {
    while (this.#merge !== undefined) await this.#merge.ended
  }

  async #index(
    thread: ImportThread,
    report: (step: ImportStep) => void,
    present: PublishedIndex | undefined,
  ): Promise<void> {
    const made = await this.#follow(thread, present, report)
    if (made.kind !== 'current') await this.#steps.publish(made.snapshot)
    if (made.kind !== 'built') return
    if (made.reason !== undefined) this.#steps.rebuilt(made.reason)
    await thread.send('save', { snapshot: made.snapshot }).catch(this.#steps.notSaved)
  }

  async #follow(
    thread: ImportThread,
    present: PublishedIndex | undefined,
    report: (step: ImportStep) => void,
  ): Promise<IndexAnswer> {
    const make = () => thread.send('index', { number: this.#number + 1, present }, report)
    const made = await (this.#steps.writeIndex?.(make) ?? make())
    if (made.kind !== 'current') this.#number = Math.max(this.#number, made.snapshot.number)
    return made
  }

  #mergeWhenDue(): void {
    const snapshot = this.#steps.searched()
    if (snapshot === undefined || !this.#needs.mergeRule.isDue(snapshot)) return
    if (this.#merge !== undefined || this.#isClosed) return
    const thread = startThread<MergeThreadCommands>(
      MERGE_FILE,
      { dataDir: this.#place.dataDir },
      { oldMbMax: OLD_MB_MAX, youngMbMax: YOUNG_MB_MAX },
    )
    const ended = this.#mergeIn(thread, snapshot)
      .catch((error) => (this.#isClosed ? undefined : void this.#steps.notSaved(error)))
      .then(async (isMerged) => {
        await this.#end(thread)
        this.#merge = undefined
        if (isMerged === true) this.#mergeWhenDue()
      })
    this.#merge = { thread, ended }
  }

  /** Merges a new base image and publishes it; resolves to whether it was published or came too late. */
  async #mergeIn(thread: Thread<MergeThreadCommands>, from: PublishedIndex): Promise<boolean> {
    this.#number++
    const whole = await thread.send('merge', { number: this.#number, from })
    // Queued behind the imports: what they stored meanwhile is built as a delta on the new base.
    const isInTime = await this.#next(async (importing) => {
      const present = this.#steps.searched()
      if (present === undefined || !this.#needs.mergeRule.isSameBase(present, from)) return false
      const made = await this.#follow(importing, whole, () => {})
      const snapshot = made.kind === 'current' ? { ...whole, number: ++this.#number } : made.snapshot
      await this.#steps.publish(snapshot)
      return true
    })
    if (isInTime) await thread.send('save', { snapshot: whole })
    return isInTime
  }

  /**
   * Stops the queue. A running import is interrupted after its last stored batch; waiting steps are not
   * begun.
   */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#merge?.thread.kill()
    if (this.#thread !== undefined) await end(this.#thread)
  }

  async #end(thread: Closable): Promise<void> {
    const error = await end(thread)
    if (error !== undefined) this.#steps.died?.(error)
  }

  #next<Result>(work: (thread: ImportThread) => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => this.#inThread(work))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #inThread<Result>(work: (thread: ImportThread) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new Failure('service_unavailable', 'The server is stopping.')
    this.#steps.checkStore?.()
    const opened = this.#isOpened ? this.#thread : undefined
    this.#isOpened = false
    const thread = opened ?? this.#start()
    try {
      return await work(thread)
    } finally {
      await this.#endThread(thread)
    }
  }

  #start(): ImportThread {
    const plan = { oldMbMax: OLD_MB_MAX, youngMbMax: YOUNG_MB_MAX, beats: BEATS }
    this.#thread = startThread<ImportThreadCommands>(THREAD_FILE, this.#place, plan)
    return this.#thread
  }

  async #endThread(thread: ImportThread): Promise<void> {
    await this.#end(thread)
    this.#thread = undefined
  }
}

/**
 * Ends a thread; kills it after `CLOSE_MS`.
 *
 * @returns the error that ended the thread earlier, if any.
 */
async function end(thread: Closable): Promise<Error | undefined> {
  const late = setTimeout(() => void thread.kill(), CLOSE_MS)
  await thread.send('close', {}).catch(() => undefined)
  const error = await thread.ended
  clearTimeout(late)
  return error
}
