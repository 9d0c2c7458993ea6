/** A query, as every index receives it. */
import type { SortKey } from '../ranking/rank.ts'
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
}

/** A search by name or register number. */
export interface SearchQuery extends SearchFilters {
  /** NFC, trimmed, without control characters. */
  readonly name: string
  readonly deep: boolean
  /** Whether a deep search leaves out names that are only similar to the query. */
  readonly isStrict?: boolean
  readonly limit: number
  /** The sort key of the last hit of the previous page. */
  readonly after?: SortKey
}
