/** Dispatches the commands of HTTP threads to the supervisor's own handlers or to the accounts thread. */
import { sendToHandlers } from '../../control/rpc.ts'
import type { CommandSender, Handlers } from '../../core/command.ts'
import {
  COMMANDS,
  type CommandName,
  type Commands,
  type CommandsOf,
  type SendCommand,
} from '../../core/commands.ts'
import type { AccountsThreadCommands } from './thread-commands.ts'

/** The handlers of the commands that the supervisor answers itself. */
export type SupervisorHandlers = Handlers<CommandsOf<'supervisor'>>

/** The accounts thread, as the supervisor's handlers use it. */
export interface AccountsThread {
  readonly send: CommandSender<AccountsThreadCommands>
}

/** Returns a function that answers every command: with `handlers`, or through the accounts thread. */
export function answerCommands(handlers: SupervisorHandlers, accounts: AccountsThread): SendCommand {
  return sendToHandlers<Commands>({ ...handlers, ...passedOn(accounts) })
}

type PassedName = keyof CommandsOf<'accounts'>

/** Returns handlers that pass each command of the accounts thread on to it. */
function passedOn({ send }: AccountsThread): Handlers<CommandsOf<'accounts'>> {
  const names = Object.keys(COMMANDS) as CommandName[]
  const passed = names.filter((name) => COMMANDS[name].answeredBy === 'accounts')
  const handlers = passed.map((name) => [name, (params: never) => send(name as PassedName, params)])
  // The names are those of the type, and each handler passes on what its command takes.
  return Object.fromEntries(handlers) as Handlers<CommandsOf<'accounts'>>
}
