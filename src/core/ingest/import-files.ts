/**
 * Imports register files into the store in one pass and bounded memory, a transaction per batch; then old
 * changes are deleted from the change log.
 */
import type { CompanySource, SourceId } from '../company/company.ts'
import type { IncomingCompany, SaveResult } from '../company/company-store.ts'
import type { LeiParent } from '../company/lei.ts'
import type { Clock, Needs } from '../ports.ts'
import { FileFault, type ReadOptions, type Row, type SourceNotice } from './entry-source.ts'
import { readEntry } from './read-entry.ts'
import { REJECT_TEXT_CHARS_MAX, type RejectReason } from './register-entry.ts'
import { shortenLog } from './shorten-log.ts'
import { noteOfKey, withdraw } from './withdraw-missing.ts'
import type { Withdrawal } from './withdrawal.ts'

/** Companies per transaction: the most that a killed import can lose. */
export const BATCH_COMPANIES = 10_000

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
  /** Entries. */
  readonly withdrawn: number
  /** Companies that no entry tells any more. */
  readonly deleted: number
}

/** How files are imported. */
export interface ImportOptions extends Omit<ReadOptions, 'isOnlyKeys'> {
  readonly withdrawal?: Withdrawal
  /** Whether a snapshot withdraws entries however many they are. */
  readonly isForced?: boolean
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
  /** Why the missing entries were not withdrawn, as a sentence; '' = nothing spoke against it. */
  readonly notWithdrawn: string
  readonly ms: number
}

/** The state of a running import. */
interface Run {
  readonly startMs: number
  readonly how: Required<Pick<ImportOptions, 'withdrawal' | 'isForced'>>
  readonly reading: ReadOptions
  readonly counts: { -readonly [K in keyof ImportCounts]: number }
  readonly reasons: Partial<Record<RejectReason, number>>
  readonly faults: FileFault[]
  /** The sources that are noted in the store. */
  readonly noted: Set<SourceId>
  pending: PendingRow[]
  parents: LeiParent[]
  /** The entries of the pending rows and of rejected ones, if entries are to be withdrawn. */
  notes: CompanySource[]
  /** Rows of which not even the id could be read. */
  unknownRows: number
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
  how: ImportOptions = {},
): AsyncGenerator<ImportProgress, ImportResult> {
  const run = newRun(needs.clock, how)
  let notWithdrawn = ''
  await needs.companyWriter.beginBulk()
  try {
    for (const path of files) yield* importPath(needs, path, run)
    notWithdrawn = await withdrawEntries(needs, run)
  } finally {
    await needs.companyWriter.forgetNotes()
    await needs.companyWriter.endBulk()
  }
  run.counts.joined += await needs.companyWriter.joinByName(needs.clock.nowMs())
  const { counts, faults } = run
  const reasons = Object.fromEntries(Object.entries(run.reasons).sort(([, a], [, b]) => b - a))
  const notShortened = await shortenLog(needs, counts.created + counts.changed)
  return { ...counts, reasons, faults, notShortened, notWithdrawn, ms: elapsedMs(needs.clock, run) }
}

/** Withdraws what the run is for; returns why it did not, or ''. */
async function withdrawEntries(needs: ImportNeeds, run: Run): Promise<string> {
  const { withdrawal, isForced } = run.how
  if (withdrawal === 'nothing') return ''
  const { faults, unknownRows, counts } = run
  const files = { isForced, hasFault: faults.length > 0, unknownRows }
  const { withdrawn, deleted, stop } = await withdraw(needs, withdrawal, files)
  counts.withdrawn = withdrawn
  counts.deleted = deleted
  if (withdrawal === 'listed') counts.unchanged = Math.max(0, counts.good - withdrawn)
  return stop
}

function newRun(clock: Clock, { withdrawal = 'nothing', isForced = false, ...reading }: ImportOptions): Run {
  return {
    startMs: monotonicMs(clock),
    how: { withdrawal, isForced },
    reading: withdrawal === 'listed' ? { ...reading, isOnlyKeys: true } : reading,
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
      withdrawn: 0,
      deleted: 0,
    },
    reasons: {},
    faults: [],
    noted: new Set(),
    pending: [],
    parents: [],
    notes: [],
    unknownRows: 0,
  }
}

/** Imports a file, or the files of a folder. */
async function* importPath(needs: ImportNeeds, path: string, run: Run): AsyncGenerator<ImportProgress> {
  let files: readonly string[] = []
  try {
    files = await needs.entrySource.filesOf(path)
  } catch (error) {
    noteFault(error, run)
  }
  for (const file of files) yield* importFile(needs, file, run)
}

/** @throws the error if it is not of a file. */
function noteFault(error: unknown, run: Run): void {
  if (!(error instanceof FileFault)) throw error
  run.faults.push(error)
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
    for await (const batch of needs.entrySource.read(file, run.reading)) {
      await noteSource(needs, batch.notice, run)
      place = { bytesDone: batch.bytesDone, bytesTotal: batch.bytesTotal }
      for (const row of batch.rows) {
        if (run.how.withdrawal !== 'nothing') noteRow(row, batch.notice.source, run)
        takeRow(needs, file, row, run)
      }
      if (run.pending.length + run.parents.length + run.notes.length < BATCH_COMPANIES) continue
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
  if (run.noted.has(notice.source) || run.how.withdrawal === 'listed') return
  run.noted.add(notice.source)
  await companyWriter.noteSource(notice)
}

/** Notes the entry of a row, also of one that is rejected. */
function noteRow(row: Row, source: SourceId, run: Run): void {
  if ('entry' in row) run.notes.push(row.entry)
  else if ('reason' in row && row.sourceKey !== undefined) run.notes.push(noteOfKey(source, row.sourceKey))
  else if ('reason' in row) run.unknownRows++
}

function takeRow(needs: ImportNeeds, file: string, row: Row, run: Run): void {
  run.counts.rows++
  if (run.how.withdrawal === 'listed' && !('reason' in row && row.sourceKey === undefined)) {
    run.counts.good++
    return
  }
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
  if (run.notes.length > 0) await companyWriter.noteEntries(run.notes)
  run.notes = []
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
