/** The table of contents of the command line. */
import type { Command, CommandOption } from './command.ts'
import { IMPORT_COMMAND } from './import-command.ts'
import { KEY_COMMANDS } from './key-commands.ts'
import { STATE_COMMANDS } from './state-commands.ts'

export const COMMANDS: readonly Command[] = [...STATE_COMMANDS, IMPORT_COMMAND, ...KEY_COMMANDS]

/** What every command takes. */
export const SHARED_OPTIONS: readonly CommandOption[] = [
  { flags: '--data-dir <folder>', says: 'instead of the setting DATA_DIR' },
]
