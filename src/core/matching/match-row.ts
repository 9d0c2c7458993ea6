/** Matching one row of a customer list to a company. */

import { SAME_NAME_SCORE_MIN, SCORE_MIN, WHOLE_NAME_SCORE_MIN } from '../../names/ranking/rank.ts'
import { courtsByText } from '../../names/reading/court.ts'
import type { Hit } from '../../names/search/page.ts'
import type { SearchQuery } from '../../names/search/query.ts'
import { type FilterInput, readFilters, SEARCH_FILTERS } from '../company/company-filters.ts'
import type { Needs } from '../ports.ts'
import { SEARCH_LIMIT_MAX, searchIndex } from '../search/search-companies.ts'
import type { SearchText } from '../search/search-text.ts'
import type { MatchState } from './row-states.ts'

/** Most companies in the result of a row, unless the caller asks for another number. */
export const ROW_COMPANIES_MAX = 5

/** The data of a row. Either name or number must be present. */
export interface CustomerRow {
  readonly name?: SearchText | undefined
  /** A text that `readNumber` or `readForeignQuery` can parse. */
  readonly number?: SearchText | undefined
  /** The seat, compared as a whole. */
  readonly city?: SearchText | undefined
  /** Further conditions that a company must fulfil. */
  readonly conditions?: RowConditions | undefined
  readonly deep: boolean
}

/** Conditions of a row, with several accepted values each. */
export type RowConditions = Pick<
  FilterInput<typeof SEARCH_FILTERS>,
  'city' | 'postcode' | 'register_court' | 'legal_form'
>

/** A hit with its score for the whole row. */
export interface ScoredHit {
  readonly hit: Hit
  readonly score: number
}

/** The result of matching a row. */
export interface RowMatch {
  readonly state: MatchState
  /** The best hits first. */
  readonly hits: readonly ScoredHit[]
  /** Whether the time for similar names ran out. */
  readonly partial: boolean
}

interface Found {
  readonly hits: readonly ScoredHit[]
  readonly partial: boolean
}

/**
 * Matches a row; the result has the best `most` hits. It considers the first `SEARCH_LIMIT_MAX` hits of each search. A
 * row with name and number matches the companies that have both; if there is none, one of the two is wrong, and no hit scores 90.
 *
 * @throws {Failure} `service_unavailable` while there is no index.
 */
export async function matchRow(
  needs: Needs<'index'>,
  row: CustomerRow,
  most = ROW_COMPANIES_MAX,
): Promise<RowMatch> {
  const { hits, partial } = await findRow(needs, row)
  const best = hits.toSorted((a, b) => b.score - a.score)
  const [first, second] = best.map(({ hit: { reasons }, score }) => ({ score, reasons }))
  return { state: stateOf(first, second), hits: best.slice(0, most), partial }
}

async function findRow(needs: Needs<'index'>, row: CustomerRow): Promise<Found> {
  const { name, number } = row
  if (number === undefined) return find(needs, row, name as SearchText)
  const byNumber = await find(needs, row, number)
  return name === undefined ? byNumber : findBoth(needs, row, name, byNumber)
}

/**
 * Finds companies with both name and number. It searches the name at the courts of the number first, because
 * the right company may be far down the list of a common name. There the name may also be a former one or
 * that of a removed company, as in the search by number.
 */
async function findBoth(
  needs: Needs<'index'>,
  row: CustomerRow,
  name: SearchText,
  byNumber: Found,
): Promise<Found> {
  const there = await find(needs, { ...row, deep: true }, name, {
    ...placesOf(byNumber),
    isStrict: !row.deep,
  })
  const named = new Set(there.hits.map(({ hit }) => hit.record.uuid))
  const both = byNumber.hits.filter(({ hit }) => named.has(hit.record.uuid))
  if (both.length > 0) return { hits: both, partial: there.partial }
  const byName = await find(needs, row, name)
  return { hits: inDoubt(byNumber.hits, byName.hits), partial: byName.partial }
}

/** Returns the courts of the hits, or their countries if they are in no German register. */
function placesOf({ hits }: Found): Pick<SearchQuery, 'court' | 'country'> {
  const courts = new Set(hits.flatMap(({ hit }) => courtsByText(hit.record.registerCourt)))
  const countries = new Set(hits.map(({ hit }) => hit.record.country).filter((country) => country !== ''))
  return courts.size > 0 || countries.size === 0 ? { court: [...courts] } : { country: [...countries] }
}

/**
 * Merges hits by number and by name that have no company in common. A number of a single company scores
 * higher than one that several courts assigned.
 */
function inDoubt(byNumber: readonly ScoredHit[], byName: readonly ScoredHit[]): readonly ScoredHit[] {
  const numbered = new Set(byNumber.map(({ hit }) => hit.record.uuid))
  const onlyNamed = byName.filter(({ hit }) => !numbered.has(hit.record.uuid))
  const most = byNumber.length === 1 ? SAME_NAME_SCORE_MIN - 1 : SCORE_MIN
  return [
    ...byNumber.map(({ hit }) => ({ hit, score: most })),
    ...onlyNamed.map(({ hit, score }) => ({ hit, score: Math.min(score, SAME_NAME_SCORE_MIN - 1) })),
  ]
}

async function find(
  needs: Needs<'index'>,
  { deep, city, conditions }: CustomerRow,
  name: SearchText,
  more: Partial<Pick<SearchQuery, 'court' | 'country' | 'isStrict'>> = {},
): Promise<Found> {
  const wanted = { ...conditions, ...(city !== undefined && { city: [city] }) }
  const filters = bothFilters(readFilters(SEARCH_FILTERS, wanted), more)
  const asked = { name, deep, limit: SEARCH_LIMIT_MAX, minScore: SCORE_MIN }
  const page = await searchIndex(needs, { ...asked, ...filters })
  return { hits: page.hits.map((hit) => ({ hit, score: hit.score })), partial: page.partial }
}

/** Returns the filters of the row with those of its number; a court must fulfil both. */
function bothFilters(
  row: Partial<SearchQuery>,
  ofNumber: Partial<Pick<SearchQuery, 'court' | 'country' | 'isStrict'>>,
): Partial<SearchQuery> {
  const { court } = ofNumber
  if (row.court === undefined || court === undefined) return { ...row, ...ofNumber }
  return { ...row, ...ofNumber, court: row.court.filter((code) => court.includes(code)) }
}

/** What decides the state of a row, of each of its two best companies. */
interface Scored {
  readonly score: number
  readonly reasons: readonly string[]
}

/** Returns the state that follows from the best and the second-best company of a row. */
export function stateOf(best: Scored | undefined, next: Scored | undefined): MatchState {
  if (best === undefined || best.score < SCORE_MIN) return 'not_found'
  if (best.score < SAME_NAME_SCORE_MIN) return 'possible'
  if (next !== undefined && next.score >= WHOLE_NAME_SCORE_MIN) return 'ambiguous'
  // The same name with another form is often another company (decision 23).
  return best.reasons.includes('other_form') ? 'possible' : 'found'
}
