/** The list of companies: its orders, positions and filters, as columns of `companies`. */
import type { ListFilters } from '../../../core/company/company-filters.ts'
import type { ListPlace, ListQuestion, ListSort } from '../../../core/company/company-store.ts'
import { courtsOfState } from '../../../names/reading/state.ts'
import type { CompanyRow } from '../rows/company-rows.ts'

/** The column and the direction of a sort order; equal values are sorted by uuid. */
export interface ListOrder {
  readonly column: 'name_folded' | 'updated_at_ms'
  readonly isDescending: boolean
}

/** The sort orders except `uuid`. */
export const LIST_ORDERS: Readonly<Record<Exclude<ListSort, 'uuid'>, ListOrder>> = {
  name: { column: 'name_folded', isDescending: false },
  '-updated_at': { column: 'updated_at_ms', isDescending: true },
}

/** Returns the position of a row in the list. */
export function placeOf(sort: ListSort, row: CompanyRow, uuid: string): ListPlace {
  return { value: sort === 'uuid' ? uuid : row[LIST_ORDERS[sort].column], uuid }
}

/** A condition for a row: its column is one of the values, begins with one of them, or is not before or after one. */
export type ListCondition = ListOfValues<'one_of'> | ListOfValues<'start_of'> | Bound<'from'> | Bound<'to'>

interface Bound<Is> {
  readonly is: Is
  readonly column: keyof CompanyRow
  readonly value: string | number
}

interface ListOfValues<Is> {
  readonly is: Is
  readonly column: keyof CompanyRow
  readonly values: readonly string[]
}

/** The condition of every filter; complete by type. */
const CONDITIONS: {
  readonly [Name in keyof ListFilters]-?: (value: Required<ListFilters>[Name]) => ListCondition
} = {
  status: (values) => ({ is: 'one_of', column: 'status', values }),
  legalForm: (values) => ({ is: 'one_of', column: 'legal_form', values }),
  registerType: (values) => ({ is: 'one_of', column: 'register_type', values }),
  court: (values) => ({ is: 'one_of', column: 'court', values }),
  city: (values) => ({ is: 'one_of', column: 'seat_folded', values }),
  state: (values) => ({ is: 'one_of', column: 'court', values: values.flatMap(courtsOfState) }),
  postcode: (values) => ({ is: 'start_of', column: 'postcode', values }),
  country: (values) => ({ is: 'one_of', column: 'country', values }),
  updatedSinceMs: (value) => ({ is: 'from', column: 'updated_at_ms', value }),
  registeredFrom: (value) => ({ is: 'from', column: 'registered_on', value }),
  registeredTo: (value) => ({ is: 'to', column: 'registered_on', value }),
}
const FILTERS = Object.entries(CONDITIONS) as [keyof ListFilters, (value: never) => ListCondition][]

/** Returns the conditions of the filters of a question. */
export function conditionsOf(question: ListQuestion): readonly ListCondition[] {
  return FILTERS.flatMap(([name, condition]) => {
    const value = question[name]
    return value === undefined ? [] : [condition(value as never)]
  })
}

/** Returns whether the question has filters, so that the end of the examined rows must be known. */
export function isFiltered(question: ListQuestion): boolean {
  return FILTERS.some(([name]) => question[name] !== undefined)
}
