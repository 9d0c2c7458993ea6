/** The search of the dashboard's search page: normal, and deep if the normal search has no hit. */
import type { Awaitable } from '../awaitable.ts'
import type { Needs } from '../ports.ts'
import {
  isCursorOf,
  planSearch,
  type SearchAnswer,
  type SearchRequest,
  searchCompanies,
} from './search-companies.ts'
import { type FacetAnswer, type FacetRequest, searchFacets } from './search-facets.ts'
import { hasNoWords } from './search-text.ts'

/** The result of a search and the kind of search that found it. */
export interface FallbackAnswer {
  readonly found: SearchAnswer
  readonly isDeep: boolean
}

/** A request without the kind of search. */
type OpenRequest = Omit<SearchRequest, 'deep'>

/**
 * Searches normally and, if that has no hit, deep. A query without letter or digit is never searched deep. A
 * cursor continues the kind of search that it came from. `chargeDeep` is called before a page of a deep
 * search whose normal search has hits, because no fallback leads to such a page.
 *
 * @throws {Failure} as `planSearch` and `searchCompanies`; errors of `chargeDeep`.
 */
export async function searchWithFallback(
  needs: Needs<'index' | 'companies'>,
  request: OpenRequest,
  chargeDeep: () => Awaitable<void>,
): Promise<FallbackAnswer> {
  const normal = { ...request, deep: false }
  const deep = { ...request, deep: true }
  if (request.cursor !== undefined && !isCursorOf(normal, request.cursor)) {
    const plan = planSearch(deep)
    if (await hasHits(needs, normal)) await chargeDeep()
    return { found: await searchCompanies(needs, plan), isDeep: true }
  }
  const found = await searchCompanies(needs, planSearch(normal))
  const isFinal = found.total > 0 || request.cursor !== undefined || hasNoWords(request.name)
  return isFinal
    ? { found, isDeep: false }
    : { found: await searchCompanies(needs, planSearch(deep)), isDeep: true }
}

/**
 * Counts the hits that `searchWithFallback` finds for the same request.
 *
 * @throws {Failure} as `searchFacets`.
 */
export async function facetsWithFallback(
  needs: Needs<'index'>,
  request: Omit<FacetRequest, 'deep'>,
): Promise<FacetAnswer> {
  const counted = await searchFacets(needs, { ...request, deep: false })
  const isFinal = counted.total > 0 || hasNoWords(request.name)
  return isFinal ? counted : await searchFacets(needs, { ...request, deep: true })
}

async function hasHits(needs: Needs<'index' | 'companies'>, request: SearchRequest): Promise<boolean> {
  const plan = planSearch({ ...request, cursor: undefined, limit: 1, include: [] })
  const { total } = await searchCompanies(needs, plan)
  return total > 0
}
