/** The port to the companies' database. Every method is one atomic step. */

import type {
  Company,
  CompanyId,
  CompanySource,
  FormerName,
  FormerNumber,
  SourceId,
  Status,
} from './company.ts'
import type { FileFaultReason } from './file-fault.ts'

export type ListSort = 'uuid' | 'name' | '-updated_at'

/** What a list asks for; an absent field does not restrict. */
export interface ListQuestion {
  readonly status?: readonly Status[]
  readonly legalForm?: readonly string[]
  readonly registerType?: readonly string[]
  /** Court codes; empty = a court was asked for that is not known: nothing is found. */
  readonly court?: readonly string[]
  /** Folded seats, compared as a whole. */
  readonly city?: readonly string[]
  readonly postcode?: readonly string[]
  readonly updatedSinceMs?: number
  /** `YYYY-MM-DD`, inclusive; companies without a date never match. */
  readonly registeredFrom?: string
  readonly registeredTo?: string
  readonly sort: ListSort
  readonly limit: number
  /** The last row of the page before. */
  readonly after?: ListPlace
  /** `end` of the first of several readings that are one page together. */
  readonly end?: ListPlace
}

/** Rows that a page with filters looks at, at most: so a page costs the same wherever it lies. */
export const LIST_ROWS_EXAMINED_MAX = 20_000

/** A place in a sorted list: the sort's own value (uuid, folded name or ms) and the uuid. */
export interface ListPlace {
  readonly value: string | number
  readonly uuid: string
}

export interface ListPage {
  readonly companies: readonly Company[]
  /** Where to go on; `undefined` on the last page. A page may be short or empty and still have a next. */
  readonly next: ListPlace | undefined
  /** The last row that the page may look at; `undefined`: the end of the list. */
  readonly end: ListPlace | undefined
}

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
  /** Oldest look of the source at any of its entries, `YYYY-MM-DD`. */
  readonly asOf: string
}

export interface SaveCount {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
}

/** What can happen to a company. */
export const CHANGE_KINDS = ['created', 'changed', 'removed', 'merged', 'suppressed'] as const

/** One entry of the change log. */
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
  /** Who asked for it: an account, or `command line`. */
  readonly actor: string
}

/** One import, for operators. */
export interface ImportRecord {
  readonly number: number
  readonly startedAtMs: number
  readonly endedAtMs: number | undefined
  /** Names of the files, without their folders. */
  readonly files: readonly string[]
  readonly counts: Readonly<Record<string, number>>
  readonly state: 'running' | 'done' | 'failed' | 'stopped'
  /** Why it failed beside faults of its files, or what it left undone, for people. */
  readonly said: string
  /** How often each reason to reject a row occurred, the most frequent one first. */
  readonly reasons: Readonly<Record<string, number>>
  /** The file of the rejected rows, with its folder; `null` = none was. */
  readonly rejects: string | null
  readonly faults: readonly ImportFault[]
}

/** A file of an import that could not be read, or not to its end. */
export interface ImportFault {
  /** Its name, without its folder. */
  readonly file: string
  readonly reason: FileFaultReason
  /** How far it was read. */
  readonly line: number
  readonly byte: number
}

/** How an import ended. */
export type ImportEnd = Omit<ImportRecord, 'number' | 'startedAtMs' | 'files'>

/** Part `part` (from 0) of `of` parts of about the same size; one after the other they are everything. */
export interface Share {
  readonly part: number
  readonly of: number
}

/** What an index is made of. */
export interface CompanyForIndex
  extends Pick<Company, 'name' | 'register' | 'court' | 'status' | 'form' | 'seat'> {
  /** 32 hexadecimal digits. */
  readonly uuid: string
  readonly formerNames: readonly Pick<FormerName, 'name'>[]
  readonly formerNumbers: readonly Pick<FormerNumber, 'register'>[]
  readonly sources: readonly Pick<CompanySource, 'asOf'>[]
}

/** Reading; any thread. Companies that must not be shown are not there for it. */
export interface CompanyStore {
  find(uuid: string): FoundCompany | undefined
  /** In the order asked for; unknown ids are left out. */
  findMany(uuids: readonly string[]): readonly Company[]
  list(question: ListQuestion): ListPage
  sources(): readonly SourceSet[]
  count(): number
  /** Number of the last change; grows with every stored difference. What an index is built from, it remembers. */
  lastSequence(): number
  changes(afterSequence: number, limit: number): readonly Change[]
  /** Every company with all that is known of it; batches in bounded memory. */
  everything(batchSize: number): Iterable<readonly Company[]>
  /** Every company of the share, in the order of their arrival, as an index wants them: in a third of the time of `everything`. */
  forIndex(batchSize: number, share?: Share): Iterable<readonly CompanyForIndex[]>
  /** The last ones first. */
  suppressions(): readonly Suppression[]
  /** The last ones first. */
  imports(limit: number): readonly ImportRecord[]
  /** Answers whether the database can be read. Never throws. */
  isHealthy(): boolean
  close(): void
}

/** So long the feed tells each change of a company; of those before, the last one alone: 400 days. */
export const CHANGES_KEPT_MS = 400 * 86_400_000

/** Writing; the importing thread only. */
export interface CompanyWriter {
  /**
   * Stores one batch in one transaction, with history and change log: all of it or, when it throws, nothing.
   * The uuid comes from the register key, so entries with the same key are one company; the newest look decides
   * the facts. Former numbers become aliases, unless a company of its own is stored under that key.
   */
  save(batch: readonly IncomingCompany[], nowMs: number): SaveCount
  noteSource(set: Omit<SourceSet, 'rows' | 'asOf'>): void
  /** From now on nobody is shown the company, whatever is imported. Answers whether it was shown until now. */
  suppress(suppression: Suppression): boolean
  /** Undoes it. Answers whether it was suppressed. */
  lift(uuid: string, nowMs: number): boolean
  /**
   * Of the changes before a moment only each company's last one is kept, with its number. Looks at `changesMax` of them at most, on from where
   * it stopped the last time, in one transaction; answers how many it looked at: fewer than `changesMax` when no more are that old.
   */
  shortenChanges(keptFromMs: number, changesMax: number): number
  /** Notes that an import began; answers the number to end it with. */
  beginImport(files: readonly string[], nowMs: number): number
  endImport(number: number, end: ImportEnd): void
  /**
   * Call once before and after many `save`s into a store; between them listing and finding may be slow, and
   * `sources` may tell old counts.
   */
  beginBulk(): void
  endBulk(): void
  close(): void
}

/**
 * A company as an import brings it: without the id, which the store makes of the register key, and with its
 * history in the order of history.ts.
 */
export type IncomingCompany = Omit<Company, 'uuid' | 'updatedAtMs' | 'sources'> & {
  readonly source: { readonly source: SourceId; readonly sourceKey: string; readonly asOf: string }
}
