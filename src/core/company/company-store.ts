/** The port to the companies' database for reading. Every method is one atomic step. */

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
import type { CompanyLei } from './lei.ts'

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
