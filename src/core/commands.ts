/**
 * The commands that threads send to change data: each a name with its params and its result. All of them can
 * be posted between threads. The accounts thread handles `AccountCommands`, the supervisor handles
 * `SupervisorCommands`; only the supervisor writes keys.
 */

import type { KeyCommands } from './access/key-commands.ts'
import type { AccountAdminCommands, AccountCommands } from './accounts/account-commands.ts'
import type { Command } from './command.ts'
import type { Trace } from './identity/audit.ts'
import type { IndexState } from './search/name-index.ts'

/** The state of the running server. */
export interface ServerState {
  readonly startedAtMs: number
  /** One state for each HTTP thread. */
  readonly threads: readonly string[]
  /** The searched index; `undefined` before the first one is loaded. */
  readonly index: IndexState | undefined
  readonly isMerging: boolean
  /** The running import; `undefined` when there is none. */
  readonly importing: RunningImport | undefined
}

/** The progress of a running import. */
export interface RunningImport {
  readonly step: 'reading' | 'indexing'
  /** Name of the file that is being read, without its folder; empty while the index is built. */
  readonly file: string
  /** Part of the file that has been read, 0 to 1. */
  readonly share: number
  readonly rows: number
  readonly rowsPerS: number
  readonly leftMs: number | undefined
}

/** Commands about the server itself. The supervisor handles them. */
export interface ServerCommands {
  suppress: Command<{ readonly trace: Trace; readonly uuid: string; readonly reason: string }, null>
  lift: Command<{ readonly trace: Trace; readonly uuid: string }, null>
  /** Reads the state that only the supervisor has, for the operator's page. */
  serverState: Command<Record<string, never>, ServerState>
  /** Reads the server's metrics in the text format of Prometheus. */
  metrics: Command<Record<string, never>, string>
}

/** Every command that the supervisor answers. */
export type SupervisorCommands = KeyCommands & AccountAdminCommands & ServerCommands

/** Every command, whichever thread handles it. */
export type Commands = AccountCommands & SupervisorCommands
/** The name of a command. */
export type CommandName = keyof Commands

/**
 * Sends a command and waits until its change is stored and in effect.
 *
 * @throws {Failure} of the use case, with its reason; `service_unavailable` while the thread of the handler
 *   is being restarted.
 */
export type Ask = <Name extends CommandName>(
  name: Name,
  params: Commands[Name]['params'],
) => Promise<Commands[Name]['result']>
