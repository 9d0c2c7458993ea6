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
  /** The last files, as in `SourceState`; absent = none. */
  readonly goodFile?: string | undefined
  readonly badFile?: string | undefined
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
    return { ...failedBy(error), imports: [], badFile: source.location }
  }
}

/** Returns what an error makes of a run. */
function failedBy(error: unknown) {
  const fault = error instanceof Error ? error.message : String(error)
  return { result: 'failed', fault, isRetried: true } as const
}

type AttemptSource = <Imported extends FileImport>(
  needs: RunNeeds<Imported>,
  source: KnownSource,
  options: RunOptions,
) => Promise<Attempt<Imported>>

const ATTEMPTS: Readonly<Record<KnownSource['kind'], AttemptSource>> = {
  async file({ importFile }, source, { isForced }) {
    const imported = await importFile(source.location, { ...source, isForced })
    return importedAttempt([{ file: source.location, imported }])
  },
  inbox: runInbox,
  async https({ importFile, files }, source, { isForced }) {
    const download = await files.download({ ...source, address: source.location })
    if (download.kind === 'unchanged') return { result: 'unchanged', fault: '', imports: [] }
    const { path, etag, lastModified } = download
    const imported = await importFile(path, { ...source, isForced })
    const attempt = importedAttempt([{ file: source.location, imported }])
    files.discard(path)
    return attempt.result === 'done' ? { ...attempt, validators: { etag, lastModified } } : attempt
  },
}

async function runInbox<Imported extends FileImport>(
  { importFile, files, isStopped }: RunNeeds<Imported>,
  source: KnownSource,
  { onlyStable, isForced }: RunOptions,
): Promise<Attempt<Imported>> {
  const done: ImportedFile<Imported>[] = []
  const notMoved: string[] = []
  for (const path of files.inboxFiles(source.id, onlyStable)) {
    const file = path.split(/[\\/]/).at(-1) as string
    try {
      const imported = await importFile(path, { ...source, isForced })
      done.push({ file, imported })
      const fault = settleFault({ files }, source.id, path, imported)
      if (fault !== '') notMoved.push(fault)
    } catch (error) {
      // The files before this one are imported all the same.
      if (isStopped()) throw error
      return { ...importedAttempt(done), ...failedBy(error), badFile: file }
    }
  }
  const attempt = importedAttempt(done)
  return notMoved.length === 0 ? attempt : { ...attempt, result: 'failed', fault: notMoved.join(' ') }
}

/** Moves an imported file; returns why it could not be moved, or ''. */
function settleFault(
  { files }: Pick<RunNeeds<FileImport>, 'files'>,
  id: string,
  path: string,
  imported: FileImport,
): string {
  try {
    files.settle(id, path, importFault(imported) === '', reportOf(imported))
    return ''
  } catch (error) {
    return `${path} is imported, but could not be moved: ${(error as Error).message}`
  }
}

interface ImportedFile<Imported extends FileImport> {
  /** As in `SourceState`. */
  readonly file: string
  readonly imported: Imported
}

function importedAttempt<Imported extends FileImport>(
  done: readonly ImportedFile<Imported>[],
): Attempt<Imported> {
  const imports = done.map(({ imported }) => imported)
  if (imports.length === 0) return { result: 'nothing', fault: '', imports }
  const isGood = ({ imported }: ImportedFile<Imported>) => importFault(imported) === ''
  const fault = imports.map(importFault).find((sentence) => sentence !== '') ?? ''
  const goodFile = done.findLast(isGood)?.file
  const badFile = done.findLast((one) => !isGood(one))?.file
  return { result: fault === '' ? 'done' : 'failed', fault, imports, goodFile, badFile }
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
    ...filesAfter(source, run, nowMs),
    lastResult: run.result,
    fault: run.fault,
    failures,
    nextRunAtMs: isRetried ? Math.min(retryMs, plannedMs ?? retryMs) : plannedMs,
    etag: run.validators?.etag ?? source.etag,
    lastModified: run.validators?.lastModified ?? source.lastModified,
  }
}

/** A watched folder may have good and bad files in one run. */
function filesAfter(
  before: KnownSource,
  { result, goodFile, badFile }: Pick<Attempt<FileImport>, 'result' | 'goodFile' | 'badFile'>,
  nowMs: number,
): Pick<SourceState, 'lastSuccessAtMs' | 'goodFile' | 'lastFailureAtMs' | 'badFile'> {
  const hasFailed = result === 'failed'
  return {
    lastSuccessAtMs: hasFailed && goodFile === undefined ? before.lastSuccessAtMs : nowMs,
    goodFile: goodFile ?? before.goodFile,
    lastFailureAtMs: hasFailed ? nowMs : before.lastFailureAtMs,
    badFile: badFile ?? before.badFile,
  }
}
