/**
 * The dashboard's search, for signed-in users and, with PUBLIC_SEARCH, for everyone. It runs the API's use
 * case.
 */
import type { z } from 'zod'
import { VISITOR_COSTS } from '../../core/access/visitor-limit.ts'
import type { Site } from '../../core/accounts/site.ts'
import type { Awaitable } from '../../core/awaitable.ts'
import { readFilters, SEARCH_FILTERS } from '../../core/company/company-filters.ts'
import type { SourceSet } from '../../core/company/company-store.ts'
import { findCompany } from '../../core/company/find-company.ts'
import { Failure } from '../../core/failure.ts'
import {
  INCLUDES,
  planSearch,
  type SearchRequest,
  searchCompanies,
} from '../../core/search/search-companies.ts'
import { searchFacets } from '../../core/search/search-facets.ts'
import {
  type FallbackAnswer,
  facetsWithFallback,
  searchWithFallback,
} from '../../core/search/search-with-fallback.ts'
import { suggestCompanies } from '../../core/search/suggest-companies.ts'
import { HighlightQuery } from '../../names/highlights/highlight-query.ts'
import type { Hit } from '../../names/search/page.ts'
import { detailWire, includedWire, recordWire } from '../api/company-wire.ts'
import { oldestOf } from '../api/data-age.ts'
import { facetsWire } from '../api/facets-route.ts'
import { referenceWire } from '../api/reference-route.ts'
import { requestOf } from '../api/search-route.ts'
import type { referenceSchema } from '../api/service-schemas.ts'
import type { HttpNeeds, Route } from '../request/route.ts'
import { appRoute } from './app-route.ts'
import {
  appCompanyResult,
  appFacetsBody,
  appFacetsResult,
  appSearchBody,
  appSearchResult,
  referenceResult,
  suggestQuery,
  suggestResult,
} from './search-schemas.ts'

/** Suggestions shown while a name is typed, at most. */
export const APP_SUGGESTIONS_MAX = 8
const NS_PER_MS = 1e6

type JsonValue = z.core.util.JSONType
type Question = z.output<typeof appSearchBody>

const REFERENCE = referenceWire() as z.input<typeof referenceSchema>

/** The routes of the dashboard's search. */
export const SEARCH_ROUTES: readonly Route[] = [
  appRoute({
    id: 'appSearch',
    path: '/search',
    access: { app: 'visitor', costTenths: VISITOR_COSTS.search },
    body: appSearchBody,
    result: appSearchResult,
    async answer(needs, call) {
      const { deep, ...body } = call.body
      const request = requestOf({ ...body, deep: deep ?? false, include: [...INCLUDES] })
      const chargeDeep = () => call.charge(VISITOR_COSTS.deep)
      const startNs = needs.clock.monotonicNs()
      const search = deep === undefined ? searchWithFallback : searchOnce
      const answer = await search(needs, request, chargeDeep)
      const tookMs = Number(needs.clock.monotonicNs() - startNs) / NS_PER_MS
      return { result: answerWire(needs.site, call.body, answer, tookMs, await needs.companies.sources()) }
    },
  }),
  appRoute({
    id: 'appSearchFacets',
    path: '/search/facets',
    access: { app: 'visitor', costTenths: VISITOR_COSTS.search },
    body: appFacetsBody,
    result: appFacetsResult,
    async answer(needs, call) {
      const { name, deep, min_score: minScore, ...fields } = call.body
      const request = { name, minScore, filters: readFilters(SEARCH_FILTERS, fields) }
      if (deep) await call.charge(VISITOR_COSTS.deep)
      const counted =
        deep === undefined
          ? await facetsWithFallback(needs, request)
          : await searchFacets(needs, { ...request, deep })
      return { result: facetsWire(counted) }
    },
  }),
  appRoute({
    id: 'appSuggest',
    path: '/suggest',
    access: { app: 'visitor', costTenths: VISITOR_COSTS.suggest },
    query: suggestQuery,
    result: suggestResult,
    async answer(needs, call) {
      const hits = await suggestCompanies(needs, call.query.q, APP_SUGGESTIONS_MAX)
      return { result: hits.map(suggestionWire) }
    },
  }),
  appRoute({
    id: 'appCompany',
    path: '/companies/:uuid',
    access: { app: 'visitor', costTenths: VISITOR_COSTS.company },
    result: appCompanyResult,
    async answer(needs, call) {
      const found = await findCompany(needs, call.params.uuid ?? '')
      if (found === undefined) throw new Failure('not_found', 'no company has this id')
      if (found.kind === 'alias') return { result: { company: null, moved_to: found.of } }
      return {
        result: { company: detailWire(found.company, await needs.companies.sources()), moved_to: null },
      }
    },
  }),
  appRoute({
    id: 'appReference',
    path: '/reference',
    access: { app: 'visitor' },
    result: referenceResult,
    isTagged: true,
    async answer({ index }) {
      const companies = (await index.state())?.companies ?? 0
      return { result: { companies, ...REFERENCE }, headers: { 'cache-control': 'private, no-cache' } }
    },
  }),
]

/**
 * Runs the one requested search, without a fallback.
 *
 * @throws {Failure} `invalid_request`, before anything is charged.
 */
async function searchOnce(
  needs: HttpNeeds,
  request: SearchRequest,
  chargeDeep: () => Awaitable<void>,
): Promise<FallbackAnswer> {
  const plan = planSearch(request)
  if (request.deep) await chargeDeep()
  return { found: await searchCompanies(needs, plan), isDeep: request.deep }
}

function answerWire(
  { publicUrl }: Pick<Site, 'publicUrl'>,
  question: Question,
  { found, isDeep }: FallbackAnswer,
  tookMs: number,
  sets: readonly SourceSet[],
): z.input<typeof appSearchResult> {
  const query = new HighlightQuery(question.name)
  return {
    mode: isDeep ? 'deep' : 'normal',
    hits: found.hits.map((hit) => ({
      ...recordWire(hit.record),
      ...includedWire(INCLUDES, { hit, query, company: found.companies.get(hit.record.uuid), sets }),
    })),
    total: found.total,
    total_is_exact: found.totalIsExact,
    partial: found.partial,
    truncated: found.truncated,
    took_ms: tookMs,
    next_cursor: found.next ?? null,
    as_of: oldestOf(found.hits.map((hit) => hit.record.asOf)) || null,
    request: { url: `${publicUrl}/api/v1/companies/search/`, body: apiRequestOf(question, isDeep) },
  }
}

/** Returns the API request body that finds the same hits, without fields that have their default. */
function apiRequestOf(
  { name, deep: _deep, limit, ...filters }: Question,
  isDeep: boolean,
): Record<string, JsonValue> {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined)
  return {
    name,
    ...(isDeep && { deep: true }),
    ...(Object.fromEntries(set) as Record<string, JsonValue>),
    limit,
    include: ['match'],
  }
}

function suggestionWire({ record, matchedOn, matchedName }: Hit): z.input<typeof suggestResult>[number] {
  const { uuid, name, registration_number, status, seat } = recordWire(record)
  const formerName = matchedOn === 'former_name' ? matchedName : null
  return { uuid, name, registration_number, status, seat, former_name: formerName }
}
