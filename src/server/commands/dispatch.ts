/** Who does what is asked to be changed: the supervisor itself, or the accounts thread. */

import type { AnswerThread } from '../../control/rpc.ts'
import type { SupervisorCommands } from '../../core/commands.ts'

/** What the supervisor does itself. */
export type SupervisorHandlers = {
  readonly [Name in keyof SupervisorCommands]: (
    params: SupervisorCommands[Name]['params'],
  ) => SupervisorCommands[Name]['result'] | Promise<SupervisorCommands[Name]['result']>
}

/** Answers the wishes of HTTP threads. */
export function answerCommands(
  handlers: Partial<SupervisorHandlers>,
  accounts: { ask(name: string, params: unknown): Promise<unknown> },
): AnswerThread {
  const own = handlers as Readonly<Record<string, (params: unknown) => unknown>>
  return async (name, params) => (Object.hasOwn(own, name) ? own[name]!(params) : accounts.ask(name, params))
}
