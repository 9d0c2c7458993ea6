/** All commands of the command line. */
import { ACCOUNT_COMMANDS } from './account-commands.ts'
import { BACKUP_COMMANDS } from './backup-commands.ts'
import type { Command, CommandOption } from './command.ts'
import { EXPORT_COMMAND } from './export-command.ts'
import { IMPORT_COMMAND } from './import-command.ts'
import { KEY_COMMANDS } from './key-commands.ts'
import { MATCH_COMMAND } from './match-command.ts'
import { MCP_COMMAND } from './mcp-command.ts'
import { MIGRATE_COMMAND } from './migrate-command.ts'
import { SOURCE_COMMANDS } from './source-commands.ts'
import { STATE_COMMANDS } from './state-commands.ts'
import { SUPPRESS_COMMAND } from './suppress-commands.ts'

/** All commands in the order of the help text. */
export const COMMANDS: readonly Command[] = [
  ...STATE_COMMANDS,
  IMPORT_COMMAND,
  MATCH_COMMAND,
  ...SOURCE_COMMANDS,
  ...KEY_COMMANDS,
  ...ACCOUNT_COMMANDS,
  SUPPRESS_COMMAND,
  MIGRATE_COMMAND,
  EXPORT_COMMAND,
  ...BACKUP_COMMANDS,
  MCP_COMMAND,
]

/** Options of every command. */
export const SHARED_OPTIONS: readonly CommandOption[] = [
  { flags: '--data-dir <folder>', description: 'data folder; takes precedence over the setting DATA_DIR' },
]
