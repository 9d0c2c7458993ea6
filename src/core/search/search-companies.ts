/** The search: from a question as people ask it to a page of hits, with what else was asked to be shown. */
import { courtsByText } from '../../names/reading/court.ts'
import type { FormCode } from '../../names/reading/legal-form.ts'
import type { RegisterType } from '../../names/reading/register-number.ts'
import { foldWhole } from '../../names/text/fold.ts'
import type { Company, Status } from '../company/company.ts'
import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import { EMPTY_PAGE, type Hit, type SearchPage, type SearchQuestion } from './name-index.ts'
import { belongsTo, cursorAfter, placeOfCursor } from './search-cursor.ts'
import { type SearchText, saysNothing } from './search-text.ts'

/** Hits a page. */
export const SEARCH_LIMIT_MAX = 100
export const SEARCH_LIMIT_DEFAULT = 25

/** What a page may show beside the record; all but `match` are read from the store. */
export const INCLUDES = ['match', 'address', 'history', 'source'] as const
export type Include = (typeof INCLUDES)[number]

/** Filters as people write them; an absent one does not restrict. */
export interface CompanyFilters {
  readonly status?: readonly Status[] | undefined
  readonly legalForm?: readonly FormCode[] | undefined
  readonly registerType?: readonly RegisterType[] | undefined
  /** Names, codes or aliases of courts. */
  readonly registerCourt?: readonly string[] | undefined
  /** Seats in any spelling. */
  readonly city?: readonly string[] | undefined
}

export interface SearchRequest extends CompanyFilters {
  readonly name: SearchText
  readonly deep: boolean
  /** 1 to `SEARCH_LIMIT_MAX`. */
  readonly limit: number
  readonly cursor?: string | undefined
  readonly include: readonly Include[]
}

export interface SearchAnswer {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly totalIsExact: boolean
  readonly truncated: boolean
  readonly partial: boolean
  /** The next page; `undefined` on the last one. */
  readonly next: string | undefined
  /** By uuid, when something of the store was asked for; a company deleted meanwhile is missing. */
  readonly companies: ReadonlyMap<string, Company>
}

/** A question that is known to be sound, before anything was spent on answering it. */
export interface SearchPlan {
  readonly question: SearchQuestion
  readonly include: readonly Include[]
}

/** @throws Failure `invalid_request` when the cursor is none, or belongs to another question. */
export function planSearch(request: SearchRequest): SearchPlan {
  const asked = askedOf(request)
  const after = request.cursor === undefined ? {} : { after: placeOfCursor(asked, request.cursor) }
  return { question: { ...asked, limit: request.limit, ...after }, include: request.include }
}

/** Whether a cursor was made for this request, as far as its hits and their order go. */
export function isCursorOf(request: SearchRequest, cursor: string): boolean {
  return belongsTo(askedOf(request), cursor)
}

function askedOf(request: SearchRequest) {
  return { name: request.name, deep: request.deep, ...resolveFilters(request) }
}

/** @throws Failure `service_unavailable` while there is no index: that nothing was found must not be said then. */
export function searchCompanies(needs: Needs<'index' | 'companies'>, plan: SearchPlan): SearchAnswer {
  const { question, include } = plan
  if (needs.index.state() === undefined) throw new Failure('service_unavailable', 'no index is there yet')
  const page = saysNothing(question.name) ? EMPTY_PAGE : needs.index.search(question)
  const { hits, total, totalIsExact, truncated, partial } = page
  const companies = companiesOf(needs, include, hits)
  return { hits, total, totalIsExact, truncated, partial, next: nextOf(question, page), companies }
}

/** Courts become codes and cities folded seats: what the ports compare. An unknown court finds nothing. */
export function resolveFilters(
  filters: CompanyFilters,
): Omit<SearchQuestion, 'name' | 'deep' | 'limit' | 'after'> {
  return {
    ...(filters.status && { status: filters.status }),
    ...(filters.legalForm && { legalForm: filters.legalForm }),
    ...(filters.registerType && { registerType: filters.registerType }),
    ...(filters.registerCourt && { court: [...new Set(filters.registerCourt.flatMap(courtsByText))] }),
    ...(filters.city && { city: [...new Set(filters.city.map(foldWhole).filter((seat) => seat !== ''))] }),
  }
}

/** A walk ends where the deep budget ran out: what comes after is not known to be the next best. */
function nextOf(question: SearchQuestion, page: SearchPage): string | undefined {
  const last = page.hits.at(-1)
  return page.more && !page.partial && last ? cursorAfter(question, last.key) : undefined
}

function companiesOf(
  needs: Needs<'companies'>,
  include: readonly Include[],
  hits: readonly Hit[],
): ReadonlyMap<string, Company> {
  if (hits.length === 0 || include.every((part) => part === 'match')) return new Map()
  const found = needs.companies.findMany(hits.map((hit) => hit.record.uuid))
  return new Map(found.map((company) => [company.uuid, company]))
}
