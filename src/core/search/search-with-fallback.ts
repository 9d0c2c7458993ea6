/** The search of the dashboard's search page: normal, and deep if the normal search has no hit. */
import type { Needs } from '../ports.ts'
import {
  isCursorOf,
  planSearch,
  type SearchAnswer,
  type SearchRequest,
  searchCompanies,
} from './search-companies.ts'
import { saysNothing } from './search-text.ts'

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
export function searchWithFallback(
  needs: Needs<'index' | 'companies'>,
  request: OpenRequest,
  chargeDeep: () => void,
): FallbackAnswer {
  const normal = { ...request, deep: false }
  const deep = { ...request, deep: true }
  if (request.cursor !== undefined && !isCursorOf(normal, request.cursor)) {
    const plan = planSearch(deep)
    if (hasHits(needs, normal)) chargeDeep()
    return { found: searchCompanies(needs, plan), isDeep: true }
  }
  const found = searchCompanies(needs, planSearch(normal))
  const isFinal = found.total > 0 || request.cursor !== undefined || saysNothing(request.name)
  return isFinal
    ? { found, isDeep: false }
    : { found: searchCompanies(needs, planSearch(deep)), isDeep: true }
}

function hasHits(needs: Needs<'index' | 'companies'>, request: SearchRequest): boolean {
  const plan = planSearch({ ...request, cursor: undefined, limit: 1, include: [] })
  return searchCompanies(needs, plan).total > 0
}
