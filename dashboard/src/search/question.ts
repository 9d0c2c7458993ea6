/** The search as the URL contains it, so that it can be shared and found again by going back. */

import type { AppSearchBody } from '../api/types.ts'

export const MODES = ['normal', 'deep', 'both'] as const
export type Mode = (typeof MODES)[number]

export const FILTER_NAMES = [
  'legal_form',
  'status',
  'register_court',
  'city',
  'state',
  'country',
  'former',
] as const satisfies readonly (keyof AppSearchBody)[]
export type FilterName = (typeof FILTER_NAMES)[number]
export type Filters = Readonly<Record<FilterName, readonly string[]>>

export interface Question {
  /** Empty if there is no search yet. */
  readonly name: string
  readonly mode: Mode
  readonly filters: Filters
}

export const NO_FILTERS: Filters = {
  legal_form: [],
  status: [],
  register_court: [],
  city: [],
  state: [],
  country: [],
  former: [],
}
/** Values per filter; the server refuses more. */
const FILTER_VALUES_MAX = 50
/** The same limit as on the server. */
export const NAME_CHARS_MAX = 500

/** Separates the values of one filter; no court, form or city contains it. */
const SEPARATOR = '~'

/** Parses `?q=siemens&mode=deep&status=active~removed`. Unknown values are left out. */
export function readQuestion(search: string): Question {
  const params = new URLSearchParams(search)
  const mode = params.get('mode')
  return {
    name: (params.get('q') ?? '').trim(),
    mode: mode === 'deep' || mode === 'both' ? mode : 'normal',
    filters: Object.fromEntries(
      FILTER_NAMES.map((name) => [name, valuesIn(params.get(name))]),
    ) as unknown as Filters,
  }
}

/** Returns the query string with its `?`; empty if there is no search. */
export function writeQuestion({ name, mode, filters }: Question): string {
  const params = new URLSearchParams()
  if (name !== '') params.set('q', name)
  if (mode !== 'normal') params.set('mode', mode)
  for (const filter of FILTER_NAMES) {
    if (filters[filter].length > 0) params.set(filter, filters[filter].join(SEPARATOR))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

function valuesIn(text: string | null): readonly string[] {
  const values = (text ?? '').split(SEPARATOR).filter((value) => value !== '')
  return [...new Set(values)].slice(0, FILTER_VALUES_MAX)
}

export function countFilters(filters: Filters): number {
  return FILTER_NAMES.reduce((sum, name) => sum + filters[name].length, 0)
}

/**
 * Returns the body of the request; a filter without values is left out. A normal search leaves the mode open,
 * so that the server searches deep if nothing is found. In two columns the normal one shows what a normal
 * search alone finds.
 */
export function bodyOf({ name, mode, filters }: Question, isDeep: boolean): Record<string, unknown> {
  const { former, ...given } = filters
  return {
    name,
    ...((isDeep || mode === 'both') && { deep: isDeep }),
    ...Object.fromEntries(Object.entries(given).filter(([, values]) => values.length > 0)),
    // The only filter with a single value.
    ...(former[0] !== undefined && { former: former[0] }),
  }
}
