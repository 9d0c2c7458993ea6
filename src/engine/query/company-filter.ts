/** Filters of a query as look-up tables. */

import { countryOfArea } from '../../names/reading/register-area.ts'
import { REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { stateOfCourt } from '../../names/reading/state.ts'
import { ACTIVE_STATUS, REMOVED_STATUS } from '../../names/search/indexed-company.ts'
import type { SearchFilters, SearchQuery } from '../../names/search/query.ts'
import { STATUSES, type Status } from '../../names/search/status.ts'
import { foldWhole } from '../../names/text/fold.ts'
import type { RowField } from '../format/company-rows.ts'
import { courtIn, formIn, postcodeIn, seatIn, statusIn, typeIn } from '../format/company-rows.ts'
import { bucketOf, HASH_START, hashBytes, idMask, taggedId } from '../format/hash-table.ts'
import { groupEnd, isInactive, seatOf, zoneEnd } from '../format/index-reader.ts'
import { ZONES } from '../format/layout.ts'
import { utf8Of } from '../format/utf8.ts'
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
  /** The seats that pass; `undefined` if the query has no filter on cities. */
  readonly seats: readonly number[] | undefined
}

/** The field of a company must have an allowed value. */
interface FieldTest {
  readonly read: RowField
  readonly allowed: Uint8Array
}

/** Returns the filter of a query. */
export function companyFilter(
  context: SearchContext,
  query: SearchQuery,
  active: ActiveCompanies,
): CompanyFilter {
  const status = statusFilter(context, query.status, active)
  const tests = testsOf(context, query)
  if (tests.length === 0) return status
  const rows = context.sections.companyRows
  const isAllowed = (company: number) =>
    tests.every(({ read, allowed }) => allowed[read(rows, company)] === 1)
  const passes =
    status === undefined ? isAllowed : (company: number) => status.passes(company) && isAllowed(company)
  return { passes, cacheKey: undefined, seats: query.city && seatsOfCities(context, query.city) }
}

type TestOf = (context: SearchContext, wanted: readonly string[]) => FieldTest

/** The test of every filter but `status`, and `former`, which compares no company; complete by type. */
const TESTS: Readonly<Record<Exclude<keyof SearchFilters, 'status' | 'former'>, TestOf>> = {
  legalForm: ({ header }, wanted) => ({ read: formIn, allowed: flagsOf(header.forms, wanted) }),
  registerType: (_, wanted) => ({ read: typeIn, allowed: flagsOf(REGISTER_TYPES, wanted) }),
  court: ({ header }, wanted) => ({ read: courtIn, allowed: flagsOf(header.courts, wanted) }),
  city: (context, wanted) => ({ read: seatIn, allowed: flagsOfCities(context, wanted) }),
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

function testsOf(context: SearchContext, query: SearchQuery): readonly FieldTest[] {
  const tests: FieldTest[] = []
  for (const name of TESTED) {
    const wanted = query[name]
    if (wanted !== undefined) tests.push(TESTS[name](context, wanted))
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
  return { passes, cacheKey: flags.join(''), seats: undefined }
}

const ACTIVE = STATUSES[ACTIVE_STATUS]

/** Returns whether the zones that are searched imply the filter on these statuses for current names. */
export function isImpliedByZones(status: readonly Status[]): boolean {
  const live = LIVE_STATUSES.filter((one) => status.includes(one))
  return live.length === 0 || live.length === LIVE_STATUSES.length
}

const LIVE_STATUSES = STATUSES.filter((_, number) => number !== REMOVED_STATUS)

/** A bitmap of the active companies, which come first in every group. */
export class ActiveCompanies {
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

/** Returns for each seat whether it is one of these cities, which are folded. */
function flagsOfCities(context: SearchContext, cities: readonly string[]): Uint8Array {
  const flags = new Uint8Array(context.sections.seatStarts.length - 1)
  for (const seat of seatsOfCities(context, cities)) flags[seat] = 1
  return flags
}

function seatsOfCities(context: SearchContext, cities: readonly string[]): readonly number[] {
  return [...new Set(cities.flatMap((city) => seatsNamed(context, city)))]
}

/** Returns the seats with this folded text. */
function seatsNamed(context: SearchContext, city: string): readonly number[] {
  const { seatStarts, seatBucketStarts, seatBuckets } = context.sections
  const text = utf8Of(city)
  const hash = hashBytes(HASH_START, text, 0, text.length)
  const bucket = bucketOf(hash, seatBucketStarts.length - 1)
  const mask = idMask(seatStarts.length - 1)
  const entries = seatBuckets.subarray(seatBucketStarts[bucket], seatBucketStarts[bucket + 1])
  return Array.from(entries, (entry) => taggedId(entry, hash, mask)).filter(
    (seat) => seat >= 0 && foldWhole(seatOf(context, seat)) === city,
  )
}
