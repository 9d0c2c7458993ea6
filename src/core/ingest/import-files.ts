/**
 * Imports register files into the store in one pass and bounded memory, a transaction per batch; then old
 * changes are deleted from the change log.
 */
import { CHANGES_KEPT_MS, type IncomingCompany } from '../company/company-store.ts'
import type { Clock, Needs } from '../ports.ts'
import { FileFault, type Row } from './entry-source.ts'
import { readEntry } from './read-entry.ts'
import { REJECT_TEXT_CHARS_MAX, type RejectReason } from './register-entry.ts'

/** Companies per transaction: the most that a killed import can lose. */
export const BATCH_COMPANIES = 10_000

/** Old changes of the log read in one transaction. */
const SLICE_CHANGES = 10_000
/** Old changes that an import reads beyond the number that it added. */
export const EXTRA_CHANGES_READ = 50_000

type ImportNeeds = Needs<'entrySource' | 'companyWriter' | 'rejectLog' | 'clock'>

/** Numbers of rows and companies. */
export interface ImportCounts {
  readonly rows: number
  readonly good: number
  readonly rejected: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
}

/** Whether more than half of the rows were rejected: then the file is most likely of another kind. */
export function isMostlyRejected({ rows, rejected }: Pick<ImportCounts, 'rows' | 'rejected'>): boolean {
  return rejected * 2 > rows
}

/** The progress after a batch. Counts are over all files. */
export interface ImportProgress extends ImportCounts {
  readonly file: string
  readonly bytesDone: number
  readonly bytesTotal: number
  readonly rowsPerS: number
  /** Time for the rest of this file at the rate so far; `undefined` while it is unknown. */
  readonly leftMs: number | undefined
}

/** The result of an import. */
export interface ImportResult extends ImportCounts {
  /** Number of rejected rows for each reason, the most frequent reason first. */
  readonly reasons: Readonly<Partial<Record<RejectReason, number>>>
  /** Files that could not be read, or not to their end. The rows before are stored. */
  readonly faults: readonly FileFault[]
  /**
   * Why old changes are still in the change log; `undefined` if they were deleted. The next import tries
   * again.
   */
  readonly notShortened: string | undefined
  readonly ms: number
}

/** The state of a running import. */
interface Run {
  readonly startMs: number
  readonly counts: { -readonly [K in keyof ImportCounts]: number }
  readonly reasons: Partial<Record<RejectReason, number>>
  readonly faults: FileFault[]
  pending: IncomingCompany[]
}

/**
 * Imports the files in their order. Invalid rows go to `rejectLog`; a file that cannot be read is noted, and
 * the import continues with the next one. After a kill all finished batches are stored, and the same call
 * imports the rest.
 *
 * @throws the errors of the store; the batches before stay stored.
 */
export async function* importFiles(
  needs: ImportNeeds,
  files: readonly string[],
): AsyncGenerator<ImportProgress, ImportResult> {
  const run = newRun(needs.clock)
  await needs.companyWriter.noteSource(needs.entrySource.notice)
  await needs.companyWriter.beginBulk()
  try {
    for (const file of files) yield* importFile(needs, file, run)
  } finally {
    await needs.companyWriter.endBulk()
  }
  const { counts, faults } = run
  const reasons = Object.fromEntries(Object.entries(run.reasons).sort(([, a], [, b]) => b - a))
  const notShortened = await shortenLog(needs, counts.created + counts.changed)
  return { ...counts, reasons, faults, notShortened, ms: elapsedMs(needs.clock, run) }
}

/**
 * Deletes old changes in slices, each a short transaction. It reads more of them than this import `noted`, so
 * that the log does not grow for ever. An error here does not undo the import, whose rows are all stored by
 * now.
 */
async function shortenLog({ companyWriter, clock }: ImportNeeds, noted: number): Promise<string | undefined> {
  const keptFromMs = clock.nowMs() - CHANGES_KEPT_MS
  try {
    for (let left = noted + EXTRA_CHANGES_READ; left > 0; left -= SLICE_CHANGES) {
      const most = Math.min(SLICE_CHANGES, left)
      if ((await companyWriter.shortenChanges(keptFromMs, most)) < most) break
    }
    return undefined
  } catch (error) {
    return `The change log could not be shortened: ${error instanceof Error ? error.message : error}`
  }
}

function newRun(clock: Clock): Run {
  return {
    startMs: monotonicMs(clock),
    counts: { rows: 0, good: 0, rejected: 0, created: 0, changed: 0, unchanged: 0 },
    reasons: {},
    faults: [],
    pending: [],
  }
}

async function* importFile(needs: ImportNeeds, file: string, run: Run): AsyncGenerator<ImportProgress> {
  const startMs = monotonicMs(needs.clock)
  let place = { bytesDone: 0, bytesTotal: 0 }
  const progress = (): ImportProgress => ({
    file,
    ...place,
    ...run.counts,
    rowsPerS: Math.round(run.counts.rows / Math.max(0.001, elapsedMs(needs.clock, run) / 1000)),
    leftMs: leftMs(place, monotonicMs(needs.clock) - startMs),
  })
  try {
    for await (const batch of needs.entrySource.read(file)) {
      place = { bytesDone: batch.bytesDone, bytesTotal: batch.bytesTotal }
      for (const row of batch.rows) takeRow(needs, file, row, run)
      if (run.pending.length < BATCH_COMPANIES) continue
      await flush(needs, run)
      yield progress()
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    run.faults.push(error)
  }
  await flush(needs, run)
  yield progress()
}

function takeRow({ rejectLog }: ImportNeeds, file: string, row: Row, run: Run): void {
  run.counts.rows++
  const company = 'entry' in row ? readEntry(row.entry) : row.reason
  if (typeof company !== 'string') {
    run.pending.push(company)
    return
  }
  run.counts.rejected++
  run.reasons[company] = (run.reasons[company] ?? 0) + 1
  rejectLog.add({ file, line: row.line, reason: company, text: row.text.slice(0, REJECT_TEXT_CHARS_MAX) })
}

/** Stores the pending companies. `good` is only increased here because it counts stored rows. */
async function flush({ companyWriter, clock }: ImportNeeds, run: Run): Promise<void> {
  if (run.pending.length === 0) return
  const saved = await companyWriter.save(run.pending, clock.nowMs())
  run.counts.good += run.pending.length
  run.counts.created += saved.created
  run.counts.changed += saved.changed
  run.counts.unchanged += saved.unchanged
  run.pending = []
}

function leftMs(place: { bytesDone: number; bytesTotal: number }, ms: number): number | undefined {
  if (place.bytesDone === 0) return undefined
  return Math.round((ms / place.bytesDone) * (place.bytesTotal - place.bytesDone))
}

function monotonicMs(clock: Clock): number {
  return Number(clock.monotonicNs() / 1000n) / 1000
}

function elapsedMs(clock: Clock, run: Run): number {
  return monotonicMs(clock) - run.startMs
}
