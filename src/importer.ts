/** The import thread as the rest of the program asks it: one import after the other, each searchable at its end. */
import type { IndexImage } from './adapters/embedded/index-image.ts'
import { systemClock } from './adapters/system/clock.ts'
import { startThread, type Thread } from './adapters/system/thread.ts'
import type { ImportStep, ImportView, Requests } from './cli/operator.ts'
import type { IndexState } from './core/search/name-index.ts'
import type { ImportAnswer, IndexAnswer } from './import-thread.ts'

const THREAD_FILE = new URL('./import-thread.ts', import.meta.url)
/** How long the thread may take to end by itself. */
const CLOSE_MS = 1000

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
  #last: Promise<unknown> = Promise.resolve()

  constructor(dataDir: string, steps: ImporterSteps) {
    this.#dataDir = dataDir
    this.#steps = steps
  }

  /** Makes the companies file or brings it up to date. */
  async open(): Promise<{ readonly companies: number; readonly sequence: number }> {
    return (await this.#ask('open', {})) as { companies: number; sequence: number }
  }

  /** Waits its turn, imports, and resolves when the result is searched. */
  import(takes: Requests['import']['takes'], tell: (step: ImportStep) => void): Promise<ImportView> {
    const turn = this.#last.then(() => this.#import(takes, tell))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  /** Searches what is stored: the saved index, or a new one. Answers why a new one had to be built. */
  async index(): Promise<string | undefined> {
    const searched = this.#steps.searched()
    const generation = (searched?.generation ?? 0) + 1
    const made = (await this.#ask('index', { generation, searched: searched?.sequence })) as IndexAnswer
    if (made.kind === 'current') return undefined
    await this.#steps.publish(made.image)
    if (made.kind === 'loaded') return undefined
    await this.#ask('save', { image: made.image }).catch(this.#steps.notSaved)
    return made.because
  }

  /** An import that runs is cut off after its last stored batch. */
  async close(): Promise<void> {
    const thread = this.#thread
    if (thread === undefined) return
    const late = setTimeout(() => void thread.kill(), CLOSE_MS)
    await thread.ask('close', {}).catch(() => undefined)
    await thread.ended
    clearTimeout(late)
  }

  async #import(takes: Requests['import']['takes'], tell: (step: ImportStep) => void): Promise<ImportView> {
    const answer = (await this.#ask('import', takes, tell as (progress: unknown) => void)) as ImportAnswer
    const startNs = systemClock.monotonicNs()
    tell({ step: 'indexing', companies: (await this.open()).companies })
    await this.index()
    return { ...answer, indexMs: Number((systemClock.monotonicNs() - startNs) / 1_000_000n) }
  }

  /** Starts the thread when there is none: the first time, and after it died. */
  #ask(name: string, takes: unknown, tell?: (progress: unknown) => void): Promise<unknown> {
    if (this.#thread === undefined) {
      const thread = startThread(THREAD_FILE, { dataDir: this.#dataDir })
      this.#thread = thread
      void thread.ended.then(() => {
        if (this.#thread === thread) this.#thread = undefined
      })
    }
    return this.#thread.ask(name, takes, tell)
  }
}
