/**
 * What can be asked to be changed, by whoever only looks: the request as a name, what it takes, what it gives.
 * Everything in it can be posted between threads. `AccountWishes` are done by the accounts thread, `HouseWishes`
 * by the supervisor, which alone writes keys.
 */

import type { KeyCommands } from './access/key-commands.ts'
import type { AccountAdminCommands, AccountCommands } from './accounts/account-commands.ts'
import type { Command } from './command.ts'
import type { Trace } from './identity/audit.ts'
import type { IndexState } from './search/name-index.ts'

/** What the server is doing now. */
export interface ServerState {
  readonly startedAtMs: number
  /** One state for each HTTP thread. */
  readonly threads: readonly string[]
  /** `undefined` = none is searched yet. */
  readonly index: IndexState | undefined
  readonly isMerging: boolean
  /** `undefined` = none runs. */
  readonly importing: RunningImport | undefined
}

/** An import on its way. */
export interface RunningImport {
  readonly step: 'reading' | 'indexing'
  /** The one that is being read, without its folder; empty while the index is made. */
  readonly file: string
  /** Of the file, 0 to 1. */
  readonly share: number
  readonly rows: number
  readonly rowsPerS: number
  readonly leftMs: number | undefined
}

/** Commands about the server itself; the supervisor answers them. */
export interface ServerCommands {
  suppress: Command<{ readonly trace: Trace; readonly uuid: string; readonly reason: string }, null>
  lift: Command<{ readonly trace: Trace; readonly uuid: string }, null>
  /** What only the supervisor knows, for the operator's page. */
  serverState: Command<Record<string, never>, ServerState>
  /** What the server tells of itself, in the text format of Prometheus. */
  metrics: Command<Record<string, never>, string>
}

/** Every command that the supervisor answers. */
export type SupervisorCommands = KeyCommands & AccountAdminCommands & ServerCommands

export type Commands = AccountCommands & SupervisorCommands
export type CommandName = keyof Commands

/**
 * Asks for a change and waits until it is done and effective.
 *
 * @throws Failure of the use case, with its reason; `service_unavailable` while the asked thread is being restarted.
 */
export type Ask = <Name extends CommandName>(
  name: Name,
  params: Commands[Name]['params'],
) => Promise<Commands[Name]['result']>
