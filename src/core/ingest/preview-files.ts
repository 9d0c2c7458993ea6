/** Reads register files as an import would, and stores nothing. */
import type { IncomingCompany } from '../company/company-writer.ts'
import type { Needs } from '../ports.ts'
import type { FileFault, ReadOptions, Row, RowBatch } from './entry-source.ts'
import type { FormatCount } from './file-format.ts'
import { type ImportCounts, type ImportProgress, ImportRun } from './import-run.ts'
import { readEntry } from './read-entry.ts'
import { REJECT_TEXT_CHARS_MAX, type Reject, type RejectReason } from './register-entry.ts'

/** Companies and rejected rows that a preview shows. */
export const PREVIEW_ROWS = 10
/** Rows between two reports of the progress. */
const PROGRESS_ROWS = 10_000

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
}

class Run extends ImportRun {
  readonly companies: IncomingCompany[] = []
  readonly rejects: Reject[] = []
  reportedRows = 0
}

/**
 * Reads the files, and those in folders, in their order. Whether a company is known already, and whether it would be
 * rejected as another one, is not compared with what is stored.
 */
export async function* previewFiles(
  { entrySource, clock }: Needs<'entrySource' | 'clock'>,
  paths: readonly string[],
  how: ReadOptions,
): AsyncGenerator<ImportProgress, Preview> {
  const run = new Run(clock)
  for (const path of paths) {
    try {
      for (const file of await entrySource.filesOf(path))
        yield* previewFile(entrySource.read(file, how), file, run)
    } catch (error) {
      run.noteFault(error)
    }
  }
  const { counts, reasons, faults, companies, rejects } = run
  const { rows, good, rejected } = counts
  return { rows, good, rejected, reasons, faults, formats: run.formats.list(), companies, rejects }
}

async function* previewFile(
  batches: AsyncIterable<RowBatch>,
  file: string,
  run: Run,
): AsyncGenerator<ImportProgress> {
  const progressAt = run.fileProgress(file)
  let last: RowBatch | undefined
  try {
    for await (const batch of batches) {
      last = batch
      for (const row of batch.rows) takeRow(row, file, run)
      if (run.counts.rows < run.reportedRows + PROGRESS_ROWS) continue
      run.reportedRows = run.counts.rows
      yield progressAt(batch)
    }
  } catch (error) {
    run.noteFault(error)
  }
  if (last !== undefined) run.formats.add(last.format)
  yield progressAt(last ?? { bytesDone: 0, bytesTotal: 0 })
}

function takeRow(row: Row, file: string, run: Run): void {
  run.counts.rows++
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
