/** The guard around every change: it refuses a change that would be lost and logs the changes that failed. */

import { Failure } from '../../core/failure.ts'
import type { Clock } from '../../core/ports.ts'
import type { ProcessLog } from '../../core/process-log.ts'

/**
 * Minimum interval between two log lines about the same error, in ms. A line has the number of refusals since
 * the last one.
 */
export const REFUSALS_EVERY_MS = 60_000

/** The check that the opened files are still in place. */
export interface FilesCheck {
  /** @throws {Failure} `service_unavailable` if a file was deleted or replaced. */
  check(): void
}

/** The refusals of one error that are not in the log yet. */
interface Refusals {
  count: number
  loggedAtMs: number
}

/** Runs changes only while the opened files are still in place, and logs refused ones at a limited rate. */
export class ChangeGuard {
  readonly #files: FilesCheck
  readonly #log: Pick<ProcessLog, 'error'>
  readonly #clock: Pick<Clock, 'nowMs'>
  readonly #refusals = new Map<string, Refusals>()

  constructor(files: FilesCheck, log: Pick<ProcessLog, 'error'>, clock: Pick<Clock, 'nowMs'>) {
    this.#files = files
    this.#log = log
    this.#clock = clock
  }

  /**
   * Runs the step, and returns its result only if the opened files are in place before and after it.
   *
   * @throws {Failure} `service_unavailable` if a file was deleted or replaced before or during the step;
   * whatever the step throws.
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

  /** Logs the refusals whose interval has passed; with `isEnd`, all of them. */
  logRefusals(isEnd = false): void {
    const nowMs = this.#clock.nowMs()
    for (const [error, refusals] of this.#refusals) {
      if (!isEnd && nowMs - refusals.loggedAtMs < REFUSALS_EVERY_MS) continue
      if (refusals.count === 0) this.#refusals.delete(error)
      else this.#log.error({ error, times: refusals.count }, 'a change could not be stored')
      refusals.count = 0
      refusals.loggedAtMs = nowMs
    }
  }

  /**
   * Counts a failure that is to be logged. Failures with a reason are temporary and are reported to the
   * caller, so they are not counted.
   */
  #note(error: unknown): void {
    if (!(error instanceof Failure) || error.kind !== 'unavailable' || error.reason !== undefined) return
    const known = this.#refusals.get(error.message) ?? { count: 0, loggedAtMs: Number.NEGATIVE_INFINITY }
    known.count++
    this.#refusals.set(error.message, known)
    this.logRefusals()
  }
}
