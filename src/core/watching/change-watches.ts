/** Changes of watches by their owners. */
import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import { randomText } from '../random-text.ts'
import { watchOfToken } from './unsubscribe.ts'
import type { Watch, WatchId } from './watch.ts'
import type { WATCH_COMMANDS } from './watch-commands.ts'
import type { AddedState, WatchStore } from './watch-store.ts'

const ID_CHARACTERS = 16

type Params<Name extends keyof typeof WATCH_COMMANDS> = (typeof WATCH_COMMANDS)[Name]['params']

/** What changes of watches need. */
export interface WatchNeeds extends Needs<'clock' | 'secrets'> {
  readonly watches: WatchStore
}

/**
 * Adds a watch without companies.
 *
 * @throws {Failure} as `WatchStore.add`.
 */
export async function createWatch(
  { watches, clock, secrets }: WatchNeeds,
  { owner, terms, language, feedEnd }: Params<'createWatch'>,
): Promise<Watch> {
  const id = `wat_${randomText({ secrets }, ID_CHARACTERS)}` as WatchId
  return watches.add({ ...owner, ...terms, id, language, createdAtMs: clock.nowMs() }, feedEnd)
}

/**
 * Changes a watch.
 *
 * @throws {Failure} `not_found` if the owner has no such watch; as `WatchStore.change`.
 */
export async function changeWatch(
  { watches }: WatchNeeds,
  { owner, id, terms }: Params<'changeWatch'>,
): Promise<Watch> {
  return found(await watches.change(owner, id, terms))
}

/** @throws {Failure} `not_found` if the owner has no such watch. */
export async function deleteWatch(
  { watches }: WatchNeeds,
  { owner, id }: Params<'deleteWatch'>,
): Promise<void> {
  if (!(await watches.remove(owner, id))) throw noWatch()
}

/**
 * Adds companies to a watch.
 *
 * @throws {Failure} `not_found` if the owner has no such watch; as `WatchStore.addCompanies`.
 */
export async function addToWatch(
  { watches, clock }: WatchNeeds,
  { owner, id, companies }: Params<'addToWatch'>,
): Promise<readonly AddedState[]> {
  const addedAtMs = clock.nowMs()
  const added = companies.map((company) => ({ ...company, addedAtMs }))
  return found(await watches.addCompanies(owner, id, added))
}

/**
 * Removes companies from a watch; returns how many it had.
 *
 * @throws {Failure} `not_found` if the owner has no such watch.
 */
export async function removeFromWatch(
  { watches }: WatchNeeds,
  { owner, id, uuids }: Params<'removeFromWatch'>,
): Promise<number> {
  return found(await watches.removeCompanies(owner, id, uuids))
}

/**
 * Ends the e-mails of a watch. `secret`: the result of `secretFor('unsubscribe', …)`.
 *
 * @throws {Failure} `not_found` if the token is none of this server, or the watch was deleted.
 */
export async function endWatchEmails(
  { watches }: Pick<WatchNeeds, 'watches'>,
  secret: string,
  token: string,
): Promise<void> {
  const id = watchOfToken(secret, token)
  if (id === undefined || !(await watches.endEmails(id))) throw noWatch()
}

function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw noWatch()
  return value
}

function noWatch(): Failure {
  return new Failure('not_found', 'There is no such watch.')
}
