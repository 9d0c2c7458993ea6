/** The port to the companies' database for the import. Every method is one atomic step. */
import type { Lei } from '../../names/reading/lei.ts'
import type { RegisterKey } from '../../names/reading/register-number.ts'
import type { Awaitable } from '../awaitable.ts'
import type { Company, CompanySource, SourceId } from './company.ts'
import type { CompanyEvent } from './company-event.ts'
import type { ImportEnd, SourceSet, Suppression } from './company-store.ts'
import type { EntryLei, LeiParent } from './lei.ts'

/** Numbers of entries of a batch. */
export interface SaveCount {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
}

/** The result of a `save`. */
export interface SaveResult extends SaveCount {
  /** Of companies that other sources have told until now, but not this one. */
  readonly joined: number
  /** Of companies that got another name. */
  readonly renamed: number
  /** Of companies that got another seat. */
  readonly moved: number
  /** Indices of the entries that were not stored, as another company has their number (`laterCompany`). */
  readonly apart: readonly number[]
}

/** Which entry of which source. */
export type EntryKey = Pick<CompanySource, 'source' | 'sourceKey'>

/** Which entries of the noted sources are withdrawn: those that are noted, or those that are not. */
export type WithdrawnEntries = 'noted' | 'not_noted'

/** The entries of a source that are to be withdrawn. */
export interface FoundEntries {
  readonly source: SourceId
  /** All stored entries of the source. */
  readonly entries: number
  /** Those to withdraw. */
  readonly found: number
}

/** The result of withdrawing entries. */
export interface WithdrawResult {
  readonly withdrawn: number
  /** Companies that no other entry tells. */
  readonly deleted: number
}

/** The result of assigning LEIs. */
export interface LeiResult {
  /** LEIs whose entries were joined with a company. */
  readonly joined: number
  /** Rows of lists under whose number there is another company than that of their LEI. */
  readonly contradicted: number
}

/** Write access to companies, for the importing thread only. */
export interface CompanyWriter {
  /**
   * Stores a batch in one transaction, with history and change log: all of it or, when it throws, nothing.
   * The uuid is derived from the register key, so entries with the same key are one company; the entry with
   * the newest date determines the facts. Former numbers become aliases, unless a company is stored under
   * that key; `sameAs` keys become aliases in any case, and a company stored under one is joined.
   */
  save(batch: readonly IncomingCompany[], nowMs: number): Awaitable<SaveResult>
  /**
   * Makes two stored companies one: the facts, names, numbers, sources, aliases and the suppression of the first go
   * over to the second, and its uuid becomes an alias. Returns whether both were stored.
   */
  join(uuid: string, into: string, nowMs: number): Awaitable<boolean>
  /** Stores parents of companies with an LEI, of which a later statement counts. All of them or, when it throws, none. */
  saveParents(batch: readonly LeiParent[], nowMs: number): Awaitable<SaveCount>
  /**
   * Assigns each LEI that an entry or a withdrawal since the last call concerns to its company, and joins its entries
   * without a number with it: the company under the number of GLEIF's entry; else that under the number of a row with
   * this LEI; else the only one with the name and the number of an entry whose court is not known. What was assigned
   * and no longer follows from the entries is undone. Call it at the end of an import.
   */
  assignLeis(nowMs: number): Awaitable<LeiResult>
  noteSource(set: Omit<SourceSet, 'rows' | 'asOf'>): Awaitable<void>
  /** Notes entries until `forgetNotes`. Notes are not kept when the writer is closed. */
  noteEntries(entries: readonly CompanySource[]): Awaitable<void>
  /**
   * Finds the stored entries to withdraw, of all sources that are noted. Of those that are not noted it leaves out entries
   * that their source told on a later day than the latest one noted of it.
   */
  findEntries(which: WithdrawnEntries): Awaitable<readonly FoundEntries[]>
  /**
   * Withdraws the next found entries, at most `most`, in one transaction: their companies are what the other
   * entries tell, and those without another one are deleted. Companies that were joined stay joined.
   *
   * @returns `undefined` when all are withdrawn.
   */
  withdrawFound(most: number, nowMs: number): Awaitable<WithdrawResult | undefined>
  forgetNotes(): Awaitable<void>
  /** Suppresses a company, whatever is imported later. Returns whether it was shown until now. */
  suppress(suppression: Suppression): Awaitable<boolean>
  /** Removes a suppression. Returns whether there was one. */
  lift(uuid: string, nowMs: number): Awaitable<boolean>
  /**
   * Deletes old changes: of those before `keptFromMs` it keeps only the last one of each company, with its
   * number. It reads at most `changesMax` of them in one transaction and continues where the last call
   * stopped.
   *
   * @returns how many it read: fewer than `changesMax` if no more are that old.
   */
  shortenChanges(keptFromMs: number, changesMax: number): Awaitable<number>
  /** Stores the start of an import and returns its number for `endImport`. */
  beginImport(files: readonly string[], nowMs: number): Awaitable<number>
  endImport(number: number, end: ImportEnd): Awaitable<void>
  /**
   * Prepares the store for many `save`s; `endBulk` ends this. In between, listing and finding may be slow and
   * `sources` may return old counts.
   */
  beginBulk(): Awaitable<void>
  endBulk(): Awaitable<void>
  close(): Awaitable<void>
}

/** Finds the entries that an import would withdraw, and changes nothing. */
export type EntryFinder = Pick<CompanyWriter, 'noteEntries' | 'findEntries' | 'close'>

/**
 * A company from an import: without the id, which the store derives from the register key, and with its
 * history in the order of `history.ts`.
 */
export type IncomingCompany = Omit<
  Company,
  'uuid' | 'updatedAtMs' | 'sources' | 'factSources' | 'otherNames' | 'events' | 'leis' | 'subsidiaries'
> & {
  /** Names of today beside `name`. */
  readonly otherNames?: readonly string[]
  readonly events?: readonly CompanyEvent[]
  /** Other keys that the source states for the same company; records under them become part of it. */
  readonly sameAs?: readonly RegisterKey[]
  readonly lei?: EntryLei
  /** The LEI in a row of a list. It says which company the row is, unless the row has a register number. */
  readonly leiReference?: Lei
  readonly source: { readonly source: SourceId; readonly sourceKey: string; readonly asOf: string }
}
