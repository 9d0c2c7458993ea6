/**
 * Faults that last, and that each attempt meets again: the log names one when it begins, once a minute while it
 * lasts, and, of a service outside this process, such as a database, when it has ended.
 */
import { Failure } from './failure.ts'
import type { Clock } from './ports.ts'
import type { ProcessLog } from './process-log.ts'

/** While a fault lasts, the log says so at most once in this time, in ms. */
export const OUTAGE_LINE_MS = 60_000
const MS_PER_S = 1000
const NS_PER_S = 1_000_000_000n
const SINCE = 0
const TOLD = 1

interface OutageLogNeeds {
  readonly log: Pick<ProcessLog, 'warn' | 'error'>
  readonly clock: Pick<Clock, 'monotonicNs'>
}

/** The two messages. */
interface OutageMessages {
  readonly away: string
  readonly back: string
}

/** A step failed because a service outside this process cannot be reached. Its `OutageLog` says so, the step need not. */
export class Unreachable extends Failure {
  constructor(message: string) {
    super('service_unavailable', message)
  }
}

/** Logs an outage: a warning when it begins, one a minute while attempts fail, and one when one succeeds again. */
export class OutageLog {
  readonly #needs: OutageLogNeeds
  readonly #messages: OutageMessages
  /** Since when it is away (0 = it is not), and when a line was last written, in s. */
  readonly #cells: Int32Array<ArrayBufferLike>

  /**
   * `cells`: two numbers, 0 at first; in shared memory if several threads note the same outage, of which one writes
   * each line.
   */
  constructor(
    needs: OutageLogNeeds,
    messages: OutageMessages,
    cells: Int32Array<ArrayBufferLike> = new Int32Array(2),
  ) {
    this.#needs = needs
    this.#messages = messages
    this.#cells = cells
  }

  /** Whether the last attempt failed. */
  get isAway(): boolean {
    return Atomics.load(this.#cells, SINCE) !== 0
  }

  /** Notes that an attempt failed. */
  failed(error: unknown): void {
    const atS = nowS(this.#needs)
    const sinceS = Atomics.compareExchange(this.#cells, SINCE, 0, atS)
    if (sinceS === 0) Atomics.store(this.#cells, TOLD, atS)
    else if (!this.#isNextOurs(atS)) return
    const reason = error instanceof Error ? error.message : String(error)
    this.#needs.log.warn({ error: reason, away_s: sinceS === 0 ? 0 : atS - sinceS }, this.#messages.away)
  }

  /** Notes that an attempt succeeded. */
  succeeded(): void {
    const sinceS = Atomics.exchange(this.#cells, SINCE, 0)
    // A warning, too: a log with the outage alone would be read as one that lasts.
    if (sinceS !== 0) this.#needs.log.warn({ away_s: nowS(this.#needs) - sinceS }, this.#messages.back)
  }

  /** Returns whether the next line is due and this thread writes it. */
  #isNextOurs(atS: number): boolean {
    const toldS = Atomics.load(this.#cells, TOLD)
    if (atS - toldS < OUTAGE_LINE_MS / MS_PER_S) return false
    return Atomics.compareExchange(this.#cells, TOLD, toldS, atS) === toldS
  }
}

/** Logs the errors of steps that are repeated: the same error of the same step once a minute. */
export class RepeatedFaults {
  readonly #needs: OutageLogNeeds
  readonly #known = new Map<string, { toldS: number; untold: number }>()

  constructor(needs: OutageLogNeeds) {
    this.#needs = needs
  }

  /** Logs `message` with the error and how often it was met since the last line; leaves out an `Unreachable`. */
  note(error: unknown, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
    if (error instanceof Unreachable) return
    const atS = nowS(this.#needs)
    const text = error instanceof Failure ? error.message : stackOf(error)
    const key = JSON.stringify([message, fields, text])
    const isDue = ({ toldS }: { readonly toldS: number }) => atS - toldS >= OUTAGE_LINE_MS / MS_PER_S
    const known = this.#known.get(key)
    if (known !== undefined && !isDue(known)) {
      known.untold++
      return
    }
    for (const [old, told] of this.#known) if (isDue(told)) this.#known.delete(old)
    this.#known.set(key, { toldS: atS, untold: 0 })
    const times = known === undefined || known.untold === 0 ? {} : { times: known.untold + 1 }
    this.#needs.log.error({ ...fields, error: text, ...times }, message)
  }
}

/** Never 0, which means "not away". */
function nowS({ clock }: OutageLogNeeds): number {
  return Number(clock.monotonicNs() / NS_PER_S) + 1
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
