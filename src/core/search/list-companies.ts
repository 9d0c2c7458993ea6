/** The list of all companies: filtered, sorted and paged to its end. */

import type { Company } from '../company/company.ts'
import { filterValues, LIST_FILTERS, type ListFilters } from '../company/company-filters.ts'
import type { ListPlace, ListQuestion, ListSort } from '../company/company-store.ts'
import { Failure } from '../failure.ts'
import type { Needs } from '../ports.ts'
import { readCursor, writeCursor } from './cursor.ts'

/** All sort orders. */
export const LIST_SORTS = ['uuid', 'name', '-updated_at'] as const satisfies readonly ListSort[]

/** Most rows of a page. */
export const LIST_LIMIT_MAX = 100
/** Most rows of an export. */
export const EXPORT_LIMIT_MAX = 10_000
/** Rows of a page by default. */
export const LIST_LIMIT_DEFAULT = 25

/** A request for a page of the list. */
export interface ListRequest {
  readonly filters: ListFilters
  readonly sort: ListSort
  readonly limit: number
  readonly cursor?: string | undefined
  /**
   * The `end` of the first of several answers that are returned as one page; none of them reads beyond it.
   */
  readonly end?: ListPlace | undefined
}

/** A page of the list. */
export interface ListAnswer {
  readonly companies: readonly Company[]
  /**
   * The cursor of the next page; `undefined` on the last one. A page may be shorter than `limit` and still
   * have a next one.
   */
  readonly next: string | undefined
  /** The last row that the page may read; `undefined` = the end of the list. */
  readonly end: ListPlace | undefined
}

type UnpagedQuestion = Omit<ListQuestion, 'limit' | 'after' | 'end'>

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Returns a page of the list. When the filters exclude every company the list ends at once, so that the
 * client does not page through the whole register for nothing.
 *
 * @throws {Failure} `invalid_request` if the cursor is invalid or belongs to another list.
 */
export async function listCompanies(
  { companies }: Needs<'companies'>,
  request: ListRequest,
): Promise<ListAnswer> {
  const question = questionOf(request)
  const after = placeAfter(question, request)
  if (isSurelyEmpty(question)) return { companies: [], next: undefined, end: undefined }
  const end = request.end && { end: request.end }
  const page = await companies.list({ ...question, limit: request.limit, ...after, ...end })
  const next = page.next && writeCursor(textOf(question), [page.next.value, page.next.uuid])
  return { companies: page.companies, next, end: page.end }
}

/**
 * Checks the cursor of a request before any work is done for it.
 *
 * @throws {Failure} as `listCompanies`.
 */
export function checkCursor(request: ListRequest): void {
  placeAfter(questionOf(request), request)
}

function placeAfter(question: UnpagedQuestion, { cursor }: ListRequest): { readonly after?: ListPlace } {
  return cursor === undefined ? {} : { after: placeOf(question, cursor) }
}

function questionOf({ filters, sort }: ListRequest): UnpagedQuestion {
  return { ...filters, sort }
}

/**
 * Whether the question alone excludes every company, for example by an unknown court or a period that ends
 * before it starts.
 */
function isSurelyEmpty(question: UnpagedQuestion): boolean {
  if (Object.values(question).some((value) => Array.isArray(value) && value.length === 0)) return true
  const { registeredFrom, registeredTo } = question
  return registeredFrom !== undefined && registeredTo !== undefined && registeredFrom > registeredTo
}

function placeOf(question: UnpagedQuestion, cursor: string): ListPlace {
  const read = readCursor(textOf(question), cursor)
  if (read.kind === 'mismatch') throw cursorFault('mismatch')
  const place = read.kind === 'place' ? soundPlace(question.sort, read.place) : undefined
  if (place === undefined) throw cursorFault('format')
  return place
}

function soundPlace(sort: ListSort, parts: readonly unknown[]): ListPlace | undefined {
  const [value, uuid] = parts
  const isValue = sort === '-updated_at' ? Number.isSafeInteger(value) : typeof value === 'string'
  if (parts.length !== 2 || !isValue || typeof uuid !== 'string' || !UUID.test(uuid)) return undefined
  return { value: value as string | number, uuid }
}

function cursorFault(reason: 'format' | 'mismatch'): Failure {
  return new Failure('invalid_request', `the cursor was refused: ${reason}`, [{ field: 'cursor', reason }])
}

/** Returns a text that is the same for the same list. The order of a filter's values does not matter. */
function textOf(question: UnpagedQuestion): string {
  return JSON.stringify(['list', question.sort, ...filterValues(LIST_FILTERS, question)])
}
