/** What a command is: a value, from which the parser and the help texts are made. */

import type { Check, ControlClient } from '../control/commands.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Screen } from './screen.ts'

export interface CommandOption {
  /** As help shows it: `--name <text>`. */
  readonly flags: string
  readonly description: string
  readonly isRequired?: boolean
}

/** Of every command that has a result. */
export const JSON_OPTION: CommandOption = { flags: '--json', description: 'one JSON value instead of text' }

export interface CommandArgument {
  /** `<id>`, `<files...>`. */
  readonly name: string
  readonly description: string
}

/** What a command works with; `main` answers. */
export interface Workplace {
  readonly screen: Screen
  /** Connects to the running server or takes the folder; only commands that need it pay for it. */
  operate<Result>(work: (operator: ControlClient) => Promise<Result>): Promise<Result>
  /** Runs until the server is told to stop; `standards` hold where the settings say nothing. */
  serve(defaults?: { readonly publicSearch: 'on' | 'off' }): Promise<void>
  check(): Promise<readonly Check[]>
  readonly nowMs: () => number
  /** Relative to where the command was called. */
  readonly absolutePath: (path: string) => string
}

export interface Command {
  /** `keys create`. */
  readonly path: string
  readonly description: string
  readonly argument?: CommandArgument
  readonly options: readonly CommandOption[]
  /** Options by their long name without dashes; arguments in their order. */
  run(place: Workplace, args: readonly string[], options: CommandOptions): Promise<ExitCode>
}

export type CommandOptions = Readonly<Record<string, string | true | undefined>>
