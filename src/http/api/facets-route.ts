/** `POST /api/v1/companies/search/facets` */
import { z } from 'zod'
import { whenReady } from '../../core/awaitable.ts'
import { readFilters, SEARCH_FILTERS } from '../../core/company/company-filters.ts'
import { HITS_MAX } from '../../core/search/name-index.ts'
import { FACET_VALUES_MAX, type FacetAnswer, searchFacets } from '../../core/search/search-facets.ts'
import { jsonAnswer } from '../request/json-response.ts'
import { type Answer, type Call, defineRoute, type HttpNeeds, type Route } from '../request/route.ts'
import { FACET_HEADERS } from './header-notes.ts'
import { DEEP_COST_TENTHS, SEARCH_BODY_BYTES_MAX, SEARCH_COST_TENTHS, searchBody } from './search-route.ts'

/** Cost of the counts of a normal search, in tenths of a unit. */
const FACETS_COST_TENTHS = 2 * SEARCH_COST_TENTHS
/** Cost of the counts of a deep search: as much more as the search itself costs more. */
const DEEP_FACETS_COST_TENTHS = FACETS_COST_TENTHS + DEEP_COST_TENTHS - SEARCH_COST_TENTHS
const NS_PER_MS = 1e6

/** The body of the search, without the fields that choose a page. */
export const facetsBody = searchBody.omit({ limit: true, cursor: true, include: true })
type FacetsBody = z.output<typeof facetsBody>

const values = z
  .array(z.strictObject({ value: z.string(), count: z.int().min(1) }).meta({ title: 'FacetValue' }))
  .max(FACET_VALUES_MAX)

/** The counts of a search by each facet. */
export const facetsSchema = z.strictObject({
  total: z.int().min(0).meta({ de: 'Zahl der Treffer.', en: 'Number of hits.' }),
  exact: z.boolean().meta({
    de: `\`false\`: Alle Zahlen sind Untergrenzen, weil es mehr als ${HITS_MAX.toLocaleString('de')} Treffer gibt oder die erweiterte Suche ihr Zeitlimit erreicht hat.`,
    en: `\`false\`: all counts are lower bounds, because there are more than ${HITS_MAX.toLocaleString('en')} hits or the deep search reached its time limit.`,
  }),
  status: values,
  legal_form: values,
  register_type: values,
  state: values.meta({ de: 'Bundesländer nach ISO 3166-2.', en: 'States by ISO 3166-2.' }),
  register_court: values,
  seat: values,
})

/** The route that counts the hits of a search. */
export const facetsRoute: Route = defineRoute({
  id: 'countCompanies',
  method: 'POST',
  path: '/api/v1/companies/search/facets',
  access: 'companies:search',
  costTenths: SEARCH_COST_TENTHS,
  bodyBytesMax: SEARCH_BODY_BYTES_MAX,
  body: facetsBody,
  result: facetsSchema,
  resultHeaders: FACET_HEADERS,
  exampleBody: { name: 'Carl Zeiss' },
  errors: ['invalid_request'],
  summary: { de: 'Treffer zählen', en: 'Count the hits of a search' },
  description: {
    de: `Zählt die Treffer einer Suche nach Status, Rechtsform, Registerart, Bundesland, Registergericht und Sitz: je bis zu ${FACET_VALUES_MAX} Werte, die häufigsten zuerst. Unternehmen ohne bekannten Wert fehlen in der jeweiligen Liste. Kostet 2, als erweiterte Suche 6.`,
    en: `Counts the hits of a search by status, legal form, register type, state, register court and seat: up to ${FACET_VALUES_MAX} values each, the most frequent first. Companies without a known value are missing from the list in question. Costs 2, as a deep search 6.`,
  },
  answer: (needs, call) => answerFacets(needs, call),
})

async function answerFacets(needs: HttpNeeds, call: Call<unknown, FacetsBody>): Promise<Answer> {
  const { name, deep, min_score: minScore } = call.body
  await payFor(call)
  const startNs = needs.clock.monotonicNs()
  const found = await searchFacets(needs, {
    ...{ name, deep, minScore },
    filters: readFilters(SEARCH_FILTERS, call.body),
  })
  const tookMs = Number(needs.clock.monotonicNs() - startNs) / NS_PER_MS
  return jsonAnswer(facetsWire(found), {
    'server-timing': `search;dur=${tookMs.toFixed(3)}`,
    'x-search-mode': deep ? 'deep' : 'normal',
    ...(found.partial && { 'x-search-partial': 'true' }),
  })
}

/** Charges the counts before the search. */
function payFor(call: Call<unknown, FacetsBody>) {
  const { deep } = call.body
  const costTenths = deep ? DEEP_FACETS_COST_TENTHS : FACETS_COST_TENTHS
  call.checkQuota(costTenths, deep ? '/deep' : '')
  if (deep) call.need('companies:search:deep')
  return whenReady(call.charge(costTenths), () => {
    if (deep) call.markDeep()
  })
}

/** Converts counts to their JSON form. */
export function facetsWire({ total, isExact, values }: FacetAnswer): z.input<typeof facetsSchema> {
  return {
    total,
    exact: isExact,
    status: [...values.status],
    legal_form: [...values.legalForm],
    register_type: [...values.registerType],
    state: [...values.state],
    register_court: [...values.registerCourt],
    seat: [...values.seat],
  }
}
