/** Counts of all hits of a search by the values of their companies. */
import type { SearchQuery } from './query.ts'

/** The fields of a company that hits are counted by. */
export const FACETS = [
  'status',
  'legalForm',
  'registerType',
  'state',
  'registerCourt',
  'seat',
] as const satisfies readonly string[]
/** One of `FACETS`. */
export type Facet = (typeof FACETS)[number]

/** Number of hits by value. Companies whose value is unknown are in no count of that facet. */
export type FacetCounts = Readonly<Record<Facet, ReadonlyMap<string, number>>>

/** A search whose hits are only counted. */
export type FacetQuery = Omit<SearchQuery, 'limit' | 'after'>

/** The counts of a search. */
export interface SearchFacets {
  readonly counts: FacetCounts
  /** Number of counted hits. Exact if `isExact`, else a lower bound, as is each count. */
  readonly total: number
  readonly isExact: boolean
  /** Whether the budget of the deep search ran out. */
  readonly partial: boolean
}
