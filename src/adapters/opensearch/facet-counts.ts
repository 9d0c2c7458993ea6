/** Counts companies by the fields of the facets. */
import { areaOf, courtNameOfArea } from '../../names/reading/register-area.ts'
import { isGerman } from '../../names/reading/register-number.ts'
import { stateOfCourt } from '../../names/reading/state.ts'
import { FACETS, type Facet, type FacetCounts } from '../../names/search/facets.ts'
import type { FoundCompany } from './stored-company.ts'

/** The value of each facet; '' and `undefined` are not counted. */
const VALUES: Readonly<Record<Facet, (company: FoundCompany) => string | undefined>> = {
  status: ({ status }) => status,
  legalForm: ({ form }) => form,
  registerType: ({ register }) => (isGerman(register) ? register.type : undefined),
  state: (company) => stateOfCourt(areaOf(company)),
  registerCourt: (company) => courtNameOfArea(areaOf(company)),
  seat: ({ seat }) => seat,
}

/** Returns the number of companies by each value. */
export function countFacets(companies: readonly FoundCompany[]): FacetCounts {
  const counts = FACETS.map((facet) => {
    const byValue = new Map<string, number>()
    for (const company of companies) {
      const value = VALUES[facet](company)
      if (value) byValue.set(value, (byValue.get(value) ?? 0) + 1)
    }
    return [facet, byValue] as const
  })
  return Object.fromEntries(counts) as unknown as FacetCounts
}
