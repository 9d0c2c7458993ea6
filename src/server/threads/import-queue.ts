/**
 * Imports one after the other, each searchable at its end, and makes the index, every step in a thread that lives
 * only as long. When much has changed, a new base is made beside all that.
 */
import {
  baseSnapshot,
  type IndexImage,
  type IndexSnapshot,
  isMergeDue,
  isSameBase,
} from '../../adapters/embedded/index-image.ts'
import { systemClock } from '../../adapters/system/clock.ts'
import type { ImportStep, ImportView, Requests } from '../../control/commands.ts'
import type { Suppression } from '../../core/company/company-store.ts'
import { Failure } from '../../core/failure.ts'
import type { ImportAnswer, IndexAnswer, IndexParams, SuppressAnswer } from './import-thread.ts'
import { startThread, type Thread } from './thread.ts'

const MERGE_FILE = new URL('./merge-thread.ts', import.meta.url)
const THREAD_FILE = new URL('./import-thread.ts', import.meta.url)
/** How long a thread may take to end by itself. */
const CLOSE_MS = 1000
/** Young objects of a thread stay resident, three times over; importing 1.49 million companies peaks 60 MB lower so, in the same time. */
const YOUNG_MB_MAX = 16

/** After an import of more changes the index is made in a thread of its own: the memory of the import is free by then. */
const SAME_THREAD_MAX = 10_000

export interface ImporterSteps {
  /** @throws Failure when the companies file is not the one that is searched: nothing may be stored then. */
  readonly checkStore?: () => void
  /** Makes every thread search the generation; resolves when all do. */
  publish(generation: IndexSnapshot): Promise<void>
  /** What is searched now. */
  searched(): IndexSnapshot | undefined
  /** The index could not be merged or saved; searching goes on, the next start does again what is missing. */
  notSaved(error: Error): void
  /** A whole index was built, because the saved one is damaged or stale: a sentence says how. */
  rebuilt(because: string): void
  /** A thread died; what it was asked for has failed, the next step has a new one. */
  died?(error: Error): void
}

interface Merge {
  readonly thread: Thread
  /** Never rejects. */
  readonly ended: Promise<void>
}

export class Importer {
  readonly #dataDir: string
  readonly #steps: ImporterSteps
  #thread: Thread | undefined
  #isClosed = false
  /** Of the last generation that was begun. */
  #number = 0
  /** The end of the last step that was asked for. */
  #last: Promise<unknown> = Promise.resolve()
  #merge: Merge | undefined
  #step: ImportStep | undefined
  /** The thread that reads files at the moment; it answers between two batches. */
  #reading: Thread | undefined

  constructor(dataDir: string, steps: ImporterSteps) {
    this.#dataDir = dataDir
    this.#steps = steps
  }

  /** Whether a new base is being made in the background. */
  get isMerging(): boolean {
    return this.#merge !== undefined
  }

  /** How far the import is that runs; `undefined` = none does. */
  get step(): ImportStep | undefined {
    return this.#step
  }

  /** Makes the companies file, brings it up to date, and makes good what a killed import left. */
  open(): Promise<void> {
    return this.#next(async (thread) => {
      await thread.ask('open', {})
    })
  }

  /** Waits its turn, imports, and resolves when the result is searched. */
  async import(params: Requests['import']['params'], tell: (step: ImportStep) => void): Promise<ImportView> {
    const told = (step: ImportStep) => {
      this.#step = step
      tell(step)
    }
    return this.#import(params, told).finally(() => {
      this.#step = undefined
    })
  }

  async #import(params: Requests['import']['params'], tell: (step: ImportStep) => void): Promise<ImportView> {
    let startNs = 0n
    const answer = await this.#next(async (thread) => {
      this.#reading = thread
      const asked = thread.ask('import', params, tell as (progress: unknown) => void)
      const imported = (await asked.finally(() => {
        this.#reading = undefined
      })) as ImportAnswer
      startNs = systemClock.monotonicNs()
      const isSmall = imported.created + imported.changed <= SAME_THREAD_MAX
      if (isSmall) await this.#index(thread, tell)
      return { imported, isSmall }
    })
    if (answer.isSmall) this.#mergeWhenDue()
    else await this.index(tell)
    return { ...answer.imported, indexMs: Number((systemClock.monotonicNs() - startNs) / 1_000_000n) }
  }

  /**
   * Nobody finds the company any more when this resolves; while an import runs that does not wait for its end.
   * Answers whether it was shown until now.
   */
  async suppress(suppression: Suppression): Promise<boolean> {
    const reading = this.#reading
    const present = this.#steps.searched()
    if (reading === undefined || present === undefined) {
      return this.#changeShown((thread) => thread.ask('suppress', { suppression }).then(isNewOf))
    }
    const searched = { present, number: ++this.#number }
    const answer = (await reading.ask('suppress', { suppression, searched })) as SuppressAnswer
    if (answer.generation !== undefined) await this.#steps.publish(answer.generation)
    return answer.isNew
  }

  /** The company is found again when this resolves, or at the end of the import that runs. Answers whether it was suppressed. */
  async lift(uuid: string): Promise<boolean> {
    if (this.#reading !== undefined) return (await this.#reading.ask('lift', { uuid })) as boolean
    return this.#changeShown(async (thread) => (await thread.ask('lift', { uuid })) as boolean)
  }

  async #changeShown(change: (thread: Thread) => Promise<boolean>): Promise<boolean> {
    return this.#next(async (thread) => {
      const isChanged = await change(thread)
      // Also where nothing is changed now: it may be stored since an earlier call that failed before all searched it.
      const isSearched = this.#steps.searched() !== undefined
      if (isChanged || isSearched) await this.#index(thread, () => {})
      return isChanged
    })
  }

  /** Searches what is stored: the index that there is and what changed since, or a new one, of which `tell` hears. */
  async index(tell: (step: ImportStep) => void = () => {}): Promise<void> {
    await this.#next((thread) => this.#index(thread, tell))
    // The thread before has ended: what it held is free for the merge.
    this.#mergeWhenDue()
  }

  /** Resolves when no new base is being made any more. */
  async merged(): Promise<void> {
    while (this.#merge !== undefined) await this.#merge.ended
  }

  async #index(thread: Thread, tell: (step: ImportStep) => void): Promise<void> {
    const made = await this.#follow(thread, this.#steps.searched(), tell)
    if (made.kind !== 'current') await this.#steps.publish(made.generation)
    if (made.kind !== 'built') return
    if (made.because !== undefined) this.#steps.rebuilt(made.because)
    await thread.ask('save', { image: made.generation.base }).catch(this.#steps.notSaved)
  }

  async #follow(
    thread: Thread,
    present: IndexSnapshot | undefined,
    tell: (step: ImportStep) => void,
  ): Promise<IndexAnswer> {
    const params: IndexParams = { number: this.#number + 1, present }
    const made = (await thread.ask('index', params, tell as (progress: unknown) => void)) as IndexAnswer
    if (made.kind !== 'current') this.#number = Math.max(this.#number, made.generation.number)
    return made
  }

  #mergeWhenDue(): void {
    const generation = this.#steps.searched()
    if (generation === undefined || !isMergeDue(generation)) return
    if (this.#merge !== undefined || this.#isClosed) return
    const thread = startThread(MERGE_FILE, { dataDir: this.#dataDir }, { youngMbMax: YOUNG_MB_MAX })
    const ended = this.#mergeIn(thread, generation)
      .catch((error) => (this.#isClosed ? undefined : void this.#steps.notSaved(error)))
      .then(async (isMerged) => {
        await this.#end(thread)
        this.#merge = undefined
        if (isMerged === true) this.#mergeWhenDue()
      })
    this.#merge = { thread, ended }
  }

  /** Answers whether the new base is searched then, or came too late. */
  async #mergeIn(thread: Thread, from: IndexSnapshot): Promise<boolean> {
    this.#number++
    const image = (await thread.ask('merge', { number: this.#number, from })) as IndexImage
    // In turn with the imports: what they stored meanwhile is built beside the new base.
    const isInTime = await this.#next(async (importing) => {
      const present = this.#steps.searched()
      if (present === undefined || !isSameBase(present, from)) return false
      const whole = baseSnapshot(image)
      const made = await this.#follow(importing, whole, () => {})
      const generation = made.kind === 'current' ? { ...whole, number: ++this.#number } : made.generation
      await this.#steps.publish(generation)
      return true
    })
    if (isInTime) await thread.ask('save', { image })
    return isInTime
  }

  /** An import that runs is cut off after its last stored batch; what waits is not begun. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#merge?.thread.kill()
    if (this.#thread !== undefined) await end(this.#thread)
  }

  async #end(thread: Thread): Promise<void> {
    const error = await end(thread)
    if (error !== undefined) this.#steps.died?.(error)
  }

  #next<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => this.#inThread(work))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #inThread<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new Failure('service_unavailable', 'The server is being stopped.')
    this.#steps.checkStore?.()
    const thread = startThread(THREAD_FILE, { dataDir: this.#dataDir }, { youngMbMax: YOUNG_MB_MAX })
    this.#thread = thread
    try {
      return await work(thread)
    } finally {
      await this.#end(thread)
      this.#thread = undefined
    }
  }
}

function isNewOf(answer: unknown): boolean {
  return (answer as SuppressAnswer).isNew
}

/** @returns What it died of, if it died of something before. */
async function end(thread: Thread): Promise<Error | undefined> {
  const late = setTimeout(() => void thread.kill(), CLOSE_MS)
  await thread.ask('close', {}).catch(() => undefined)
  const error = await thread.ended
  clearTimeout(late)
  return error
}
