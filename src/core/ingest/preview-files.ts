/** Reads register files as an import would, and stores nothing. */
import type { EntryFinder, FoundEntries, IncomingCompany } from '../company/company-writer.ts'
import type { Clock, Needs } from '../ports.ts'
import { EntryNotes } from './entry-notes.ts'
import type { FileFault, Row, RowBatch } from './entry-source.ts'
import type { FormatCount } from './file-format.ts'
import type { ImportOptions } from './import-files.ts'
import { type ImportCounts, type ImportProgress, ImportRun } from './import-run.ts'
import { readEntry } from './read-entry.ts'
import { REJECT_TEXT_CHARS_MAX, type Reject, type RejectReason } from './register-entry.ts'
import { stopOf } from './withdraw-missing.ts'
import type { Withdrawal } from './withdrawal.ts'

/** Companies and rejected rows that a preview shows. */
export const PREVIEW_ROWS = 10
/** Rows between two reports of the progress. */
const PROGRESS_ROWS = 10_000
/** Notes that are stored at once. */
const NOTES_AT_ONCE = 10_000

/** How files are looked at. */
export type PreviewOptions = ImportOptions

/** The entries that an import would withdraw. */
export interface PreviewedWithdrawal {
  readonly which: Exclude<Withdrawal, 'nothing'>
  /** By source; empty if nothing is stored. */
  readonly found: readonly FoundEntries[]
  /** Why none of them would be withdrawn, as a sentence; '' = nothing speaks against it. */
  readonly stop: string
}

/** What an import would read. */
export interface Preview extends Pick<ImportCounts, 'rows' | 'good' | 'rejected'> {
  /** Number of rejected rows for each reason, the most frequent reason first. */
  readonly reasons: Readonly<Partial<Record<RejectReason, number>>>
  readonly faults: readonly FileFault[]
  readonly formats: readonly FormatCount[]
  /** The companies of the first rows. */
  readonly companies: readonly IncomingCompany[]
  /** The first rejected rows. */
  readonly rejects: readonly Reject[]
  /** Set if the import were one that withdraws entries. */
  readonly withdrawal?: PreviewedWithdrawal | undefined
}

class Run extends ImportRun {
  readonly companies: IncomingCompany[] = []
  readonly rejects: Reject[] = []
  readonly withdrawal: Withdrawal
  readonly notes: EntryNotes
  reportedRows = 0

  constructor(clock: Clock, withdrawal: Withdrawal) {
    super(clock)
    this.withdrawal = withdrawal
    this.notes = new EntryNotes(withdrawal)
  }
}

/** What a preview needs. `entryFinder`: absent = nothing is stored. */
export type PreviewNeeds = Needs<'entrySource' | 'clock'> & { readonly entryFinder?: EntryFinder | undefined }

/**
 * Reads the files, and those in folders, in their order. Whether a company is known already, and whether it would be
 * rejected as another one, is not compared with what is stored; which entries would be withdrawn is.
 */
export async function* previewFiles(
  needs: PreviewNeeds,
  paths: readonly string[],
  { withdrawal = 'nothing', isForced = false, ...reading }: PreviewOptions,
): AsyncGenerator<ImportProgress, Preview> {
  const { entrySource, clock } = needs
  const run = new Run(clock, withdrawal)
  const how = withdrawal === 'listed' ? { ...reading, isOnlyKeys: true } : reading
  for (const file of await run.filesOf(entrySource, paths))
    yield* previewFile(needs, entrySource.read(file, how), file, run)
  const { counts, reasons, faults, companies, rejects } = run
  const { rows, good, rejected } = counts
  const withdrawn = await previewWithdrawal(needs, run, isForced)
  const read = { rows, good, rejected, reasons, faults, formats: run.formats.list() }
  return { ...read, companies, rejects, withdrawal: withdrawn }
}

async function previewWithdrawal(
  { entryFinder }: PreviewNeeds,
  { withdrawal: which, faults, notes }: Run,
  isForced: boolean,
): Promise<PreviewedWithdrawal | undefined> {
  if (which === 'nothing') return undefined
  const found = (await entryFinder?.findEntries(which === 'missing' ? 'not_noted' : 'noted')) ?? []
  const files = { isForced, hasFault: faults.length > 0, unknownRows: notes.unknownRows }
  return { which, found, stop: stopOf(which, found, files, 'would be') }
}

async function* previewFile(
  needs: PreviewNeeds,
  batches: AsyncIterable<RowBatch>,
  file: string,
  run: Run,
): AsyncGenerator<ImportProgress> {
  const progressAt = run.nextFile()
  let last: RowBatch | undefined
  try {
    for await (const batch of batches) {
      last = batch
      takeRows(batch, file, run)
      if (run.notes.size >= NOTES_AT_ONCE) await needs.entryFinder?.noteEntries(run.notes.take())
      if (run.counts.rows < run.reportedRows + PROGRESS_ROWS) continue
      run.reportedRows = run.counts.rows
      yield progressAt(batch)
    }
  } catch (error) {
    run.noteFault(error)
  }
  if (run.notes.size > 0) await needs.entryFinder?.noteEntries(run.notes.take())
  if (last !== undefined) run.formats.add(last.format)
  yield progressAt(last ?? { bytesDone: 0, bytesTotal: 0 })
}

function takeRows({ rows, notice }: RowBatch, file: string, run: Run): void {
  for (const row of rows) {
    run.notes.add(row, notice.source)
    takeRow(row, file, run)
  }
}

function takeRow(row: Row, file: string, run: Run): void {
  run.counts.rows++
  if (run.withdrawal === 'listed' && hasId(row)) {
    run.counts.good++
    return
  }
  const company = 'entry' in row ? readEntry(row.entry) : 'reason' in row ? row.reason : undefined
  if (typeof company === 'string') {
    run.reject(company)
    const { line, text } = row
    if (run.rejects.length < PREVIEW_ROWS)
      run.rejects.push({ file, line, reason: company, text: text.slice(0, REJECT_TEXT_CHARS_MAX) })
    return
  }
  run.counts.good++
  if (company !== undefined && run.companies.length < PREVIEW_ROWS) run.companies.push(company)
}

function hasId(row: Row): boolean {
  return !('reason' in row) || row.sourceKey !== undefined
}
