/** A query, as every index receives it. */
import type { SortKey } from '../ranking/rank.ts'
import type { CountryCode } from '../reading/country.ts'
import type { StateCode } from '../reading/state.ts'
import type { Status } from './status.ts'

/** The filters of a search. An absent filter does not restrict; an empty array matches nothing. */
export interface SearchFilters {
  readonly status?: readonly Status[]
  readonly legalForm?: readonly string[]
  readonly registerType?: readonly string[]
  /** Court codes; empty = only unknown courts were requested. */
  readonly court?: readonly string[]
  /** Folded seats, compared as a whole. */
  readonly city?: readonly string[]
  /** States of the courts that keep the registers today. */
  readonly state?: readonly StateCode[]
  /** Beginnings of postcodes, 1 to 5 digits. Companies without a postcode never match. */
  readonly postcode?: readonly string[]
  /** Countries of the companies. */
  readonly country?: readonly CountryCode[]
  /** `only`: former names alone are searched; `exclude`: they are not. */
  readonly former?: FormerFilter
}

/** The values of the filter on former names. */
export const FORMER_FILTERS = ['only', 'exclude'] as const
/** One of `FORMER_FILTERS`. */
export type FormerFilter = (typeof FORMER_FILTERS)[number]

/** A search by name or register number. */
export interface SearchQuery extends SearchFilters {
  /** NFC, trimmed, without control characters. */
  readonly name: string
  readonly deep: boolean
  /** Whether a deep search leaves out names that are only similar to the query. */
  readonly isStrict?: boolean
  /** Hits with a lower score are left out, 0-100; absent = 0. */
  readonly minScore?: number
  readonly limit: number
  /** The sort key of the last hit of the previous page. */
  readonly after?: SortKey
}
