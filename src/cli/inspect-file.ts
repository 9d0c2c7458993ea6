/** `firmensuche import --inspect FILE`: what a file is, and which mapping fits it. */
import { Failure } from '../core/failure.ts'
import { FileFault } from '../core/ingest/entry-source.ts'
import type { InspectedTable, Inspection } from '../core/ingest/inspection.ts'
import { PREVIEW_ROWS } from '../core/ingest/preview-files.ts'
import { systemSentence } from '../core/system-fault.ts'
import type { CommandContext, CommandOptions } from './command.ts'
import { companyJson, companyLines } from './company-lines.ts'
import { counted } from './counted.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { formatJson, formatText } from './import-views.ts'
import { rejectLines } from './preview-view.ts'
import { table } from './table.ts'

/** Options of an import that looking at a file does not have. */
const OTHER_OPTIONS = ['mapping', 'format', 'dry-run', 'rejects', 'full-snapshot', 'deletions', 'yes-really']

/**
 * Looks at a file. The mapping is the only text on standard output, unless it is written to a file.
 *
 * @throws {Failure} `invalid_request` for several files and for other options of an import.
 */
export async function inspectFile(
  context: CommandContext,
  files: readonly string[],
  options: CommandOptions,
): Promise<ExitCode> {
  checkOptions(files, options)
  const inspection = await inspected(context, files[0] as string)
  if (typeof inspection === 'string') {
    context.screen.message(inspection)
    return EXIT.inputFile
  }
  const { proposed } = inspection
  const path = typeof options.write === 'string' ? context.absolutePath(options.write) : undefined
  if (path !== undefined && proposed !== undefined) write(context, path, proposed.mapping)
  report(context, inspection, options, path)
  return proposed === undefined || proposed.missing.length === 0 ? EXIT.done : EXIT.inputFile
}

function checkOptions(files: readonly string[], options: CommandOptions): void {
  const other = OTHER_OPTIONS.find((name) => options[name] !== undefined)
  if (other !== undefined) throw new Failure('invalid_request', `--inspect only looks: leave out --${other}.`)
  if (files.length > 1) throw new Failure('invalid_request', '--inspect looks at one file.')
}

/** Returns the inspection, or the sentence why there is none. */
async function inspected(
  { inspect, absolutePath }: CommandContext,
  file: string,
): Promise<Inspection | string> {
  try {
    return await inspect(absolutePath(file))
  } catch (error) {
    if (error instanceof FileFault) return error.message
    throw error
  }
}

/** @throws {Failure} `invalid_request` if the file exists or cannot be written. */
function write({ writeNew }: CommandContext, path: string, text: string): void {
  try {
    writeNew(path, text)
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
    const sentence = isThere ? `${path} exists already. Choose another name.` : systemSentence(error, path)
    throw new Failure(
      'invalid_request',
      sentence ?? `${path} cannot be written: ${(error as Error).message}.`,
    )
  }
}

function report(
  { screen }: CommandContext,
  inspection: Inspection,
  options: CommandOptions,
  path: string | undefined,
): void {
  if (options.json === true) {
    screen.json(inspectionJson(inspection))
    return
  }
  const { proposed } = inspection
  const say = path === undefined && proposed !== undefined ? screen.message : screen.line
  for (const line of lines(inspection, options)) say(line)
  if (path === undefined && proposed !== undefined) screen.line(proposed.mapping.trimEnd())
}

function lines(inspection: Inspection, options: CommandOptions): readonly string[] {
  const { file, sheets, proposed } = inspection
  const what = `${file} is of the format ${formatText(inspection)}.`
  if (proposed === undefined) return [what, 'It needs no mapping: firmensuche import FILE']
  const others = sheets.length > 1 ? [`Its sheets are: ${sheets.join(', ')}.`] : []
  const next =
    typeof options.write === 'string'
      ? `The mapping is written. Check it, then: firmensuche import FILE --mapping ${options.write} --dry-run`
      : 'The mapping:'
  return [what, ...others, '', ...proposedLines(proposed), '', next]
}

function proposedLines(proposed: InspectedTable): readonly string[] {
  const { columns, unplaced, missing, notes, rows, companies, rejects } = proposed
  const shown = columns.map(({ fact, columns: names, example }) => [
    fact,
    shortened(names),
    shortened(example),
  ])
  return [
    ...table([['fact', 'column', 'for example'], ...shown]),
    ...(unplaced.length === 0 ? [] : [`Not used: ${unplaced.join(', ')}.`]),
    ...missing,
    ...notes,
    '',
    `${counted(rows, 'row', 'rows')} looked at: ${counted(companies.length, 'company', 'companies')}, ${rejects.length} rejected.`,
    ...(companies.length === 0 ? [] : companyLines(companies.slice(0, PREVIEW_ROWS))),
    ...(rejects.length === 0 ? [] : ['', ...rejectLines(rejects.slice(0, PREVIEW_ROWS))]),
  ]
}

/** Most characters of names of columns and of examples. */
const SHOWN_CHARS_MAX = 60

function shortened(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ')]
  return letters.length > SHOWN_CHARS_MAX
    ? `${letters.slice(0, SHOWN_CHARS_MAX - 1).join('')}…`
    : letters.join('')
}

function inspectionJson({ file, sheets, proposed, ...format }: Inspection) {
  const { files: _files, ...facts } = formatJson({ ...format, files: 1 })
  if (proposed === undefined) return { file, ...facts, sheets, mapping: null }
  const { columns, unplaced, missing, notes, rows, rejects } = proposed
  const companies = proposed.companies.slice(0, PREVIEW_ROWS).map(companyJson)
  return {
    file,
    ...facts,
    sheets,
    columns,
    unplaced,
    missing,
    notes,
    rows,
    companies,
    rejects,
    mapping: proposed.mapping,
  }
}
