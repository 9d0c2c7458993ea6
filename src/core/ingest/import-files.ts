/** Reads register files into the store: one pass, bounded memory, a transaction a batch. Then the change log forgets what is old. */
import { CHANGES_KEPT_MS, type CompanyWriter, type IncomingCompany } from '../company/company-store.ts'
import type { Clock } from '../ports.ts'
import { type EntrySource, FileFault, type RejectLog, type Row } from './entry-source.ts'
import { readEntry } from './read-entry.ts'
import { REJECT_TEXT_CHARS_MAX, type RejectReason } from './register-entry.ts'

/** Companies stored in one transaction: what a killed import can lose at most. */
export const BATCH_COMPANIES = 10_000

/** Old changes of the log looked at in one transaction. */
const SLICE_CHANGES = 10_000
/** So many more than it noted itself does an import look at. */
export const CHANGES_LOOKED_AT_MORE = 50_000

export interface ImportNeeds {
  readonly source: EntrySource
  readonly companies: CompanyWriter
  readonly clock: Clock
  readonly rejects: RejectLog
}

export interface ImportCounts {
  readonly rows: number
  readonly good: number
  readonly rejected: number
  readonly created: number
  readonly changed: number
  readonly unchanged: number
}

/** Whether more than half of the rows were rejected: the file is then most likely not what it was taken for. */
export function isMostlyRejected({ rows, rejected }: Pick<ImportCounts, 'rows' | 'rejected'>): boolean {
  return rejected * 2 > rows
}

/** Told after every batch. Counts run over all files. */
export interface ImportProgress extends ImportCounts {
  readonly file: string
  readonly bytesDone: number
  readonly bytesTotal: number
  readonly rowsPerS: number
  /** For the rest of this file, at the rate so far; `undefined` while nothing can be said. */
  readonly leftMs: number | undefined
}

export interface ImportResult extends ImportCounts {
  /** How often each reason occurred, the most frequent one first. */
  readonly reasons: Readonly<Partial<Record<RejectReason, number>>>
  /** Files that could not be read, or not to their end. What came before is stored. */
  readonly faults: readonly FileFault[]
  /** Why the change log still holds what is old, if it does. The next import tries again. */
  readonly notShortened: string | undefined
  readonly ms: number
}

/** What the import keeps in mind while it runs. */
interface Run {
  readonly startMs: number
  readonly counts: { -readonly [K in keyof ImportCounts]: number }
  readonly reasons: Partial<Record<RejectReason, number>>
  readonly faults: FileFault[]
  pending: IncomingCompany[]
}

/**
 * Imports the files in their order. Bad rows go to `rejects`; a file that cannot be read is noted and the
 * next one goes on. After a kill the last finished batch is there, and the same call again completes the rest.
 *
 * @throws Whatever the store throws; the batches before stay.
 */
export async function* importFiles(
  needs: ImportNeeds,
  files: readonly string[],
): AsyncGenerator<ImportProgress, ImportResult> {
  const run = newRun(needs.clock)
  needs.companies.noteSource(needs.source.notice)
  needs.companies.beginBulk()
  try {
    for (const file of files) yield* importFile(needs, file, run)
  } finally {
    needs.companies.endBulk()
  }
  const { counts, faults } = run
  const reasons = Object.fromEntries(Object.entries(run.reasons).sort(([, a], [, b]) => b - a))
  const notShortened = shortenLog(needs, counts.created + counts.changed)
  return { ...counts, reasons, faults, notShortened, ms: elapsedMs(needs.clock, run) }
}

/**
 * Old changes are looked at in slices, each a transaction, so that none takes long; more of them than were `noted`, so that the log does
 * not grow for ever. All that was read is stored by now: the import is done whatever becomes of this.
 */
function shortenLog({ companies, clock }: ImportNeeds, noted: number): string | undefined {
  const keptFromMs = clock.nowMs() - CHANGES_KEPT_MS
  try {
    for (let left = noted + CHANGES_LOOKED_AT_MORE; left > 0; left -= SLICE_CHANGES) {
      const most = Math.min(SLICE_CHANGES, left)
      if (companies.shortenChanges(keptFromMs, most) < most) break
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
    for await (const batch of needs.source.read(file)) {
      place = { bytesDone: batch.bytesDone, bytesTotal: batch.bytesTotal }
      for (const row of batch.rows) takeRow(needs, file, row, run)
      if (run.pending.length < BATCH_COMPANIES) continue
      flush(needs, run)
      yield progress()
    }
  } catch (error) {
    if (!(error instanceof FileFault)) throw error
    run.faults.push(error)
  }
  flush(needs, run)
  yield progress()
}

function takeRow({ rejects }: ImportNeeds, file: string, row: Row, run: Run): void {
  run.counts.rows++
  const company = 'entry' in row ? readEntry(row.entry) : row.reason
  if (typeof company !== 'string') {
    run.pending.push(company)
    return
  }
  run.counts.rejected++
  run.reasons[company] = (run.reasons[company] ?? 0) + 1
  rejects.add({ file, line: row.line, reason: company, text: row.text.slice(0, REJECT_TEXT_CHARS_MAX) })
}

/** `good` grows here and not earlier: it counts what is stored. */
function flush({ companies, clock }: ImportNeeds, run: Run): void {
  if (run.pending.length === 0) return
  const saved = companies.save(run.pending, clock.nowMs())
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
