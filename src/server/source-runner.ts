/** Runs the sources of the operator: by command, and by itself when they are due or files have appeared. */
import { noSource } from '../control/source-handlers.ts'
import type { ImportStep, ImportView, SourceRunView } from '../control/views.ts'
import { Failure } from '../core/failure.ts'
import { RepeatedFaults } from '../core/outage-log.ts'
import type { Clock } from '../core/ports.ts'
import type { ProcessLog } from '../core/process-log.ts'
import { type FileImportOptions, type RunOptions, runSource } from '../core/sources/run-source.ts'
import type { KnownSource } from '../core/sources/source.ts'
import type { SourceFiles } from '../core/sources/source-files.ts'
import type { SourceStore } from '../core/sources/source-store.ts'
import { repeatJob } from './repeat-job.ts'

/** Interval at which folders and due times are checked, in ms. */
const POLL_MS = 1000
/** Delay after a run whose state could not be stored, in ms. */
const HOLD_MS = 60_000

type Report = (step: ImportStep) => void

/** What the runner needs. */
export interface SourceRunnerNeeds {
  readonly sources: SourceStore
  readonly files: SourceFiles
  readonly clock: Clock
  readonly random: () => number
  readonly log: Pick<ProcessLog, 'warn' | 'error'>
  readonly importFile: (path: string, how: FileImportOptions, report: Report) => Promise<ImportView>
  /** Aborted when the process stops. */
  readonly stop: AbortSignal
  /** Whether no source runs (`PASSIVE`). */
  readonly isPassive?: boolean
  /** Which of several nodes runs a source; absent if this server is alone. */
  readonly claims?: SourceClaims | undefined
}

/** Reserves a source for this node while it runs. */
interface SourceClaims {
  /** Returns whether this node has it. */
  claim(id: string): Promise<boolean>
  release(id: string): Promise<void>
}

/** Runs sources; each of them at most once at a time. */
export class SourceRunner {
  readonly #needs: SourceRunnerNeeds
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #heldUntilMs = new Map<string, number>()
  readonly #faults: RepeatedFaults

  constructor(needs: SourceRunnerNeeds) {
    this.#needs = needs
    this.#faults = new RepeatedFaults(needs)
  }

  /**
   * Runs a source at once, with all files that its folder contains. `isForced`: as in `ImportOptions`.
   *
   * @throws {Failure} `not_found`, or `conflict` if it runs already or the server is passive.
   */
  async run(id: string, report: Report, isForced = false): Promise<SourceRunView> {
    if (this.#needs.isPassive) throw new Failure('conflict', 'This server runs no sources: PASSIVE is on.')
    const source = await this.#needs.sources.find(id)
    if (source === undefined) throw noSource(id)
    const run = this.#running.has(id)
      ? undefined
      : await this.#runClaimed(source, { onlyStable: false, isForced }, report)
    if (run === undefined) throw new Failure('conflict', `The source ${id} runs already.`)
    return run
  }

  /**
   * Starts to run sources that are due, and files that appear in watched folders.
   *
   * @returns a function that stops it and waits for the end of the runs in progress.
   */
  start(): () => Promise<void> {
    const end = this.#needs.isPassive ? async () => {} : repeatJob(() => this.#runDue(), POLL_MS)
    return async () => {
      await end()
      await Promise.allSettled(this.#running.values())
    }
  }

  async #runDue(): Promise<void> {
    const { sources, clock, log, stop } = this.#needs
    if (stop.aborted) return
    try {
      for (const source of await sources.list()) {
        const dueAtMs = source.nextRunAtMs ?? (source.kind === 'inbox' ? 0 : Number.POSITIVE_INFINITY)
        const heldUntilMs = this.#heldUntilMs.get(source.id) ?? 0
        if (this.#running.has(source.id) || Math.max(dueAtMs, heldUntilMs) > clock.nowMs()) continue
        void this.#runClaimed(source, { onlyStable: true, isForced: false }, () => {}).then(
          (run) =>
            run?.result === 'failed' && log.warn({ source: source.id, fault: run.fault }, 'a source failed'),
          (error) => this.#failed(source, error),
        )
      }
    } catch (error) {
      this.#faults.note(error, 'the sources could not be read')
    }
  }

  /** Runs a source; resolves to `undefined` if another node runs it, or has run it since it was read. */
  #runClaimed(source: KnownSource, options: RunOptions, report: Report): Promise<SourceRunView | undefined> {
    const { id } = source
    const { claims } = this.#needs
    // The folder that an inbox watches is on this machine alone.
    const isShared = claims !== undefined && source.kind !== 'inbox'
    const run = (
      isShared ? this.#runAlone(claims, source, options, report) : this.#run(source, options, report)
    ).finally(() => this.#running.delete(id))
    this.#running.set(id, run)
    return run
  }

  async #runAlone(
    claims: SourceClaims,
    source: KnownSource,
    options: RunOptions,
    report: Report,
  ): Promise<SourceRunView | undefined> {
    if (!(await claims.claim(source.id))) return undefined
    try {
      const found = await this.#needs.sources.find(source.id)
      const isRun = options.onlyStable && found?.nextRunAtMs !== source.nextRunAtMs
      return found === undefined || isRun ? undefined : await this.#run(found, options, report)
    } finally {
      await claims.release(source.id)
    }
  }

  #run(source: KnownSource, options: RunOptions, report: Report): Promise<SourceRunView> {
    const { importFile, stop, claims: _, isPassive: __, ...needs } = this.#needs
    const isStopped = () => stop.aborted
    return runSource<ImportView>(
      { ...needs, isStopped, importFile: (path, how) => importFile(path, how, report) },
      source,
      options,
    )
  }

  /** Notes an error after which the state of the source could not be stored. */
  #failed({ id }: KnownSource, error: unknown): void {
    this.#heldUntilMs.set(id, this.#needs.clock.nowMs() + HOLD_MS)
    if (!this.#needs.stop.aborted) this.#faults.note(error, 'a source failed', { source: id })
  }
}
