/** The filters of a search as clauses of OpenSearch. */
import type { SearchFilters } from '../../names/search/query.ts'

/** A clause of a query. */
export type Clause = object

const NOTHING: Clause = { match_none: {} }

function oneOf(field: string): (wanted: readonly string[]) => Clause {
  return (wanted) => (wanted.length === 0 ? NOTHING : { terms: { [field]: wanted } })
}

function startsWithOneOf(field: string): (wanted: readonly string[]) => Clause {
  return (wanted) =>
    wanted.length === 0
      ? NOTHING
      : { bool: { should: wanted.map((start) => ({ prefix: { [field]: start } })) } }
}

type CompanyFilters = Omit<SearchFilters, 'former'>

/** The clause of every filter of companies; complete by type. */
const CLAUSES: Readonly<Record<keyof CompanyFilters, (wanted: readonly string[]) => Clause>> = {
  status: oneOf('status'),
  legalForm: oneOf('legalForm'),
  registerType: oneOf('registerType'),
  court: oneOf('court'),
  city: oneOf('city'),
  state: oneOf('state'),
  postcode: startsWithOneOf('postcode'),
  country: oneOf('country'),
}

/** Returns the clauses that a company must satisfy. */
export function filterClauses(filters: CompanyFilters): readonly Clause[] {
  return Object.entries(CLAUSES).flatMap(([name, clauseOf]) => {
    const wanted = filters[name as keyof CompanyFilters]
    return wanted === undefined ? [] : [clauseOf(wanted)]
  })
}

/** Returns a conjunction. */
export function allOf(clauses: readonly Clause[]): Clause {
  return { bool: { filter: clauses } }
}

/** Returns a disjunction. */
export function anyOf(clauses: readonly Clause[]): Clause {
  return clauses.length === 0 ? NOTHING : { bool: { should: clauses, minimum_should_match: 1 } }
}
