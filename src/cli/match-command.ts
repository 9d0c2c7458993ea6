/** `firmensuche match FILE -o FILE` */
import { Failure } from '../core/failure.ts'
import { FileFault } from '../core/ingest/entry-source.ts'
import type { NamedColumns } from '../core/matching/match-columns.ts'
import type { MatchPlan, MatchSummary, RemoteServer } from '../core/matching/match-plan.ts'
import { type Command, type CommandContext, type CommandOptions, JSON_OPTION } from './command.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { matchView, summaryJson, summaryLines } from './match-view.ts'

/** The command that matches a list of customers. */
export const MATCH_COMMAND: Command = {
  path: 'match',
  description:
    'Match a list of customers (CSV, TSV, XLSX, JSON Lines): write its rows with the companies that they mean.',
  argument: { name: '<file>', description: 'the list; what it is, is recognised by its content' },
  options: [
    {
      flags: '-o, --output <file>',
      description: 'the file to write: .csv, .tsv, .xlsx, .jsonl or .ndjson; - = standard output',
      isRequired: true,
    },
    {
      flags: '--name <columns>',
      description:
        'the column of the name, by its header or its position from 1; several separated by commas',
    },
    { flags: '--city <column>', description: 'the column of the seat or city; "" = none' },
    { flags: '--number <columns>', description: 'the column of the register number; "" = none' },
    {
      flags: '--without-header',
      description: 'the first row is a row, too; its columns are then Column 1, Column 2, …',
    },
    {
      flags: '--sheet <name>',
      description: 'the sheet of a workbook; default: the first one that is not hidden',
    },
    {
      flags: '--normal',
      description:
        'find current names only, without typos: faster, and over a server it costs 1 instead of 5 per row',
    },
    {
      flags: '--excel',
      description:
        'write CSV so that a German Excel opens it by a double click: semicolons and a byte order mark',
    },
    { flags: '--url <address>', description: 'match with the API of this server instead of the data folder' },
    {
      flags: '--key <key>',
      description: 'the API key for --url; default: the variable API_KEY, which others cannot see',
    },
    JSON_OPTION,
  ],
  run: async (context, [file], options) => {
    const plan = planOf(context, file as string, options)
    const view = matchView(context)
    try {
      const summary = await context.match(plan, view.step)
      view.end()
      report(context, summary, plan, options)
      return isMostlyInvalid(summary) ? EXIT.inputFile : EXIT.done
    } catch (error) {
      view.end()
      return codeOfFault(context, error)
    }
  },
}

function codeOfFault({ screen }: CommandContext, error: unknown): ExitCode {
  if (!(error instanceof FileFault)) throw error
  screen.message(error.message)
  return EXIT.inputFile
}

function planOf(context: CommandContext, file: string, options: CommandOptions): MatchPlan {
  const output = options.output as string
  return {
    file: context.absolutePath(file),
    output: output === '-' ? undefined : context.absolutePath(output),
    list: { hasNoHeader: options['without-header'] !== undefined, sheet: textOf(options.sheet) },
    named: namedColumns(options),
    deep: options.normal === undefined,
    forExcel: options.excel !== undefined,
    remote: remoteOf(context, options),
  }
}

function namedColumns(options: CommandOptions): NamedColumns {
  const [name, city, number] = [textOf(options.name), textOf(options.city), textOf(options.number)]
  return {
    ...(name !== undefined && { name: listOf(name) }),
    ...(city !== undefined && { city: city === '' ? [] : [city] }),
    ...(number !== undefined && { number: listOf(number) }),
  }
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** @throws {Failure} `invalid_request` for an address or a key that cannot be used. */
function remoteOf({ apiKey }: CommandContext, options: CommandOptions): RemoteServer | undefined {
  const url = textOf(options.url)
  if (url === undefined) {
    if (options.key !== undefined)
      throw new Failure('invalid_request', '--key needs --url, the address of a server.')
    return undefined
  }
  const read = URL.parse(url)
  if (read === null || !['http:', 'https:'].includes(read.protocol))
    throw new Failure(
      'invalid_request',
      `--url: ${JSON.stringify(url)} is no address, such as https://search.example.org.`,
    )
  const key = textOf(options.key) ?? apiKey
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new Failure('invalid_request', '--url needs an API key: set the variable API_KEY, or add --key.')
  return { url: read, key }
}

function textOf(option: string | true | undefined): string | undefined {
  return typeof option === 'string' ? option : undefined
}

/** The result is on standard output unless the rows are. */
function report(
  { screen }: CommandContext,
  summary: MatchSummary,
  { output }: MatchPlan,
  options: CommandOptions,
): void {
  if (output === undefined) for (const line of summaryLines(summary, output)) screen.message(line)
  else if (options.json === true) screen.json(summaryJson(summary, output))
  else for (const line of summaryLines(summary, output)) screen.line(line)
}

/** Probably a wrong column was matched. */
function isMostlyInvalid({ counts }: MatchSummary): boolean {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return counts.invalid > all / 2
}
