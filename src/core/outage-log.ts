/** What the log says of a service outside this process, such as a database, that does not answer or answers again. */
import type { Clock } from './ports.ts'
import type { ProcessLog } from './process-log.ts'

/** While something is away, the log says so at most once in this time, in ms. */
export const OUTAGE_LINE_MS = 60_000
const NS_PER_MS = 1_000_000n
const MS_PER_S = 1000

interface OutageLogNeeds {
  readonly log: Pick<ProcessLog, 'info' | 'warn'>
  readonly clock: Pick<Clock, 'monotonicNs'>
}

/** The two messages. */
interface OutageMessages {
  readonly away: string
  readonly back: string
}

/** Logs an outage: a warning when it begins, one a minute while attempts fail, and a line when one succeeds again. */
export class OutageLog {
  readonly #log: OutageLogNeeds['log']
  readonly #clock: OutageLogNeeds['clock']
  readonly #messages: OutageMessages
  #sinceMs: number | undefined
  #toldMs = 0

  constructor({ log, clock }: OutageLogNeeds, messages: OutageMessages) {
    this.#log = log
    this.#clock = clock
    this.#messages = messages
  }

  /** Whether the last attempt failed. */
  get isAway(): boolean {
    return this.#sinceMs !== undefined
  }

  /** Notes that an attempt failed. */
  failed(error: unknown): void {
    const nowMs = this.#nowMs()
    if (this.#sinceMs !== undefined && nowMs - this.#toldMs < OUTAGE_LINE_MS) return
    this.#sinceMs ??= nowMs
    this.#toldMs = nowMs
    const reason = error instanceof Error ? error.message : String(error)
    this.#log.warn({ error: reason, away_s: this.#awayS(nowMs) }, this.#messages.away)
  }

  /** Notes that an attempt succeeded. */
  succeeded(): void {
    if (this.#sinceMs === undefined) return
    this.#log.info({ away_s: this.#awayS(this.#nowMs()) }, this.#messages.back)
    this.#sinceMs = undefined
  }

  #awayS(nowMs: number): number {
    return Math.round((nowMs - (this.#sinceMs ?? nowMs)) / MS_PER_S)
  }

  #nowMs(): number {
    return Number(this.#clock.monotonicNs() / NS_PER_MS)
  }
}
