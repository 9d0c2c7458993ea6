/** Shows the progress and the result of an import. */
import type { ImportStep, ImportView, IndexingStep } from '../control/views.ts'
import type { FileFormat, FormatCount } from '../core/ingest/file-format.ts'
import { droppedRejectsText, importFault } from '../core/ingest/import-fault.ts'
import { type ImportCounts, isMostlyRejected } from '../core/ingest/import-run.ts'
import { counted } from './counted.ts'
import { warnOfLateNodes } from './late-nodes.ts'
import type { Screen } from './screen.ts'

/** Shows the progress of an import. */
export interface StepView {
  step(step: ImportStep): void
  end(): void
}

/** Returns a view of the progress as JSON lines, or as a progress bar. */
export function stepView(screen: Screen, isJson: boolean): StepView {
  return isJson ? jsonView(screen) : progressView(screen)
}

function jsonView(screen: Screen): StepView {
  return { step: (step) => screen.json(stepJson(step)), end: () => {} }
}

/** Returns a view with a progress bar for reading and one for the index. The start of a server uses it, too. */
export function progressView(screen: Screen): StepView {
  let shown: ImportStep['step'] | undefined
  let progress = screen.progress('')
  const end = () => progress.end()
  return {
    step: (step) => {
      if (shown === undefined && isNothing(step)) return
      if (step.step !== shown) {
        end()
        shown = step.step
        progress = screen.progress(titleOf(step))
      }
      if (step.step === 'reading') progress.show(step.bytesDone, step.bytesTotal, progressText(step))
      else progress.show(step.done, step.companies, indexingText(step))
    },
    end,
  }
}

/** Whether nothing was read; the fault of the file is said at the end. */
function isNothing(step: ImportStep): boolean {
  return (step.step === 'reading' ? step.rows : step.companies) === 0
}

function titleOf(step: ImportStep): string {
  if (step.step === 'indexing')
    return `Building the index of ${counted(step.companies, 'company', 'companies')}`
  return step.files === 1 ? nameOf(step.file) : `Reading ${step.files} files`
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1)!
}

function indexingText({ companies, done, perS, leftMs }: IndexingStep): string {
  const what = done < companies ? `${counted(done, 'company', 'companies')} read` : 'writing'
  return `${what}, ${perS.toLocaleString('en')}/s${leftMs ? `, ${duration(leftMs)} left` : ''}`
}

function progressText(step: Extract<ImportStep, { step: 'reading' }>): string {
  const left = step.leftMs ? `, ${duration(step.leftMs)} left` : ''
  const rejected = step.rejected === 0 ? '' : `, ${step.rejected.toLocaleString('en')} rejected`
  const place = step.files === 1 ? '' : `${nameOf(step.file)} (${step.fileNumber} of ${step.files}), `
  return `${place}${counted(step.rows, 'row', 'rows')}${rejected}, ${step.rowsPerS.toLocaleString('en')}/s${left}`
}

/** Returns a time for people: `850 ms`, `3 min 20 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function stepJson(step: ImportStep) {
  if (step.step === 'indexing') {
    const { companies, done, perS, leftMs } = step
    return { step: step.step, companies, done, per_s: perS, left_ms: leftMs ?? null }
  }
  return {
    step: step.step,
    ...{ file: step.file, file_number: step.fileNumber, files: step.files },
    bytes_done: step.bytesDone,
    bytes_total: step.bytesTotal,
    ...countsJson(step),
    rows_per_s: step.rowsPerS,
    left_ms: step.leftMs ?? null,
  }
}

function countsJson(counts: Pick<ImportView, keyof ImportCounts>) {
  const { rows, good, rejected, created, changed, unchanged } = counts
  const { joined, renamed, moved, withdrawn, deleted, contradicted } = counts
  return {
    ...{ rows, good, rejected, created, changed, unchanged },
    ...{ joined, renamed, moved, withdrawn, deleted, contradicted },
  }
}

/** Shows the result of an import. */
export function reportImport(screen: Screen, result: ImportView, isJson: boolean): void {
  if (isJson) {
    screen.json(resultJson(result))
    return
  }
  for (const fault of result.faults) screen.message(fault.sentence)
  if (result.rejectsDropped > 0) screen.message(droppedRejectsText(result.rejectsDropped))
  if (isMostlyRejected(result))
    screen.message(
      `The import failed: ${importFault({ ...result, faults: [] })} docs/import.md explains each reason.`,
    )
  if (result.notWithdrawn !== '') screen.message(result.notWithdrawn)
  if (result.rows === 0) screen.message('Nothing was imported.')
  else for (const line of resultLines(result)) screen.line(line)
  warnOfLateNodes(screen, result.lateNodes)
}

function resultJson(result: ImportView) {
  return {
    step: 'done',
    ...countsJson(result),
    mostly_rejected: isMostlyRejected(result),
    reasons: result.reasons,
    faults: result.faults,
    formats: result.formats.map(formatJson),
    not_withdrawn: result.notWithdrawn === '' ? null : result.notWithdrawn,
    rejects: result.rejects,
    rejects_dropped: result.rejectsDropped,
    import_ms: result.importMs,
    index_ms: result.indexMs,
    late_nodes: result.lateNodes,
  }
}

function resultLines(result: ImportView): readonly string[] {
  const number = (value: number) => value.toLocaleString('en')
  const took = `in ${duration(result.importMs)}, searchable ${duration(result.indexMs)} later`
  const { joined, renamed, moved, withdrawn, deleted, contradicted } = result
  const lines = [
    `${counted(result.rows, 'row', 'rows')} read: ${counted(result.created, 'company', 'companies')} new, ${number(result.changed)} changed, ${number(result.unchanged)} unchanged; ${took}.`,
    ...(joined + renamed + moved === 0
      ? []
      : [
          `${counted(joined, 'company', 'companies')} known from other sources, ${number(renamed)} renamed, ${number(moved)} moved.`,
        ]),
    ...(withdrawn === 0
      ? []
      : [
          `${counted(withdrawn, 'entry', 'entries')} withdrawn, ${counted(deleted, 'company', 'companies')} deleted that no other entry tells.`,
        ]),
    ...(contradicted === 0
      ? []
      : [
          `${counted(contradicted, 'row has', 'rows have')} the LEI of another company than the one with its register number: the number counts.`,
        ]),
    ...result.formats.map(formatLine),
  ]
  if (result.rejects === null) return lines
  return [
    ...lines,
    `${counted(result.rejected, 'row was', 'rows were')} rejected (${reasonsText(result.reasons)}): ${result.rejects}`,
  ]
}

/** Returns the number of rows for each reason: `name_missing 3, not_utf8 1`. */
export function reasonsText(reasons: Readonly<Record<string, number>>): string {
  return Object.entries(reasons)
    .map(([reason, count]) => `${reason} ${count.toLocaleString('en')}`)
    .join(', ')
}

/** Returns what files were read as, as a line: `1 file read as table (CSV, windows-1252, separator ";").` */
export function formatLine(read: FormatCount): string {
  return `${counted(read.files, 'file', 'files')} read as ${formatText(read)}.`
}

/** Returns a format with what else is known of a table. */
export function formatText({ format, table }: FileFormat): string {
  if (table === undefined) return format
  const { kind, encoding, separator, sheet } = table
  const facts = [
    KINDS[kind],
    encoding,
    separator === '' ? '' : `separator ${JSON.stringify(separator)}`,
    sheet === '' ? '' : `sheet ${JSON.stringify(sheet)}`,
  ]
  return `${format} (${facts.filter((fact) => fact !== '').join(', ')})`
}

const KINDS = { csv: 'CSV', jsonl: 'JSON Lines', xlsx: 'XLSX' } as const

/** Returns what files were read as, as JSON. */
export function formatJson({ files, format, table }: FormatCount) {
  const textOf = (text = '') => (text === '' ? null : text)
  return {
    ...{ files, format, kind: table?.kind ?? null, encoding: textOf(table?.encoding) },
    ...{ separator: textOf(table?.separator), sheet: textOf(table?.sheet) },
  }
}
