/** Imports one after the other, each searchable at its end, and builds the index; every step in a thread that lives only as long. */
import type { IndexImage } from './adapters/embedded/index-image.ts'
import { systemClock } from './adapters/system/clock.ts'
import { startThread, type Thread } from './adapters/system/thread.ts'
import type { ImportStep, ImportView, Requests } from './cli/operator.ts'
import { Failure } from './core/failure.ts'
import type { IndexState } from './core/search/name-index.ts'
import type { ImportAnswer, IndexAnswer } from './import-thread.ts'

const THREAD_FILE = new URL('./import-thread.ts', import.meta.url)
/** How long a thread may take to end by itself. */
const CLOSE_MS = 1000
/** Young objects of a thread stay resident, three times over; importing 1.49 million companies peaks 60 MB lower so, in the same time. */
const YOUNG_MB_MAX = 16

export interface ImporterSteps {
  /** Makes every thread search the image; resolves when all do. */
  publish(image: IndexImage): Promise<void>
  /** The index could not be saved; searching goes on, the next start builds it again. */
  notSaved(error: Error): void
  /** The index that is searched now. */
  searched(): IndexState | undefined
}

export class Importer {
  readonly #dataDir: string
  readonly #steps: ImporterSteps
  #thread: Thread | undefined
  #isClosed = false
  /** The end of the last step that was asked for. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(dataDir: string, steps: ImporterSteps) {
    this.#dataDir = dataDir
    this.#steps = steps
  }

  /** Makes the companies file, brings it up to date, and makes good what a killed import left. */
  open(): Promise<void> {
    return this.#next(async (thread) => {
      await thread.ask('open', {})
    })
  }

  /** Waits its turn, imports, and resolves when the result is searched. */
  async import(takes: Requests['import']['takes'], tell: (step: ImportStep) => void): Promise<ImportView> {
    const answer = await this.#next(async (thread) => {
      const imported = await thread.ask('import', takes, tell as (progress: unknown) => void)
      return imported as ImportAnswer
    })
    const startNs = systemClock.monotonicNs()
    await this.index(tell)
    return { ...answer, indexMs: Number((systemClock.monotonicNs() - startNs) / 1_000_000n) }
  }

  /** Searches what is stored: the saved index, or a new one, of which `tell` hears. Answers why a new one had to be built. */
  index(tell: (step: ImportStep) => void = () => {}): Promise<string | undefined> {
    // A thread of its own: the memory of the import before it is free by then.
    return this.#next(async (thread) => {
      const searched = this.#steps.searched()
      const generation = (searched?.generation ?? 0) + 1
      const wish = { generation, searched: searched?.sequence }
      const made = (await thread.ask('index', wish, tell as (progress: unknown) => void)) as IndexAnswer
      if (made.kind === 'current') return undefined
      await this.#steps.publish(made.image)
      if (made.kind === 'loaded') return undefined
      await thread.ask('save', { image: made.image }).catch(this.#steps.notSaved)
      return made.because
    })
  }

  /** An import that runs is cut off after its last stored batch; what waits is not begun. */
  async close(): Promise<void> {
    this.#isClosed = true
    if (this.#thread !== undefined) await end(this.#thread)
  }

  #next<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(() => this.#inThread(work))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #inThread<Result>(work: (thread: Thread) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new Failure('service_unavailable', 'The server is being stopped.')
    const thread = startThread(THREAD_FILE, { dataDir: this.#dataDir }, YOUNG_MB_MAX)
    this.#thread = thread
    try {
      return await work(thread)
    } finally {
      await end(thread)
      this.#thread = undefined
    }
  }
}

async function end(thread: Thread): Promise<void> {
  const late = setTimeout(() => void thread.kill(), CLOSE_MS)
  await thread.ask('close', {}).catch(() => undefined)
  await thread.ended
  clearTimeout(late)
}
