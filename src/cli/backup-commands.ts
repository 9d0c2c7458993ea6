/** `firmensuche backup`, `restore` and `verify`. */
import {
  BackupRefused,
  type DatabaseCheck,
  type DatabaseContent,
  type MadeBackup,
  type ReportBytes,
  type WholeBackup,
} from '../core/backup/backup.ts'
import type { DatabaseCopy } from '../core/backup/database-copy.ts'
import { Failure } from '../core/failure.ts'
import { type Command, type CommandContext, type CommandOptions, JSON_OPTION } from './command.ts'
import { counted } from './counted.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import { isoTime } from './option-values.ts'
import type { Progress, Screen } from './screen.ts'
import { table } from './table.ts'

const STANDARD = '-'
const MEGA = 1e6
const ARGUMENT = { name: '<file>', description: 'the backup; - is standard input' }

const BACKUP_COMMAND: Command = {
  path: 'backup',
  description:
    'Write all that the data folder needs to one file, also while a server uses the folder. The file contains secrets.',
  argument: { name: '<file>', description: 'the new file; - writes to standard output' },
  options: [
    { flags: '--force', description: 'replace the file if it exists' },
    {
      flags: '--without-secret',
      description: 'leave out the file secret: keep it elsewhere, a restored folder needs it',
    },
    { flags: '--quiet', description: 'print errors and warnings only, as cron mails what is printed' },
    JSON_OPTION,
  ],
  run: async (context, [file], options) => {
    const output = pathOf(context, file)
    refuseOptions(output, options)
    const request = {
      output,
      isForced: options.force === true,
      hasSecret: options['without-secret'] !== true,
    }
    if (options.quiet === true) tellLeft(context.screen, await context.backup(request, () => {}))
    else {
      const made = await withProgress(context.screen, (report) => context.backup(request, report))
      tellMade(context.screen, made, output, options.json === true)
      tellLeft(context.screen, made)
    }
    return EXIT.done
  },
}

function refuseOptions(output: string | undefined, { json, quiet }: CommandOptions): void {
  if (output === undefined && json === true)
    throw new Failure('invalid_request', '--json cannot be used if standard output is the backup.')
  if (quiet === true && json === true) throw new Failure('invalid_request', 'Use either --quiet or --json.')
}

function tellMade(screen: Screen, made: MadeBackup, output: string | undefined, isJson: boolean): void {
  if (output === undefined) for (const line of madeLines(made)) screen.message(line)
  else if (isJson) screen.json(backupJson(made))
  else for (const line of madeLines(made, output)) screen.line(line)
}

function tellLeft(screen: Screen, { left }: MadeBackup): void {
  for (const path of left)
    screen.message(
      `${path} is of a backup that was interrupted, or is still being made. Delete it if none is.`,
    )
}

const RESTORE_COMMAND: Command = {
  path: 'restore',
  description: 'Fill the data folder from a backup, after checking all of it. No server may use the folder.',
  argument: ARGUMENT,
  options: [
    {
      flags: '--replace',
      description: 'replace the data that the folder has; they are kept until all is checked',
    },
    JSON_OPTION,
  ],
  run: (context, [file], options) =>
    refusing(context, 'Nothing was changed.', async () => {
      const request = { file: pathOf(context, file), isReplaced: options.replace === true }
      const restored = await withProgress(context.screen, (report) => context.restore(request, report))
      const { screen } = context
      if (options.json === true) screen.json(backupJson(restored))
      else for (const line of restoredLines(restored)) screen.line(line)
      return EXIT.done
    }),
}

const VERIFY_COMMAND: Command = {
  path: 'verify',
  description:
    'Check whether a backup can be restored: its checksums, versions and databases. Or check a PostgreSQL database into which a dump was restored.',
  argument: { name: '[file]', description: ARGUMENT.description },
  options: [
    {
      flags: '--full',
      description: 'check the databases with integrity_check instead of quick_check: slower',
    },
    { flags: '--checksums', description: 'only compare checksums and versions: unpacks nothing' },
    {
      flags: '--restored <address>',
      description:
        'check this PostgreSQL database instead of a file, and compare it with that of DATABASE_URL if the setting is there',
    },
    JSON_OPTION,
  ],
  run: (context, [file], options) =>
    refusing(context, 'It cannot be restored.', () => verify(context, file, options)),
}

/** The commands for backups. */
export const BACKUP_COMMANDS: readonly Command[] = [BACKUP_COMMAND, RESTORE_COMMAND, VERIFY_COMMAND]

async function verify(
  context: CommandContext,
  file: string | undefined,
  options: CommandOptions,
): Promise<ExitCode> {
  const { screen } = context
  const url = options.restored
  if ((file === undefined) === (url === undefined))
    throw new Failure('invalid_request', 'Name either the file of a backup or a database with --restored.')
  if (typeof url === 'string') return verifyRestored(context, url, options.json === true)
  const request = { file: pathOf(context, file), check: checkOf(options) }
  const { databases, ...backup } = await withProgress(screen, (report) => context.verify(request, report))
  if (options.json === true) screen.json({ ...backupJson(backup), databases })
  else for (const line of verifiedLines(backup, databases)) screen.line(line)
  return EXIT.done
}

async function verifyRestored(context: CommandContext, url: string, isJson: boolean): Promise<ExitCode> {
  const copy = await context.verifyRestored(url)
  if (isJson) context.screen.json(copyJson(copy))
  else for (const line of copyLines(copy)) context.screen.line(line)
  return copy.faults.length === 0 ? EXIT.done : EXIT.inputFile
}

function checkOf({ full, checksums }: CommandOptions): DatabaseCheck {
  if (full !== undefined && checksums !== undefined)
    throw new Failure('invalid_request', 'Use either --full or --checksums.')
  if (checksums !== undefined) return 'none'
  return full === undefined ? 'quick' : 'full'
}

/** Tells why a backup is refused, and what that means for the command. */
async function refusing(
  { screen }: CommandContext,
  meaning: string,
  work: () => Promise<ExitCode>,
): Promise<ExitCode> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error
    screen.message(`${error.message} ${meaning}`)
    return EXIT.inputFile
  }
}

function pathOf({ absolutePath }: CommandContext, file: string | undefined): string | undefined {
  return file === undefined || file === STANDARD ? undefined : absolutePath(file)
}

/** Shows a bar for each step. */
async function withProgress<Result>(
  screen: Screen,
  work: (report: ReportBytes) => Promise<Result>,
): Promise<Result> {
  const shown: { readonly step: string; readonly progress: Progress }[] = []
  try {
    return await work((step, done, total) => {
      if (step !== shown.at(-1)?.step) {
        shown.at(-1)?.progress.end()
        shown.push({ step, progress: screen.progress(step) })
      }
      const words = step === 'checking' ? 'the databases' : `of ${megabytes(total)}`
      shown.at(-1)!.progress.show(done, total, words)
    })
  } finally {
    shown.at(-1)?.progress.end()
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGA).toLocaleString('en', { maximumFractionDigits: 1 })} MB`
}

function contentBytes({ files }: WholeBackup): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function fileRows({ files }: WholeBackup): readonly string[] {
  return table(files.map(({ name, bytes, sha256 }) => [name, `${bytes.toLocaleString('en')} bytes`, sha256]))
}

function madeLines(made: WholeBackup, output?: string): readonly string[] {
  const hasSecret = made.files.some(({ name }) => name === 'secret')
  const where = output === undefined ? '' : ` to ${output}`
  return [
    ...fileRows(made),
    `${counted(made.files.length, 'file', 'files')} with ${megabytes(contentBytes(made))} written${where} (${megabytes(made.bytes)}).`,
    hasSecret
      ? 'Whoever has the backup can sign in to every account: store it encrypted, or with access for yourself only.'
      : 'The backup does not contain the file secret. Keep that elsewhere: without it, sessions, second factors and links in e-mails are lost.',
  ]
}

function restoredLines(restored: WholeBackup): readonly string[] {
  const { version, madeAtMs } = restored.facts
  return [
    ...fileRows(restored),
    `The backup of ${isoTime(madeAtMs)}, made by version ${version}, is restored. Check it with \`firmensuche doctor\`, then start the server.`,
  ]
}

function verifiedLines(backup: WholeBackup, databases: readonly DatabaseContent[]): readonly string[] {
  const { version, madeAtMs, format } = backup.facts
  return [
    ...fileRows(backup),
    ...table(
      databases.map(({ database, schema, rows }) => [
        database,
        `schema ${schema}`,
        Object.entries(rows)
          .map(([name, count]) => `${name.replaceAll('_', ' ')} ${count.toLocaleString('en')}`)
          .join(', '),
      ]),
    ),
    `Made on ${isoTime(madeAtMs)} by version ${version}, format ${format}. It can be restored.`,
  ]
}

function backupJson(backup: WholeBackup) {
  const { version, madeAtMs, format, schemas } = backup.facts
  return {
    ...{ version, made_at: isoTime(madeAtMs), format, schemas, bytes: backup.bytes },
    files: backup.files,
  }
}

function copyJson({ name, original, schemas, tables, lastChange, lastChangeNow, faults }: DatabaseCopy) {
  return {
    ...{ database: name, compared_with: original, schemas },
    ...{ last_change: lastChange, last_change_now: lastChangeNow, faults },
    tables: tables.map(({ table: of, rows, rowsNow }) => ({ table: of, rows, rows_now: rowsNow })),
  }
}

function copyLines({ name, original, tables, lastChange, faults }: DatabaseCopy): readonly string[] {
  const shown = tables.filter(({ rows, rowsNow }) => (rows ?? 0) > 0 || (rowsNow ?? 0) > 0)
  const count = (rows: number | null) => (rows === null ? 'missing' : rows.toLocaleString('en'))
  return [
    ...table([
      ['table', 'restored', ...(original === null ? [] : ['now'])],
      ...shown.map(({ table: of, rows, rowsNow }) => [
        of,
        count(rows),
        ...(original === null ? [] : [count(rowsNow)]),
      ]),
    ]),
    ...faults,
    faults.length === 0
      ? `A server can be started on the ${name}: it is complete up to change ${lastChange.toLocaleString('en')}.`
      : `The ${name} is not a complete copy.`,
  ]
}
