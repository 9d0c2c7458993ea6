/** Parses and runs a command line. This is the only file that uses Commander. */
import { CommanderError, Option, Command as Parser } from 'commander'
import { escapeControls } from '../core/control-characters.ts'
import { Failure } from '../core/failure.ts'
import { systemFailure } from '../core/system-fault.ts'
import type { Command, CommandContext, CommandOption, CommandOptions } from './command.ts'
import { COMMANDS, SHARED_OPTIONS } from './commands.ts'
import { EXIT, EXIT_OF_KIND, type ExitCode } from './exit-codes.ts'
import { Stopped } from './stopped.ts'

/** Returns the context of a command for the values of the shared options. */
export type OpenContext = (shared: { readonly dataDir: string | undefined }) => CommandContext

/** Descriptions of command groups, for their help. */
const GROUP_DESCRIPTIONS: Readonly<Record<string, string>> = {
  keys: 'Create, list, rotate, limit and revoke keys.',
  sources: 'Add, list, remove and run sources that are imported by themselves.',
  accounts: 'List, invite, reset, disable and delete accounts; grant and withdraw operator rights.',
}

const HELP = 'help'

/**
 * Runs one command line and resolves with its exit code. `argv` excludes the program's name. Never throws: an
 * error is reported with `report` as a sentence. `settings`: the names of
 * the variables that set what has no option.
 */
export async function runCommandLine(
  argv: readonly string[],
  version: string,
  settings: readonly string[],
  open: OpenContext,
  report: (sentence: string) => void,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  const program = parserOf(version, async (command, args, options) => {
    const context = open({ dataDir: options['data-dir'] as string | undefined })
    code = await command.run(context, args, options)
  })
  const misplaced = SHARED_OPTIONS.map(({ flags }) => flags.split(' ')[0]!).find(
    (flag) => flag === argv[0]?.split('=')[0],
  )
  if (misplaced !== undefined) {
    report(`Write ${misplaced} after the command: firmensuche status ${misplaced} FOLDER`)
    return EXIT.usage
  }
  const helpFor = helpPath(argv)
  if (helpFor !== undefined) return showHelp(program, helpFor, report)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    adviseSetting(error, settings, report)
    return codeOf(error, report)
  }
}

/**
 * Returns the command whose help is requested by the word `help` before or after a group; `undefined` if none
 * is. Commander's own `help` does not support nested commands and sets the exit code of the process.
 */
function helpPath(argv: readonly string[]): readonly string[] | undefined {
  const isBehindGroup = argv[1] === HELP && Object.hasOwn(GROUP_DESCRIPTIONS, argv[0]!)
  if (argv[0] !== HELP && !isBehindGroup) return undefined
  return argv.filter((word) => word !== HELP && !word.startsWith('-'))
}

function showHelp(program: Parser, path: readonly string[], report: (sentence: string) => void): ExitCode {
  let parser = program
  for (const word of path) {
    const next = parser.commands.find((command) => command.name() === word)
    if (next === undefined) {
      report(`error: unknown command '${path.join(' ')}'\n(see firmensuche --help)`)
      return EXIT.usage
    }
    parser = next
  }
  parser.outputHelp()
  return EXIT.done
}

type Run = (command: Command, args: readonly string[], options: CommandOptions) => Promise<void>

function parserOf(version: string, run: Run): Parser {
  const program = new Parser('firmensuche')
    .description('Search service for registered companies: finds a company by its name or register number.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => process.stdout.write(escapeControls(text)),
      writeErr: (text) => process.stderr.write(escapeControls(text)),
    })
    .showHelpAfterError('(see firmensuche --help)')
  for (const command of COMMANDS) addCommand(program, command, run)
  return program
}

function addCommand(program: Parser, command: Command, run: Run): void {
  const words = command.path.split(' ')
  const parent = words.length === 1 ? program : groupOf(program, words[0]!)
  const parser = parent.command(words.at(-1)!).description(command.description).exitOverride()
  parser.showHelpAfterError(`(see firmensuche ${command.path} --help)`)
  if (command.argument !== undefined) parser.argument(command.argument.name, command.argument.description)
  for (const option of [...command.options, ...SHARED_OPTIONS]) parser.addOption(optionOf(option))
  parser.action(async (...given: unknown[]) => {
    const args = given
      .slice(0, -2)
      .flat()
      .filter((arg): arg is string => typeof arg === 'string')
    await run(command, args, byLongName(parser, parser.opts()))
  })
}

function groupOf(program: Parser, name: string): Parser {
  const known = program.commands.find((command) => command.name() === name)
  return (
    known ??
    program
      .command(name)
      .description(GROUP_DESCRIPTIONS[name] ?? '')
      .exitOverride()
      .showHelpAfterError(`(see firmensuche ${name} --help)`)
  )
}

function optionOf({ flags, description, isRequired }: CommandOption): Option {
  const option = new Option(flags, description)
  return isRequired ? option.makeOptionMandatory() : option
}

/** Returns the options by their long name; Commander uses camel case. */
function byLongName(parser: Parser, values: Record<string, unknown>): CommandOptions {
  const entries = parser.options.map((option) => [option.long?.slice(2), values[option.attributeName()]])
  return Object.fromEntries(entries)
}

/** Tells who gives a setting as an option (`--port 80`) how it is set. */
function adviseSetting(
  error: unknown,
  settings: readonly string[],
  report: (sentence: string) => void,
): void {
  if (!(error instanceof CommanderError) || error.code !== 'commander.unknownOption') return
  const option = /'--([\w-]+)/.exec(error.message)?.[1] ?? ''
  const variable = option.replaceAll('-', '_').toUpperCase()
  if (settings.includes(variable))
    report(
      `${variable} is a setting: give it as a variable of the environment (${variable}=…) or in the file .env.`,
    )
}

function codeOf(thrown: unknown, report: (sentence: string) => void): ExitCode {
  const error = systemFailure(thrown)
  // Commander has printed the message already; help and version are not errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof Failure) {
    report(error.message)
    return EXIT_OF_KIND[error.kind]
  }
  report(error instanceof Error ? error.message : String(error))
  return error instanceof Stopped ? error.code : EXIT.failed
}
