/** The one way to what is asked to be changed: refused where it would be lost, and told of in the log where it fails. */

import type { ProcessLog } from '../../adapters/system/log.ts'
import type { OpenedFiles } from '../../adapters/system/opened-files.ts'
import { Failure } from '../../core/failure.ts'
import type { Clock } from '../../core/ports.ts'

/** Refusals for the same reason are one line in so much time, with their number. */
export const REFUSALS_EVERY_MS = 60_000

/** What was refused for one reason and is not in the log yet. */
interface Refusals {
  count: number
  toldAtMs: number
}

export class ChangeGuard {
  readonly #files: Pick<OpenedFiles, 'check'>
  readonly #log: Pick<ProcessLog, 'error'>
  readonly #clock: Pick<Clock, 'nowMs'>
  readonly #refusals = new Map<string, Refusals>()

  constructor(
    files: Pick<OpenedFiles, 'check'>,
    log: Pick<ProcessLog, 'error'>,
    clock: Pick<Clock, 'nowMs'>,
  ) {
    this.#files = files
    this.#log = log
    this.#clock = clock
  }

  /**
   * Does the step, and answers only when what it stored is in files that are there.
   *
   * @throws Failure `service_unavailable` when a file was deleted or replaced, before the step or meanwhile; what the step throws.
   */
  async change<Result>(step: () => Promise<Result>): Promise<Result> {
    try {
      this.#files.check()
      const result = await step()
      this.#files.check()
      return result
    } catch (error) {
      this.#note(error)
      throw error
    }
  }

  /** Writes down the refusals that are due; with `isEnd`, all. */
  tell(isEnd = false): void {
    const nowMs = this.#clock.nowMs()
    for (const [error, refusals] of this.#refusals) {
      if (!isEnd && nowMs - refusals.toldAtMs < REFUSALS_EVERY_MS) continue
      if (refusals.count === 0) this.#refusals.delete(error)
      else this.#log.error({ error, times: refusals.count }, 'what was to be changed could not be stored')
      refusals.count = 0
      refusals.toldAtMs = nowMs
    }
  }

  /** Those with a reason are told to whoever asked, and pass by themselves. */
  #note(error: unknown): void {
    if (!(error instanceof Failure) || error.kind !== 'unavailable' || error.reason !== undefined) return
    const known = this.#refusals.get(error.message) ?? { count: 0, toldAtMs: Number.NEGATIVE_INFINITY }
    known.count++
    this.#refusals.set(error.message, known)
    this.tell()
  }
}
