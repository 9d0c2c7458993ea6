/** The port to the index that finds companies by name. */

import type { MatchKind, SortKey } from '../../names/ranking/rank.ts'
import type { Status } from '../company/company.ts'
import type { ResolvedFilters } from '../company/company-filters.ts'

/** A query to the index. */
export interface SearchQuestion extends ResolvedFilters {
  /** NFC, trimmed, without control characters. */
  readonly name: string
  readonly deep: boolean
  /** Whether a deep search leaves out names that are only similar to the query. */
  readonly isStrict?: boolean
  readonly limit: number
  /** The sort key of the last hit of the previous page. */
  readonly after?: SortKey
}

/** The data of a company that every search result contains. */
export interface CompanyRecord {
  readonly uuid: string
  readonly name: string
  /** `HRB 12345 B`: without court and leading zeros. */
  readonly registrationNumber: string
  readonly status: Status
  readonly legalForm: string
  /** The court's short name, for example `München`. */
  readonly registerCourt: string
  readonly seat: string
  /** The oldest date at which a source read the company, `YYYY-MM-DD`; '' when no source has one. */
  readonly asOf: string
}

/** A company that matches the query. */
export interface Hit {
  readonly record: CompanyRecord
  readonly key: SortKey
  readonly kind: MatchKind
  /** A whole number, 50-100. */
  readonly score: number
  readonly matchedName: string
  readonly matchedOn: 'name' | 'former_name' | 'number'
  readonly reasons: readonly string[]
}

/** A page of hits. */
export interface SearchPage {
  readonly hits: readonly Hit[]
  /** Whether there is at least one hit after the last one of this page. */
  readonly more: boolean
  /** Exact up to `TOTAL_EXACT_MAX`; above it that number with `totalIsExact` false. */
  readonly total: number
  readonly totalIsExact: boolean
  /** Whether there are more than `HITS_MAX` hits; pages end there. */
  readonly truncated: boolean
  /** Whether the budget of the deep search ran out, so that block B is incomplete. */
  readonly partial: boolean
}

/** The page of a query without hits. */
export const EMPTY_PAGE: SearchPage = {
  hits: [],
  more: false,
  total: 0,
  totalIsExact: true,
  truncated: false,
  partial: false,
}

/** The largest exact total. */
export const TOTAL_EXACT_MAX = 1000
/** Most hits over all pages. */
export const HITS_MAX = 10_000

/** The state of the index, for `status`, `doctor` and the ready check. */
export interface IndexState {
  readonly snapshot: number
  /** Number of companies that can be found. */
  readonly companies: number
  /** The part of them in the small delta index, because they changed since the base was built. */
  readonly besides: number
  readonly bytes: number
  /** When the base was built. */
  readonly builtAtMs: number
  /** The sequence number of the store's last change that the index contains. */
  readonly sequence: number
}

/** Search by name. */
export interface NameIndex {
  search(question: SearchQuestion): SearchPage
  /** Returns the state of the index; `undefined` while there is none. */
  state(): IndexState | undefined
}
