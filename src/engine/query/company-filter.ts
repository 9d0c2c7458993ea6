/** Filters of a query as look-up tables. */

import { REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { stateOfCourt } from '../../names/reading/state.ts'
import type { SearchFilters, SearchQuery } from '../../names/search/query.ts'
import { STATUSES, type Status } from '../../names/search/status.ts'
import { foldWhole } from '../../names/text/fold.ts'
import type { RowField } from '../format/company-rows.ts'
import { courtIn, formIn, postcodeIn, seatIn, statusIn, typeIn } from '../format/company-rows.ts'
import { groupEnd, isInactive, seatOf, zoneEnd } from '../format/index-reader.ts'
import { ZONES } from '../format/layout.ts'
import { countryOfArea } from '../format/register-area.ts'
import { ACTIVE_STATUS, REMOVED_STATUS } from '../types/indexed-company.ts'
import type { SearchContext } from './search-context.ts'

/** `undefined`: the query has no filter. */
export type CompanyFilter = Filter | undefined

/** A predicate over companies. */
export interface Filter {
  readonly passes: (company: number) => boolean
  /**
   * Identifies the filter in caches. `undefined` for a filter that reads a row per company, which is too slow
   * to count all postings of a prefix with.
   */
  readonly cacheKey: string | undefined
}

/** The field of a company must have an allowed value. */
interface FieldTest {
  readonly read: RowField
  readonly allowed: Uint8Array
}

/** Tables that filters share, each built at its first use. */
export class FilterTables {
  readonly cities: SeatsByCity
  readonly active: ActiveCompanies

  constructor(context: SearchContext) {
    this.cities = new SeatsByCity(context)
    this.active = new ActiveCompanies(context)
  }
}

/** Returns the filter of a query. */
export function companyFilter(
  context: SearchContext,
  query: SearchQuery,
  tables: FilterTables,
): CompanyFilter {
  const status = statusFilter(context, query.status, tables.active)
  const tests = testsOf(context, query, tables)
  if (tests.length === 0) return status
  const rows = context.sections.companyRows
  const passes = (company: number) => tests.every(({ read, allowed }) => allowed[read(rows, company)] === 1)
  if (status === undefined) return { passes, cacheKey: undefined }
  return { passes: (company) => status.passes(company) && passes(company), cacheKey: undefined }
}

type TestOf = (context: SearchContext, wanted: readonly string[], tables: FilterTables) => FieldTest

/** The test of every filter but `status`, and `former`, which compares no company; complete by type. */
const TESTS: Readonly<Record<Exclude<keyof SearchFilters, 'status' | 'former'>, TestOf>> = {
  legalForm: ({ header }, wanted) => ({ read: formIn, allowed: flagsOf(header.forms, wanted) }),
  registerType: (_, wanted) => ({ read: typeIn, allowed: flagsOf(REGISTER_TYPES, wanted) }),
  court: ({ header }, wanted) => ({ read: courtIn, allowed: flagsOf(header.courts, wanted) }),
  city: (_, wanted, { cities }) => ({ read: seatIn, allowed: cities.flagsOf(wanted) }),
  state: ({ header }, wanted) => {
    const states = header.courts.map((court) => stateOfCourt(court) ?? '')
    return { read: courtIn, allowed: flagsOf(states, wanted) }
  },
  postcode: (_, wanted) => ({ read: postcodeIn, allowed: postcodeFlags(wanted) }),
  country: ({ header }, wanted) => ({
    read: courtIn,
    allowed: flagsOf(header.courts.map(countryOfArea), wanted),
  }),
}
const TESTED = Object.keys(TESTS) as (keyof typeof TESTS)[]

function testsOf(context: SearchContext, query: SearchQuery, tables: FilterTables): readonly FieldTest[] {
  const tests: FieldTest[] = []
  for (const name of TESTED) {
    const wanted = query[name]
    if (wanted !== undefined) tests.push(TESTS[name](context, wanted, tables))
  }
  return tests
}

/** Most companies that are not removed are active, so only the rows of other companies are read. */
function statusFilter(
  { sections }: SearchContext,
  wanted: SearchQuery['status'],
  active: ActiveCompanies,
): CompanyFilter {
  if (wanted === undefined) return undefined
  const flags = flagsOf(STATUSES, wanted)
  const isActiveWanted = flags[ACTIVE_STATUS] === 1
  const isOtherWanted = wanted.some((status) => status !== ACTIVE)
  const passes = (company: number) =>
    active.has(company)
      ? isActiveWanted
      : isOtherWanted && flags[statusIn(sections.companyRows, company)] === 1
  return { passes, cacheKey: flags.join('') }
}

const ACTIVE = STATUSES[ACTIVE_STATUS]

/** Returns whether the zones that are searched imply the filter on these statuses for current names. */
export function isImpliedByZones(status: readonly Status[]): boolean {
  const live = LIVE_STATUSES.filter((one) => status.includes(one))
  return live.length === 0 || live.length === LIVE_STATUSES.length
}

const LIVE_STATUSES = STATUSES.filter((_, number) => number !== REMOVED_STATUS)

/** A bitmap of the active companies, which come first in every group. */
class ActiveCompanies {
  readonly #context: SearchContext
  #bits: Uint32Array | undefined

  constructor(context: SearchContext) {
    this.#context = context
  }

  has(company: number): boolean {
    this.#bits ??= activeBits(this.#context)
    // The bitmap ends with the live companies.
    return (((this.#bits[company >>> 5] ?? 0) >>> (company & 31)) & 1) === 1
  }
}

function activeBits(context: SearchContext): Uint32Array {
  const end = zoneEnd(context, ZONES.live)
  const bits = new Uint32Array((end >>> 5) + 1)
  for (let start = 0; start < end; ) {
    const next = Math.min(groupEnd(context, start), end)
    const others = firstInactive(context, start, next)
    for (let company = start; company < others; company++)
      bits[company >>> 5] = (bits[company >>> 5] as number) | (1 << (company & 31))
    start = next
  }
  return bits
}

/**
 * Returns the first inactive company of the group [from, to). Binary search, because every row read is a
 * cache miss.
 */
function firstInactive(context: SearchContext, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isInactive(context, middle) === 1) high = middle
    else low = middle + 1
  }
  return low
}

function flagsOf(codes: readonly string[], wanted: readonly string[]): Uint8Array {
  // A loop: `Uint8Array.from` takes as long as a tenth of a search.
  const flags = new Uint8Array(codes.length)
  for (let i = 0; i < codes.length; i++) flags[i] = wanted.includes(codes[i] as string) ? 1 : 0
  return flags
}

const POSTCODE_DIGITS = 5

/** Returns the flags of the postcodes, as rows store them, that start with one of the texts. */
function postcodeFlags(starts: readonly string[]): Uint8Array {
  const flags = new Uint8Array(10 ** POSTCODE_DIGITS + 1)
  for (const start of starts) {
    const count = 10 ** (POSTCODE_DIGITS - start.length)
    const from = Number(start) * count + 1
    flags.fill(1, from, from + count)
  }
  return flags
}

/** Seats by their folded text. */
class SeatsByCity {
  readonly #context: SearchContext
  #seats: Map<string, number[]> | undefined

  constructor(context: SearchContext) {
    this.#context = context
  }

  flagsOf(cities: readonly string[]): Uint8Array {
    this.#seats ??= groupSeatsByCity(this.#context)
    const flags = new Uint8Array(this.#context.sections.seatStarts.length - 1)
    for (const city of cities) for (const seat of this.#seats.get(city) ?? []) flags[seat] = 1
    return flags
  }
}

function groupSeatsByCity(context: SearchContext): Map<string, number[]> {
  const seats = new Map<string, number[]>()
  for (let seat = 0; seat < context.sections.seatStarts.length - 1; seat++) {
    const city = foldWhole(seatOf(context, seat))
    const known = seats.get(city)
    if (known === undefined) seats.set(city, [seat])
    else known.push(seat)
  }
  return seats
}
