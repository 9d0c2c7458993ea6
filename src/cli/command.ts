/** The type of a command: a value from which the parser and the help texts are generated. */

import type { ControlClient } from '../control/commands.ts'
import type { Check } from '../control/views.ts'
import type {
  DatabaseCheck,
  DatabaseContent,
  MadeBackup,
  ReportBytes,
  WholeBackup,
} from '../core/backup/backup.ts'
import type { DatabaseCopy } from '../core/backup/database-copy.ts'
import type { ExportFormat } from '../core/company/export-format.ts'
import type { ImportProgress } from '../core/ingest/import-run.ts'
import type { Inspection } from '../core/ingest/inspection.ts'
import type { Preview, PreviewOptions } from '../core/ingest/preview-files.ts'
import type { MatchPlan, MatchStep, MatchSummary } from '../core/matching/match-plan.ts'
import type { TransferProgress, TransferResult } from '../core/transfer/transfer-data.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Screen } from './screen.ts'

/** One option of a command. */
export interface CommandOption {
  /** As shown in help: `--name <text>`. */
  readonly flags: string
  readonly description: string
  readonly isRequired?: boolean
}

/** Option of every command that has a result. */
export const JSON_OPTION: CommandOption = {
  flags: '--json',
  description: 'print one JSON value instead of text',
}

/** The argument of a command. */
export interface CommandArgument {
  /** `<id>`, `<files...>`. */
  readonly name: string
  readonly description: string
}

/** The result of a migration. */
export interface Migration extends TransferResult {
  /** Names of both sides for people. */
  readonly source: string
  readonly target: string
  readonly isIntoPostgres: boolean
}

/** Which companies are exported, and how. */
export interface ExportRequest {
  readonly format: ExportFormat
  /** Absolute path of the file; `undefined`: standard output. */
  readonly output: string | undefined
  /** The filters of the list by their names in the API, as written. */
  readonly filters: Readonly<Record<string, string | readonly string[]>>
}

/** How a backup is made. */
export interface BackupRequest {
  /** Absolute path of the file; `undefined`: standard output. */
  readonly output: string | undefined
  /** Whether an existing file is replaced. */
  readonly isForced: boolean
  /** Whether the file `secret` is part of it. */
  readonly hasSecret: boolean
}

/** What is restored. */
export interface RestoreRequest {
  /** Absolute path of the file; `undefined`: standard input. */
  readonly file: string | undefined
  /** Whether the data of the folder are replaced. */
  readonly isReplaced: boolean
}

/** What is checked. */
export interface VerifyRequest {
  /** Absolute path of the file; `undefined`: standard input. */
  readonly file: string | undefined
  readonly check: DatabaseCheck
}

/** The environment of a command; `runCli` provides it. */
export interface CommandContext {
  readonly screen: Screen
  /**
   * Calls `work` with a control client: of the running server or, if there is none, of this process. Opened
   * on demand, so that other commands do not pay for it.
   */
  withClient<Result>(work: (send: ControlClient) => Promise<Result>): Promise<Result>
  /** Runs the server until it is stopped. `defaults` apply to settings that are not set. */
  serve(defaults?: { readonly publicSearch: 'on' | 'off' }): Promise<void>
  /**
   * Reads files in this process and stores nothing. A server is not needed, and a data folder only to tell which entries would be
   * withdrawn.
   */
  preview(
    files: readonly string[],
    how: PreviewOptions,
    report: (progress: ImportProgress) => void,
  ): Promise<Preview>
  /**
   * Looks at a file in this process.
   *
   * @throws {FileFault} if it cannot be read.
   */
  inspect(file: string): Promise<Inspection>
  /**
   * Matches a list of customers in this process, or with a server that the plan names.
   *
   * @throws {FileFault} if the list cannot be read.
   */
  match(plan: MatchPlan, report: (step: MatchStep) => void): Promise<MatchSummary>
  /** The API key of the environment (`API_KEY`), for a command that asks a server; '' = none. */
  readonly apiKey: string
  /**
   * Writes a new file.
   *
   * @throws the error of the file system, also if there is a file of this name.
   */
  writeNew(path: string, text: string): void
  /**
   * Migrates the data from the database of the settings to another one: `to` is `sqlite` or the address of a
   * PostgreSQL database.
   */
  migrate(to: string, report: (progress: TransferProgress) => void): Promise<Migration>
  /** Writes companies; resolves with their number. `report` gets the number so far, and the total if it is known. */
  exportCompanies(
    request: ExportRequest,
    report: (done: number, total: number | undefined) => void,
  ): Promise<number>
  /** Makes a backup of the data folder. */
  backup(request: BackupRequest, report: ReportBytes): Promise<MadeBackup>
  /**
   * Fills the data folder from a backup.
   *
   * @throws {BackupRefused} if the file cannot be restored.
   */
  restore(request: RestoreRequest, report: ReportBytes): Promise<WholeBackup>
  /**
   * Checks a backup.
   *
   * @throws {BackupRefused} if the file cannot be restored.
   */
  verify(
    request: VerifyRequest,
    report: ReportBytes,
  ): Promise<WholeBackup & { readonly databases: readonly DatabaseContent[] }>
  /** Checks a PostgreSQL database into which a dump was restored. */
  verifyRestored(url: string): Promise<DatabaseCopy>
  /** Answers an assistant at standard input and output until it closes the input. */
  serveTools(): Promise<void>
  /** Runs the checks of `doctor`. */
  check(): Promise<readonly Check[]>
  readonly nowMs: () => number
  /** Resolves a path against the working directory of the command. */
  readonly absolutePath: (path: string) => string
}

/** One command of the command line. */
export interface Command {
  /** Words of the command, e.g. `keys create`. */
  readonly path: string
  readonly description: string
  readonly argument?: CommandArgument
  readonly options: readonly CommandOption[]
  /** Runs the command. Options have their long name without dashes as key; arguments are in order. */
  run(context: CommandContext, args: readonly string[], options: CommandOptions): Promise<ExitCode>
}

/** Values of options by long name; `true` for a flag. */
export type CommandOptions = Readonly<Record<string, string | true | undefined>>
