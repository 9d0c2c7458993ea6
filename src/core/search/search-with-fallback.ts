/** The search as people on the search page use it: normal, and deep where a normal search has no hit at all. */
import type { Needs } from '../ports.ts'
import {
  isCursorOf,
  planSearch,
  type SearchAnswer,
  type SearchRequest,
  searchCompanies,
} from './search-companies.ts'
import { saysNothing } from './search-text.ts'

/** A search of either kind and which one gave the hits. */
export interface FallbackAnswer {
  readonly found: SearchAnswer
  readonly isDeep: boolean
}

/** A request that leaves the kind of search open. */
type OpenRequest = Omit<SearchRequest, 'deep'>

/**
 * Searches normally and, where that has no hit, deep. A query without letter or digit is never searched deep. A cursor goes
 * on in the search that it came from. `chargeDeep` is called before a page of a deep search whose normal
 * search has hits, because no fallback led to that page.
 *
 * @throws Failure as `planSearch` and `searchCompanies`, and whatever `chargeDeep` throws.
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
