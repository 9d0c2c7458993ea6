/** `firmensuche import FILE…` */
import { Failure } from '../core/failure.ts'
import type { ReadOptions } from '../core/ingest/entry-source.ts'
import { FORMAT_NAMES, readFormatName } from '../core/ingest/file-format.ts'
import { importFault } from '../core/ingest/import-fault.ts'
import type { Command, CommandContext, CommandOptions } from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { reportImport, stepView } from './import-views.ts'
import { inspectFile } from './inspect-file.ts'
import { faultOfPreview, reportPreview } from './preview-view.ts'
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
      description: 'for tables of your own (CSV, TSV, XLSX, JSON Lines): which column holds what, as YAML',
    },
    {
      flags: '--format <name>',
      description: `read the files as this format, whatever their content: ${FORMAT_NAMES.join(', ')}`,
    },
    {
      flags: '--inspect',
      description:
        'only look at one file: propose a mapping of its columns, and show the companies of twenty rows',
    },
    { flags: '--write <file>', description: 'with --inspect: write the mapping to this new file' },
    {
      flags: '--dry-run',
      description:
        'only read: show the counts, the first companies and rejected rows, how many entries would be withdrawn, and store nothing',
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
    if (options.inspect) return inspectFile(context, files, options)
    if (options.write !== undefined) throw new Failure('invalid_request', '--write needs --inspect.')
    return options['dry-run'] ? previewImport(context, files, options) : runImport(context, files, options)
  },
}

async function runImport(
  context: CommandContext,
  files: readonly string[],
  options: CommandOptions,
): Promise<ExitCode> {
  const isJson = options.json === true
  const { mapping = null, ...how } = readOptions(context, options)
  const rejects = textOf(options.rejects)
  const withdrawal = withdrawalOf(options)
  const params = {
    ...{ ...how, withdrawal, isForced: isForced(options, withdrawal) },
    files: files.map(context.absolutePath),
    mapping,
    rejects: rejects === undefined ? null : context.absolutePath(rejects),
  }
  const view = stepView(context.screen, isJson)
  const result = await context.withClient((send) => send('import', params, view.step)).finally(view.end)
  reportImport(context.screen, result, isJson)
  return importFault(result) === '' ? EXIT.done : EXIT.inputFile
}

async function previewImport(
  context: CommandContext,
  files: readonly string[],
  options: CommandOptions,
): Promise<ExitCode> {
  if (options.rejects !== undefined)
    throw new Failure('invalid_request', '--dry-run stores nothing: leave out --rejects.')
  const isJson = options.json === true
  const withdrawal = withdrawalOf(options)
  const how = { ...readOptions(context, options), withdrawal, isForced: isForced(options, withdrawal) }
  const view = stepView(context.screen, isJson)
  const preview = await context
    .preview(files.map(context.absolutePath), how, (progress) => view.step({ step: 'reading', ...progress }))
    .finally(view.end)
  reportPreview(context.screen, preview, isJson)
  return faultOfPreview(preview) === '' ? EXIT.done : EXIT.inputFile
}

/** @throws {Failure} `invalid_request` for an unknown format, or one that excludes the mapping. */
function readOptions(context: CommandContext, options: CommandOptions): ReadOptions {
  const [mapping, format] = [textOf(options.mapping), textOf(options.format)]
  return {
    ...(mapping !== undefined && { mapping: context.absolutePath(mapping) }),
    ...(format !== undefined && { format: readFormatName(format, mapping !== undefined) }),
  }
}

function textOf(option: string | true | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined
}
