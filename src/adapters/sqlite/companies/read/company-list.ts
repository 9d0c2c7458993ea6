/**
 * The queries of the list of companies. A page costs the same at any position, and filters examine a bounded
 * number of rows.
 */
import {
  LIST_ROWS_EXAMINED_MAX,
  type ListPlace,
  type ListQuestion,
  type ListSort,
} from '../../../../core/company/company-store.ts'
import { conditionsOf, LIST_ORDERS, type ListCondition } from '../../../company-rows/read/list-question.ts'
import type { Query } from '../../database/statements.ts'
import { IS_SHOWN } from '../tables/suppressions.ts'
import { bytesOfUuid } from '../tables/uuid-bytes.ts'

/**
 * Returns a query for the last row that a page with filters examines; it finds none if the list ends before.
 */
export function windowEndQuery(question: ListQuestion): Query {
  return rowsQuery(question, startOf(question), { limit: 1, offset: LIST_ROWS_EXAMINED_MAX - 1 })
}

/** Returns a query for the rows of the page and one more, up to and including `end`. */
export function pageQuery(question: ListQuestion, end: ListPlace | undefined): Query {
  const conditions = [...startOf(question), ...conditionsOf(question).map(conditionOf)]
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
  const { column, isDescending } = LIST_ORDERS[sort]
  return `${column} ${isDescending ? 'DESC' : 'ASC'}, uuid`
}

/** Returns the conditions for the rows at which the page may start. */
function startOf({ sort, after, updatedSinceMs }: ListQuestion): Condition[] {
  const conditions: Condition[] = []
  // In this order the companies that are new enough come first: the scan ends after them.
  if (sort === '-updated_at' && updatedSinceMs !== undefined)
    conditions.push(conditionOf({ is: 'from', column: 'updated_at_ms', value: updatedSinceMs }))
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
  const { column, isDescending } = LIST_ORDERS[sort]
  const sign = isDescending ? signs.descending : signs.ascending
  return {
    sql: `${column} ${sign}= ? AND (${column} ${sign} ? OR uuid ${signs.uuid} ?)`,
    values: [place.value, place.value, uuid],
  }
}

/** Returns a condition with one parameter for any number of values, so that the statement stays prepared. */
function conditionOf(condition: ListCondition): Condition {
  const { column } = condition
  if (condition.is === 'from') return { sql: `${column} >= ?`, values: [condition.value] }
  if (condition.is === 'to') return { sql: `${column} <= ?`, values: [condition.value] }
  const values = [JSON.stringify(condition.values)]
  if (condition.is === 'one_of') return { sql: `${column} IN (SELECT value FROM json_each(?))`, values }
  const isStart = `substr(${column}, 1, length(value)) = value`
  return { sql: `EXISTS (SELECT 1 FROM json_each(?) WHERE ${isStart})`, values }
}
