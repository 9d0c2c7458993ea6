/**
 * The filters of search and list: one table, from which input, cursors and the tables of other layers are
 * typed.
 */
import type { CountryCode } from '../../names/reading/country.ts'
import { courtsByText } from '../../names/reading/court.ts'
import type { StateCode } from '../../names/reading/state.ts'
import type { FormerFilter, SearchFilters } from '../../names/search/query.ts'
import type { Status } from '../../names/search/status.ts'
import { foldWhole } from '../../names/text/fold.ts'

/** The filters of the list: those of a search that compare companies, and those that only the store compares. */
export interface ListFilters extends Omit<SearchFilters, 'former'> {
  readonly updatedSinceMs?: number
  /** `YYYY-MM-DD`, inclusive; companies without a date never match. */
  readonly registeredFrom?: string
  readonly registeredTo?: string
}

/** How one filter is read. */
interface FilterRule<Value> {
  /** The name of the input field. */
  readonly field: string
  /** Converts the value of the field to the one that the ports compare. */
  readonly read: (written: never) => Value
}

type FilterTable<Filters> = {
  readonly [Name in keyof Filters]-?: FilterRule<Required<Filters>[Name]>
}
/** A table of filters. */
export type FilterRules = Readonly<Record<string, FilterRule<unknown>>>

/** The filters that compare companies, in searches and in the list. */
const COMPANY_FILTERS = {
  status: { field: 'status', read: asWritten<readonly Status[]> },
  legalForm: { field: 'legal_form', read: asWritten<readonly string[]> },
  registerType: { field: 'register_type', read: asWritten<readonly string[]> },
  /** Names, codes or aliases of courts; an unknown one matches nothing. */
  court: { field: 'register_court', read: courtsOf },
  /** Seats in any spelling. */
  city: { field: 'city', read: seatsOf },
  state: { field: 'state', read: asWritten<readonly StateCode[]> },
  /** Beginnings of postcodes. */
  postcode: { field: 'postcode', read: asWritten<readonly string[]> },
  country: { field: 'country', read: asWritten<readonly CountryCode[]> },
} as const satisfies FilterTable<Omit<SearchFilters, 'former'>>

/** The filters of a search. The order is part of every cursor: new filters go to the end. */
export const SEARCH_FILTERS = {
  ...COMPANY_FILTERS,
  former: { field: 'former', read: asWritten<FormerFilter> },
} as const satisfies FilterTable<SearchFilters>

/** The filters of the list. The order is part of every cursor: new filters go to the end. */
export const LIST_FILTERS = {
  ...COMPANY_FILTERS,
  /** RFC 3339. */
  updatedSinceMs: { field: 'updated_since', read: (written: string) => Date.parse(written) },
  registeredFrom: { field: 'registered_from', read: asWritten<string> },
  registeredTo: { field: 'registered_to', read: asWritten<string> },
} as const satisfies FilterTable<ListFilters>

/** The input fields of a table of filters. An absent one does not restrict. */
export type FilterInput<Table extends FilterRules> = {
  readonly [Name in keyof Table as Table[Name]['field']]?: Parameters<Table[Name]['read']>[0] | undefined
}

/** Converts input fields to filters as the ports compare them. */
export function readFilters<Table extends FilterRules>(
  table: Table,
  input: FilterInput<Table>,
): { readonly [Name in keyof Table]?: ReturnType<Table[Name]['read']> } {
  const filters: { [Name in keyof Table]?: ReturnType<Table[Name]['read']> } = {}
  for (const name in table) {
    const { field, read } = table[name] as Table[typeof name]
    const written = input[field as keyof FilterInput<Table>]
    if (written !== undefined)
      filters[name] = read(written as never) as ReturnType<Table[typeof name]['read']>
  }
  return filters
}

/**
 * Returns the values of every filter of a table, in a form in which equal filters are equal texts; `null` for
 * an absent filter. Order and repetitions of a filter's values mean nothing.
 */
export function filterValues<Table extends FilterRules>(
  table: Table,
  filters: { readonly [Name in keyof Table]?: unknown },
): readonly unknown[] {
  return Object.keys(table).map((name) => {
    const value = filters[name]
    return Array.isArray(value) ? [...new Set(value)].sort() : (value ?? null)
  })
}

function asWritten<Value>(written: Value): Value {
  return written
}

function courtsOf(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap(courtsByText))]
}

/**
 * A seat is compared as a whole. A double seat (`Berlin und München`) cannot be told from a place or the description of a branch
 * that contains the same word (`Flieden-Höf und Haid`, `… der Firma Nyssen u. Co.`), which most of such seats are.
 */
function seatsOf(cities: readonly string[]): readonly string[] {
  return [...new Set(cities.map(foldWhole).filter((seat) => seat !== ''))]
}
