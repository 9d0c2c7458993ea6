/**
 * The table of the commands that HTTP threads send to the supervisor. Only the supervisor writes keys; it
 * passes the commands of the accounts thread on.
 */

import { KEY_COMMANDS } from './access/key-commands.ts'
import { ACCOUNT_ADMIN_COMMANDS } from './accounts/account-admin-commands.ts'
import { ACCOUNT_COMMANDS } from './accounts/account-commands.ts'
import { type CommandSender, type ServerCommand, typed } from './command.ts'
import type { Trace } from './identity/audit.ts'
import { MATCH_COMMANDS } from './matching/match-commands.ts'
import type { NodeState } from './nodes/node-registry.ts'
import type { IndexState } from './search/name-index.ts'
import type { SourceSummary } from './sources/source.ts'
import { WATCH_COMMANDS } from './watching/watch-commands.ts'

/** The state of the running server. */
export interface ServerState {
  readonly startedAtMs: number
  /** One state for each HTTP thread. */
  readonly threads: readonly string[]
  /** The searched index; `undefined` before the first one is loaded. */
  readonly index: IndexState | undefined
  /** Whether the index in OpenSearch can be searched completely; `none`: this server has an index of its own. */
  readonly openSearch: 'none' | 'reached' | 'lost'
  readonly isMerging: boolean
  /** Whether it sends nothing to others (`PASSIVE`). */
  readonly isPassive: boolean
  /** The running import; `undefined` when there is none. */
  readonly importing: RunningImport | undefined
  /** The sources of the operator; the location of a watched folder is its path. */
  readonly importSources: readonly SourceSummary[]
  /** The nodes that share the database; none if the server is alone. */
  readonly nodes: readonly NodeState[]
}

/** The progress of a running import. */
export interface RunningImport {
  readonly step: 'reading' | 'indexing'
  /** Name of the file that is being read, without its folder; empty while the index is built. */
  readonly file: string
  /** Part of all files, or of the companies for the index, that has been read, 0 to 1. */
  readonly share: number
  readonly rows: number
  readonly rowsPerS: number
  readonly leftMs: number | undefined
}

/** The result of a change of what is shown. */
export interface ShownChange {
  /** Names of the nodes that do not search it yet. They follow by themselves. */
  readonly lateNodes: readonly string[]
}

/** Commands about the server itself. `conflict`: another process writes the companies in PostgreSQL. */
const SERVER_COMMANDS = {
  suppress: {
    answeredBy: 'supervisor',
    isChange: true,
    params: typed<{ readonly trace: Trace; readonly uuid: string; readonly reason: string }>(),
    result: typed<ShownChange>(),
    errors: ['invalid_request', 'not_found', 'conflict'],
  },
  lift: {
    answeredBy: 'supervisor',
    isChange: true,
    params: typed<{ readonly trace: Trace; readonly uuid: string }>(),
    result: typed<ShownChange>(),
    errors: ['not_found', 'conflict'],
  },
  /** Reads the state that only the supervisor has, for the operator's page. */
  serverState: {
    answeredBy: 'supervisor',
    isChange: false,
    params: typed<Record<string, never>>(),
    result: typed<ServerState>(),
    errors: [],
  },
  /** Reads the server's metrics in the text format of Prometheus. */
  metrics: {
    answeredBy: 'supervisor',
    isChange: false,
    params: typed<Record<string, never>>(),
    result: typed<string>(),
    errors: [],
  },
} as const satisfies Readonly<Record<string, ServerCommand>>

/** All commands that an HTTP thread can send: who answers them, whether they change data, how they fail. */
export const COMMANDS = {
  ...ACCOUNT_COMMANDS,
  ...ACCOUNT_ADMIN_COMMANDS,
  ...KEY_COMMANDS,
  ...MATCH_COMMANDS,
  ...SERVER_COMMANDS,
  ...WATCH_COMMANDS,
}

/** The types of `COMMANDS`. */
export type Commands = typeof COMMANDS
/** The name of a command. */
export type CommandName = keyof Commands

/** The commands that one thread answers. */
export type CommandsOf<Thread extends ServerCommand['answeredBy']> = {
  readonly [Name in CommandName as Commands[Name]['answeredBy'] extends Thread ? Name : never]: Commands[Name]
}

/**
 * Sends a command and waits until its change is stored and in effect.
 *
 * @throws {Failure} of the use case, with its reason; `service_unavailable` while the thread of the handler
 *   is being restarted.
 */
export type SendCommand = CommandSender<Commands>
