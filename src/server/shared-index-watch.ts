/**
 * Watches an index that all nodes share: the log says when it cannot be reached and when it is incomplete, and what it lost is
 * stored there again, without a restart.
 */
import { Failure } from '../core/failure.ts'
import { OutageLog } from '../core/outage-log.ts'
import type { Clock } from '../core/ports.ts'
import type { ProcessLog } from '../core/process-log.ts'
import { repeatJob } from './repeat-job.ts'

/** Interval at which the index is read, in ms. */
const READ_MS = 5000

/** What the watch works with. */
export interface SharedIndexNeeds {
  /** Whether nodes share an index at all. */
  readonly isShared: boolean
  readonly log: Pick<ProcessLog, 'warn' | 'error'>
  readonly clock: Pick<Clock, 'monotonicNs'>
  /**
   * Reads the number of the store's last change that the index contains; `undefined` if there is none.
   *
   * @throws {Error} if it cannot be searched at the moment.
   */
  readSequence(): Promise<number | undefined>
  /** The same number as this server searched it last; `undefined` before the first time. */
  searchedSequence(): number | undefined
  /**
   * Compares the index with the store, and adds what is missing or fills it again, unless another node has done so. Calls
   * `filling` before it is filled.
   */
  restore(filling: () => void): Promise<void>
}

/** The watch of one server. */
export class SharedIndexWatch {
  readonly #needs: SharedIndexNeeds
  readonly #outage: OutageLog
  readonly #loss: OutageLog
  /** Whether it was compared with the store since it was reached. */
  #isCompared = true
  #restoring: Promise<void> | undefined

  constructor(needs: SharedIndexNeeds) {
    this.#needs = needs
    this.#outage = new OutageLog(needs, {
      away: 'OpenSearch cannot be searched, searches are answered with 503',
      back: 'OpenSearch can be searched again',
    })
    this.#loss = new OutageLog(needs, {
      away: 'the index in OpenSearch is incomplete and is being restored',
      back: 'the index in OpenSearch is complete again',
    })
  }

  /** Whether all that is stored can be searched, as far as is known; `none`: this server has an index of its own. */
  get state(): 'none' | 'reached' | 'lost' {
    if (!this.#needs.isShared) return 'none'
    return this.#outage.isAway || this.#loss.isAway ? 'lost' : 'reached'
  }

  /**
   * Waits for the first step that makes the index searched. If a shared one cannot be used, the server starts all the same:
   * what needs no index works, and the watch goes on trying.
   *
   * @returns a sentence that says why searches are not answered yet; `undefined` if they are.
   */
  async open(step: Promise<void>): Promise<string | undefined> {
    try {
      await step
      return undefined
    } catch (error) {
      const isAway = error instanceof Failure && error.code === 'service_unavailable'
      if (!isAway || !this.#needs.isShared) throw error
      this.#noteAway(error)
      return error.message
    }
  }

  /** Begins to watch; returns a function that ends it. */
  start(): () => Promise<void> {
    if (!this.#needs.isShared) return async () => {}
    return repeatJob(() => this.#read(), READ_MS)
  }

  async #read(): Promise<void> {
    try {
      const searched = this.#needs.searchedSequence() ?? 0
      const sequence = await this.#needs.readSequence()
      this.#outage.succeeded()
      if (sequence === undefined) this.#restore('it is gone, or its state is')
      else if (sequence < searched) this.#restore(`it has changes up to ${sequence}, and had ${searched}`)
      else if (!this.#isCompared) this.#restore()
    } catch (error) {
      this.#noteAway(error)
    }
  }

  #noteAway(error: unknown): void {
    this.#isCompared = false
    this.#outage.failed(error)
  }

  /** Runs one comparison at a time, beside the watch: to fill an index takes up to hours. `loss`: what is known to be lost. */
  #restore(loss?: string): void {
    if (loss !== undefined) this.#loss.failed(loss)
    this.#isCompared = false
    this.#restoring ??= this.#needs
      .restore(() => this.#loss.failed('it lacks companies of the store, or has others'))
      .then(
        () => {
          this.#isCompared = true
          this.#loss.succeeded()
        },
        (error: unknown) => {
          // Without a known loss this is a fault of what compares, which the next comparison shows again.
          if (this.#loss.isAway) this.#loss.failed(error)
        },
      )
      .finally(() => {
        this.#restoring = undefined
      })
  }
}
