/** The port to the companies' database. Every method is one atomic step. */

import type { RegisterKey } from '../../names/reading/register-number.ts'
import type { Awaitable } from '../awaitable.ts'
import type {
  Address,
  Company,
  CompanyId,
  CompanySource,
  FormerName,
  FormerNumber,
  OtherName,
  SourceId,
} from './company.ts'
import type { CompanyEvent } from './company-event.ts'
import type { ListFilters } from './company-filters.ts'
import type { FileFaultReason } from './file-fault.ts'
import type { CompanyLei, EntryLei, LeiParent } from './lei.ts'

/** A sort order of the list; `-` = descending. */
export type ListSort = 'uuid' | 'name' | '-updated_at'

/** A query for a page of the list; an absent field does not restrict. */
export interface ListQuestion extends ListFilters {
  readonly sort: ListSort
  readonly limit: number
  /** The last row of the previous page. */
  readonly after?: ListPlace
  /** The `end` of the first of several queries whose results are returned as one page. */
  readonly end?: ListPlace
}

/** Most rows that a page with filters reads, so that its cost does not depend on its position. */
export const LIST_ROWS_EXAMINED_MAX = 20_000

/** A position in a sorted list: the value of the sort (uuid, folded name or ms) and the uuid. */
export interface ListPlace {
  readonly value: string | number
  readonly uuid: string
}

/** A page of the list. */
export interface ListPage {
  readonly companies: readonly Company[]
  /**
   * The position after which the next page starts; `undefined` on the last one. A page may be short or empty
   * and still have a next one.
   */
  readonly next: ListPlace | undefined
  /** The last row that the page may read; `undefined` = the end of the list. */
  readonly end: ListPlace | undefined
}

/** The result of a look-up by id: the company, or the company that the id is an alias of. */
export type FoundCompany =
  | { readonly kind: 'company'; readonly company: Company }
  | { readonly kind: 'alias'; readonly of: CompanyId }

/** A data set that was imported. */
export interface SourceSet {
  readonly source: SourceId
  readonly title: string
  readonly licence: string
  readonly attribution: string
  readonly rows: number
  /** The oldest date at which the source read any of its entries, `YYYY-MM-DD`. */
  readonly asOf: string
}

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

/** The kinds of changes of a company. */
export const CHANGE_KINDS = ['created', 'changed', 'removed', 'merged', 'suppressed'] as const

/** An entry of the change log. */
export interface Change {
  readonly sequence: number
  readonly uuid: CompanyId
  readonly kind: (typeof CHANGE_KINDS)[number]
  readonly atMs: number
  readonly fields: readonly string[]
  readonly into: CompanyId | null
}

/** A company that must not be shown. */
export interface Suppression {
  readonly uuid: CompanyId
  /** For operators. */
  readonly reason: string
  readonly atMs: number
  /** Who suppressed it: an account, or `command line`. */
  readonly actor: string
}

/** An import, for operators. */
export interface ImportRecord {
  readonly number: number
  readonly startedAtMs: number
  readonly endedAtMs: number | undefined
  /** Names of the files, without their folders. */
  readonly files: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly state: 'running' | 'done' | 'failed' | 'stopped'
  /** Why it failed, apart from faults of its files, or which step it did not finish; for people. */
  readonly said: string
  /** Number of rejected rows for each reason, the most frequent reason first. */
  readonly reasons: Readonly<Record<string, number>>
  /** The file of the rejected rows, with its folder; `null` = no row was rejected. */
  readonly rejects: string | null
  readonly faults: readonly ImportFault[]
}

/** A file of an import that could not be read, or not to its end. */
export interface ImportFault {
  /** Its name, without its folder. */
  readonly file: string
  readonly reason: FileFaultReason
  /** The position up to which it was read. */
  readonly line: number
  readonly byte: number
}

/** The result of an import. */
export type ImportEnd = Omit<ImportRecord, 'number' | 'startedAtMs' | 'files'>

/** Part `part` (from 0) of `of` parts of about equal size, which together are all companies. */
export interface Share {
  readonly part: number
  readonly of: number
}

/** The data of a company from which an index is built. */
export interface CompanyForIndex
  extends Pick<
    Company,
    'name' | 'register' | 'court' | 'status' | 'form' | 'seat' | 'registeredOn' | 'subsidiaries'
  > {
  /** 32 hexadecimal digits. */
  readonly uuid: string
  readonly formerNames: readonly Pick<FormerName, 'name'>[]
  readonly formerNumbers: readonly Pick<FormerNumber, 'register'>[]
  readonly leis: readonly Pick<CompanyLei, 'lei' | 'status'>[]
  readonly events: readonly Pick<CompanyEvent, 'kind'>[]
  readonly otherNames: readonly Pick<OtherName, 'name'>[]
  readonly sources: readonly Pick<CompanySource, 'asOf'>[]
  readonly address: Pick<Address, 'postcode'> | null
}

/** Batches that are read here or over the network; `for await` takes both. */
export type AwaitableBatches<T> = Iterable<readonly T[]> | AsyncIterable<readonly T[]>

/** Read access to companies, from any thread. Suppressed companies are left out. */
export interface CompanyStore {
  /** Finds a company by its id or a former id. */
  find(uuid: string): Awaitable<FoundCompany | undefined>
  /** Finds companies in the order of the ids; unknown ids are left out. */
  findMany(uuids: readonly string[]): Awaitable<readonly Company[]>
  list(question: ListQuestion): Awaitable<ListPage>
  sources(): Awaitable<readonly SourceSet[]>
  count(): Awaitable<number>
  /**
   * Number of the last change, which grows with every stored difference. An index stores the one that it was
   * built from.
   */
  lastSequence(): Awaitable<number>
  changes(afterSequence: number, limit: number): Awaitable<readonly Change[]>
  /** Reads every company with all its data, in batches and bounded memory. */
  readAll(batchSize: number): AwaitableBatches<Company>
  /**
   * Reads every company of the share in the order of storage, with the data for an index: in a third of the
   * time of `readAll`.
   */
  forIndex(batchSize: number, share?: Share): AwaitableBatches<CompanyForIndex>
  /** Suppressions, the latest first. */
  suppressions(): Awaitable<readonly Suppression[]>
  /** Imports, the latest first. */
  imports(limit: number): Awaitable<readonly ImportRecord[]>
  /** Whether the database can be read. Never throws or rejects. */
  isHealthy(): Awaitable<boolean>
  close(): Awaitable<void>
}

/**
 * How long the feed contains each change of a company, 400 days. Of the changes before, only the last one per
 * company is kept.
 */
export const CHANGES_KEPT_MS = 400 * 86_400_000

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
   * Joins companies whose German number is known without its court with the only company that has this number and the
   * same name; returns how many. Call it at the end of an import.
   */
  joinByName(nowMs: number): Awaitable<number>
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
  readonly source: { readonly source: SourceId; readonly sourceKey: string; readonly asOf: string }
}
