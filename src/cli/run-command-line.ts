/** The commands on commander: the one file that knows it. */
import { CommanderError, Option, Command as Parser } from 'commander'
import { escapeBidiControls } from '../core/control-characters.ts'
import { Failure } from '../core/failure.ts'
import { systemFailure } from '../core/system-fault.ts'
import type { Command, CommandOption, CommandOptions, Workplace } from './command.ts'
import { COMMANDS, SHARED_OPTIONS } from './commands.ts'
import { EXIT, EXIT_OF_KIND, type ExitCode } from './exit-codes.ts'
import { Stopped } from './stopped.ts'

/** Answers with the workplace for the options that every command takes. */
export type OpenWorkplace = (shared: { readonly dataDir: string | undefined }) => Workplace

/** Words of a group of commands, for its help. */
const GROUP_SAYS: Readonly<Record<string, string>> = {
  keys: 'Make, list, rotate, limit and revoke keys.',
  accounts: 'List, invite, reset, disable and delete accounts; make operators.',
}

const HELP = 'help'

/**
 * Runs one command line, `argv` without the program's own name. Never throws: what goes wrong is said in a
 * sentence, and the answer is the exit code.
 */
export async function runCommandLine(
  argv: readonly string[],
  version: string,
  open: OpenWorkplace,
  say: (sentence: string) => void,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done
  const program = parserOf(version, async (command, args, options) => {
    const place = open({ dataDir: options['data-dir'] as string | undefined })
    code = await command.run(place, args, options)
  })
  const misplaced = SHARED_OPTIONS.map(({ flags }) => flags.split(' ')[0]!).find(
    (flag) => flag === argv[0]?.split('=')[0],
  )
  if (misplaced !== undefined) {
    say(`${misplaced} stands behind the command: firmensuche status ${misplaced} FOLDER`)
    return EXIT.usage
  }
  const asked = helpPath(argv)
  if (asked !== undefined) return showHelp(program, asked, say)
  try {
    await program.parseAsync(argv, { from: 'user' })
    return code
  } catch (error) {
    return codeOf(error, say)
  }
}

/**
 * The command whose help is asked for by the word `help`, in front or behind a group; `undefined` = none. Commander's own
 * `help` knows no nested commands and takes its exit code from the process.
 */
function helpPath(argv: readonly string[]): readonly string[] | undefined {
  const isBehindGroup = argv[1] === HELP && Object.hasOwn(GROUP_SAYS, argv[0]!)
  if (argv[0] !== HELP && !isBehindGroup) return undefined
  return argv.filter((word) => word !== HELP && !word.startsWith('-'))
}

function showHelp(program: Parser, path: readonly string[], say: (sentence: string) => void): ExitCode {
  let parser = program
  for (const word of path) {
    const next = parser.commands.find((command) => command.name() === word)
    if (next === undefined) {
      say(`error: unknown command '${path.join(' ')}'\n(see firmensuche --help)`)
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
    .description('Company search: which registered company is meant by this name?')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => process.stdout.write(escapeBidiControls(text)),
      writeErr: (text) => process.stderr.write(escapeBidiControls(text)),
    })
    .showHelpAfterError('(see firmensuche --help)')
  for (const command of COMMANDS) addCommand(program, command, run)
  return program
}

function addCommand(program: Parser, command: Command, run: Run): void {
  const words = command.path.split(' ')
  const parent = words.length === 1 ? program : groupOf(program, words[0]!)
  const parser = parent.command(words.at(-1)!).description(command.description).exitOverride()
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
      .description(GROUP_SAYS[name] ?? '')
      .exitOverride()
  )
}

function optionOf({ flags, description, isRequired }: CommandOption): Option {
  const option = new Option(flags, description)
  return isRequired ? option.makeOptionMandatory() : option
}

/** Commander's names are in camel case; ours are as people type them. */
function byLongName(parser: Parser, values: Record<string, unknown>): CommandOptions {
  const entries = parser.options.map((option) => [option.long?.slice(2), values[option.attributeName()]])
  return Object.fromEntries(entries)
}

function codeOf(thrown: unknown, say: (sentence: string) => void): ExitCode {
  const error = systemFailure(thrown)
  // Commander has said it already; help and version are no errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (error instanceof Failure) {
    say(error.message)
    return EXIT_OF_KIND[error.kind]
  }
  say(error instanceof Error ? error.message : String(error))
  return error instanceof Stopped ? error.code : EXIT.failed
}
