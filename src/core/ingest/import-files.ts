/**
 * Imports register files into the store in one pass and bounded memory, a transaction per batch; then old
 * changes are deleted from the change log.
 */
import type { SourceId } from '../company/company.ts'
import { CHANGES_KEPT_MS, type IncomingCompany, type SaveResult } from '../company/company-store.ts'
import type { LeiParent } from '../company/lei.ts'
import type { Clock, Needs } from '../ports.ts'
import { FileFault, type ReadOptions, type Row, type SourceNotice } from './entry-source.ts'
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
  readonly joined: number
  readonly renamed: number
  readonly moved: number
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
  /** The sources that are noted in the store. */
  readonly noted: Set<SourceId>
  pending: PendingRow[]
  parents: LeiParent[]
}

/** A row whose company is to be stored. */
interface PendingRow extends Pick<Row, 'line' | 'text'> {
  readonly company: IncomingCompany
}

/**
 * Imports the files, and those in folders, in their order. Invalid rows go to `rejectLog`; a file that cannot be read is noted, and
 * the import continues with the next one. After a kill all finished batches are stored, and the same call
 * imports the rest.
 *
 * @throws the errors of the store; the batches before stay stored.
 */
export async function* importFiles(
  needs: ImportNeeds,
  files: readonly string[],
  how: ReadOptions = {},
): AsyncGenerator<ImportProgress, ImportResult> {
  const run = newRun(needs.clock)
  await needs.companyWriter.beginBulk()
  try {
    for (const path of files) yield* importPath(needs, path, how, run)
  } finally {
    await needs.companyWriter.endBulk()
  }
  run.counts.joined += await needs.companyWriter.joinByName(needs.clock.nowMs())
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
    counts: {
      rows: 0,
      good: 0,
      rejected: 0,
      created: 0,
      changed: 0,
      unchanged: 0,
      joined: 0,
      renamed: 0,
      moved: 0,
    },
    reasons: {},
    faults: [],
    noted: new Set(),
    pending: [],
    parents: [],
  }
}

/** Imports a file, or the files of a folder. */
async function* importPath(
  needs: ImportNeeds,
  path: string,
  how: ReadOptions,
  run: Run,
): AsyncGenerator<ImportProgress> {
  let files: readonly string[] = []
  try {
    files = await needs.entrySource.filesOf(path)
  } catch (error) {
    noteFault(error, run)
  }
  for (const file of files) yield* importFile(needs, file, how, run)
}

/** @throws the error if it is not of a file. */
function noteFault(error: unknown, run: Run): void {
  if (!(error instanceof FileFault)) throw error
  run.faults.push(error)
}

async function* importFile(
  needs: ImportNeeds,
  file: string,
  how: ReadOptions,
  run: Run,
): AsyncGenerator<ImportProgress> {
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
    for await (const batch of needs.entrySource.read(file, how)) {
      await noteSource(needs, batch.notice, run)
      place = { bytesDone: batch.bytesDone, bytesTotal: batch.bytesTotal }
      for (const row of batch.rows) takeRow(needs, file, row, run)
      if (run.pending.length + run.parents.length < BATCH_COMPANIES) continue
      await flush(needs, file, run)
      yield progress()
    }
  } catch (error) {
    noteFault(error, run)
  }
  await flush(needs, file, run)
  yield progress()
}

/** Notes each source once. */
async function noteSource({ companyWriter }: ImportNeeds, notice: SourceNotice, run: Run): Promise<void> {
  if (run.noted.has(notice.source)) return
  run.noted.add(notice.source)
  await companyWriter.noteSource(notice)
}

function takeRow(needs: ImportNeeds, file: string, row: Row, run: Run): void {
  run.counts.rows++
  if ('parent' in row) {
    run.parents.push(row.parent)
    return
  }
  const company = 'entry' in row ? readEntry(row.entry) : row.reason
  if (typeof company !== 'string') {
    run.pending.push({ company, line: row.line, text: row.text })
    return
  }
  reject(needs, file, row, company, run)
}

function reject(
  { rejectLog }: ImportNeeds,
  file: string,
  { line, text }: Pick<Row, 'line' | 'text'>,
  reason: RejectReason,
  run: Run,
): void {
  run.counts.rejected++
  run.reasons[reason] = (run.reasons[reason] ?? 0) + 1
  rejectLog.add({ file, line, reason, text: text.slice(0, REJECT_TEXT_CHARS_MAX) })
}

/** Stores the pending rows. `good` is only increased here because it counts stored rows. */
async function flush(needs: ImportNeeds, file: string, run: Run): Promise<void> {
  const { companyWriter, clock } = needs
  const { pending, parents } = run
  if (pending.length > 0) {
    const companies = pending.map(({ company }) => company)
    const { apart, ...saved } = await companyWriter.save(companies, clock.nowMs())
    for (const i of apart) reject(needs, file, pending[i] as PendingRow, 'another_company', run)
    noteSaved(run, pending.length - apart.length, saved)
  }
  run.pending = []
  if (parents.length > 0)
    noteSaved(run, parents.length, await companyWriter.saveParents(parents, clock.nowMs()))
  run.parents = []
}

function noteSaved(run: Run, rows: number, saved: Partial<Omit<SaveResult, 'apart'>>): void {
  run.counts.good += rows
  for (const [count, value] of Object.entries(saved)) run.counts[count as keyof typeof saved] += value
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
