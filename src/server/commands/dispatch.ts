/** Dispatches commands to the supervisor's own handlers or to the accounts thread. */

import type { AnswerThread } from '../../control/rpc.ts'
import type { SupervisorCommands } from '../../core/commands.ts'

/** The handlers of the commands that the supervisor runs itself, by command name. */
export type SupervisorHandlers = {
  readonly [Name in keyof SupervisorCommands]: (
    params: SupervisorCommands[Name]['params'],
  ) => SupervisorCommands[Name]['result'] | Promise<SupervisorCommands[Name]['result']>
}

/**
 * Returns a function that answers the commands of HTTP threads: with `handlers` if one has the name, else
 * through `accounts`.
 */
export function answerCommands(
  handlers: Partial<SupervisorHandlers>,
  accounts: { ask(name: string, params: unknown): Promise<unknown> },
): AnswerThread {
  const own = handlers as Readonly<Record<string, (params: unknown) => unknown>>
  return async (name, params) => (Object.hasOwn(own, name) ? own[name]!(params) : accounts.ask(name, params))
}
