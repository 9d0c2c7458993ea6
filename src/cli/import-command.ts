/** `firmensuche import FILE…` */

import type { ImportStep, ImportView } from '../control/views.ts'
import { droppedRejectsText, importFault } from '../core/ingest/import-fault.ts'
import { type ImportCounts, isMostlyRejected } from '../core/ingest/import-files.ts'
import type { Command } from './command.ts'
import { EXIT } from './exit-codes.ts'
import type { Screen } from './screen.ts'
import { FORCE_OPTION, isForced, WITHDRAWAL_OPTIONS, withdrawalOf } from './withdrawal-options.ts'

/** The command that imports files. */
export const IMPORT_COMMAND: Command = {
  path: 'import',
  description:
    'Import register files, or tables with a mapping (plain, .gz, .bz2, .br or .zip), and make the companies searchable.',
  argument: {
    name: '<files...>',
    description: 'the files and folders of files, in the order in which they are read',
  },
  options: [
    {
      flags: '--mapping <file>',
      description: 'for tables of your own (CSV, TSV, JSON Lines): which column holds what, as YAML',
    },
    ...WITHDRAWAL_OPTIONS,
    FORCE_OPTION,
    {
      flags: '--rejects <file>',
      description: 'file for rejected rows; default: a new file in the folder `rejects` of the data folder',
    },
    { flags: '--json', description: 'print JSON lines: the progress, then the result' },
  ],
  run: async (context, files, options) => {
    const pathOf = (option: unknown) => (typeof option === 'string' ? context.absolutePath(option) : null)
    const withdrawal = withdrawalOf(options)
    const params = {
      ...{ withdrawal, isForced: isForced(options, withdrawal) },
      files: files.map(context.absolutePath),
      mapping: pathOf(options.mapping),
      rejects: pathOf(options.rejects),
    }
    const view = stepView(context.screen, options.json === true)
    const result = await context.withClient((send) => send('import', params, view.step)).finally(view.end)
    reportImport(context.screen, result, options.json === true)
    return importFault(result) === '' ? EXIT.done : EXIT.inputFile
  },
}

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

/**
 * Returns a view with a progress bar for each file that has rows. The first start of a server uses it, too.
 */
export function progressView(screen: Screen): StepView {
  let file = ''
  let rows = 0
  let progress = screen.progress('')
  const end = () => progress.end()
  return {
    step: (step) => {
      if (step.step === 'indexing') {
        end()
        screen.message(`Building the index of ${counted(step.companies, 'company', 'companies')} …`)
        return
      }
      if (step.file !== file) {
        if (step.rows === rows) return
        end()
        file = step.file
        progress = screen.progress(file.split(/[\\/]/).at(-1)!)
      }
      rows = step.rows
      progress.show(step.bytesDone, step.bytesTotal, progressText(step))
    },
    end,
  }
}

function progressText(step: Extract<ImportStep, { step: 'reading' }>): string {
  const left = step.leftMs ? `, ${duration(step.leftMs)} left` : ''
  const rejected = step.rejected === 0 ? '' : `, ${step.rejected.toLocaleString('en')} rejected`
  return `${counted(step.rows, 'row', 'rows')}${rejected}, ${step.rowsPerS.toLocaleString('en')}/s${left}`
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}

function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function stepJson(step: ImportStep) {
  if (step.step === 'indexing') return step
  return {
    step: step.step,
    file: step.file,
    bytes_done: step.bytesDone,
    bytes_total: step.bytesTotal,
    ...countsJson(step),
    rows_per_s: step.rowsPerS,
    left_ms: step.leftMs ?? null,
  }
}

function countsJson(counts: Pick<ImportView, keyof ImportCounts>) {
  const { rows, good, rejected, created, changed, unchanged, joined, renamed, moved, withdrawn, deleted } =
    counts
  return { rows, good, rejected, created, changed, unchanged, joined, renamed, moved, withdrawn, deleted }
}

/** Shows the result of an import. */
export function reportImport(screen: Screen, result: ImportView, isJson: boolean): void {
  if (isJson) {
    screen.json({
      step: 'done',
      ...countsJson(result),
      mostly_rejected: isMostlyRejected(result),
      reasons: result.reasons,
      faults: result.faults,
      not_withdrawn: result.notWithdrawn === '' ? null : result.notWithdrawn,
      rejects: result.rejects,
      rejects_dropped: result.rejectsDropped,
      import_ms: result.importMs,
      index_ms: result.indexMs,
    })
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
}

function resultLines(result: ImportView): readonly string[] {
  const number = (value: number) => value.toLocaleString('en')
  const took = `in ${duration(result.importMs)}, searchable ${duration(result.indexMs)} later`
  const { joined, renamed, moved, withdrawn, deleted } = result
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
  ]
  if (result.rejects === null) return lines
  const reasons = Object.entries(result.reasons).map(([reason, count]) => `${reason} ${number(count)}`)
  return [
    ...lines,
    `${counted(result.rejected, 'row was', 'rows were')} rejected (${reasons.join(', ')}): ${result.rejects}`,
  ]
}
