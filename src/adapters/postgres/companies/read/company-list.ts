/**
 * The queries of the list of companies. A page costs the same at any position, and filters examine a bounded
 * number of rows.
 */
import {
  LIST_ROWS_EXAMINED_MAX,
  type ListPlace,
  type ListQuestion,
} from '../../../../core/company/company-store.ts'
import { conditionsOf, LIST_ORDERS, type ListCondition } from '../../../company-rows/read/list-question.ts'
import type { Query } from '../../database/statements.ts'
import { SORT_COLUMNS, sortValue } from '../tables/company-migrations.ts'
import { IS_SHOWN } from '../tables/suppressions.ts'

/**
 * Returns a query for the last row that a page with filters examines; it finds none if the list ends before.
 */
export function windowEndQuery(question: ListQuestion): Query {
  return rowsQuery(question, startOf(question), { limit: 1, offset: LIST_ROWS_EXAMINED_MAX - 1 })
}

/** Returns a query for the rows of the page and one more, up to and including `end`. */
export function pageQuery(question: ListQuestion, end: ListPlace | undefined): Query {
  const conditions = [...startOf(question), ...conditionsOf(question).map(conditionOf)]
  if (end !== undefined) conditions.push(isBeside(question, end, '<='))
  return rowsQuery(question, conditions, { limit: question.limit + 1, offset: 0 })
}

/** Returns a condition after its values were added to the parameters: `$1`, `$2` … */
type Condition = (parameters: unknown[]) => string

function rowsQuery(
  question: ListQuestion,
  conditions: readonly Condition[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Query {
  const parameters: unknown[] = []
  const where = [IS_SHOWN, ...conditions.map((condition) => condition(parameters))].join(' AND ')
  const order = [...sortColumns(question), 'uuid'].join(', ')
  // The planner takes the index in this order only if it knows how few rows are wanted.
  const window = `LIMIT ${limit} OFFSET ${offset}`
  return { sql: `SELECT * FROM companies WHERE ${where} ORDER BY ${order} ${window}`, parameters }
}

/** Returns the column that comes before the uuid, if any. */
function sortColumns({ sort }: ListQuestion): readonly string[] {
  return sort === 'uuid' ? [] : [SORT_COLUMNS[LIST_ORDERS[sort].column]]
}

/** Returns the conditions for the rows at which the page may start. */
function startOf(question: ListQuestion): Condition[] {
  const { sort, after, updatedSinceMs } = question
  const conditions: Condition[] = []
  // In this order the companies that are new enough come first: the scan ends after them.
  if (sort === '-updated_at' && updatedSinceMs !== undefined) conditions.push(isUpdatedSince(updatedSinceMs))
  if (after !== undefined) conditions.push(isBeside(question, after, '>'))
  return conditions
}

/** Returns the condition for rows after a position, or up to and including it: one comparison, which the index answers. */
function isBeside({ sort }: ListQuestion, place: ListPlace, sign: '>' | '<='): Condition {
  return (parameters) => {
    if (sort === 'uuid') return `uuid ${sign} ${placeholder(parameters, place.uuid)}::uuid`
    const { column } = LIST_ORDERS[sort]
    const value = sortValue(column, placeholder(parameters, place.value))
    const uuid = placeholder(parameters, place.uuid)
    return `(${SORT_COLUMNS[column]}, uuid) ${sign} (${value}, ${uuid}::uuid)`
  }
}

/** Written as the index has it. */
function isUpdatedSince(ms: number): Condition {
  return (parameters) =>
    `${SORT_COLUMNS.updated_at_ms} <= ${sortValue('updated_at_ms', placeholder(parameters, ms))}`
}

function conditionOf(condition: ListCondition): Condition {
  const { column } = condition
  return (parameters) => {
    if (condition.is === 'from') return `${column} >= ${placeholder(parameters, condition.value)}`
    if (condition.is === 'to') return `${column} <= ${placeholder(parameters, condition.value)}`
    const values = `${placeholder(parameters, condition.values)}::text[]`
    if (condition.is === 'one_of') return `${column} = ANY (${values})`
    return `EXISTS (SELECT 1 FROM unnest(${values}) AS start WHERE starts_with(${column}, start))`
  }
}

function placeholder(parameters: unknown[], value: unknown): string {
  parameters.push(value)
  return `$${parameters.length}`
}
