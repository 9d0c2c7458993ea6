/** `POST /api/v1/companies/search/` */
import { z } from 'zod'
import { type Awaitable, whenReady } from '../../core/awaitable.ts'
import { readFilters, SEARCH_FILTERS } from '../../core/company/company-filters.ts'
import type { SourceSet } from '../../core/company/company-store.ts'
import {
  INCLUDES,
  planSearch,
  SEARCH_LIMIT_DEFAULT,
  SEARCH_LIMIT_MAX,
  type SearchAnswer,
  searchCompanies,
} from '../../core/search/search-companies.ts'
import { HighlightQuery } from '../../names/highlights/highlight-query.ts'
import { SCORE_MAX } from '../../names/ranking/rank.ts'
import { STATUSES } from '../../names/search/status.ts'
import { type Answer, type Call, defineRoute, type Route } from '../request/route.ts'
import { searchResultSchema } from './company-schemas.ts'
import { includedWire, recordJson } from './company-wire.ts'
import { dataAgeOf } from './data-age.ts'
import { cursorField, searchText } from './fields.ts'
import { searchFilterFields } from './filter-fields.ts'
import { SEARCH_HEADERS } from './header-notes.ts'

/** Cost of a normal search, in tenths of a unit. */
export const SEARCH_COST_TENTHS = 10
/** Cost of a deep search, in tenths of a unit. */
export const DEEP_COST_TENTHS = 50
/** Largest body of a search request, in bytes. */
export const SEARCH_BODY_BYTES_MAX = 64 * 1024

const NS_PER_MS = 1e6

/** Body of a search request. */
export const searchBody = z.strictObject({
  name: searchText.meta({
    de: 'Ein Firmenname oder eine Registernummer. Ohne Buchstaben und Ziffern ist die Antwort `[]`.',
    en: 'A company name or a register number. Without letters and digits, the response is `[]`.',
    example: 'Carl Zeiss',
  }),
  deep: z.boolean().default(false).meta({
    de: 'Erweiterte Suche: findet auch frühere Namen, gelöschte Unternehmen und ähnliche Namen. Kostet 5, erfordert `companies:search:deep`.',
    en: 'Deep search: also finds former names, removed companies and similar names. Costs 5, requires `companies:search:deep`.',
  }),
  limit: z
    .int()
    .min(1)
    .max(SEARCH_LIMIT_MAX)
    .default(SEARCH_LIMIT_DEFAULT)
    .meta({ de: 'Treffer pro Seite.', en: 'Hits per page.' }),
  cursor: cursorField,
  min_score: z
    .int()
    .min(0)
    .max(SCORE_MAX)
    .default(0)
    .meta({ de: 'Lässt Treffer mit niedrigerer Punktzahl weg.', en: 'Leaves out hits with a lower score.' }),
  ...searchFilterFields,
  include: z
    .array(z.enum(INCLUDES).meta({ title: 'SearchInclude' }))
    .max(INCLUDES.length)
    .default([])
    .meta({ de: 'Zusätzliche Objekte in jedem Eintrag.', en: 'Additional objects of each record.' }),
})

type SearchBody = z.output<typeof searchBody>

/** The route that searches companies. */
export const searchRoute: Route = defineRoute({
  id: 'searchCompanies',
  method: 'POST',
  path: '/api/v1/companies/search/',
  access: 'companies:search',
  costTenths: SEARCH_COST_TENTHS,
  bodyBytesMax: SEARCH_BODY_BYTES_MAX,
  body: searchBody,
  result: searchResultSchema,
  resultHeaders: SEARCH_HEADERS,
  exampleBody: { name: 'Carl Zeiss' },
  errors: ['invalid_request'],
  summary: { de: 'Unternehmen suchen', en: 'Search companies' },
  description: {
    de: `Findet Unternehmen nach Name oder Registernummer. Die Antwort ist ein Array, der beste Treffer zuerst; ohne Treffer ist es leer. Ohne \`status\` findet nur die erweiterte Suche gelöschte Unternehmen (${STATUSES.join(', ')}).`,
    en: `Finds companies by name or register number. The response is an array, best hit first, and empty without hits. Without \`status\`, only a deep search finds removed companies (${STATUSES.join(', ')}).`,
  },
  answer(needs, call) {
    const plan = planSearch(requestOf(call.body))
    return whenReady(call.body.deep ? payForDeep(call) : undefined, () => {
      const startNs = needs.clock.monotonicNs()
      return whenReady(searchCompanies(needs, plan), (found) => {
        const tookMs = Number(needs.clock.monotonicNs() - startNs) / NS_PER_MS
        return whenReady(needs.companies.sources(), (sets) => searchAnswer(found, tookMs, call.body, sets))
      })
    })
  },
})

function payForDeep(call: Call): Awaitable<void> {
  call.checkQuota(DEEP_COST_TENTHS, '/deep')
  call.need('companies:search:deep')
  return whenReady(call.charge(DEEP_COST_TENTHS), () => call.markDeep())
}

function searchAnswer(
  found: SearchAnswer,
  tookMs: number,
  body: SearchBody,
  sets: readonly SourceSet[],
): Answer {
  const dates = found.hits.map((hit) => hit.record.asOf)
  return {
    status: 200,
    headers: {
      'content-type': 'application/json',
      'server-timing': `search;dur=${tookMs.toFixed(3)}`,
      ...headersOf(found, body.deep),
      ...dataAgeOf(dates, sets),
    },
    body: bodyOf(found, body, sets),
  }
}

/** Translates a body to the use case's request. */
export function requestOf(body: SearchBody) {
  const { name, deep, limit, cursor, min_score: minScore, include } = body
  return { name, deep, limit, cursor, minScore, include, filters: readFilters(SEARCH_FILTERS, body) }
}

function headersOf(found: SearchAnswer, deep: boolean): Record<string, string> {
  return {
    'x-search-mode': deep ? 'deep' : 'normal',
    'x-total-count': found.totalIsExact ? String(found.total) : `${found.total}+`,
    ...(found.next !== undefined && { 'x-next-cursor': found.next }),
    ...(found.partial && { 'x-search-partial': 'true' }),
    ...(found.truncated && { 'x-search-truncated': 'true' }),
  }
}

function bodyOf(found: SearchAnswer, { name, include }: SearchBody, sets: readonly SourceSet[]): string {
  if (include.length === 0) return `[${found.hits.map((hit) => `${recordJson(hit.record)}}`).join(',')}]`
  const query = new HighlightQuery(name)
  const rows = found.hits.map((hit) => {
    const company = found.companies.get(hit.record.uuid)
    const included = includedWire(include, { hit, query, company, sets })
    return `${recordJson(hit.record)},${JSON.stringify(included).slice(1)}`
  })
  return `[${rows.join(',')}]`
}
