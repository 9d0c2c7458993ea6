/**
 * What is asked, as the address bar holds it: so a page can be sent to somebody, and the way back finds it
 * again.
 */

import type { AppSearchBody } from '../api/types.ts'

export const MODES = ['normal', 'deep', 'both'] as const
export type Mode = (typeof MODES)[number]

export const FILTER_NAMES = [
  'legal_form',
  'status',
  'register_court',
  'city',
] as const satisfies readonly (keyof AppSearchBody)[]
export type FilterName = (typeof FILTER_NAMES)[number]
export type Filters = Readonly<Record<FilterName, readonly string[]>>

export interface Question {
  /** Empty = nothing is asked yet. */
  readonly name: string
  readonly mode: Mode
  readonly filters: Filters
}

export const NO_FILTERS: Filters = { legal_form: [], status: [], register_court: [], city: [] }
/** Of one filter; more are refused by the server. */
const FILTER_VALUES_MAX = 50
/** As the server has it. */
export const NAME_CHARS_MAX = 500

/** Between the values of one filter; no court, form or place has it. */
const SEPARATOR = '~'

/** `?q=siemens&mode=deep&status=active~removed`; what is not understood is left out. */
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

/** With its `?`; empty when nothing is asked. */
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
 * The body that asks the server; a filter without values does not restrict. A normal search leaves the mode
 * open, so that the server searches deep where nothing is found; side by side, the normal column is to show
 * what it really finds.
 */
export function bodyOf({ name, mode, filters }: Question, isDeep: boolean): Record<string, unknown> {
  return {
    name,
    ...((isDeep || mode === 'both') && { deep: isDeep }),
    ...Object.fromEntries(Object.entries(filters).filter(([, values]) => values.length > 0)),
  }
}
