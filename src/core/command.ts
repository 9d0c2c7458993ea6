/** The types of command tables. Everything that a command carries must survive `postMessage`. */
import type { FailureCode } from './failure.ts'

/** One command: what its sender passes, and what its handler returns, reports or throws. */
export interface Command<Params, Result, Code extends FailureCode = never, Progress = never> {
  readonly params: Params
  readonly result: Result
  /** Codes of the failures that its handler throws, in addition to `COMMON_ERRORS`. */
  readonly errors: readonly Code[]
  /** What its handler reports before the result; absent = nothing. */
  readonly progress?: Progress
}

/** A command of any table. */
export type AnyCommand = Command<unknown, unknown, FailureCode, unknown>

/** The commands of one channel by name. */
export type CommandTable = Readonly<Record<string, AnyCommand>>

/** The codes of the failures that any command may end with: a full disk, a restarting thread, a bug. */
export const COMMON_ERRORS = ['service_unavailable', 'internal_error'] as const satisfies FailureCode[]

/** Declares the type of params, of a result or of progress in a table of commands. It has no value. */
export function typed<Type>(): Type {
  // Only the type is read: a table of commands contains no messages.
  return undefined as Type
}

/** A function that receives the progress of a command. */
export type Report<Entry extends AnyCommand> = (
  progress: Exclude<Entry['progress' & keyof Entry], undefined>,
) => void

/**
 * The type of a function that sends a command and waits for its result.
 *
 * @throws {Failure} as the handler, with one of the command's `errors` or `COMMON_ERRORS`.
 */
export type CommandSender<Table extends CommandTable> = <Name extends keyof Table & string>(
  name: Name,
  params: Table[Name]['params'],
  report?: Report<Table[Name]>,
) => Promise<Table[Name]['result']>

/** The handlers of a table: exactly one for each command. */
export type Handlers<Table extends CommandTable> = {
  readonly [Name in keyof Table]: (
    params: Table[Name]['params'],
    report: Report<Table[Name]>,
  ) => Table[Name]['result'] | Promise<Table[Name]['result']>
}

/** A command that an HTTP thread sends, with the facts that the supervisor reads. */
export interface ServerCommand extends AnyCommand {
  /** The thread whose handler runs. The supervisor passes commands of the accounts thread on. */
  readonly answeredBy: 'supervisor' | 'accounts'
  /** Whether the command stores something. Only such a command needs the change guard. */
  readonly isChange: boolean
}
