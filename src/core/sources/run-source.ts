/** Runs a source once: gets its files, imports them and stores how it went. */
import { importFault } from '../ingest/import-fault.ts'
import type { Clock } from '../ports.ts'
import { nextRunMs, readSchedule, retryDelayMs } from './schedule.ts'
import type { ImportSource, KnownSource, RunResult, SourceState } from './source.ts'
import type { FileImport, SourceFiles } from './source-files.ts'
import type { SourceStore } from './source-store.ts'

/** What a run needs. */
export interface RunNeeds<Imported extends FileImport> {
  readonly sources: Pick<SourceStore, 'saveState'>
  readonly files: SourceFiles
  readonly clock: Pick<Clock, 'nowMs'>
  /** Returns a random number from 0 to 1 (exclusive). */
  readonly random: () => number
  /** Whether the run was ended from outside; its state is then not stored. */
  readonly isStopped: () => boolean
  /** Imports one file; resolves when its companies are searched. */
  readonly importFile: (path: string, how: FileImportOptions) => Promise<Imported>
}

/** How a file of a source is imported. */
export type FileImportOptions = Pick<ImportSource, 'mapping' | 'withdrawal'> & { readonly isForced: boolean }

/** How a run ended. */
export interface SourceRun<Imported extends FileImport> {
  /** `nothing`: the watched folder has no file. */
  readonly result: RunResult | 'nothing'
  /** Why the run failed, as a sentence; '' = it did not. */
  readonly fault: string
  /** The results of the imported files, in their order. */
  readonly imports: readonly Imported[]
}

/** A run with what the state of its source needs. */
interface Attempt<Imported extends FileImport> extends SourceRun<Imported> {
  /** Whether the next attempt does not wait for the schedule. */
  readonly isRetried?: boolean
  readonly validators?: Pick<SourceState, 'etag' | 'lastModified'>
}

/** How a source is run. */
export interface RunOptions {
  /** Whether a watched folder's files that may still be written are left for later. */
  readonly onlyStable: boolean
  /** As in `ImportOptions`. */
  readonly isForced: boolean
}

/**
 * Runs a source.
 *
 * @throws the error that ended the run if it was stopped, and the errors of the store. The state is then
 * unchanged, so that the run is repeated.
 */
export async function runSource<Imported extends FileImport>(
  needs: RunNeeds<Imported>,
  source: KnownSource,
  options: RunOptions,
): Promise<SourceRun<Imported>> {
  const startedAtMs = needs.clock.nowMs()
  const attempt = await attemptOf(needs, source, options)
  const { result, fault, imports } = attempt
  if (result !== 'nothing') {
    const state = stateAfter(needs, source, { ...attempt, result, startedAtMs })
    await needs.sources.saveState(source.id, state)
  }
  return { result, fault, imports }
}

/** Runs a source; an error is a failed attempt, unless the run was stopped. */
async function attemptOf<Imported extends FileImport>(
  needs: RunNeeds<Imported>,
  source: KnownSource,
  options: RunOptions,
): Promise<Attempt<Imported>> {
  try {
    return await ATTEMPTS[source.kind](needs, source, options)
  } catch (error) {
    if (needs.isStopped()) throw error
    const fault = error instanceof Error ? error.message : String(error)
    return { result: 'failed', fault, imports: [], isRetried: true }
  }
}

type AttemptSource = <Imported extends FileImport>(
  needs: RunNeeds<Imported>,
  source: KnownSource,
  options: RunOptions,
) => Promise<Attempt<Imported>>

const ATTEMPTS: Readonly<Record<KnownSource['kind'], AttemptSource>> = {
  async file({ importFile }, source, { isForced }) {
    return importedAttempt([await importFile(source.location, { ...source, isForced })])
  },
  inbox: runInbox,
  async https({ importFile, files }, source, { isForced }) {
    const download = await files.download({ ...source, address: source.location })
    if (download.kind === 'unchanged') return { result: 'unchanged', fault: '', imports: [] }
    const { path, etag, lastModified } = download
    const attempt = importedAttempt([await importFile(path, { ...source, isForced })])
    files.discard(path)
    return attempt.result === 'done' ? { ...attempt, validators: { etag, lastModified } } : attempt
  },
}

async function runInbox<Imported extends FileImport>(
  { importFile, files }: RunNeeds<Imported>,
  source: KnownSource,
  { onlyStable, isForced }: RunOptions,
): Promise<Attempt<Imported>> {
  const imports: Imported[] = []
  const notMoved: string[] = []
  for (const path of files.inboxFiles(source.id, onlyStable)) {
    const imported = await importFile(path, { ...source, isForced })
    imports.push(imported)
    try {
      files.settle(source.id, path, importFault(imported) === '', reportOf(imported))
    } catch (error) {
      notMoved.push(`${path} is imported, but could not be moved: ${(error as Error).message}`)
    }
  }
  const attempt = importedAttempt(imports)
  return notMoved.length === 0 ? attempt : { ...attempt, result: 'failed', fault: notMoved.join(' ') }
}

function importedAttempt<Imported extends FileImport>(imports: readonly Imported[]): Attempt<Imported> {
  if (imports.length === 0) return { result: 'nothing', fault: '', imports }
  const fault = imports.map(importFault).find((sentence) => sentence !== '') ?? ''
  return { result: fault === '' ? 'done' : 'failed', fault, imports }
}

/** Returns what is written beside an imported file. */
function reportOf({ faults, ...imported }: FileImport): object {
  return { ...imported, faults: faults.map(({ sentence }) => sentence) }
}

function stateAfter(
  { clock, random }: Pick<RunNeeds<FileImport>, 'clock' | 'random'>,
  source: KnownSource,
  run: Attempt<FileImport> & { readonly result: RunResult; readonly startedAtMs: number },
): SourceState {
  const nowMs = clock.nowMs()
  const hasFailed = run.result === 'failed'
  const failures = hasFailed ? source.failures + 1 : 0
  const schedule = source.schedule === null ? undefined : readSchedule(source.schedule)
  const plannedMs = schedule === undefined ? null : nextRunMs(schedule, nowMs, random())
  const retryMs = nowMs + retryDelayMs(failures, random())
  // A watched folder has no schedule, but is looked at all the time.
  const isRetried = run.isRetried === true && (plannedMs !== null || source.kind === 'inbox')
  return {
    lastRunAtMs: run.startedAtMs,
    lastSuccessAtMs: hasFailed ? source.lastSuccessAtMs : nowMs,
    lastResult: run.result,
    fault: run.fault,
    failures,
    nextRunAtMs: isRetried ? Math.min(retryMs, plannedMs ?? retryMs) : plannedMs,
    etag: run.validators?.etag ?? source.etag,
    lastModified: run.validators?.lastModified ?? source.lastModified,
  }
}
