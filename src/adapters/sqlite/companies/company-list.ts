/**
 * The queries of the list of companies. A page costs the same at any position, and filters examine a bounded
 * number of rows.
 */
import {
  type CompiledQuery,
  type Expression,
  expressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { ListFilters } from '../../../core/company/company-filters.ts'
import {
  LIST_ROWS_EXAMINED_MAX,
  type ListPlace,
  type ListQuestion,
  type ListSort,
} from '../../../core/company/company-store.ts'
import { bytesOfUuid, type CompanyRow, textOfUuid } from './company-rows.ts'
import type { CompanyTables } from './company-tables.ts'
import { IS_SHOWN } from './suppressions.ts'

type Query = SelectQueryBuilder<CompanyTables, 'companies', object>
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
export function windowEndQuery(
  kysely: Kysely<CompanyTables>,
  question: ListQuestion,
): CompiledQuery<CompanyRow> {
  return inOrder(kysely, question)
    .selectAll()
    .limit(1)
    .offset(LIST_ROWS_EXAMINED_MAX - 1)
    .compile() as CompiledQuery<CompanyRow>
}

/** Returns a query for the rows of the page and one more, up to and including `end`. */
export function pageQuery(
  kysely: Kysely<CompanyTables>,
  question: ListQuestion,
  end: ListPlace | undefined,
): CompiledQuery<CompanyRow> {
  let query = filtered(inOrder(kysely, question), question)
  if (end !== undefined) query = query.where(isUpTo(question.sort, end))
  return query
    .selectAll()
    .limit(question.limit + 1)
    .compile() as CompiledQuery<CompanyRow>
}

function inOrder(kysely: Kysely<CompanyTables>, question: ListQuestion): Query {
  const { sort, after, updatedSinceMs } = question
  let query: Query = kysely.selectFrom('companies').where(sql<boolean>`${sql.raw(IS_SHOWN)}`)
  if (sort !== 'uuid') {
    const { column, isDescending } = COLUMN_OF[sort]
    query = query.orderBy(column, isDescending ? 'desc' : 'asc')
  }
  query = query.orderBy('uuid')
  // In this order the companies that are new enough come first: the scan ends after them.
  if (sort === '-updated_at' && updatedSinceMs !== undefined) {
    query = query.where('updated_at_ms', '>=', updatedSinceMs)
  }
  return after === undefined ? query : query.where(isAfter(sort, after))
}

/**
 * Returns the condition for rows after a position. The bound on the column alone lets the index start there;
 * of the rows with the same value (all of an import's batch have one time) those before the position are then
 * skipped.
 */
function isAfter(sort: ListSort, place: ListPlace) {
  const uuid = eb('uuid', '>', bytesOfUuid(place.uuid))
  if (sort === 'uuid') return uuid
  const { column, isDescending } = COLUMN_OF[sort]
  const [within, beyond] = isDescending ? (['<=', '<'] as const) : (['>=', '>'] as const)
  return eb.and([eb(column, within, place.value), eb.or([eb(column, beyond, place.value), uuid])])
}

/** Returns the condition for rows up to and including a position. */
function isUpTo(sort: ListSort, place: ListPlace) {
  const uuid = eb('uuid', '<=', bytesOfUuid(place.uuid))
  if (sort === 'uuid') return uuid
  const { column, isDescending } = COLUMN_OF[sort]
  const [within, before] = isDescending ? (['>=', '>'] as const) : (['<=', '<'] as const)
  return eb.and([eb(column, within, place.value), eb.or([eb(column, before, place.value), uuid])])
}

type Condition = Expression<SqlBool>

const eb = expressionBuilder<CompanyTables, 'companies'>()

/** The condition of every filter; complete by type. */
const CONDITIONS: {
  readonly [Name in keyof ListFilters]-?: (value: Required<ListFilters>[Name]) => Condition
} = {
  status: (values) => isOneOf('status', values),
  legalForm: (values) => isOneOf('legal_form', values),
  registerType: (values) => isOneOf('register_type', values),
  court: (values) => isOneOf('court', values),
  city: (values) => isOneOf('seat_folded', values),
  postcode: (values) => isOneOf('postcode', values),
  updatedSinceMs: (ms) => eb('updated_at_ms', '>=', ms),
  registeredFrom: (date) => eb('registered_on', '>=', date),
  registeredTo: (date) => eb('registered_on', '<=', date),
}
const FILTERS = Object.entries(CONDITIONS) as [keyof ListFilters, (value: never) => Condition][]

function filtered(query: Query, question: ListQuestion): Query {
  let result = query
  for (const [name, condition] of FILTERS) {
    const value = question[name]
    if (value !== undefined) result = result.where(condition(value as never))
  }
  return result
}

/** Returns a condition with one parameter for any number of values, so that the statement stays prepared. */
function isOneOf(column: string, values: readonly string[]): Condition {
  return sql<boolean>`${sql.raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
}
