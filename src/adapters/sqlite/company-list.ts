/** The register as a list: a page costs the same wherever it lies, and filters look at a bounded number of rows. */
import { type CompiledQuery, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import {
  LIST_ROWS_EXAMINED_MAX,
  type ListPlace,
  type ListQuestion,
  type ListSort,
} from '../../core/company/company-store.ts'
import { bytesOfUuid, type CompanyRow, textOfUuid } from './company-rows.ts'
import type { CompanyTables } from './company-tables.ts'

type Query = SelectQueryBuilder<CompanyTables, 'companies', object>

/** Each order: the columns of its index, where a place lies in it, and the place of a row. */
const SORTS: Record<
  ListSort,
  {
    readonly columns: readonly string[]
    values(place: ListPlace): readonly unknown[]
    place(row: CompanyRow): ListPlace
  }
> = {
  uuid: {
    columns: ['uuid'],
    values: (place) => [bytesOfUuid(place.uuid)],
    place: (row) => ({ value: textOfUuid(row.uuid), uuid: textOfUuid(row.uuid) }),
  },
  name: {
    columns: ['name_folded', 'uuid'],
    values: (place) => [place.value, bytesOfUuid(place.uuid)],
    place: (row) => ({ value: row.name_folded, uuid: textOfUuid(row.uuid) }),
  },
  '-updated_at': {
    columns: ['-updated_at_ms', 'uuid'],
    values: (place) => [-Number(place.value), bytesOfUuid(place.uuid)],
    place: (row) => ({ value: row.updated_at_ms, uuid: textOfUuid(row.uuid) }),
  },
}

export function placeOf(sort: ListSort, row: CompanyRow): ListPlace {
  return SORTS[sort].place(row)
}

/** Whether the question leaves rows out, so that the end of what is looked at must be known. */
export function isFiltered(question: ListQuestion): boolean {
  const { sort: _sort, limit: _limit, after: _after, ...filters } = question
  return Object.values(filters).some((value) => value !== undefined)
}

/** The last row that a page with filters looks at; no row when the list ends before. */
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

/** The rows of the page and one more, up to and with `end`. */
export function pageQuery(
  kysely: Kysely<CompanyTables>,
  question: ListQuestion,
  end: ListPlace | undefined,
): CompiledQuery<CompanyRow> {
  let query = filtered(inOrder(kysely, question), question)
  if (end !== undefined) query = query.where(comparison(question.sort, '<=', end))
  return query
    .selectAll()
    .limit(question.limit + 1)
    .compile() as CompiledQuery<CompanyRow>
}

function inOrder(kysely: Kysely<CompanyTables>, question: ListQuestion): Query {
  let query: Query = kysely.selectFrom('companies')
  for (const column of SORTS[question.sort].columns) query = query.orderBy(sql.raw(column))
  if (question.after !== undefined) query = query.where(comparison(question.sort, '>', question.after))
  // In this order the companies that are new enough are the first ones: the index ends the walk.
  if (question.sort === '-updated_at' && question.updatedSinceMs !== undefined) {
    query = query.where(sql<boolean>`-updated_at_ms <= ${-question.updatedSinceMs}`)
  }
  return query
}

/** Row values: SQLite answers them by one step into the index. */
function comparison(sort: ListSort, operator: '>' | '<=', place: ListPlace) {
  const { columns, values } = SORTS[sort]
  return sql<boolean>`(${sql.join(columns.map((column) => sql.raw(column)))}) ${sql.raw(operator)} (${sql.join(values(place))})`
}

function filtered(query: Query, question: ListQuestion): Query {
  let result = query
  for (const [column, values] of [
    ['status', question.status],
    ['legal_form', question.legalForm],
    ['register_type', question.registerType],
    ['court', question.court],
    ['seat_folded', question.city],
    ['postcode', question.postcode],
  ] as const) {
    if (values !== undefined) result = result.where(isOneOf(column, values))
  }
  if (question.updatedSinceMs !== undefined)
    result = result.where('updated_at_ms', '>=', question.updatedSinceMs)
  if (question.registeredFrom !== undefined)
    result = result.where('registered_on', '>=', question.registeredFrom)
  if (question.registeredTo !== undefined) result = result.where('registered_on', '<=', question.registeredTo)
  return result
}

/** One parameter whatever the number of values, so that the statement stays prepared. */
function isOneOf(column: string, values: readonly string[]) {
  return sql<boolean>`${sql.raw(column)} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
}
