/** The work of the import thread: the handlers of its commands over the stored companies and their index. */
import { basename } from 'node:path'
import type { ControlCommands } from '../../control/commands.ts'
import type { FaultView, ImportStep, IndexingStep } from '../../control/views.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import type { Handlers } from '../../core/command.ts'
import type { ImportEnd } from '../../core/company/company-store.ts'
import type { Failure } from '../../core/failure.ts'
import type { FileFault } from '../../core/ingest/entry-source.ts'
import { droppedRejectsText, importFault } from '../../core/ingest/import-fault.ts'
import { type ImportOptions, type ImportResult, importFiles } from '../../core/ingest/import-files.ts'
import { oneAtATime } from '../../core/one-at-a-time.ts'
import type { Clock } from '../../core/ports.ts'
import type {
  ImportAnswer,
  ImportThreadCommands,
  IndexAnswer,
  IndexParams,
  SuppressAnswer,
  SuppressParams,
} from '../commands/thread-commands.ts'
import type { ImportAdapters } from '../compose/import-thread.ts'

const MS_PER_S = 1000
const NS_A_MS = 1_000_000n
/** Time to write an index of its companies, in parts of the time to read them, as measured. */
const WRITING_SHARE = 0.6

/**
 * Returns the handlers of the import thread.
 *
 * `suppress`, `lift` and `index` run one after another in the order of the commands, which is that of the
 * snapshots' numbers: otherwise a snapshot with a higher number, made from an earlier state of the store, would
 * show a suppressed company again. `import` runs beside them, so that no suppression waits for its end: each
 * batch and each suppression is one atomic step of the writer. The queue (`import-queue.ts`) sends `index` only
 * when the import has ended. A merge reads no store; the queue adds what changed meanwhile with `index`.
 */
export function importSteps(adapters: ImportAdapters): Handlers<ImportThreadCommands> {
  const { clock, writer, index } = adapters
  const inTurn = oneAtATime()
  let lastChange: Promise<unknown> = Promise.resolve()
  const change = <Result>(step: () => Promise<Result>): Promise<Result> => {
    const result = inTurn(step)
    lastChange = result.catch(() => undefined)
    return result
  }
  const withStorageErrors = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work
    } catch (error) {
      throw adapters.failureOf(error)
    }
  }
  return {
    // The files were opened and migrated when the thread started.
    open: () => undefined,
    import: (params, report) => withStorageErrors(runImport(adapters, params, report)),
    index: (params, report) => withStorageErrors(inTurn(() => makeIndex(adapters, params, report))),
    suppress: (params) => withStorageErrors(change(() => suppressCompany(adapters, params))),
    lift: ({ uuid }) => withStorageErrors(change(async () => writer.lift(uuid, clock.nowMs()))),
    save: ({ snapshot }) => index.save(snapshot),
    // Interrupts an import and an index update, which the next start repeats.
    async close() {
      await lastChange
      await adapters.close()
    },
  }
}

/** Returns handlers for a thread that could not open its adapters: each command fails with the reason. */
export function refusingSteps(reason: Failure): Handlers<ImportThreadCommands> {
  const refuse = (): never => {
    throw reason
  }
  return {
    ...{ open: refuse, import: refuse, index: refuse, suppress: refuse, lift: refuse, save: refuse },
    close: () => undefined,
  }
}

async function runImport(
  { openRejects, writer, source, clock, failureOf }: ImportAdapters,
  params: ControlCommands['import']['params'],
  report: (progress: ImportStep) => void,
): Promise<ImportAnswer> {
  const rejects = openRejects(params.rejects, params.files[0] ?? '')
  const record = await writer.beginImport(
    params.files.map((file) => basename(file)),
    clock.nowMs(),
  )
  const end = (how: Omit<ImportEnd, 'endedAtMs'>) =>
    writer.endImport(record, { ...how, endedAtMs: clock.nowMs() })
  try {
    const needs = {
      entrySource: source,
      companyWriter: writer,
      clock,
      rejectLog: rejects,
    }
    const run = importFiles(needs, params.files, optionsOf(params))
    for (;;) {
      const step = await run.next()
      if (!step.done) {
        report({ step: 'reading', ...step.value })
        continue
      }
      const { answer, record: how } = outcomeOf(step.value, rejects)
      rejects.close()
      await end(how)
      return answer
    }
  } catch (error) {
    const failure = failureOf(error)
    // If nothing can be written, the record stays open, and the next writer marks it as stopped.
    await ignoreErrors(() => end({ ...NOTHING_KNOWN, state: 'failed', said: messageOf(failure) }))
    throw failure
  } finally {
    rejects.close()
  }
}

function optionsOf({
  mapping,
  format,
  withdrawal = 'nothing',
  isForced = false,
}: ControlCommands['import']['params']): ImportOptions {
  const reading = { ...(mapping !== null && { mapping }), ...(format !== undefined && { format }) }
  return { ...reading, withdrawal, isForced }
}

/** Returns the answer of an import and its record. Operators see names of files without their folders. */
function outcomeOf(
  { faults, formats, notShortened = '', notWithdrawn, ms, reasons, ...counts }: ImportResult,
  rejectFile: Pick<ReturnType<ImportAdapters['openRejects']>, 'path' | 'dropped'>,
): { answer: ImportAnswer; record: Omit<ImportEnd, 'endedAtMs'> } {
  const rejects = counts.rejected > 0 ? rejectFile.path : null
  const { dropped } = rejectFile
  const answer = {
    ...{ ...counts, reasons, rejects, rejectsDropped: dropped, notWithdrawn },
    ...{ formats, faults: faults.map(faultView), importMs: Math.round(ms) },
  }
  const state = importFault(answer) === '' ? 'done' : 'failed'
  const said = [notWithdrawn, droppedRejectsText(dropped), notShortened]
    .filter((sentence) => sentence !== '')
    .join(' ')
  const known = faults.map(({ file, reason, line, byte }) => ({ file: basename(file), reason, line, byte }))
  return { answer, record: { state, said, counts, reasons, rejects, faults: known } }
}

/** What is recorded of an import that failed with an error. */
const NOTHING_KNOWN = { counts: {}, reasons: {}, rejects: null, faults: [] }

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}

async function ignoreErrors(step: () => Awaitable<void>): Promise<void> {
  try {
    await step()
  } catch {
    // The error that led here is reported by the caller.
  }
}

function faultView({ file, reason, line, byte, message }: FileFault): FaultView {
  return { file, reason, line, byte, sentence: message }
}

/**
 * Returns a snapshot of what is stored: the present base with what changed since, or a new base. `report` is
 * called before a new base is built.
 */
async function makeIndex(
  adapters: ImportAdapters,
  { number, present }: IndexParams,
  report: (progress: ImportStep) => void,
): Promise<IndexAnswer> {
  const { store, index, reads } = adapters
  const sequence = await store.lastSequence()
  if (present?.sequence === sequence) return { kind: 'current' }
  const followed = await index.follow(present, number)
  if (followed.kind === 'snapshot') return { kind: 'followed', snapshot: followed.snapshot }
  const companies = await store.count()
  const stepAt = indexingProgress(adapters.clock, companies)
  report(stepAt(0))
  reads.report = (done) => report(stepAt(done))
  return { kind: 'built', snapshot: await index.build(number, companies), reason: followed.reason }
}

/** Returns the progress of a build that begins with this call, by the companies that it has read. */
function indexingProgress(
  clock: Pick<Clock, 'monotonicNs'>,
  companies: number,
): (done: number) => IndexingStep {
  const startNs = clock.monotonicNs()
  return (done) => {
    const ms = Number((clock.monotonicNs() - startNs) / NS_A_MS)
    const readingMs = done === 0 ? undefined : (ms / done) * companies
    const leftMs = readingMs && Math.max(0, Math.round(readingMs * (1 + WRITING_SHARE) - ms))
    return { step: 'indexing', companies, done: Math.min(done, companies), perS: perS(done, ms), leftMs }
  }
}

function perS(done: number, ms: number): number {
  return Math.round(done / Math.max(0.001, ms / MS_PER_S))
}

/** Suppresses a company; during an import this runs between two batches. */
async function suppressCompany(
  { writer, store, index }: ImportAdapters,
  { suppression, searched }: SuppressParams,
): Promise<SuppressAnswer> {
  const isNew = await writer.suppress(suppression)
  if (searched === undefined) return { isNew, snapshot: undefined }
  // Also if it is suppressed already: an earlier call may have stored that and failed before all threads
  // searched the result.
  const isSuppressed = isNew || (await store.suppressions()).some(({ uuid }) => uuid === suppression.uuid)
  if (!isSuppressed) return { isNew, snapshot: undefined }
  const { present, number } = searched
  return { isNew, snapshot: await index.hideSuppressed(present, number) }
}
