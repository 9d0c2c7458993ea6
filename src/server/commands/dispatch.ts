/** Who does what is asked to be changed: the supervisor itself, or the accounts thread. */

import type { AnswerThread } from '../../control/rpc.ts'
import type { HouseWishes } from '../../core/commands.ts'

/** What the supervisor does itself. */
export type HousePerformers = {
  readonly [Name in keyof HouseWishes]: (
    takes: HouseWishes[Name]['takes'],
  ) => HouseWishes[Name]['gives'] | Promise<HouseWishes[Name]['gives']>
}

/** Answers the wishes of HTTP threads. */
export function answerWishes(
  performers: Partial<HousePerformers>,
  accounts: { ask(name: string, takes: unknown): Promise<unknown> },
): AnswerThread {
  const own = performers as Readonly<Record<string, (takes: unknown) => unknown>>
  return async (name, takes) => (Object.hasOwn(own, name) ? own[name]!(takes) : accounts.ask(name, takes))
}
