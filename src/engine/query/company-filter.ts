/** The filters of a question, turned into look-up tables. */

import { REGISTER_TYPES } from '../../names/reading/register-number.ts'
import { foldWhole } from '../../names/text/fold.ts'
import type { RowField } from '../format/company-rows.ts'
import { courtIn, formIn, seatIn, statusIn, typeIn } from '../format/company-rows.ts'
import { groupEnd, isInactive, seatOf, zoneEnd } from '../format/index-reader.ts'
import { ZONES } from '../format/layout.ts'
import type { IndexQuestion } from '../types/index-query.ts'
import type { IndexStatus } from '../types/indexed-company.ts'
import { ACTIVE_STATUS, INDEX_STATUSES, REMOVED_STATUS } from '../types/indexed-company.ts'
import type { SearchContext } from './search-context.ts'

/** `undefined` where the question has no filter. */
export type CompanyFilter = Filter | undefined

export interface Filter {
  readonly passes: (company: number) => boolean
  /** The same text for the same filter, where it asks most companies of bits that lie together; `undefined`: it asks rows all over the memory. */
  readonly quickKey: string | undefined
}

/** What `read` tells of a company must be marked in `marked`. */
interface Test {
  readonly read: RowField
  readonly marked: Uint8Array
}

/** What filters look things up in: of one segment, each made at the first question that needs it. */
export class FilterTables {
  readonly cities: SeatsByCity
  readonly active: ActiveCompanies

  constructor(segment: SearchContext) {
    this.cities = new SeatsByCity(segment)
    this.active = new ActiveCompanies(segment)
  }
}

export function companyFilter(
  segment: SearchContext,
  question: IndexQuestion,
  tables: FilterTables,
): CompanyFilter {
  const status = statusFilter(segment, question.status, tables.active)
  const tests = testsOf(segment, question, tables.cities)
  if (tests.length === 0) return status
  const rows = segment.blocks.companyRows
  const passes = (company: number) => tests.every(({ read, marked }) => marked[read(rows, company)] === 1)
  if (status === undefined) return { passes, quickKey: undefined }
  return { passes: (company) => status.passes(company) && passes(company), quickKey: undefined }
}

function testsOf({ header }: SearchContext, question: IndexQuestion, cities: SeatsByCity): readonly Test[] {
  const tests: Test[] = []
  const add = (read: RowField, codes: readonly string[], wanted: readonly string[] | undefined) => {
    if (wanted !== undefined) tests.push({ read, marked: mark(codes, wanted) })
  }
  add(formIn, header.forms, question.legalForm)
  add(typeIn, REGISTER_TYPES, question.registerType)
  add(courtIn, header.courts, question.court)
  if (question.city !== undefined) tests.push({ read: seatIn, marked: cities.mark(question.city) })
  return tests
}

/** Most companies that are not removed are active, so the row of a company is looked at only when it is not. */
function statusFilter(
  { blocks }: SearchContext,
  wanted: IndexQuestion['status'],
  active: ActiveCompanies,
): CompanyFilter {
  if (wanted === undefined) return undefined
  const marked = mark(INDEX_STATUSES, wanted)
  const isActiveWanted = marked[ACTIVE_STATUS] === 1
  const isOtherWanted = wanted.some((status) => status !== ACTIVE)
  const passes = (company: number) =>
    active.has(company)
      ? isActiveWanted
      : isOtherWanted && marked[statusIn(blocks.companyRows, company)] === 1
  return { passes, quickKey: marked.join('') }
}

const ACTIVE = INDEX_STATUSES[ACTIVE_STATUS]

/** Whether the zones in which current names are looked for leave nothing of these statuses to be asked. */
export function isSettledByZones(status: readonly IndexStatus[]): boolean {
  const live = LIVE_STATUSES.filter((one) => status.includes(one))
  return live.length === 0 || live.length === LIVE_STATUSES.length
}

const LIVE_STATUSES = INDEX_STATUSES.filter((_, number) => number !== REMOVED_STATUS)

/** Which companies are active, by bits: in every group they stand before the others. */
class ActiveCompanies {
  readonly #segment: SearchContext
  #bits: Uint32Array | undefined

  constructor(segment: SearchContext) {
    this.#segment = segment
  }

  has(company: number): boolean {
    this.#bits ??= activeBits(this.#segment)
    // Behind the last live company there are no bits.
    return (((this.#bits[company >>> 5] ?? 0) >>> (company & 31)) & 1) === 1
  }
}

function activeBits(segment: SearchContext): Uint32Array {
  const end = zoneEnd(segment, ZONES.live)
  const bits = new Uint32Array((end >>> 5) + 1)
  for (let start = 0; start < end; ) {
    const next = Math.min(groupEnd(segment, start), end)
    const others = firstInactive(segment, start, next)
    for (let company = start; company < others; company++)
      bits[company >>> 5] = (bits[company >>> 5] as number) | (1 << (company & 31))
    start = next
  }
  return bits
}

/** The first company of a group [from, to) that is not active; by halving, as every row is a place of memory of its own. */
function firstInactive(segment: SearchContext, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isInactive(segment, middle) === 1) high = middle
    else low = middle + 1
  }
  return low
}

function mark(codes: readonly string[], wanted: readonly string[]): Uint8Array {
  return Uint8Array.from(codes, (code) => (wanted.includes(code) ? 1 : 0))
}

/** Seats by their folded spelling; made at the first question for a city. */
class SeatsByCity {
  readonly #segment: SearchContext
  #seats: Map<string, number[]> | undefined

  constructor(segment: SearchContext) {
    this.#segment = segment
  }

  mark(cities: readonly string[]): Uint8Array {
    this.#seats ??= readSeats(this.#segment)
    const marked = new Uint8Array(this.#segment.blocks.seatStarts.length - 1)
    for (const city of cities) for (const seat of this.#seats.get(city) ?? []) marked[seat] = 1
    return marked
  }
}

function readSeats(segment: SearchContext): Map<string, number[]> {
  const seats = new Map<string, number[]>()
  for (let seat = 0; seat < segment.blocks.seatStarts.length - 1; seat++) {
    const city = foldWhole(seatOf(segment, seat))
    const known = seats.get(city)
    if (known === undefined) seats.set(city, [seat])
    else known.push(seat)
  }
  return seats
}
