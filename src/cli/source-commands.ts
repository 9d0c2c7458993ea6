/** `firmensuche sources …` */
import type { SourceRunView, SourceView } from '../control/views.ts'
import { Failure } from '../core/failure.ts'
import { SCHEDULE_SHAPE } from '../core/sources/schedule.ts'
import type { ImportSource } from '../core/sources/source.ts'
import { type Command, type CommandContext, type CommandOptions, JSON_OPTION } from './command.ts'
import { EXIT } from './exit-codes.ts'
import { reportImport, stepView } from './import-views.ts'
import { isoTime, minuteOf } from './option-values.ts'
import { since } from './since.ts'
import { table } from './table.ts'
import { FORCE_OPTION, WITHDRAWAL_OPTIONS, withdrawalOf } from './withdrawal-options.ts'

const ID_ARGUMENT = { name: '<id>', description: 'id of the source' }

/** The commands for the sources of the operator. */
export const SOURCE_COMMANDS: readonly Command[] = [
  {
    path: 'sources add',
    description: 'Add a source: a file, a watched folder (DATA_DIR/inbox/ID), or an address.',
    argument: { name: '<id>', description: 'lower-case letters, digits and hyphens; begins with a letter' },
    options: [
      { flags: '--file <file>', description: 'a file that is read again at each run' },
      { flags: '--inbox', description: 'a folder of its own: files put there are imported and moved' },
      { flags: '--url <address>', description: 'an https address that is downloaded if it has changed' },
      {
        flags: '--schedule <when>',
        description: `${SCHEDULE_SHAPE.replaceAll('`', '')}; default: only by \`sources run\``,
      },
      ...WITHDRAWAL_OPTIONS,
      {
        flags: '--sha256 <checksum>',
        description: 'expected SHA-256 of the download, or the address of a file with it',
      },
      { flags: '--mapping <file>', description: 'for tables of your own: which column holds what, as YAML' },
      JSON_OPTION,
    ],
    run: async (context, [id], options) => {
      const source = sourceOf(context, id!, options)
      const added = await context.withClient((send) => send('addSource', { source }))
      if (options.json) context.screen.json(added)
      else context.screen.line(addedText(added.id, added.folder))
      return EXIT.done
    },
  },
  {
    path: 'sources list',
    description: 'List the sources with their last and next runs.',
    options: [JSON_OPTION],
    run: async ({ screen, withClient, nowMs }, _args, { json }) => {
      const sources = await withClient((send) => send('listSources', {}))
      if (json) screen.json(sources.map(sourceJson))
      else for (const line of listLines(sources, nowMs())) screen.line(line)
      return EXIT.done
    },
  },
  {
    path: 'sources remove',
    description: 'Remove a source. Its companies and the files in its folder stay.',
    argument: ID_ARGUMENT,
    options: [JSON_OPTION],
    run: async ({ screen, withClient }, [id], { json }) => {
      const removed = await withClient((send) => send('removeSource', { id: id! }))
      if (json) screen.json(removed)
      else screen.line(`The source ${removed.id} is removed.`)
      return EXIT.done
    },
  },
  {
    path: 'sources run',
    description: 'Run a source at once; of a watched folder, import all files that it contains.',
    argument: ID_ARGUMENT,
    options: [
      FORCE_OPTION,
      { flags: '--json', description: 'print JSON lines: the progress, then the results' },
    ],
    run: async (context, [id], { json, 'yes-really': force }) => {
      const view = stepView(context.screen, json === true)
      const run = await context
        .withClient((send) => send('runSource', { id: id!, isForced: force !== undefined }, view.step))
        .finally(view.end)
      reportRun(context, id!, run, json === true)
      return run.result === 'failed' ? EXIT.inputFile : EXIT.done
    },
  },
]

/** @throws {Failure} `invalid_request` unless exactly one kind of source is chosen. */
function sourceOf({ absolutePath }: CommandContext, id: string, options: CommandOptions): ImportSource {
  const textOf = (value: string | true | undefined) => (typeof value === 'string' ? value : undefined)
  const file = textOf(options.file)
  const url = textOf(options.url)
  const chosen = [file, url, options.inbox].filter((value) => value !== undefined)
  if (chosen.length !== 1) {
    throw new Failure('invalid_request', 'sources add needs one of --file, --inbox and --url.')
  }
  const mapping = textOf(options.mapping)
  return {
    id,
    kind: file !== undefined ? 'file' : url !== undefined ? 'https' : 'inbox',
    location: file !== undefined ? absolutePath(file) : (url ?? ''),
    mapping: mapping === undefined ? null : absolutePath(mapping),
    schedule: textOf(options.schedule) ?? null,
    sha256: textOf(options.sha256) ?? null,
    withdrawal: withdrawalOf(options),
  }
}

function addedText(id: string, folder: string | null): string {
  const how = folder === null ? `Run it with: firmensuche sources run ${id}` : `Put files into ${folder}`
  return `The source ${id} is added. ${how}`
}

function reportRun({ screen }: CommandContext, id: string, run: SourceRunView, isJson: boolean): void {
  for (const imported of run.imports) reportImport(screen, imported, isJson)
  if (isJson) screen.json({ id, result: run.result, fault: run.fault === '' ? null : run.fault })
  else if (run.result === 'failed') screen.message(`The source ${id} failed: ${run.fault}`)
  else if (run.result === 'unchanged') screen.line(`The source ${id} has not changed since its last import.`)
  else if (run.result === 'nothing') screen.line(`The folder of the source ${id} contains no file.`)
}

function listLines(sources: readonly SourceView[], nowMs: number): readonly string[] {
  if (sources.length === 0) return ['There is no source.']
  const rows = sources.map((source) => [
    source.id,
    source.location,
    source.kind === 'inbox' ? 'watched' : (source.schedule ?? 'by command'),
    resultText(source),
    fileText(source.lastSuccessAtMs, source.kind === 'inbox' ? source.goodFile : '') || 'never',
    fileText(source.lastFailureAtMs, source.kind === 'inbox' ? source.badFile : ''),
    source.nextRunAtMs === null ? '' : nextText(source.nextRunAtMs, nowMs),
    source.fault,
  ])
  return table([
    ['id', 'from', 'runs', 'last run', 'last success', 'last failure', 'next run', 'error'],
    ...rows,
  ])
}

/** Returns when something happened, with the file of a watched folder; '' = never. */
function fileText(atMs: number | null, file: string): string {
  const time = minuteOf(atMs ?? undefined)
  return time === undefined ? '' : [time, file].filter((text) => text !== '').join(' ')
}

function resultText({ lastResult, lastRunAtMs, failures }: SourceView): string {
  if (lastRunAtMs === null) return 'not yet'
  return failures > 1 ? `failed ${failures} times` : (lastResult ?? '')
}

function nextText(nextMs: number, nowMs: number): string {
  return nextMs <= nowMs ? 'now' : (minuteOf(nextMs) ?? '')
}

/** Returns a source on one line of `status`. */
export function sourceLine(source: SourceView, nowMs: number): string {
  const { id, kind, lastSuccessAtMs, goodFile, badFile, fault } = source
  const named = (file: string) =>
    kind === 'inbox' && file !== '' && !fault.includes(file) ? ` (${file})` : ''
  const age =
    lastSuccessAtMs === null
      ? 'never succeeded'
      : `succeeded ${since(lastSuccessAtMs, nowMs)} ago${named(goodFile)}`
  return `${id}: ${resultText(source)}, ${age}${fault === '' ? '' : `; ${fault}${named(badFile)}`}`
}

/** Returns a source as JSON. */
export function sourceJson(source: SourceView) {
  return {
    id: source.id,
    kind: source.kind,
    location: source.location,
    mapping: source.mapping,
    schedule: source.schedule,
    sha256: source.sha256,
    withdrawal: source.withdrawal,
    last_run_at: isoTime(source.lastRunAtMs ?? undefined),
    last_success_at: isoTime(source.lastSuccessAtMs ?? undefined),
    good_file: source.goodFile === '' ? null : source.goodFile,
    last_failure_at: isoTime(source.lastFailureAtMs ?? undefined),
    bad_file: source.badFile === '' ? null : source.badFile,
    last_result: source.lastResult,
    fault: source.fault === '' ? null : source.fault,
    failures: source.failures,
    next_run_at: isoTime(source.nextRunAtMs ?? undefined),
  }
}
