/**
 * Imports register files into the store in one pass and bounded memory, a transaction per batch; then old
 * changes are deleted from the change log.
 */
import type { SourceId } from '../company/company.ts'
import type { IncomingCompany, SaveResult } from '../company/company-writer.ts'
import type { LeiParent } from '../company/lei.ts'
import type { Clock, Needs } from '../ports.ts'
import { EntryNotes } from './entry-notes.ts'
import type { FileFault, ReadOptions, Row, RowBatch, SourceNotice } from './entry-source.ts'
import type { FormatCount } from './file-format.ts'
import { type ImportCounts, type ImportProgress, ImportRun } from './import-run.ts'
import { readEntry } from './read-entry.ts'
import { REJECT_TEXT_CHARS_MAX, type RejectReason } from './register-entry.ts'
import { shortenLog } from './shorten-log.ts'
import { withdraw } from './withdraw-missing.ts'
import type { Withdrawal } from './withdrawal.ts'

/** Companies per transaction. A killed import loses at most two batches: the one that is being stored and the one that is being read. */
export const BATCH_COMPANIES = 10_000

type ImportNeeds = Needs<'entrySource' | 'companyWriter' | 'rejectLog' | 'clock'>

/** How files are imported. */
export interface ImportOptions extends Omit<ReadOptions, 'isOnlyKeys'> {
  readonly withdrawal?: Withdrawal
  /** Whether a snapshot or a deletion list withdraws entries however many they are. */
  readonly isForced?: boolean
}

/** The result of an import. */
export interface ImportResult extends ImportCounts {
  /** Number of rejected rows for each reason, the most frequent reason first. */
  readonly reasons: Readonly<Partial<Record<RejectReason, number>>>
  /** Files that could not be read, or not to their end. The rows before are stored. */
  readonly faults: readonly FileFault[]
  /** What the files were read as. */
  readonly formats: readonly FormatCount[]
  /**
   * Why old changes are still in the change log; `undefined` if they were deleted. The next import tries
   * again.
   */
  readonly notShortened: string | undefined
  /** Why the missing or listed entries were not withdrawn, as a sentence; '' = nothing spoke against it. */
  readonly notWithdrawn: string
  readonly ms: number
}

/** The state of a running import. */
class Run extends ImportRun {
  readonly how: Required<Pick<ImportOptions, 'withdrawal' | 'isForced'>>
  readonly reading: ReadOptions
  /** The sources that are noted in the store. */
  readonly noted = new Set<SourceId>()
  pending: PendingRow[] = []
  parents: LeiParent[] = []
  /** Settles when the rows before the pending ones are stored. */
  storing: Promise<void> = Promise.resolve()
  readonly notes: EntryNotes

  constructor(clock: Clock, { withdrawal = 'nothing', isForced = false, ...reading }: ImportOptions) {
    super(clock)
    this.how = { withdrawal, isForced }
    this.notes = new EntryNotes(withdrawal)
    this.reading = withdrawal === 'listed' ? { ...reading, isOnlyKeys: true } : reading
  }
}

/** A row whose company is to be stored. */
interface PendingRow extends Pick<Row, 'line' | 'text'> {
  readonly company: IncomingCompany
}

/**
 * Imports the files, and those in folders, in their order. Invalid rows go to `rejectLog`; a file that cannot be
 * read is noted, and the import continues with the next one. After a kill all finished batches are stored, and the
 * same call imports the rest.
 *
 * @throws the errors of the store; the batches before stay stored.
 */
export async function* importFiles(
  needs: ImportNeeds,
  files: readonly string[],
  how: ImportOptions = {},
): AsyncGenerator<ImportProgress, ImportResult> {
  const run = new Run(needs.clock, how)
  let notWithdrawn = ''
  await needs.companyWriter.beginBulk()
  try {
    for (const file of await run.filesOf(needs.entrySource, files)) yield* importFile(needs, file, run)
    notWithdrawn = await withdrawEntries(needs, run)
  } finally {
    await endStoring(needs)
  }
  const { joined, contradicted } = await needs.companyWriter.assignLeis(needs.clock.nowMs())
  run.counts.joined += joined
  run.counts.contradicted = contradicted
  const { counts, faults, reasons } = run
  const formats = run.formats.list()
  const notShortened = await shortenLog(needs, counts.created + counts.changed)
  return { ...counts, reasons, faults, formats, notShortened, notWithdrawn, ms: run.elapsedMs }
}

/** Ends what `importFiles` has begun in the store, also if one of the steps fails. */
async function endStoring({ companyWriter }: ImportNeeds): Promise<void> {
  try {
    await companyWriter.forgetNotes()
  } finally {
    await companyWriter.endBulk()
  }
}

/** Withdraws what the run is for; returns why it did not, or ''. */
async function withdrawEntries(needs: ImportNeeds, run: Run): Promise<string> {
  // Void LEIs are withdrawn however many they are: the file itself says so of each, which is no wrong option.
  const isOnlyVoid = run.how.withdrawal === 'nothing' && run.notes.hasVoidRows
  const withdrawal = isOnlyVoid ? 'listed' : run.how.withdrawal
  const isForced = run.how.isForced || isOnlyVoid
  if (withdrawal === 'nothing') return ''
  const { faults, notes, counts } = run
  const files = { isForced, hasFault: faults.length > 0, unknownRows: notes.unknownRows }
  const { withdrawn, deleted, stop } = await withdraw(needs, withdrawal, files)
  counts.withdrawn = withdrawn
  counts.deleted = deleted
  if (run.how.withdrawal === 'listed') counts.unchanged = Math.max(0, counts.good - withdrawn)
  return stop
}

async function* importFile(needs: ImportNeeds, file: string, run: Run): AsyncGenerator<ImportProgress> {
  const progressAt = run.nextFile()
  let last: RowBatch | undefined
  try {
    for await (const batch of needs.entrySource.read(file, run.reading)) {
      await noteSource(needs, batch.notice, run)
      last = batch
      takeRows(needs, file, batch, run)
      if (run.pending.length + run.parents.length + run.notes.size < BATCH_COMPANIES) continue
      await beginFlush(needs, file, run)
      yield progressAt(batch)
    }
  } catch (error) {
    run.noteFault(error)
  }
  await beginFlush(needs, file, run)
  await run.storing
  if (last !== undefined) run.formats.add(last.format)
  yield progressAt(last ?? { bytesDone: 0, bytesTotal: 0 })
}

/** Notes each source once. */
async function noteSource({ companyWriter }: ImportNeeds, notice: SourceNotice, run: Run): Promise<void> {
  if (run.noted.has(notice.source) || run.how.withdrawal === 'listed') return
  run.noted.add(notice.source)
  await companyWriter.noteSource(notice)
}

function takeRows(needs: ImportNeeds, file: string, { rows, notice }: RowBatch, run: Run): void {
  for (const row of rows) {
    run.notes.add(row, notice.source)
    takeRow(needs, file, row, run)
  }
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
  run.reject(reason)
  rejectLog.add({ file, line, reason, text: text.slice(0, REJECT_TEXT_CHARS_MAX) })
}

/**
 * Begins to store the pending rows when those before are stored: a database on the network stores them while the next ones
 * are read, which takes some 70 % of the time of one after the other.
 */
async function beginFlush(needs: ImportNeeds, file: string, run: Run): Promise<void> {
  await run.storing
  run.storing = flush(needs, file, run)
  // Who waits for it gets the error.
  run.storing.catch(() => undefined)
}

/** Stores the pending rows. `good` is only increased here because it counts stored rows. */
async function flush(needs: ImportNeeds, file: string, run: Run): Promise<void> {
  const { companyWriter, clock } = needs
  const { pending, parents } = run
  const notes = run.notes.take()
  run.pending = []
  run.parents = []
  if (pending.length > 0) {
    const companies = pending.map(({ company }) => company)
    const { apart, ...saved } = await companyWriter.save(companies, clock.nowMs())
    for (const i of apart) reject(needs, file, pending[i] as PendingRow, 'another_company', run)
    noteSaved(run, pending.length - apart.length, saved)
  }
  if (parents.length > 0)
    noteSaved(run, parents.length, await companyWriter.saveParents(parents, clock.nowMs()))
  if (notes.length > 0) await companyWriter.noteEntries(notes)
}

function noteSaved(run: Run, rows: number, saved: Partial<Omit<SaveResult, 'apart'>>): void {
  run.counts.good += rows
  for (const [count, value] of Object.entries(saved)) run.counts[count as keyof typeof saved] += value
}
