/** The search: from a request to a page of hits, with the requested additional data. */

import type { Hit, SearchPage } from '../../names/search/page.ts'
import type { SearchFilters, SearchQuery } from '../../names/search/query.ts'
import { type Awaitable, whenReady } from '../awaitable.ts'
import type { Company } from '../company/company.ts'
import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import { EMPTY_PAGE } from './name-index.ts'
import { belongsTo, cursorAfter, placeOfCursor } from './search-cursor.ts'
import { hasNoWords, type SearchText } from './search-text.ts'

/** Most hits of a page. */
export const SEARCH_LIMIT_MAX = 100
/** Hits of a page by default. */
export const SEARCH_LIMIT_DEFAULT = 25

/** All additional parts of a hit; all but `match` are read from the store. */
export const INCLUDES = ['match', 'address', 'history', 'source'] as const
/** One of `INCLUDES`. */
export type Include = (typeof INCLUDES)[number]

/** A request for a page of hits. */
export interface SearchRequest {
  readonly name: SearchText
  readonly deep: boolean
  /** 1 to `SEARCH_LIMIT_MAX`. */
  readonly limit: number
  readonly cursor?: string | undefined
  /** Hits with a lower score are left out, 0-100; absent = 0. */
  readonly minScore?: number | undefined
  readonly include: readonly Include[]
  readonly filters: SearchFilters
}

/** A page of hits with additional data. */
export interface SearchAnswer {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly totalIsExact: boolean
  readonly truncated: boolean
  readonly partial: boolean
  /** The cursor of the next page; `undefined` on the last one. */
  readonly next: string | undefined
  /** The companies by uuid if data of the store was requested; one deleted meanwhile is missing. */
  readonly companies: ReadonlyMap<string, Company>
}

/** A checked search that has not run yet. */
export interface SearchPlan {
  readonly question: SearchQuery
  readonly include: readonly Include[]
}

/**
 * Checks a request and makes its plan.
 *
 * @throws {Failure} `invalid_request` if the cursor is invalid or belongs to another query.
 */
export function planSearch(request: SearchRequest): SearchPlan {
  const query = questionOf(request)
  const after = request.cursor === undefined ? {} : { after: placeOfCursor(query, request.cursor) }
  return { question: { ...query, limit: request.limit, ...after }, include: request.include }
}

/** Whether a cursor was made for this request, regardless of page size and additional data. */
export function isCursorOf(request: SearchRequest, cursor: string): boolean {
  return belongsTo(questionOf(request), cursor)
}

function questionOf(request: SearchRequest) {
  const minScore = request.minScore === undefined ? {} : { minScore: request.minScore }
  return { name: request.name, deep: request.deep, ...minScore, ...request.filters }
}

/**
 * Runs a search.
 *
 * @throws {Failure} `service_unavailable` while there is no index, because an empty page would be wrong.
 */
export function searchCompanies(
  needs: Needs<'index' | 'companies'>,
  { question, include }: SearchPlan,
): Awaitable<SearchAnswer> {
  return whenReady(searchIndex(needs, question), (page) => {
    const { hits, total, totalIsExact, truncated, partial } = page
    const next = nextOf(question, page)
    return whenReady(companiesOf(needs, include, hits), (companies) => {
      return { hits, total, totalIsExact, truncated, partial, next, companies }
    })
  })
}

/**
 * Searches the index; a text without letter or digit finds nothing.
 *
 * @throws {Failure} `service_unavailable` while there is no index, because an empty page would be wrong.
 */
export function searchIndex({ index }: Needs<'index'>, question: SearchQuery): Awaitable<SearchPage> {
  return whenIndexed({ index }, () => (hasNoWords(question.name) ? EMPTY_PAGE : index.search(question)))
}

/**
 * Runs an action that needs the index.
 *
 * @throws {Failure} `service_unavailable` while there is no index.
 */
export function whenIndexed<T>({ index }: Needs<'index'>, action: () => Awaitable<T>): Awaitable<T> {
  return whenReady(index.state(), (state) => {
    if (state === undefined) throw new Failure('service_unavailable', 'there is no index yet')
    return action()
  })
}

/**
 * The cursor of the next page. Pages end where the deep budget ran out: the next best hit is unknown there.
 */
function nextOf(question: SearchQuery, page: SearchPage): string | undefined {
  const last = page.hits.at(-1)
  return page.more && !page.partial && last ? cursorAfter(question, last.key) : undefined
}

function companiesOf(
  needs: Needs<'companies'>,
  include: readonly Include[],
  hits: readonly Hit[],
): Awaitable<ReadonlyMap<string, Company>> {
  if (hits.length === 0 || include.every((part) => part === 'match')) return new Map()
  const found = needs.companies.findMany(hits.map((hit) => hit.record.uuid))
  return whenReady(found, (companies) => new Map(companies.map((company) => [company.uuid, company])))
}
