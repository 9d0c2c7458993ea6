/** The port to the stored watches. Every method is one atomic step. */
import type { Awaitable } from '../awaitable.ts'
import type { NewWatch, Watch, WatchChange, WatchedCompany, WatchId, WatchOwner } from './watch.ts'

/** Reads watches, each only for its owner. */
export interface WatchReader {
  /** Returns the watches of an owner, the newest first. */
  list(owner: WatchOwner): Awaitable<readonly Watch[]>
  find(owner: WatchOwner, id: WatchId): Awaitable<Watch | undefined>
  /** Returns companies of a watch in the order of their ids, after this id; '' = from the start. */
  companies(id: WatchId, after: string, limit: number): Awaitable<readonly WatchedCompany[]>
}

/** What became of a company that was added. `present`: it was there; its `ref` was replaced if a new one was given. */
export type AddedState = 'added' | 'present'

/** Stores watches. */
export interface WatchStore extends WatchReader {
  /**
   * Adds a watch without companies. `feedEnd`: number of the last change; the feed starts there if nothing was
   * watched before.
   *
   * @throws {Failure} `conflict` if the owner has `WATCHES_MAX` watches or the account was deleted;
   * `invalid_request` with the field if the owner has no such webhook, or the account no address for e-mails.
   */
  add(watch: NewWatch, feedEnd: number): Awaitable<Watch>
  /**
   * Changes a watch; an absent term stays. Returns `undefined` if the owner has no such watch.
   *
   * @throws {Failure} `invalid_request` as `add`.
   */
  change(owner: WatchOwner, id: WatchId, terms: WatchChange): Awaitable<Watch | undefined>
  /** Deletes a watch with its companies; returns whether the owner had it. */
  remove(owner: WatchOwner, id: WatchId): Awaitable<boolean>
  /**
   * Adds companies, and returns what became of each; `undefined` if the owner has no such watch.
   *
   * @throws {Failure} `conflict`, and adds none, if the watch would have more than `WATCHED_COMPANIES_MAX`.
   */
  addCompanies(
    owner: WatchOwner,
    id: WatchId,
    companies: readonly WatchedCompany[],
  ): Awaitable<readonly AddedState[] | undefined>
  /** Removes companies, and returns how many; `undefined` if the owner has no such watch. */
  removeCompanies(owner: WatchOwner, id: WatchId, uuids: readonly string[]): Awaitable<number | undefined>
  /** Makes all watches follow companies that were merged. */
  follow(moves: readonly CompanyMove[]): Awaitable<void>
  /** Ends the e-mails of a watch, and forgets those that wait; returns whether there is such a watch. */
  endEmails(id: WatchId): Awaitable<boolean>
  /** Whether anything is watched, or a webhook has an event that waits. */
  isNeeded(): Awaitable<boolean>
}

/** A company that was merged into another one. */
export interface CompanyMove {
  readonly from: string
  readonly into: string
}
