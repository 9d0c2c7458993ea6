/** The cursor of a search: the sort key of the page's last hit, in the order of `names/ranking/rank.ts`. */

import type { SortKey } from '../../names/ranking/rank.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import { filterValues, SEARCH_FILTERS } from '../company/company-filters.ts'
import { Failure } from '../failure.ts'
import { readCursor, writeCursor } from './cursor.ts'

const TIER_MAX = 9
const OTHER_FORM_MAX = 2
/** Bound of the other parts, far above real values, so that those of a forged cursor stay small integers. */
const PART_MAX = 1_000_000
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Changes with the order of hits, so that a cursor of another order is of another query. */
const ORDER_VERSION = 9

/** Everything that the hits and their order depend on: neither the page size nor the additional data. */
type UnpagedQuery = Omit<SearchQuery, 'limit' | 'after'>

/** Makes the cursor of the page after the hit with this sort key. */
export function cursorAfter(query: UnpagedQuery, key: SortKey): string {
  const place = [key.tier, key.step, key.otherForm, key.inactive, key.staticRank, key.uuid]
  return writeCursor(textOf(query), place)
}

/** Whether the cursor was made for this query; `false` also for a text that is not a cursor. */
export function belongsTo(query: UnpagedQuery, cursor: string): boolean {
  return readCursor(textOf(query), cursor).kind === 'place'
}

/**
 * Returns the sort key that a cursor contains.
 *
 * @throws {Failure} `invalid_request` if the text is not a cursor (`format`) or is one of another query
 *   (`mismatch`).
 */
export function placeOfCursor(query: UnpagedQuery, cursor: string): SortKey {
  const read = readCursor(textOf(query), cursor)
  if (read.kind === 'mismatch') throw cursorFault('mismatch')
  const key = read.kind === 'place' ? sortKeyOf(read.place) : undefined
  if (key === undefined) throw cursorFault('format')
  return key
}

function cursorFault(reason: 'format' | 'mismatch'): Failure {
  return new Failure('invalid_request', `the cursor was refused: ${reason}`, [{ field: '/cursor', reason }])
}

function sortKeyOf(place: readonly unknown[]): SortKey | undefined {
  const [tier, step, otherForm, inactive, staticRank, uuid] = place
  const isSound =
    place.length === 6 &&
    isPart(tier, TIER_MAX) &&
    isPart(step, PART_MAX) &&
    isPart(otherForm, OTHER_FORM_MAX) &&
    isPart(inactive, 1) &&
    isPart(staticRank, PART_MAX) &&
    typeof uuid === 'string' &&
    UUID.test(uuid)
  return isSound ? ({ tier, step, otherForm, inactive, staticRank, uuid } as SortKey) : undefined
}

function isPart(value: unknown, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max
}

function textOf(query: UnpagedQuery): string {
  const { name, deep, minScore = 0 } = query
  return JSON.stringify([
    'search',
    ORDER_VERSION,
    name,
    deep,
    minScore,
    ...filterValues(SEARCH_FILTERS, query),
  ])
}
