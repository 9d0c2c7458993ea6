/**
 * The queries of the list of companies. A page costs the same at any position, and filters examine a bounded
 * number of rows.
 */
import type { ListFilters } from '../../../../core/company/company-filters.ts'
import {
  LIST_ROWS_EXAMINED_MAX,
  type ListPlace,
  type ListQuestion,
  type ListSort,
} from '../../../../core/company/company-store.ts'
import { courtsOfState } from '../../../../names/reading/state.ts'
import type { Query } from '../../database/statements.ts'
import { bytesOfUuid, type CompanyRow, textOfUuid } from '../tables/company-rows.ts'
import { IS_SHOWN } from '../tables/suppressions.ts'

type Column = 'name_folded' | 'updated_at_ms'

/** The column and the direction of each sort order except `uuid`; equal values are sorted by uuid. */
const COLUMN_OF: Record<
  Exclude<ListSort, 'uuid'>,
  { readonly column: Column; readonly isDescending: boolean }
> = {
  name: { column: 'name_folded', isDescending: false },
  '-updated_at': { column: 'updated_at_ms', isDescending: true },
}

/** Returns the position of a row in the list. */
export function placeOf(sort: ListSort, row: CompanyRow): ListPlace {
  const uuid = textOfUuid(row.uuid)
  return { value: sort === 'uuid' ? uuid : row[COLUMN_OF[sort].column], uuid }
}

/** Returns whether the question has filters, so that the end of the examined rows must be known. */
export function isFiltered(question: ListQuestion): boolean {
  return FILTERS.some(([name]) => question[name] !== undefined)
}

/**
 * Returns a query for the last row that a page with filters examines; it finds none if the list ends before.
 */
export function windowEndQuery(question: ListQuestion): Query {
  return rowsQuery(question, startOf(question), { limit: 1, offset: LIST_ROWS_EXAMINED_MAX - 1 })
}

/** Returns a query for the rows of the page and one more, up to and including `end`. */
export function pageQuery(question: ListQuestion, end: ListPlace | undefined): Query {
  const conditions = [...startOf(question), ...filtersOf(question)]
  if (end !== undefined) conditions.push(isUpTo(question.sort, end))
  return rowsQuery(question, conditions, { limit: question.limit + 1, offset: 0 })
}

/** A condition with a value for each of its parameters. */
interface Condition {
  readonly sql: string
  readonly values: readonly unknown[]
}

function rowsQuery(
  { sort }: ListQuestion,
  conditions: readonly Condition[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Query {
  const where = [IS_SHOWN, ...conditions.map(({ sql }) => sql)].join(' AND ')
  return {
    sql: `SELECT * FROM companies WHERE ${where} ORDER BY ${orderOf(sort)} LIMIT ? OFFSET ?`,
    parameters: [...conditions.flatMap(({ values }) => values), limit, offset],
  }
}

function orderOf(sort: ListSort): string {
  if (sort === 'uuid') return 'uuid'
  const { column, isDescending } = COLUMN_OF[sort]
  return `${column} ${isDescending ? 'DESC' : 'ASC'}, uuid`
}

/** Returns the conditions for the rows at which the page may start. */
function startOf({ sort, after, updatedSinceMs }: ListQuestion): Condition[] {
  const conditions: Condition[] = []
  // In this order the companies that are new enough come first: the scan ends after them.
  if (sort === '-updated_at' && updatedSinceMs !== undefined)
    conditions.push(CONDITIONS.updatedSinceMs(updatedSinceMs))
  if (after !== undefined) conditions.push(isAfter(sort, after))
  return conditions
}

/**
 * Returns the condition for rows after a position. The bound on the column alone lets the index start there;
 * of the rows with the same value (all of an import's batch have one time) those before the position are then
 * skipped.
 */
function isAfter(sort: ListSort, place: ListPlace): Condition {
  return isBeside(sort, place, { uuid: '>', ascending: '>', descending: '<' })
}

/** Returns the condition for rows up to and including a position. */
function isUpTo(sort: ListSort, place: ListPlace): Condition {
  return isBeside(sort, place, { uuid: '<=', ascending: '<', descending: '>' })
}

/** Returns the condition for rows on one side of a position. `signs` compare the uuid, and the column by its direction. */
function isBeside(
  sort: ListSort,
  place: ListPlace,
  signs: { readonly uuid: string; readonly ascending: string; readonly descending: string },
): Condition {
  const uuid = bytesOfUuid(place.uuid)
  if (sort === 'uuid') return { sql: `uuid ${signs.uuid} ?`, values: [uuid] }
  const { column, isDescending } = COLUMN_OF[sort]
  const sign = isDescending ? signs.descending : signs.ascending
  return {
    sql: `${column} ${sign}= ? AND (${column} ${sign} ? OR uuid ${signs.uuid} ?)`,
    values: [place.value, place.value, uuid],
  }
}

/** The condition of every filter; complete by type. */
const CONDITIONS: {
  readonly [Name in keyof ListFilters]-?: (value: Required<ListFilters>[Name]) => Condition
} = {
  status: (values) => isOneOf('status', values),
  legalForm: (values) => isOneOf('legal_form', values),
  registerType: (values) => isOneOf('register_type', values),
  court: (values) => isOneOf('court', values),
  city: (values) => isOneOf('seat_folded', values),
  state: (values) => isOneOf('court', values.flatMap(courtsOfState)),
  postcode: (values) => startsWithOneOf('postcode', values),
  country: (values) => isOneOf('country', values),
  updatedSinceMs: (ms) => ({ sql: 'updated_at_ms >= ?', values: [ms] }),
  registeredFrom: (date) => ({ sql: 'registered_on >= ?', values: [date] }),
  registeredTo: (date) => ({ sql: 'registered_on <= ?', values: [date] }),
}
const FILTERS = Object.entries(CONDITIONS) as [keyof ListFilters, (value: never) => Condition][]

function filtersOf(question: ListQuestion): readonly Condition[] {
  return FILTERS.flatMap(([name, condition]) => {
    const value = question[name]
    return value === undefined ? [] : [condition(value as never)]
  })
}

/** Returns a condition with one parameter for any number of values, so that the statement stays prepared. */
function isOneOf(column: keyof CompanyRow, values: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] }
}

/** Returns a condition for texts that start with one of the values. */
function startsWithOneOf(column: keyof CompanyRow, values: readonly string[]): Condition {
  const isStart = `substr(${column}, 1, length(value)) = value`
  return { sql: `EXISTS (SELECT 1 FROM json_each(?) WHERE ${isStart})`, values: [JSON.stringify(values)] }
}
