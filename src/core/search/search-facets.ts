/** Facets: how the hits of a search are distributed over statuses, forms, registers and places. */
import { FACETS, type Facet, type SearchFacets } from '../../names/search/facets.ts'
import type { SearchFilters } from '../../names/search/query.ts'
import { type Awaitable, whenReady } from '../awaitable.ts'
import type { Needs } from '../ports.ts'
import { EMPTY_FACETS } from './name-index.ts'
import { whenIndexed } from './search-companies.ts'
import { hasNoWords, type SearchText } from './search-text.ts'

/** Most values of a facet. */
export const FACET_VALUES_MAX = 20

/** A search whose hits are counted. */
export interface FacetRequest {
  readonly name: SearchText
  readonly deep: boolean
  /** Hits with a lower score are not counted, 0-100; absent = 0. */
  readonly minScore?: number | undefined
  readonly filters: SearchFilters
}

/** A value and the number of hits that have it. */
export interface FacetValue {
  readonly value: string
  readonly count: number
}

/** The values of each facet: those with most hits first, equal ones by value. */
export interface FacetAnswer extends Pick<SearchFacets, 'total' | 'isExact' | 'partial'> {
  readonly values: Readonly<Record<Facet, readonly FacetValue[]>>
}

/**
 * Counts the hits of a search. A text without letter or digit has none.
 *
 * @throws {Failure} `service_unavailable` while there is no index, because counts of 0 would be wrong.
 */
export function searchFacets(
  { index }: Needs<'index'>,
  { name, deep, minScore = 0, filters }: FacetRequest,
): Awaitable<FacetAnswer> {
  const query = { name, deep, minScore, ...filters }
  return whenIndexed({ index }, () =>
    whenReady(hasNoWords(name) ? EMPTY_FACETS : index.facets(query), answerOf),
  )
}

function answerOf({ counts, total, isExact, partial }: SearchFacets): FacetAnswer {
  const values = FACETS.map((facet) => [facet, mostFrequent(counts[facet])])
  return { total, isExact, partial, values: Object.fromEntries(values) as FacetAnswer['values'] }
}

function mostFrequent(counts: ReadonlyMap<string, number>): readonly FacetValue[] {
  return Array.from(counts, ([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, FACET_VALUES_MAX)
}
