/** The filters that search and list have in common, as the ports compare them. */
import type { SearchFilters } from '../../names/search/query.ts'

/** Complete by type, so that no filter can be left out of a cursor. New filters go to the end: the order is part of every cursor. */
const FILTER_NAMES = Object.keys({
  status: 0,
  legalForm: 0,
  registerType: 0,
  court: 0,
  city: 0,
} satisfies Record<keyof SearchFilters, 0>) as readonly (keyof SearchFilters)[]

/** The values of every filter, in a form in which equal filters are equal texts; `null` for an absent filter. */
export function filterValues(filters: SearchFilters): readonly (readonly string[] | null)[] {
  return FILTER_NAMES.map((name) => sortedValues(filters[name]))
}

/** Sorts the values of one filter, whose order and repetitions mean nothing. */
export function sortedValues(values: readonly string[] | undefined): readonly string[] | null {
  return values === undefined ? null : [...new Set(values)].sort()
}
